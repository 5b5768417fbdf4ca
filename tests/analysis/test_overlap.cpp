// SPDX-License-Identifier: MIT
// What a record says of 1 - TV(p, q), against sums over whole distributions.
#include <cmath>
#include <random>

#include <QTest>

#include "engine/analysis/overlap.h"
#include "tests/test_main.h"

using namespace draftscope;

namespace {

std::vector<double> distribution(std::mt19937& random, int size)
{
    std::vector<double> values;
    double sum = 0;
    for (int i = 0; i < size; ++i)
        sum += values.emplace_back(std::pow(double(random() % 1000 + 1), 3));
    for (double& value : values)
        value /= sum;
    return values;
}

/// A record that lists the first `listed` tokens.
DistributionRecord recordOf(const std::vector<double>& target, const std::vector<double>& draft, int listed)
{
    DistributionRecord record;
    record.hasP = record.hasQ = true;
    for (std::size_t i = 0; i < target.size(); ++i) {
        if (int(i) < listed) {
            record.top.push_back({TokenId(i), float(target[i]), float(draft[i])});
        } else {
            ++record.tailTokens;
            record.tailP += target[i];
            record.tailQ += draft[i];
        }
        record.residualMass += std::max(0.0, target[i] - draft[i]);
    }
    return record;
}

double overlapOfAll(const std::vector<double>& target, const std::vector<double>& draft)
{
    double sum = 0;
    for (std::size_t i = 0; i < target.size(); ++i)
        sum += std::min(target[i], draft[i]);
    return sum;
}

} // namespace

class TestOverlap : public QObject {
    Q_OBJECT
private slots:
    /// With the residual mass the sum is that over all tokens; without it that lies within what is said, and no nearer
    /// bounds hold for all.
    void theSumIsExactOrWithinItsBounds()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 200; ++round) {
            const std::vector<double> target = distribution(random, 40), draft = distribution(random, 40);
            const double all = overlapOfAll(target, draft);
            DistributionRecord record = recordOf(target, draft, 5 + round % 30);
            const auto exact = overlapOf(record);
            QVERIFY(exact && exact->from == Overlap::From::residualMass && exact->isExact());
            QVERIFY2(std::abs(exact->least - all) < 1e-9, qPrintable(QString::number(exact->least - all)));
            QCOMPARE(exact->most, exact->least);
            record.residualMass = 0; // as under a rule that leaves something else of p
            const auto bounds = overlapOf(record);
            QVERIFY(bounds && bounds->from == Overlap::From::bounds && !bounds->isExact());
            QVERIFY(bounds->least <= all + 1e-6 && all <= bounds->most + 1e-6);
            QVERIFY(std::abs(bounds->most - bounds->least - std::min(record.tailP, record.tailQ)) < 1e-6);
        }
    }

    void itIsExactWhereAllTokensAreListed()
    {
        std::mt19937 random(8);
        const std::vector<double> target = distribution(random, 12), draft = distribution(random, 12);
        DistributionRecord record = recordOf(target, draft, 12);
        record.residualMass = 0;
        const auto overlap = overlapOf(record);
        QVERIFY(overlap && overlap->from == Overlap::From::listed);
        QVERIFY(std::abs(overlap->least - overlapOfAll(target, draft)) < 1e-6);
        const auto same = overlapOf(recordOf(target, target, 12)); // nothing is left of p
        QVERIFY(same && same->isExact() && std::abs(same->least - 1) < 1e-6);
    }

    void thereIsNoneWithoutBoth()
    {
        DistributionRecord record;
        record.top.push_back({1, 0.5F, 0.5F});
        QVERIFY(!overlapOf(record));
        record.hasP = true;
        QVERIFY(!overlapOf(record));
        record.hasQ = true;
        QVERIFY(overlapOf(record).has_value());
        record.top.clear();
        QVERIFY(!overlapOf(record));
    }
};

DRAFTSCOPE_TEST(TestOverlap)
#include "test_overlap.moc"
