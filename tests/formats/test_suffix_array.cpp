// SPDX-License-Identifier: MIT
// Suffix arrays: against sorting the suffixes by comparing them, and on what repeats itself for long.
#include <algorithm>
#include <atomic>
#include <numeric>
#include <random>

#include <QElapsedTimer>
#include <QTest>

#include "engine/formats/suffix_array.h"
#include "tests/test_main.h"

using namespace draftscope;

namespace {

using Text = std::vector<TokenId>;
using Ranks = std::vector<std::uint32_t>;

Ranks byComparing(const Text& text)
{
    Ranks ranks(text.size());
    std::iota(ranks.begin(), ranks.end(), 0U);
    std::ranges::sort(ranks, [&](std::uint32_t a, std::uint32_t b) {
        return std::lexicographical_compare(text.begin() + a, text.end(), text.begin() + b, text.end());
    });
    return ranks;
}

} // namespace

class TestSuffixArray : public QObject {
    Q_OBJECT
private slots:
    void sortsAsComparingDoes_data()
    {
        QTest::addColumn<int>("letters");
        QTest::addColumn<int>("vocabulary");
        QTest::newRow("one letter") << 1 << 1;
        QTest::newRow("two letters") << 2 << 2;
        QTest::newRow("three letters of many") << 3 << 1000;
        QTest::newRow("hardly any repeats") << 100'000 << 128'256;
    }
    void sortsAsComparingDoes()
    {
        QFETCH(int, letters);
        QFETCH(int, vocabulary);
        std::mt19937 random(7);
        for (int length = 0; length < 200; ++length) {
            Text text(static_cast<std::size_t>(length));
            for (TokenId& token : text)
                token = TokenId(random() % unsigned(letters));
            QCOMPARE(suffixArray(text, vocabulary), byComparing(text));
        }
        Text text(20'000); // of pieces that come again, so that names of parts have names in turn
        for (std::size_t i = 0; i < text.size(); ++i)
            text[i] = i >= 500 && random() % 64 != 0 ? text[i - 500] : TokenId(random() % unsigned(letters));
        if (letters > 1)
            QCOMPARE(suffixArray(text, vocabulary), byComparing(text));
    }

    /// Every text of four letters up to eight long, of three letters.
    void sortsEveryShortText()
    {
        for (int length = 1; length <= 8; ++length) {
            int texts = 1;
            for (int i = 0; i < length; ++i)
                texts *= 3;
            for (int number = 0; number < texts; ++number) {
                Text text;
                for (int i = 0, rest = number; i < length; ++i, rest /= 3)
                    text.push_back(rest % 3);
                QCOMPARE(suffixArray(text, 3), byComparing(text));
            }
        }
    }

    /// Comparing would look at half a million tokens for each pair.
    void aMillionEqualTokensAreSortedAtOnce()
    {
        constexpr std::size_t count = 1'000'000;
        QElapsedTimer timer;
        timer.start();
        const Ranks ranks = suffixArray(Text(count, 5), 6);
        for (std::size_t rank = 0; rank < count; ++rank)
            QCOMPARE(ranks[rank], std::uint32_t(count - 1 - rank)); // the shortest first
        Text pairs(count);
        for (std::size_t i = 0; i < count; ++i)
            pairs[i] = TokenId(i % 2);
        const Ranks alternating = suffixArray(pairs, 2);
        for (std::size_t rank = 0; rank < count / 2; ++rank) {
            QCOMPARE(alternating[rank], std::uint32_t(count - 2 - 2 * rank));
            QCOMPARE(alternating[count / 2 + rank], std::uint32_t(count - 1 - 2 * rank));
        }
        QVERIFY2(timer.elapsed() < 60'000, "a second where nothing slows it down");
    }

    void stopsWhenItIsCancelled()
    {
        std::mt19937 random(3);
        Text text(1'000'000);
        for (TokenId& token : text)
            token = TokenId(random() % 1000);
        std::atomic<bool> cancelled = false;
        double last = 0;
        bool grows = true;
        Progress progress;
        progress.cancelled = &cancelled;
        progress.report = [&](double share, std::string_view) {
            grows = grows && share >= last && share <= 1;
            last = share;
            cancelled = share > 0.1;
        };
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(suffixArray(text, 1000, progress)), Cancelled);
        QVERIFY(grows && last > 0.1 && last < 0.3);
    }
};

DRAFTSCOPE_TEST(TestSuffixArray)
#include "test_suffix_array.moc"
