// SPDX-License-Identifier: MIT
#include <QTest>

#include <cmath>
#include <set>

#include "engine/core/random.h"
#include "tests/test_main.h"

using namespace draftscope;

using Block = std::array<std::uint32_t, 4>;
using Key = std::array<std::uint32_t, 2>;
Q_DECLARE_METATYPE(Block)
Q_DECLARE_METATYPE(Key)

class TestRandom : public QObject {
    Q_OBJECT
private slots:
    /// The known answers of the Random123 distribution for philox4x32-10.
    void philoxKnownAnswers_data()
    {
        QTest::addColumn<Block>("counter");
        QTest::addColumn<Key>("key");
        QTest::addColumn<Block>("answer");
        QTest::newRow("zeros") << Block{0, 0, 0, 0} << Key{0, 0}
                               << Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
        QTest::newRow("ones") << Block{~0u, ~0u, ~0u, ~0u} << Key{~0u, ~0u}
                              << Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd};
        QTest::newRow("digits of pi") << Block{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}
                                      << Key{0xa4093822, 0x299f31d0}
                                      << Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1};
    }
    void philoxKnownAnswers()
    {
        QFETCH(Block, counter);
        QFETCH(Key, key);
        QFETCH(Block, answer);
        QCOMPARE(philox(counter, key), answer);
    }

    void uniformIsInRangeAndEveryPartOfItsPlaceCounts()
    {
        std::set<double> seen;
        for (const double u : {uniform(1, 0, 0, 0, Purpose::draft), uniform(2, 0, 0, 0, Purpose::draft),
                               uniform(1ull << 32, 0, 0, 0, Purpose::draft), uniform(1, 1, 0, 0, Purpose::draft),
                               uniform(1, 0, 1, 0, Purpose::draft), uniform(1, 0, 0, 1, Purpose::draft),
                               uniform(1, 0, 0, 0, Purpose::verdict)}) {
            QVERIFY(u >= 0 && u < 1);
            seen.insert(u);
        }
        QCOMPARE(seen.size(), std::size_t(7));
    }

    /// Mean and variance of 100,000 numbers within five standard errors of 1/2 and 1/12; fixed seed, so it cannot
    /// flake.
    void uniformHasTheMomentsOfItsLaw()
    {
        constexpr int count = 100'000;
        double sum = 0, squares = 0;
        for (std::uint32_t i = 0; i < count; ++i) {
            const double u = uniform(42, 0, i, 0, Purpose::plain);
            sum += u;
            squares += (u - 0.5) * (u - 0.5);
        }
        QVERIFY(std::abs(sum / count - 0.5) < 5 * std::sqrt(1.0 / 12 / count));
        QVERIFY(std::abs(squares / count - 1.0 / 12) < 5 * std::sqrt(1.0 / 180 / count));
    }
};

DRAFTSCOPE_TEST(TestRandom)
#include "test_random.moc"
