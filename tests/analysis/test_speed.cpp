// SPDX-License-Identifier: MIT
// c, v and the speed-ups of rounds whose times are made up.
#include <cmath>

#include <QTest>

#include "engine/analysis/speed.h"
#include "tests/fixtures/is_about.h"
#include "tests/test_main.h"
#include "timed_round.h"

using namespace draftscope;
using fixtures::isAbout;
using test::timedRound;

namespace {

struct Decode {
    Metrics metrics;
    RoundTimes times;
    void add(const RoundRecord& round)
    {
        metrics.add(round);
        times.add(round);
    }
};

} // namespace

class TestSpeed : public QObject {
    Q_OBJECT
private slots:
    void nothingIsKnownAtFirst()
    {
        const Speed speed = speedOf({}, nullptr, false);
        QVERIFY(!speed.tokensPerSecond && !speed.costRatio && !speed.verifyRatio);
        QVERIFY(!speed.predictedSpeedUp && !speed.measuredSpeedUp);
    }

    void theFirstRoundHasNoPartInTimes()
    {
        RoundTimes times;
        times.add(timedRound(0, 2, 1, 50, 500));
        QCOMPARE(times.rounds(), 0);
        QVERIFY(!times.tokensPerSecond());
        QVERIFY(!times.firstToken());            // what the round took is not all of it
        times.add(timedRound(1, 2, 1, 1, 7, 1)); // two tokens in 10 ms
        QVERIFY(isAbout(times.tokensPerSecond(), 200));
        QVERIFY(isAbout(times.stepsPerRound(), 2));
    }

    void passesHaveRows()
    {
        RoundTimes times, others;
        times.add(timedRound(1, 3, 1, 1, 5));
        RoundRecord pruned = timedRound(2, 4, 0, 1, 4);
        pruned.nodes.back().pruned = true;
        others.add(pruned);
        others.add(timedRound(3, 0, 0, 0, 2));
        times.add(others);
        QCOMPARE(times.verifyRows(), (std::vector{4, 4, 1}));
        QCOMPARE(times.verifyPasses(), (std::vector{5.0, 4.0, 2.0}));
    }

    void aRoundThatWasNeverTimedTakesTheAverage()
    {
        RoundTimes times;
        for (const int round : {0, 1, 2, 3})
            times.add(TimedRound{.record = timedRound(round, 0, 0, 0, 1), .ms = 2.0 * round, .counts = round != 2});
        const RoundTimes::Text& text = times.texts().front();
        QCOMPARE(text.size(), std::size_t(4));
        QVERIFY(isAbout(RoundTimes::msOf(text, 3), 6) && isAbout(RoundTimes::msOf(text, 2), 4));
        QVERIFY(!text[2].ms() && text[2].committed.size() == 1);
        QVERIFY(isAbout(times.tokensPerSecond(), 1000 * 2 / 8.0)); // of the two that have a time
    }

    void unfinishedRoundsDoNotCount()
    {
        RoundRecord round = timedRound(1, 2, 1, 1, 1);
        round.moments.back().kind = MomentKind::verify;
        RoundTimes times;
        times.add(round);
        QCOMPARE(times.rounds(), 0);
    }

    void mediansAreThoseInTheMiddle()
    {
        RoundTimes times;
        for (const double ms : {9.0, 1.0, 4.0})
            times.add(timedRound(1, 1, 0, ms, 2 * ms));
        QVERIFY(isAbout(times.tokensPerSecond(), 1000 / 12.0)); // the round's own median
        QVERIFY(isAbout(times.draftStep(), 4) && isAbout(times.verifyPass(), 8));
        times.add(timedRound(2, 1, 0, 5, 2)); // 1 4 5 9 and 2 2 8 18
        QVERIFY(isAbout(times.draftStep(), 4.5) && isAbout(times.verifyPass(), 5));
    }

    /// Kept as values come, it is that of all of them each time.
    void runningMedians()
    {
        RunningMedian running;
        QVERIFY(!running.value());
        std::vector<double> values;
        for (int i = 0; i < 200; ++i) {
            values.push_back((i * 37) % 50); // many come again
            running.add(values.back());
            QCOMPARE(running.value(), median(values));
        }
    }

    /// K = 3, c = 0.1, v = 1.25, and half of the judged nodes are accepted.
    /// A draft step is one of the method's own.
    void copiesAreNoDraftSteps()
    {
        RoundTimes times;
        times.add(timedRound(1, 2, 1, 4, 8));
        RoundRecord copied = timedRound(2, 6, 6, 0.001, 9);
        copied.copied = true;
        times.add(copied);
        QVERIFY(isAbout(times.draftStep(), 4) && isAbout(times.stepsPerRound(), 1));
        QVERIFY(isAbout(times.verifyPass(), 8.5));
    }

    void ratiosAndSpeedUps()
    {
        Decode plain, drafting;
        for (int r = 0; r < 5; ++r) {
            plain.add(timedRound(r, 0, 0, 0, 8, 2));
            drafting.add(timedRound(r, 3, 1, 0.8, 10, 1.6));
        }
        const Speed speed = speedOf(drafting.times, &plain.times, false);
        QVERIFY(isAbout(speed.costRatio, 0.1) && isAbout(speed.verifyRatio, 1.25));
        QVERIFY(isAbout(speed.predictedSpeedUp, (1 + 0.5 + 0.25 + 0.125) / (3 * 0.1 + 1.25)));
        QVERIFY(isAbout(speed.tokensPerSecond, 1000 * 2 / 14.0));
        QVERIFY(isAbout(speed.measuredSpeedUp, (2 / 14.0) / (1 / 10.0)));
        const Speed beside = speedOf(plain.times, &plain.times, false);
        QVERIFY(!beside.costRatio && isAbout(beside.verifyRatio, 1) && isAbout(beside.measuredSpeedUp, 1));
        QVERIFY(isAbout(beside.predictedSpeedUp, 1));
    }

    void whatPlainDecodingIsNeededFor()
    {
        Decode drafting;
        for (int r = 0; r < 3; ++r)
            drafting.add(timedRound(r, 2, 2, 1, 8));
        const Speed alone = speedOf(drafting.times, nullptr, false);
        QVERIFY(alone.tokensPerSecond && !alone.costRatio && !alone.predictedSpeedUp && !alone.measuredSpeedUp);
        const Speed tree = speedOf(drafting.times, &drafting.times, true);
        QVERIFY(tree.costRatio && tree.measuredSpeedUp);
        QVERIFY(isAbout(tree.predictedSpeedUp,
                        *drafting.metrics.tokensPerStep() / (2 * *tree.costRatio + *tree.verifyRatio)));
    }
};

DRAFTSCOPE_TEST(TestSpeed)
#include "test_speed.moc"
