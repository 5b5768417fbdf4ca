// SPDX-License-Identifier: MIT
// The roofline against figures worked out by hand, and measured on the embedded pair.
#include <algorithm>
#include <cmath>

#include <QTest>

#include "engine/analysis/metrics.h"
#include "engine/analysis/roofline_measure.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/catalogue/embedded.h"
#include "tests/test_main.h"

using namespace draftscope;

namespace {

bool isWithin(double value, double expected, double share = 1e-9)
{
    return std::abs(value - expected) <= share * std::abs(expected);
}

/// 1 GB/s and 100 GFLOP/s; models of 1000 and 100 million weights of 16 bits, without K/V.
RooflineCase roundNumbers()
{
    RooflineCase roofline;
    roofline.machine = {"made-up", "Made up", 1e9, 100e9, 3e9, 0, 0, ""};
    roofline.target = {"large", "Large", 1e9, 1, 0, 0, 16, ""};
    roofline.draft = {"small", "Small", 1e8, 1, 0, 0, 16, ""};
    roofline.draftLength = 4;
    roofline.acceptance = 0.8;
    return roofline;
}

} // namespace

class TestRoofline : public QObject {
    Q_OBJECT
private slots:
    void byHand()
    {
        const RooflineCase roofline = roundNumbers();
        QVERIFY(isWithin(roofline.plainSeconds(1), 2)); // 2 GB at 1 GB/s; 2 GFLOP take 0.02 s
        QVERIFY(isWithin(roofline.verifySeconds(1), 2));
        QVERIFY(isWithin(roofline.costRatio(1), 0.1));
        QCOMPARE(roofline.turningRows(), 100);
        QVERIFY(isWithin(roofline.speedUp(1), predictedSpeedUp(0.8, 4, 0.1, 1)));
        // 100 sequences: a plain step is at the turn, five rows each take five times as long.
        QVERIFY(isWithin(roofline.plainSeconds(100), 2) && isWithin(roofline.verifyRatio(100), 5));
        QVERIFY(roofline.speedUp(100) < 1);
        QVERIFY(roofline.turnsToLoss() && *roofline.turnsToLoss() <= 128);
        QVERIFY(roofline.speedUp(*roofline.turnsToLoss()) < 1 && roofline.speedUp(*roofline.turnsToLoss() / 2) >= 1);
        QVERIFY(roofline.fits(1));
        RooflineCase small = roofline;
        small.machine.memory = 2.1e9;
        QVERIFY(!small.fits(1)); // 2.2 GB
    }

    void whereArithmeticBegins()
    {
        RooflineCase roofline = roundNumbers(); // at 100 rows both take 2 s
        const auto says = [&](const char* words) {
            const auto sentences = sentencesOf(roofline);
            return std::ranges::any_of(sentences, [&](const Message& each) { return each.text.starts_with(words); });
        };
        QVERIFY(says("From 100 rows on arithmetic is what limits a pass;"));
        QVERIFY(!rooflinePass(roofline.machine, roofline.target, 1, 99, 0).isArithmetic());
        roofline.machine.arithmetic = 0.5e9; // 4 s a row
        QCOMPARE(roofline.turningRows(), 1);
        QVERIFY(says("Arithmetic limits a pass there even over one row."));
    }

    void whatFitsTheCacheIsReadFromThere()
    {
        RooflineCase roofline = roundNumbers();
        roofline.machine.cacheBytes = 0.5e9;
        roofline.machine.cacheBandwidth = 4e9;
        QVERIFY(isWithin(roofline.plainSeconds(1), 2));
        QVERIFY(isWithin(roofline.costRatio(1), 0.2 / 4 / 2)); // the draft only
    }

    void keysAndValuesCount()
    {
        RooflineCase roofline = roundNumbers();
        roofline.target.keyValueSize = 1000;
        roofline.context = 1000; // 2 MB a sequence
        QVERIFY(isWithin(roofline.plainSeconds(10), 2.02));
    }

    /// What classes are to see: 70 billion weights of 16 bits on a laptop.
    void memoryWall()
    {
        RooflineCase roofline{*machineNamed("m4"), *sizedModelNamed("70b"), *sizedModelNamed("1b")};
        QVERIFY(!roofline.fits(1));
        QVERIFY(roofline.plainSeconds(1) > 1.4 && roofline.plainSeconds(1) < 1.5);
        roofline.machine = *machineNamed("h200");
        QVERIFY(roofline.plainSeconds(1) > 0.028 && roofline.plainSeconds(1) < 0.031);
        QVERIFY(sentencesOf(roofline).front().text.starts_with("Computed, not measured"));
    }

    void publishedOnesAreWhole()
    {
        QCOMPARE(publishedMachines().size(), std::size_t(5));
        for (const RooflineMachine& machine : publishedMachines()) {
            QVERIFY(machine.bandwidth > 1e10 && machine.arithmetic > 1e11 && machine.memory > 1e9);
            QVERIFY(machine.source.size() > 40);
            QCOMPARE(machineNamed(machine.id), &machine);
        }
        QVERIFY(publishedModels().front().parameters < 1e9 && publishedModels().back().parameters > 70e9);
        QVERIFY(!machineNamed("abacus") && !sizedModelNamed("9000b"));
    }

    void thisMachine()
    {
        const auto model = loadModel(*resolveModel("tales-0.8m"));
        QVERIFY(model.has_value());
        const auto measured = measureMachine(*model, *makeCpuBackend(1));
        QVERIFY2(measured.has_value(), measured ? "" : measured.error().sentence.c_str());
        QVERIFY(measured->machine.bandwidth > 1e8 && measured->machine.arithmetic > 1e8);
        QVERIFY(measured->rows.size() > 5 && measured->rows.front().rows == 1);
        for (const RooflineComparison& row : measured->rows)
            QVERIFY(row.measuredSeconds > 0 && row.computedSeconds > 0);
        bool isReached = false; // the most arithmetic is that of one of them
        for (const RooflineComparison& row : measured->rows)
            isReached |= isWithin(row.computedSeconds, row.measuredSeconds, 1e-6);
        QVERIFY(isReached || !measured->rows.back().isArithmetic);
        QVERIFY(sentencesOf(*measured).size() >= 2);
    }
};

DRAFTSCOPE_TEST(TestRoofline)
#include "test_roofline.moc"
