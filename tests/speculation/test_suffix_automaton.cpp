// SPDX-License-Identifier: MIT
#include <algorithm>
#include <random>

#include <QTest>

#include "engine/speculation/suffix_automaton.h"
#include "tests/test_main.h"

using namespace draftscope;

namespace {

using Text = std::vector<TokenId>;

/// The same by looking at every ending and every place.
SuffixAutomaton::Match slowly(const Text& text, const Text& more)
{
    Text all = text;
    all.insert(all.end(), more.begin(), more.end());
    for (std::size_t length = all.size(); length > 0; --length) {
        // Where there is nothing behind the text, its ending itself does not count.
        const std::size_t places = more.empty() ? text.size() - 1 : text.size();
        for (std::size_t end = length; end <= places; ++end)
            if (std::equal(all.end() - std::ptrdiff_t(length), all.end(), text.begin() + std::ptrdiff_t(end - length)))
                return {int(length), int(end)};
    }
    return {0, 0};
}

} // namespace

class TestSuffixAutomaton : public QObject {
    Q_OBJECT
private slots:
    void knowsNothingAtFirst()
    {
        SuffixAutomaton automaton;
        QCOMPARE(automaton.longestEnding().length, 0);
        automaton.append(7);
        QCOMPARE(automaton.longestEnding().length, 0);
        QCOMPARE(automaton.longestEnding(Text{7}).length, 1);
        QCOMPARE(automaton.longestEnding(Text{8}).length, 0);
    }

    /// Texts of few letters repeat themselves at all lengths, and their states are split again and again.
    void findsWhatLookingAtEveryPlaceFinds_data()
    {
        QTest::addColumn<int>("letters");
        QTest::addColumn<int>("length");
        QTest::newRow("one letter") << 1 << 40;
        QTest::newRow("two letters") << 2 << 120;
        QTest::newRow("four letters") << 4 << 120;
        QTest::newRow("hardly any repeats") << 60 << 120;
    }
    void findsWhatLookingAtEveryPlaceFinds()
    {
        QFETCH(int, letters);
        QFETCH(int, length);
        for (unsigned seed = 1; seed <= 4; ++seed) {
            std::mt19937 random(seed);
            const auto letter = [&] { return TokenId(random() % unsigned(letters)); };
            SuffixAutomaton automaton;
            Text text;
            for (int i = 0; i < length; ++i) {
                text.push_back(letter());
                automaton.append(text.back());
                Text more;
                for (int drafted = 0; drafted < 5; ++drafted) {
                    const SuffixAutomaton::Match found = automaton.longestEnding(more), expected = slowly(text, more);
                    QCOMPARE(found.length, expected.length);
                    if (expected.length > 0)
                        QCOMPARE(found.end, expected.end);
                    more.push_back(letter());
                }
            }
        }
    }
};

DRAFTSCOPE_TEST(TestSuffixAutomaton)
#include "test_suffix_automaton.moc"
