// SPDX-License-Identifier: MIT
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "engine/sampling/distribution.h"
#include "engine/sampling/exact_sum.h"

using namespace draftscope;
Q_DECLARE_METATYPE(SamplerSettings)
Q_DECLARE_METATYPE(std::vector<double>)

namespace {

std::vector<float> logitsOf(const std::vector<double>& probabilities)
{
    std::vector<float> logits;
    for (const double p : probabilities)
        logits.push_back(float(std::log(p)));
    return logits;
}

std::vector<float> randomLogits(int count, unsigned seed, double spread = 4)
{
    std::mt19937 random(seed);
    std::normal_distribution<float> normal(0, float(spread));
    std::vector<float> logits(std::size_t(count), 0.0f);
    for (float& logit : logits)
        logit = normal(random);
    return logits;
}

/// The sampler's steps once more, slowly and by the definitions: sort everything, renormalise after every step.
Distribution slowDistribution(const std::vector<float>& logits, const SamplerSettings& settings)
{
    std::vector<std::size_t> order(logits.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return logits[a] > logits[b]; });
    std::vector<double> sorted;
    for (const std::size_t i : order)
        sorted.push_back(std::exp((double(logits[i]) - double(logits[order[0]])) / settings.temperature));
    const auto normalise = [&] {
        const double total = std::accumulate(sorted.begin(), sorted.end(), 0.0);
        for (double& value : sorted)
            value /= total;
    };
    normalise();
    if (settings.topK > 0)
        for (std::size_t i = std::size_t(settings.topK); i < sorted.size(); ++i)
            sorted[i] = 0;
    normalise();
    double mass = 0;
    for (double& value : sorted) {
        if (settings.topP < 1 && mass >= settings.topP)
            value = 0;
        mass += value;
    }
    normalise();
    for (double& value : sorted)
        value = value < settings.minP * sorted[0] ? 0 : value;
    normalise();
    Distribution distribution(logits.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        distribution[order[i]] = sorted[i];
    return distribution;
}

} // namespace

class TestDistribution : public QObject {
    Q_OBJECT
private slots:
    void steps_data()
    {
        const std::vector<double> p = {0.1, 0.4, 0.2, 0.3};
        QTest::addColumn<SamplerSettings>("settings");
        QTest::addColumn<std::vector<double>>("expected");
        QTest::newRow("softmax") << SamplerSettings{} << p;
        QTest::newRow("temperature one half squares")
            << SamplerSettings{.temperature = 0.5} << std::vector<double>{1 / 30.0, 16 / 30.0, 4 / 30.0, 9 / 30.0};
        QTest::newRow("greedy") << SamplerSettings{.greedy = true} << std::vector<double>{0, 1, 0, 0};
        QTest::newRow("temperature 0") << SamplerSettings{.temperature = 0} << std::vector<double>{0, 1, 0, 0};
        QTest::newRow("temperature near 0")
            << SamplerSettings{.temperature = 1e-300} << std::vector<double>{0, 1, 0, 0};
        QTest::newRow("top-k 2") << SamplerSettings{.topK = 2} << std::vector<double>{0, 4 / 7.0, 0, 3 / 7.0};
        QTest::newRow("top-k beyond the vocabulary") << SamplerSettings{.topK = 9} << p;
        QTest::newRow("top-p takes the token that crosses")
            << SamplerSettings{.topP = 0.5} << std::vector<double>{0, 4 / 7.0, 0, 3 / 7.0};
        QTest::newRow("top-p keeps one at least") << SamplerSettings{.topP = 0.01} << std::vector<double>{0, 1, 0, 0};
        QTest::newRow("min-p") << SamplerSettings{.minP = 0.6} << std::vector<double>{0, 4 / 7.0, 0, 3 / 7.0};
        QTest::newRow("top-p counts what top-k left") << SamplerSettings{.topK = 2, .topP = 0.55} // 4/7 is enough
                                                      << std::vector<double>{0, 1, 0, 0};
    }
    void steps()
    {
        QFETCH(SamplerSettings, settings);
        QFETCH(std::vector<double>, expected);
        Distribution out;
        distributionOf(logitsOf({0.1, 0.4, 0.2, 0.3}), settings, 4, out);
        for (std::size_t i = 0; i < expected.size(); ++i)
            QVERIFY2(std::abs(out[i] - expected[i]) < 1e-6, qPrintable(QString("entry %1: %2").arg(i).arg(out[i])));
    }

    void tiesKeepTheSmallerId()
    {
        const std::vector<float> equal(6, 1.5f);
        Distribution out;
        distributionOf(equal, {.topK = 2}, 6, out);
        QCOMPARE(out, (Distribution{0.5, 0.5, 0, 0, 0, 0}));
        distributionOf(equal, {.topP = 0.5}, 6, out);
        QVERIFY(out[2] > 0 && out[3] == 0);
        distributionOf(equal, {.temperature = 1e-300}, 6, out); // 1 / temperature is no float
        QCOMPARE(out[5], out[0]);
        QVERIFY(out[0] > 0.16);
        distributionOf(equal, {.greedy = true}, 6, out);
        QCOMPARE(out, (Distribution{1, 0, 0, 0, 0, 0}));
        QCOMPARE(argmax(equal), 0);
    }

    void sumsDoNotDependOnTheOrder()
    {
        std::mt19937 random(5);
        std::uniform_real_distribution<double> exponent(-60, 0);
        std::vector<double> numbers(40'000);
        for (double& number : numbers)
            number = std::exp(exponent(random));
        const auto sumOf = [](std::span<const double> some) {
            ExactSum sum;
            for (const double number : some)
                sum.add(number);
            return sum;
        };
        const double inOrder = sumOf(numbers).value();
        const long double precise = std::accumulate(numbers.begin(), numbers.end(), 0.0L);
        QVERIFY(std::abs((long double)(inOrder)-precise) < 40'000 * 0x1p-61L + inOrder * 0x1p-53L);
        for (int turn = 0; turn < 20; ++turn) {
            std::shuffle(numbers.begin(), numbers.end(), random);
            QCOMPARE(sumOf(numbers).value(), inOrder);
            ExactSum halves = sumOf(std::span(numbers).first(std::size_t(1000 * turn)));
            halves.add(sumOf(std::span(numbers).subspan(std::size_t(1000 * turn))));
            QCOMPARE(halves.value(), inOrder);
        }
        QCOMPARE(sumOf(std::vector<double>(1 << 22, 1.0)).value(), 4194304.0);
    }

    void agreesWithTheDefinitions_data()
    {
        QTest::addColumn<int>("size");
        QTest::addColumn<SamplerSettings>("settings");
        for (const int size : {2, 5, 64, 2048, 32000}) {
            QTest::addRow("%d, T 1", size) << size << SamplerSettings{};
            QTest::addRow("%d, T 0.7", size) << size << SamplerSettings{.temperature = 0.7};
            QTest::addRow("%d, top-p", size) << size << SamplerSettings{.topP = 0.9};
            QTest::addRow("%d, all", size)
                << size << SamplerSettings{.temperature = 1.3, .topK = 40, .topP = 0.95, .minP = 0.02};
        }
    }
    void agreesWithTheDefinitions()
    {
        QFETCH(int, size);
        QFETCH(SamplerSettings, settings);
        for (unsigned seed = 1; seed <= 5; ++seed) {
            const auto logits = randomLogits(size, seed);
            Distribution out;
            distributionOf(logits, settings, size, out);
            const Distribution expected = slowDistribution(logits, settings);
            double difference = 0, sum = 0;
            for (std::size_t i = 0; i < out.size(); ++i) {
                difference = std::max(difference, std::abs(out[i] - expected[i]));
                sum += out[i];
                QVERIFY(out[i] > 0 || expected[i] < 1e-30); // a float's exponential ends at e^-87
                QVERIFY(out[i] == 0 || expected[i] > 0);
            }
            QVERIFY2(difference < 1e-6, qPrintable(QString::number(difference)));
            QVERIFY(std::abs(sum - 1) < 1e-12);
        }
    }

    void paddingAndMinusInfinityGetNothing()
    {
        std::vector<float> logits = {1, 2, 3, 100};
        logits[0] = -std::numeric_limits<float>::infinity();
        Distribution out;
        distributionOf(logits, {}, 3, out);
        QCOMPARE(out.size(), std::size_t(4));
        QCOMPARE(out[3], 0.0);
        QCOMPARE(out[0], 0.0);
        QVERIFY(out[2] > out[1]);
    }

    void drawIsTheInverseOfTheCumulativeMass()
    {
        const Distribution p = {0, 0.25, 0, 0.5, 0.25, 0};
        QCOMPARE(drawFrom(p, 0.0), 1);
        QCOMPARE(drawFrom(p, std::nextafter(0.25, 0)), 1);
        QCOMPARE(drawFrom(p, 0.25), 3);
        QCOMPARE(drawFrom(p, 0.74), 3);
        QCOMPARE(drawFrom(p, 0.75), 4);
        QCOMPARE(drawFrom(p, 1 - 0x1p-53), 4);
    }

    void drawNeverReturnsAnIdOfNoMass()
    {
        for (unsigned seed = 1; seed <= 50; ++seed) {
            Distribution p;
            distributionOf(randomLogits(500, seed), {.topK = 3}, 500, p);
            for (const double u : {0.0, 0.3, 0.9999999999999, 1 - 0x1p-53})
                QVERIFY(p[std::size_t(drawFrom(p, u))] > 0);
        }
    }

    void residual()
    {
        const Distribution p = {0.5, 0.3, 0.2}, q = {0.2, 0.7, 0.1};
        Distribution out;
        QVERIFY(std::abs(residualOf(p, q, out) - 0.4) < 1e-15);
        QVERIFY(std::abs(out[0] - 0.75) < 1e-15 && out[1] == 0 && std::abs(out[2] - 0.25) < 1e-15);
        QCOMPARE(residualOf(p, p, out), 0.0);
        QCOMPARE(out, p);
    }

    /// Generous, because the machine may be busy: 20 us were measured for 3,000 entries, a token takes 500 us and more.
    void isFastEnoughForSmallVocabularies()
    {
        const auto logits = randomLogits(3000, 1);
        Distribution out;
        QBENCHMARK
        {
            distributionOf(logits, {.temperature = 0.8, .topP = 0.9}, 3000, out);
        }
        QVERIFY(out.size() == 3000);
    }
};

QTEST_GUILESS_MAIN(TestDistribution)
#include "test_distribution.moc"
