// SPDX-License-Identifier: MIT
// What is drafted from Jacobi trajectories, a letter a token.
#include <map>

#include <QTest>

#include "engine/speculation/lookahead_drafter.h"
#include "tests/speculation/letters.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::test;

namespace {

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

} // namespace

class TestLookaheadDrafter : public QObject {
    Q_OBJECT
private slots:
    /// Any guess will do to begin with.
    void theFirstGuessIsTheLastTokenAgain()
    {
        LookaheadDrafter drafter(3, 128);
        QCOMPARE(proposed(drafter, "ab", 3), "bbb");
        QCOMPARE(proposed(drafter, "ab", 0), "");
    }

    void answersBehindGuessesAreDrafted()
    {
        LookaheadDrafter drafter(3, 128);
        // Behind a b | x x the target says: c, d, e. So x follows x x as e, and b is followed by c.
        drafter.learn(tokensOf("ab"), tokensOf("xx"), tokensOf("cde"));
        QCOMPARE(proposed(drafter, "zb", 1), "c"); // one token of the ending is in the pool
        QCOMPARE(proposed(drafter, "yxx", 1), "e");
        QCOMPARE(proposed(drafter, "ybx", 1), "d"); // the longest one counts: behind x alone it was e
        // The text went on with c. What was said of the place behind that is d, and of the next e.
        QCOMPARE(proposed(drafter, "abc", 3), "dee");
        QCOMPARE(proposed(drafter, "abc", 3, {{0, 'b'}}), "bcc"); // from where a person went on
    }

    void theNewestAnswerCounts()
    {
        LookaheadDrafter drafter(2, 128);
        drafter.learn(tokensOf("ab"), {}, tokensOf("c"));
        drafter.learn(tokensOf("qqab"), {}, tokensOf("d"));
        QCOMPARE(proposed(drafter, "ab", 1), "d");
        drafter.forget();
        QCOMPARE(proposed(drafter, "ab", 1), "b");
    }

    void nGramsAreNoLongerThanAsked()
    {
        LookaheadDrafter one(1, 128), two(2, 128);
        for (LookaheadDrafter* drafter : {&one, &two}) {
            drafter->learn(tokensOf("ab"), {}, tokensOf("c"));
            drafter->learn(tokensOf("zzzb"), {}, tokensOf("d"));
        }
        QCOMPARE(proposed(one, "ab", 1), "d");
        QCOMPARE(proposed(two, "ab", 1), "c");
    }
};

DRAFTSCOPE_TEST(TestLookaheadDrafter)
#include "test_lookahead_drafter.moc"
