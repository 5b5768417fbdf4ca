// SPDX-License-Identifier: MIT
// What lookahead decoding drafts from the answers of earlier passes, a letter a token.
#include <map>

#include <QTest>

#include "engine/speculation/lookahead_drafter.h"
#include "engine/speculation/merged_drafter.h"
#include "tests/speculation/letters.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::test;

namespace {

constexpr LookaheadDrafter::Sizes withoutWindow = {0, 4, 1};

QString proposed(LookaheadDrafter& drafter, const QString& text, int length, const std::map<int, QChar>& forced = {})
{
    DraftTree tree;
    tree.keepsContexts = true;
    const LevelDraws draws = drawsWith(forced);
    drafter.begin(tokensOf(text));
    QString drafts;
    for (int n = 0; n < length; ++n) {
        const Expansion one{n - 1, 1};
        if (drafter.addLevel(tree, {&one, 1}, draws) != 1)
            return "nothing";
        const DraftTree::Node& node = tree.nodes.back();
        if (node.q != 1 || tree.qOf(n)[std::size_t(node.token)] != 1 || node.parent != n - 1)
            return "not a chain of one-hot drafts";
        drafts += QChar(char16_t(node.token));
    }
    return drafts;
}

/// All paths of the tree that it drafts, from the root's child to the leaf.
QString tree(LookaheadDrafter& drafter, const QString& text, int depth, const std::map<int, QChar>& forced = {})
{
    DraftTree tree;
    tree.keepsContexts = true;
    const LevelDraws draws = drawsWith(forced);
    drafter.begin(tokensOf(text));
    const MergedChainsShape shape;
    while (true) {
        const std::vector<Expansion> level = shape.nextLevel(tree, {depth, 64});
        if (level.empty() || drafter.addLevel(tree, level, draws) == 0)
            break;
    }
    QStringList paths;
    for (int n = 0; n < int(tree.nodes.size()); ++n) {
        if (tree.qOf(n)[std::size_t(tree.nodes[std::size_t(n)].token)] != 1)
            return "not one-hot";
        if (!tree.childrenOf(n).empty())
            continue;
        QString path;
        for (const int node : tree.pathTo(n))
            path += QChar(char16_t(tree.nodes[std::size_t(node)].token));
        paths << path;
    }
    return paths.join(' ');
}

/// A round whose drafts were a chain: what the target said behind the root and each of them.
RoundRecord said(const QString& drafts, const QString& likeliest)
{
    RoundRecord round;
    for (const TokenId token : tokensOf(drafts)) {
        NodeRecord& node = round.nodes.emplace_back();
        node.token = token;
        node.parent = int(round.nodes.size()) - 2;
        node.depth = int(round.nodes.size());
    }
    round.likeliest = tokensOf(likeliest);
    return round;
}

} // namespace

class TestLookaheadDrafter : public QObject {
    Q_OBJECT
private slots:
    /// Any guess will do to begin with.
    void theFirstGuessIsTheLastTokenAgain()
    {
        LookaheadDrafter drafter(withoutWindow, 128);
        QCOMPARE(proposed(drafter, "ab", 3), "bbb");
        QCOMPARE(proposed(drafter, "ab", 0), "");
        QVERIFY(drafter.sideRows().empty());
    }

    void answersBehindGuessesAreDrafted()
    {
        LookaheadDrafter drafter(withoutWindow, 128);
        // Behind a b | x x the target says: c, d, e. So x follows x x as e, and b is followed by c.
        drafter.learn(tokensOf("ab"), said("xx", "cde"));
        QCOMPARE(proposed(drafter, "zb", 1), "c"); // one token of the ending is in the pool
        QCOMPARE(proposed(drafter, "yxx", 1), "e");
        QCOMPARE(proposed(drafter, "ybx", 1), "d"); // the longest one counts: behind x alone it was e
        // The text went on with c. What was said of the place behind that is d, and of the next e.
        QCOMPARE(proposed(drafter, "abc", 3), "dee");
        QCOMPARE(proposed(drafter, "abc", 3, {{0, 'b'}}), "bcc"); // from where a person went on
    }

    void theNewestAnswerCounts()
    {
        LookaheadDrafter drafter({0, 3, 1}, 128);
        drafter.learn(tokensOf("ab"), said("", "c"));
        drafter.learn(tokensOf("qqab"), said("", "d"));
        QCOMPARE(proposed(drafter, "ab", 1), "d");
        drafter.forget();
        QCOMPARE(proposed(drafter, "ab", 1), "b");
    }

    void nGramsAreNoLongerThanAsked()
    {
        LookaheadDrafter bigrams({0, 2, 1}, 128), trigrams({0, 3, 1}, 128);
        for (LookaheadDrafter* drafter : {&bigrams, &trigrams}) {
            drafter->learn(tokensOf("ab"), said("", "c"));
            drafter->learn(tokensOf("zzzb"), said("", "d"));
        }
        QCOMPARE(proposed(bigrams, "ab", 1), "d");
        QCOMPARE(proposed(trigrams, "ab", 1), "c");
    }

    /// Each column of the window is an n-gram with the answer behind it, and so are its endings.
    void columnsOfTheWindowAreNGrams()
    {
        LookaheadDrafter drafter({3, 4, 1}, 128);
        drafter.begin(tokensOf("klr"));
        RoundRecord round = said("", "s");
        round.sideRows = drafter.sideRows();
        const QString letters = "abdefghi", answers = "ABDEFGHI"; // level 0: r a b, level 1: d e f, level 2: g h i
        for (int i = 0; i < 8; ++i) {
            round.sideRows[std::size_t(i)].token = letters[i].unicode();
            round.sideRows[std::size_t(i)].likeliest = answers[i].unicode();
        }
        drafter.learn(tokensOf("klr"), round);
        for (const auto& [row, next] : std::map<QString, QString>{{"rdg", "G"},
                                                                  {"aeh", "H"},
                                                                  {"bfi", "I"},
                                                                  {"ae", "E"},
                                                                  {"zh", "H"},
                                                                  {"ra", "A"},
                                                                  {"rab", "B"},
                                                                  {"klr", "s"}})
            QCOMPARE(proposed(drafter, row, 1), next);
        drafter.begin(tokensOf("klrs"));
        const std::vector<SideRow> next = drafter.sideRows();
        QCOMPARE(next.front().token, TokenId('e')); // the window has moved on
        QCOMPARE(next.back().token, TokenId('I'));
        drafter.forget();
        QVERIFY(drafter.sideRows() != next);
    }

    /// G n-grams, of which the newest share what they begin with.
    void aTreeHasSeveralNGrams()
    {
        LookaheadDrafter drafter({0, 3, 3}, 128);
        drafter.learn(tokensOf("zr"), said("ab", "abc"));
        drafter.learn(tokensOf("yr"), said("ad", "ade"));
        drafter.learn(tokensOf("xr"), said("f", "fg"));
        // Behind r: f, then a. The newest goes on with the two n-grams that are left of three, but f has one only.
        QCOMPARE(tree(drafter, "r", 2), "fg ad");
        QCOMPARE(tree(drafter, "r", 1), "f a");
        QCOMPARE(tree(drafter, "qa", 1), "d b");
        // Where the pool has nothing behind the newest n-gram, what the last pass said of that place goes on.
        QCOMPARE(tree(drafter, "r", 3), "fgg ade");
        LookaheadDrafter one({0, 3, 1}, 128);
        one.learn(tokensOf("zr"), said("ab", "abc"));
        one.learn(tokensOf("xr"), said("f", "fg"));
        QCOMPARE(tree(one, "r", 2), "fg");
    }

    /// A node whose token a person forced is there beside the others.
    void forcedNodesAreAdded()
    {
        LookaheadDrafter drafter({0, 3, 2}, 128);
        drafter.learn(tokensOf("xr"), said("", "f"));
        QCOMPARE(tree(drafter, "r", 1, {{1, 'w'}}), "f w");
        QCOMPARE(tree(drafter, "r", 1, {{0, 'w'}}), "w");
    }
};

DRAFTSCOPE_TEST(TestLookaheadDrafter)
#include "test_lookahead_drafter.moc"
