// SPDX-License-Identifier: MIT
// Drafters without a model: what they propose after a text, a letter a token.
#include <numeric>

#include <QTemporaryDir>
#include <QTest>

#include "engine/core/decode_failure.h"
#include "engine/formats/datastore_writer.h"
#include "engine/speculation/copy_first_drafter.h"
#include "engine/speculation/dynamic_shape.h"
#include "engine/speculation/fixed_widths_shape.h"
#include "engine/speculation/prompt_lookup_drafter.h"
#include "engine/speculation/retrieval_drafter.h"
#include "engine/speculation/suffix_automaton_drafter.h"
#include "tests/speculation/letters.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::test;

namespace {

constexpr int vocabulary = 128;

/// What is proposed after a text, at most `length` letters. The `forced` ones take the place of others, by node.
QString proposed(Drafter& drafter, const QString& text, int length, const std::map<int, QChar>& forced = {})
{
    DraftTree tree;
    tree.keepsContexts = true;
    const LevelDraws draws = drawsWith(forced);
    drafter.begin(tokensOf(text));
    const ChainShape chain;
    while (int(tree.nodes.size()) < length
           && drafter.addLevel(tree, chain.nextLevel(tree, {length, length}), draws) > 0) {}
    QString drafted;
    for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
        const DraftTree::Node& node = tree.nodes[n];
        drafted += QChar(ushort(node.token));
        const Distribution& q = tree.qOf(int(n));
        if (node.parent != int(n) - 1 || node.depth != int(n) + 1 || node.q != q[std::size_t(node.token)]
            || q.size() != vocabulary || std::abs(std::accumulate(q.begin(), q.end(), 0.0) - 1) > 1e-12)
            return "no chain with its q";
        if (dynamic_cast<CopyingDrafter*>(&drafter) && node.q != 1)
            return "no chain without chance";
    }
    return drafted;
}

/// Proposes Z, whatever the text is.
class AlwaysZ final : public Drafter {
public:
    explicit AlwaysZ(int& rounds) : m_rounds(rounds) {}
    void begin(std::span<const TokenId>, const Progress&) override { ++m_rounds; }
    int addLevel(DraftTree& tree, std::span<const Expansion>, const LevelDraws&, const Progress&) override
    {
        tree.addCertain('Z', int(tree.nodes.size()) - 1, vocabulary);
        return 1;
    }

private:
    int& m_rounds;
};

} // namespace

class TestCopyingDrafters : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;

    /// Of texts that a | separates.
    std::shared_ptr<const Datastore> datastoreOf(const QString& texts) const
    {
        const std::filesystem::path path = m_directory.filePath("store").toStdString();
        auto writer = DatastoreWriter::create(path);
        if (!writer || !writer->finish({vocabulary, 0, '|'}, tokensOf(texts)))
            qFatal("The datastore cannot be written.");
        return *Datastore::open(path);
    }

private slots:
    void copiesGoFirst_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("length"); // -1: not a copy
        QTest::addColumn<QString>("expected");
        QTest::newRow("as long as the match") << "abcdeXabc" << 3 << "deX";
        QTest::newRow("a longer one") << "abcdeXabcd" << 4 << "eXab";
        QTest::newRow("at most so many") << "abcdeXYabcde" << 4 << "XYab";
        QTest::newRow("too short") << "abcXbc" << -1 << "ZZ";
        QTest::newRow("none") << "abcd" << -1 << "ZZ";
    }
    void copiesGoFirst()
    {
        QFETCH(QString, text);
        QFETCH(int, length);
        QFETCH(QString, expected);
        int othersRounds = 0;
        CopyFirstDrafter drafter(std::make_unique<AlwaysZ>(othersRounds), 3, 4, vocabulary);
        QCOMPARE(drafter.ownLengthAfter(tokensOf(text)).value_or(-1), length);
        QCOMPARE(proposed(drafter, text, length < 0 ? 2 : length), expected);
        QCOMPARE(othersRounds, 1); // what it had drafted before goes
        drafter.begin(tokensOf(text + text));
        QCOMPARE(othersRounds, length < 0 ? 2 : 1); // while copies follow copies it is left alone
        drafter.begin(tokensOf("abcXabc"));
        QCOMPARE(othersRounds, length < 0 ? 3 : 2); // another text
    }

    /// Also where contexts are not kept, because what is drawn at random is judged by it.
    void copiesInFrontHaveAQ()
    {
        int othersRounds = 0;
        CopyFirstDrafter drafter(std::make_unique<AlwaysZ>(othersRounds), 3, 4, vocabulary);
        drafter.begin(tokensOf("abcdeXabc"));
        DraftTree tree;
        tree.logits = {{1.0f, 2.0f}}; // of a round before
        const ChainShape chain;
        for (int n = 0; n < 3; ++n)
            QCOMPARE(drafter.addLevel(tree, chain.nextLevel(tree, {3, 3}), drawsWith({})), 1);
        for (int n = 0; n < 3; ++n) {
            QCOMPARE(tree.qOf(n)[std::size_t("deX"[n])], 1.0);
        }
        QVERIFY(tree.logits[0].empty());
        QVERIFY(!tree.keepsContexts);
    }

    void retrieval_data()
    {
        QTest::addColumn<QString>("datastore");
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("longest");
        QTest::addColumn<int>("shortest");
        QTest::addColumn<QString>("expected");
        QTest::newRow("what followed") << "the cat sat|"
                                       << "see the c" << 16 << 2 << "at sa";
        QTest::newRow("the longest suffix first") << "bcX bcX abcY|"
                                                  << "abc" << 16 << 2 << "Y|";
        QTest::newRow("not longer than allowed") << "bcX bcX abcY|"
                                                 << "abc" << 2 << 2 << "X abc";
        QTest::newRow("the heaviest continuation") << "abX. abY. abY. |"
                                                   << "ab" << 16 << 2 << "Y. ab";
        QTest::newRow("of equal ones the smaller id") << "abYc|abXc|"
                                                      << "ab" << 16 << 2 << "Xc|";
        QTest::newRow("shorter ones where the longest is new") << "bcX|"
                                                               << "abc" << 16 << 1 << "X|";
        QTest::newRow("not shorter than allowed") << "cX|"
                                                  << "abc" << 16 << 2 << "";
        QTest::newRow("a text is over at its separator") << "abc|dddd|"
                                                         << "ab" << 16 << 2 << "c|";
        QTest::newRow("nothing there") << "xyz|"
                                       << "abc" << 16 << 1 << "";
        QTest::newRow("an empty datastore") << ""
                                            << "abc" << 16 << 1 << "";
        QTest::newRow("a text of one token") << "aab|"
                                             << "a" << 16 << 1 << "ab|";
        QTest::newRow("nothing behind the end of the datastore") << "xab"
                                                                 << "ab" << 16 << 1 << "";
        QTest::newRow("on from what was found to what is like it") << "ab1|b123|"
                                                                   << "ab" << 16 << 2 << "1|";
    }
    void retrieval()
    {
        QFETCH(QString, datastore);
        QFETCH(QString, text);
        QFETCH(int, longest);
        QFETCH(int, shortest);
        RetrievalDrafter drafter(DatastoreLookup(datastoreOf(datastore), {longest, shortest, 256}), vocabulary);
        QTEST(proposed(drafter, text, 5), "expected");
    }

    /// A round may draft more than a trie holds: what it proposed is looked for in turn.
    void retrievalGoesOnBehindItsTrie()
    {
        const QString text = QString("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ").repeated(2);
        RetrievalDrafter drafter(DatastoreLookup(datastoreOf(text + '|'), {16, 2, 256}), vocabulary);
        QCOMPARE(proposed(drafter, "..012", 100), text.mid(3, 100));
    }

    void retrievalFollowsAForcedToken()
    {
        RetrievalDrafter drafter(DatastoreLookup(datastoreOf("the cat. the dog. |"), {16, 2, 256}), vocabulary);
        QCOMPARE(proposed(drafter, "the ", 4), "cat.");
        QCOMPARE(proposed(drafter, "the ", 4, {{0, 'd'}}), "dog.");
        QCOMPARE(proposed(drafter, "the ", 4, {{0, 'x'}}), "x");
        QCOMPARE(proposed(drafter, "xyz", 4, {{0, 't'}, {1, 'h'}}), "the ");
    }

    /// Of very many places some are looked at, from the first to the last in their order.
    void retrievalLooksAtSomeOfManyPlaces()
    {
        const QString texts = QString("abx ").repeated(10) + QString("aby ").repeated(90) + '|';
        const auto datastore = datastoreOf(texts);
        RetrievalDrafter all(DatastoreLookup(datastore, {2, 2, 256}), vocabulary);
        RetrievalDrafter some(DatastoreLookup(datastore, {2, 2, 5}), vocabulary);
        RetrievalDrafter one(DatastoreLookup(datastore, {2, 2, 1}), vocabulary);
        QCOMPARE(proposed(all, "ab", 2), "y ");
        QCOMPARE(proposed(some, "ab", 2), "y ");
        QCOMPARE(proposed(one, "ab", 2), "x ");
    }

    /// "a 0.75": every node's path and its share among the continuations of that path.
    static QString grown(Drafter& drafter, const DraftShape& shape, const QString& text, ShapeLimits limits,
                         const std::map<int, QChar>& forced = {})
    {
        DraftTree tree;
        tree.keepsContexts = true;
        const LevelDraws draws = drawsWith(forced);
        drafter.begin(tokensOf(text));
        for (auto level = shape.nextLevel(tree, limits); !level.empty(); level = shape.nextLevel(tree, limits))
            if (drafter.addLevel(tree, level, draws) == 0)
                break;
        shape.prune(tree, limits);
        QStringList paths, lines;
        for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
            const DraftTree::Node& node = tree.nodes[n];
            paths << (node.parent < 0 ? QString() : paths[node.parent]) + QChar(ushort(node.token));
            if (node.q != tree.qOf(int(n))[std::size_t(node.token)])
                return "q of a node is not that of its context";
            if (!node.pruned)
                lines << QString("%1 %2").arg(paths.back()).arg(node.q);
        }
        return lines.join(", ");
    }

    void retrievalGrowsTrees()
    {
        const auto datastore = datastoreOf("abXp|abXq|abXq|abYr|abZZ|cbYs|");
        RetrievalDrafter drafter(DatastoreLookup(datastore, {2, 1, 256}), vocabulary);
        const FixedWidthsShape wide({3, 2});
        QCOMPARE(grown(drafter, wide, "ab", {1, 64}), "X 0.6, Y 0.2, Z 0.2");
        QCOMPARE(grown(drafter, wide, "ab", {2, 64}), "X 0.6, Y 0.2, Z 0.2, Xq 0.666667, Xp 0.333333, Yr 1, ZZ 1");
        QCOMPARE(grown(drafter, wide, "ab", {2, 4}), "X 0.6, Y 0.2, Z 0.2, Xq 0.666667");
        const DynamicShape heaviest(3, 3);
        QCOMPARE(grown(drafter, heaviest, "ab", {2, 64}), "X 0.6, Y 0.2, Xq 0.666667");
        // Behind a forced token that never followed it is looked for what the text ends with now: "bY" is there twice.
        QCOMPARE(grown(drafter, FixedWidthsShape({1, 2}), "ab", {2, 64}, {{0, 'c'}}), "c 0, cb 1");
        QCOMPARE(grown(drafter, FixedWidthsShape({1, 2}), "xb", {2, 64}, {{0, 'Y'}}), "Y 0.333333, Yr 0.5, Ys 0.5");
        QCOMPARE(grown(drafter, wide, "ef", {2, 64}), "");
    }

    void aDatastoreThatChangesEndsTheDecode()
    {
        RetrievalDrafter drafter(DatastoreLookup(datastoreOf("the cat. the dog. |"), {16, 2, 256}), vocabulary);
        std::filesystem::resize_file(m_directory.filePath("store").toStdString(), 50);
        try {
            QCOMPARE(proposed(drafter, "the ", 4), "nothing that could be drafted");
        } catch (const DecodeFailure& failure) {
            QVERIFY(QString(failure.what()).contains("was changed or shortened while it was in use"));
        }
        QVERIFY(QFile::remove(m_directory.filePath("store"))); // it would not be replaced
    }

    void suffixAutomatonWithACorpus_data()
    {
        QTest::addColumn<QString>("corpus");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        QTest::newRow("what is in the text only") << "xyz|"
                                                  << "abcX abc"
                                                  << "X abc";
        QTest::newRow("what is in the corpus only") << "abcY123|"
                                                    << "xabc"
                                                    << "Y123|";
        QTest::newRow("the longer one: the corpus") << "zabcY12|"
                                                    << "bcX zabc"
                                                    << "Y12|";
        QTest::newRow("the longer one: the text") << "bcY12|"
                                                  << "zabcX zabc"
                                                  << "X zab";
        QTest::newRow("of equal ones the text") << "abcY12|"
                                                << "abcX.abc"
                                                << "X.abc";
        QTest::newRow("in neither") << "xyz|"
                                    << "abc"
                                    << "";
        QTest::newRow("too short a one") << "cY|"
                                         << "abc"
                                         << "";
        QTest::newRow("from the corpus into the text") << "abcd"
                                                       << "cd.eabc"
                                                       << "d.eab";
    }
    void suffixAutomatonWithACorpus()
    {
        QFETCH(QString, corpus);
        QFETCH(QString, text);
        SuffixAutomatonDrafter drafter(2, datastoreOf(corpus), vocabulary);
        QTEST(proposed(drafter, text, 5), "expected");
        QTEST(proposed(drafter, text, 5), "expected"); // and again
    }

    void promptLookup_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("longest");
        QTest::addColumn<int>("shortest");
        QTest::addColumn<QString>("expected");
        QTest::newRow("what followed") << "the cat. the " << 4 << 1 << "cat. ";
        QTest::newRow("the longest n-gram first") << "abX cbY ab" << 2 << 1 << "X cbY";
        QTest::newRow("of equal ones the most recent") << "bX bY b" << 2 << 1 << "Y bY ";
        QTest::newRow("shorter ones where the longest is new") << "bX ab" << 2 << 1 << "X abX";
        QTest::newRow("not shorter than allowed") << "bX ab" << 2 << 2 << "";
        QTest::newRow("a repeat goes on into itself") << "abab" << 2 << 1 << "ababa";
        QTest::newRow("one letter again and again") << "aaa" << 4 << 1 << "aaaaa";
        QTest::newRow("nothing twice") << "abc" << 4 << 1 << "";
        QTest::newRow("a text of one token") << "a" << 4 << 1 << "";
    }
    void promptLookup()
    {
        QFETCH(QString, text);
        QFETCH(int, longest);
        QFETCH(int, shortest);
        PromptLookupDrafter drafter(longest, shortest, vocabulary);
        QTEST(proposed(drafter, text, 5), "expected");
    }

    void suffixAutomaton_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("shortest");
        QTest::addColumn<QString>("expected");
        QTest::newRow("what followed") << "the cat. the " << 2 << "cat. ";
        QTest::newRow("the longest ending, however long") << "abcdeX bcdeY abcde" << 2 << "X bcd";
        QTest::newRow("its earliest occurrence") << "bXbYb" << 1 << "XbYbX";
        QTest::newRow("too short a one") << "bX ab" << 2 << "";
        QTest::newRow("a repeat goes on into itself") << "abab" << 2 << "ababa";
        QTest::newRow("nothing twice") << "abc" << 1 << "";
    }
    void suffixAutomaton()
    {
        QFETCH(QString, text);
        QFETCH(int, shortest);
        SuffixAutomatonDrafter drafter(shortest, vocabulary);
        QTEST(proposed(drafter, text, 5), "expected");
    }

    /// Behind a token that a person forced the text is another one, and what follows is looked for again.
    void aForcedTokenIsFollowed()
    {
        const QString text = "the cat, the dog. the ";
        PromptLookupDrafter lookup(3, 2, vocabulary);
        QCOMPARE(proposed(lookup, text, 5), "dog. ");
        QCOMPARE(proposed(lookup, text, 4, {{0, 'c'}}), "cat,");
        QCOMPARE(proposed(lookup, text, 4, {{0, 'x'}}), "x"); // nothing is known of that
        SuffixAutomatonDrafter automaton(2, vocabulary);
        QCOMPARE(proposed(automaton, text, 5), "dog. "); // the blank before "the" is there, too
        QCOMPARE(proposed(automaton, text, 5, {{0, 'c'}}), "cat, ");
        QCOMPARE(proposed(automaton, text, 4, {{0, 'x'}}), "x");
    }

    /// Also where nothing is proposed; nothing is known of what comes behind it then, unless it has been there.
    void aForcedTokenIsTakenWhereNothingIsFound()
    {
        PromptLookupDrafter lookup(3, 1, vocabulary);
        QCOMPARE(proposed(lookup, "abc", 5), "");
        QCOMPARE(proposed(lookup, "abc", 3, {{0, 'x'}}), "x");
        QCOMPARE(proposed(lookup, "abc", 3, {{0, 'x'}, {1, 'y'}}), "xy");
        QCOMPARE(proposed(lookup, "abc", 3, {{0, 'a'}}), "abc");
        SuffixAutomatonDrafter automaton(1, vocabulary);
        QCOMPARE(proposed(automaton, "abc", 3, {{0, 'x'}}), "x");
        QCOMPARE(proposed(automaton, "abc", 3, {{0, 'a'}}), "abc");
    }

    /// The same drafter goes on with its text, and back in it, and to another.
    void anyTextMayComeNext()
    {
        SuffixAutomatonDrafter automaton(2, vocabulary);
        PromptLookupDrafter lookup(3, 2, vocabulary);
        for (const char* text : {"abcab", "abcabcab", "abcab", "xyxyx", "abcab"}) {
            for (Drafter* drafter : {static_cast<Drafter*>(&automaton), static_cast<Drafter*>(&lookup)})
                QCOMPARE(proposed(*drafter, text, 4), text[0] == 'x' ? "yxyx" : "cabc");
        }
    }
};

DRAFTSCOPE_TEST(TestCopyingDrafters)
#include "test_copying_drafters.moc"
