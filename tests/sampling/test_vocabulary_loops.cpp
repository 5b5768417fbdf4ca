// SPDX-License-Identifier: MIT
// The loops over a vocabulary give the bits of the definitions on every SIMD target that this machine has.
#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "engine/core/random.h"
#include "engine/sampling/distribution.h"
#include "engine/sampling/exponential.h"
#include "engine/sampling/vocabulary_loops.h"
#include "tests/simd_target.h"

using namespace draftscope;

namespace {

constexpr int sizes[] = {1, 2, 7, 15, 16, 17, 63, 64, 65, 200, 2563};

double uniformAt(int size, int i)
{
    return uniform(7, 0, std::uint32_t(size), std::uint32_t(i), Purpose::draft);
}

std::vector<double> weights(int size)
{
    std::vector<double> values;
    for (int i = 0; i < size; ++i)
        values.push_back(std::ldexp(uniformAt(size, i), -i % 70));
    return values;
}

} // namespace

class TestVocabularyLoops : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { test::addSimdTargets(); }
    void init()
    {
        QFETCH_GLOBAL(qlonglong, target);
        test::useSimdTarget(target);
    }
    void cleanup() { test::useBestSimdTarget(); }

    void exponentialsAreOneByOne()
    {
        for (const int size : sizes) {
            std::vector<float> logits;
            for (int i = 0; i < size; ++i)
                logits.push_back(float(-120 * uniformAt(size, i)));
            logits[std::size_t(size) / 2] = -std::numeric_limits<float>::infinity();
            std::vector<double> found(logits.size(), -1);
            exponentials(logits, 1.5f, 0.7f, found);
            for (std::size_t i = 0; i < logits.size(); ++i)
                QCOMPARE(found[i], double(exponential((logits[i] - 1.5f) * 0.7f)));
        }
    }

    /// The sum of exponentials, and the softmax made of it, have the bits of the whole distribution.
    void softmaxIsTheDistribution()
    {
        for (const int size : sizes) {
            std::vector<float> logits;
            for (int i = 0; i < size; ++i)
                logits.push_back(float(-30 * uniformAt(size, i)));
            Distribution whole;
            distributionOf(logits, SamplerSettings{}, size, whole);
            const Softmax softmax(logits);
            for (int i = 0; i < size; ++i)
                QVERIFY(softmax.at(i) == whole[std::size_t(i)]);
        }
    }

    /// The bound is reached by as many of the groups' maxima as are asked for, and no larger one is.
    void boundsAreThoseOfTheGroups()
    {
        for (const int size : sizes)
            for (const std::size_t count : {1, 2, 16, 63, 64, 65}) {
                std::vector<double> values = weights(size);
                values[std::size_t(size) / 2] = values[0]; // equal ones
                const std::vector<float> floats(values.begin(), values.end());
                std::vector<double> maxima(groupCount, -std::numeric_limits<double>::infinity());
                for (std::size_t i = 0; i < values.size(); ++i)
                    maxima[i % groupCount] = std::max(maxima[i % groupCount], values[i]);
                std::ranges::sort(maxima, std::greater());
                maxima.push_back(-std::numeric_limits<double>::infinity()); // of more than there are groups
                QCOMPARE(boundOfLargest(values, count), maxima[count - 1]);
                QCOMPARE(boundOfLargest(floats, count), float(maxima[count - 1]));
            }
    }

    void whatReachesABoundIsListed()
    {
        for (const int size : sizes)
            for (const int place : {0, size / 3, size - 1}) {
                const std::vector<double> values = weights(size);
                const std::vector<float> floats(values.begin(), values.end());
                const double bound = double(floats[std::size_t(place)]); // reached by at least one
                std::vector<int> expected, expectedFloats, found(values.size()), foundFloats(values.size());
                for (int i = 0; i < size; ++i) {
                    if (values[std::size_t(i)] >= bound)
                        expected.push_back(i);
                    if (floats[std::size_t(i)] >= float(bound))
                        expectedFloats.push_back(i);
                }
                found.resize(indicesFrom(values, bound, found));
                foundFloats.resize(indicesFrom(floats, float(bound), foundFloats));
                QCOMPARE(found, expected);
                QCOMPARE(foundFloats, expectedFloats);
            }
    }

    void sumsAreThoseOfAnyOrder()
    {
        for (const int size : sizes) {
            const std::vector<double> values = weights(size);
            ExactSum backwards;
            for (auto value = values.rbegin(); value != values.rend(); ++value)
                backwards.add(*value);
            QVERIFY(exactSumOf(values).value() == backwards.value());
        }
    }

    void differencesAndScale()
    {
        for (const int size : sizes) {
            const std::vector<double> p = weights(size);
            std::vector<double> q = p, out(p.size(), -1);
            for (std::size_t i = 0; i < q.size(); ++i)
                q[i] *= i % 3 == 0 ? 1.0 : uniformAt(size + 1, int(i)) * 2;
            const double sum = positiveDifferences(p, q, out).value();
            QVERIFY(sum == exactSumOf(out).value());
            for (std::size_t i = 0; i < p.size(); ++i)
                QVERIFY(out[i] == std::max(0.0, p[i] - q[i]) && !std::signbit(out[i]));
            std::vector<double> scaled = p;
            scale(scaled, 1.7);
            for (std::size_t i = 0; i < p.size(); ++i)
                QVERIFY(scaled[i] == p[i] * 1.7);
        }
    }

    /// The first of equal ones; NaN is larger than nothing, and nothing than NaN at the beginning.
    void theFirstOfTheLargestIsFound()
    {
        constexpr float nan = std::numeric_limits<float>::quiet_NaN();
        for (const int size : sizes)
            for (int place = 0; place < size; place += 1 + size / 20) {
                std::vector<float> values(std::size_t(size), 2.0f);
                QCOMPARE(indexOfLargest(values), 0u);
                values[std::size_t(place)] = values.back() = 3.0f;
                QCOMPARE(indexOfLargest(values), std::size_t(place));
                if (place > 1) {
                    values[1] = nan;
                    QCOMPARE(indexOfLargest(values), std::size_t(place));
                    values[0] = nan;
                    QCOMPARE(indexOfLargest(values), 0u);
                }
            }
    }
};

QTEST_APPLESS_MAIN(TestVocabularyLoops)
#include "test_vocabulary_loops.moc"
