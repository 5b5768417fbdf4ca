// SPDX-License-Identifier: MIT
// Drafters without a model: what they propose after a text, a letter a token.
#include <QTest>

#include "engine/speculation/prompt_lookup_drafter.h"
#include "engine/speculation/suffix_automaton_drafter.h"

using namespace draftscope;

namespace {

constexpr int vocabulary = 128;

std::vector<TokenId> tokensOf(const QString& text)
{
    std::vector<TokenId> tokens;
    for (const QChar letter : text)
        tokens.push_back(letter.unicode());
    return tokens;
}

/// What is proposed after a text, at most `length` letters. The `forced` ones take the place of others, by node.
QString proposed(Drafter& drafter, const QString& text, int length, const std::map<int, QChar>& forced = {})
{
    DraftTree tree;
    tree.keepsContexts = true;
    const LevelDraws draws = {{},
                              [](int) { return 0.5; },
                              [&](int node) -> std::optional<TokenId> {
                                  const auto wish = forced.find(node);
                                  return wish == forced.end() ? std::nullopt
                                                              : std::optional<TokenId>(wish->second.unicode());
                              }};
    drafter.begin(tokensOf(text));
    const ChainShape chain;
    while (int(tree.nodes.size()) < length
           && drafter.addLevel(tree, chain.nextLevel(tree, {length, length}), draws) > 0) {}
    QString drafted;
    for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
        const DraftTree::Node& node = tree.nodes[n];
        drafted += QChar(ushort(node.token));
        const Distribution& q = tree.qOf(int(n));
        if (node.parent != int(n) - 1 || node.depth != int(n) + 1 || node.q != 1 || q.size() != vocabulary
            || q[std::size_t(node.token)] != 1 || std::count(q.begin(), q.end(), 0.0) != vocabulary - 1)
            return "no chain without chance";
    }
    return drafted;
}

} // namespace

class TestCopyingDrafters : public QObject {
    Q_OBJECT
private slots:
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

QTEST_GUILESS_MAIN(TestCopyingDrafters)
#include "test_copying_drafters.moc"
