// SPDX-License-Identifier: MIT
// Norms and activations against the same in double precision, of every width that fills vectors in part.
#include <QTest>

#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "engine/backend/cpu/kernels.h"
#include "engine/core/quantised_blocks.h"
#include "tests/simd_target.h"

using namespace draftscope::cpu;

class TestElementwise : public QObject {
    Q_OBJECT

    static std::vector<float> numbers(int count, unsigned seed)
    {
        std::mt19937 random(seed);
        std::normal_distribution<float> normal(0.3f, 2);
        std::vector<float> all(static_cast<std::size_t>(count));
        for (float& number : all)
            number = normal(random);
        return all;
    }

private slots:
    void initTestCase_data() { draftscope::test::addSimdTargets(); }
    void init()
    {
        QFETCH_GLOBAL(qlonglong, target);
        draftscope::test::useSimdTarget(target);
    }
    void cleanup() { draftscope::test::useBestSimdTarget(); }

    /// The nearest of the numbers that there are, the largest in the place of a larger one, NaN where it is none.
    void float16IsTheNearest()
    {
        if (!convertsFloat16())
            QSKIP("This machine does not convert f16.");
        constexpr float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
        const std::vector<std::pair<float, float>> known = {{0, 0},
                                                            {1, 1},
                                                            {-2.5f, -2.5f},
                                                            {1 + 0x1.8p-11f, 1 + 0x1p-10f},
                                                            {0x1.2p-14f, 0x1.2p-14f},
                                                            {65504, 65504},
                                                            {65520, 65504},
                                                            {-7e4f, -65504},
                                                            {inf, 65504},
                                                            {-inf, -65504},
                                                            {nan, nan}};
        for (int count = 0; count <= int(known.size()); ++count) {
            std::vector<float> in;
            for (int i = 0; i < count; ++i)
                in.push_back(known[std::size_t(i)].first);
            std::vector<Float16> out(17, Float16(0x1234));
            roundToFloat16(in.data(), count, out.data(), 16);
            for (int i = 0; i < 16; ++i) {
                const float rounded = draftscope::halfToFloat(std::uint16_t(out[std::size_t(i)]));
                const float expected = i < count ? known[std::size_t(i)].second : 0.0f;
                QVERIFY2(rounded == expected || (std::isnan(rounded) && std::isnan(expected)),
                         qPrintable(QString("%1 of %2: %3, not %4").arg(i).arg(count).arg(rounded).arg(expected)));
            }
            QCOMPARE(std::uint16_t(out[16]), std::uint16_t(0x1234));
        }
        for (const float number : numbers(5000, 7)) {
            Float16 kept[16];
            roundToFloat16(&number, 1, kept, 16);
            const float rounded = draftscope::halfToFloat(std::uint16_t(kept[0]));
            QVERIFY(std::abs(rounded - number) <= std::max(std::abs(number) * 0x1p-11f, 0x1p-25f));
        }
    }

    void layerNormIsThatOfTheFormula()
    {
        for (int size = 1; size <= 70; ++size) {
            const auto x = numbers(size, 1), weight = numbers(size, 2), bias = numbers(size, 3);
            const auto n = std::size_t(size);
            double mean = 0, variance = 0;
            for (const float value : x)
                mean += double(value) / size;
            for (const float value : x)
                variance += (value - mean) * (value - mean) / size;
            std::vector<float> out(n + 1, 77);
            layerNorm(x.data(), weight.data(), bias.data(), size, 1e-5f, out.data());
            for (std::size_t i = 0; i < n; ++i) {
                const double expected = weight[i] * (x[i] - mean) / std::sqrt(variance + 1e-5) + bias[i];
                QVERIFY2(std::abs(out[i] - expected) < 1e-5,
                         qPrintable(QString("%1 of %2: %3, not %4").arg(i).arg(size).arg(out[i]).arg(expected)));
            }
            QCOMPARE(out[n], 77.0f);
            std::vector<float> same = x; // out may be x
            layerNorm(same.data(), weight.data(), bias.data(), size, 1e-5f, same.data());
            QVERIFY(std::equal(same.begin(), same.end(), out.begin()));
        }
    }

    /// Numbers that are all the same have a variance of 0.
    void aConstantBecomesTheBias()
    {
        const std::vector<float> x(33, 1000.125f), weight(33, 2), bias = numbers(33, 4);
        std::vector<float> out(33);
        layerNorm(x.data(), weight.data(), bias.data(), 33, 1e-5f, out.data());
        for (std::size_t i = 0; i < out.size(); ++i)
            QVERIFY(std::abs(out[i] - bias[i]) < 0.5f); // what the mean is rounded by, over the root of epsilon
    }

    void geluIsThatOfTheFormula()
    {
        for (int size = 1; size <= 70; ++size) {
            auto x = numbers(size, unsigned(size));
            x.front() = size % 2 ? -1e4f : 1e4f; // far beyond what e^x holds
            auto out = x;
            out.push_back(77);
            geluTanh(out.data(), size);
            for (std::size_t i = 0; i < x.size(); ++i) {
                const double v = x[i],
                             expected = 0.5 * v * (1 + std::tanh(std::sqrt(2 / M_PI) * (v + 0.044715 * v * v * v)));
                QVERIFY2(std::abs(out[i] - expected) <= 1e-6 * std::max(1.0, std::abs(v)),
                         qPrintable(QString("of %1: %2, not %3").arg(v).arg(out[i]).arg(expected)));
            }
            QCOMPARE(out.back(), 77.0f);
        }
    }

    void exactGeluIsThatOfTheFormula()
    {
        for (int size = 1; size <= 20; ++size) {
            const auto x = numbers(size, unsigned(size)), up = numbers(size, unsigned(size) + 100);
            auto out = x, gated = x;
            out.push_back(77);
            gelu(out.data(), size);
            gegluExact(gated.data(), up.data(), size);
            for (std::size_t i = 0; i < x.size(); ++i) {
                const double v = x[i], expected = 0.5 * v * (1 + std::erf(v / std::sqrt(2.0)));
                QVERIFY2(std::abs(out[i] - expected) <= 1e-6 * std::max(1.0, std::abs(v)),
                         qPrintable(QString::number(v)));
                QCOMPARE(gated[i], out[i] * up[i]);
            }
            QCOMPARE(out.back(), 77.0f);
        }
    }

    void aGateGoesThroughGelu()
    {
        for (int size = 1; size <= 70; ++size) {
            const auto gate = numbers(size, unsigned(size)), up = numbers(size, unsigned(size) + 100);
            auto out = gate, alone = gate;
            out.push_back(77);
            geglu(out.data(), up.data(), size);
            geluTanh(alone.data(), size);
            for (std::size_t i = 0; i < gate.size(); ++i)
                QCOMPARE(out[i], alone[i] * up[i]);
            QCOMPARE(out.back(), 77.0f);
        }
    }

    /// A capped number is the same wherever it stands, and none is beyond the cap.
    void capsAreThoseOfTheFormula()
    {
        for (int size = 1; size <= 70; ++size) {
            auto x = numbers(size, unsigned(size));
            x.front() = size % 2 ? -1e4f : 1e4f;
            auto out = x;
            out.push_back(77);
            softCap(out.data(), size, 1.5f);
            for (std::size_t i = 0; i < x.size(); ++i) {
                const double expected = 1.5 * std::tanh(double(x[i]) / 1.5);
                QVERIFY2(std::abs(out[i] - expected) <= 1e-6 * 1.5,
                         qPrintable(QString("of %1: %2, not %3").arg(x[i]).arg(out[i]).arg(expected)));
                float alone = x[i];
                softCap(&alone, 1, 1.5f);
                QCOMPARE(out[i], alone);
            }
            QCOMPARE(out.back(), 77.0f);
        }
    }
};

QTEST_GUILESS_MAIN(TestElementwise)
#include "test_elementwise.moc"
