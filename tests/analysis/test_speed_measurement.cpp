// SPDX-License-Identifier: MIT
// Measurements made of turns that are made up: what they come to, when they are enough, and how sure they are.
#include <cmath>
#include <random>

#include <QTest>

#include "engine/analysis/speed_measurement.h"
#include "tests/fixtures/is_about.h"
#include "tests/test_main.h"
#include "timed_round.h"

using namespace draftscope;
using fixtures::isAbout;

namespace {

constexpr int textRounds = 21; ///< the first reads the prompt

/// Turns of two decodes, as DecodesInTurn makes them: the first commits two tokens a round in 12 ms, plain decoding one
/// in 10.
class MadeUp {
public:
    /// `noise`: relative, of each round; `slow`: what the machine does to all rounds of a lap.
    std::vector<MeasuredTurn> lap(double noise, double slow = 1)
    {
        std::vector<MeasuredTurn> turns;
        for (int decode = 0; decode < 2; ++decode) {
            MeasuredTurn& turn = turns.emplace_back(MeasuredTurn{.decode = decode, .lap = m_lap, .threads = 2});
            for (int r = 0; r < 5; ++r) {
                int& next = m_next[std::size_t(decode)];
                const bool isDrafting = decode == 0;
                const double ms = (isDrafting ? 12.0 : 10.0) * slow * std::exp(noise * m_normal(m_random));
                TimedRound timed{.record = test::timedRound(next, isDrafting ? 2 : 0, isDrafting ? 1 : 0, 1, 10),
                                 .ms = r == 0 ? 50 * ms : ms, // the others' weights are in the caches
                                 .processorMs = 1.8 * ms,
                                 .lap = m_lap,
                                 .counts = r > 0 && next > 0};
                turn.rounds.push_back(timed);
                turn.seconds += timed.ms / 1000;
                next = (next + 1) % textRounds;
                turn.endsText |= next == 0;
            }
        }
        ++m_lap;
        return turns;
    }

private:
    int m_lap = 0;
    std::array<int, 2> m_next{};
    std::mt19937 m_random{7};
    std::normal_distribution<double> m_normal;
};

} // namespace

class TestSpeedMeasurement : public QObject {
    Q_OBJECT
private slots:
    void nothingIsKnownAtFirst()
    {
        const SpeedMeasurement measurement({1, 1});
        QVERIFY(!measurement.isDone() && !measurement.isTimeUp());
        QVERIFY(!measurement.speed(0).measuredSpeedUp && !measurement.speed(0).speedUpInterval);
        QVERIFY(!measurement.steadiness().isBusy());
    }

    /// Rounds that do not count have no part in any figure, however long they took.
    void itSettlesOnWhatIsThere()
    {
        MadeUp made;
        SpeedMeasurement measurement({1, 1}, {.leastSeconds = 0, .mostSeconds = 1e9});
        int laps = 0;
        while (!measurement.isDone() && laps++ < 10'000)
            measurement.add(made.lap(0.05));
        QVERIFY(measurement.isSettled() && !measurement.isTimeUp());
        const Speed speed = measurement.speed(0);
        const double wanted = (2 / 12.0) / (1 / 10.0);
        QVERIFY2(std::abs(*speed.measuredSpeedUp / wanted - 1) < 0.025,
                 qPrintable(QString::number(*speed.measuredSpeedUp)));
        QVERIFY(speed.speedUpInterval && speed.speedUpInterval->contains(wanted));
        QVERIFY(speed.speedUpInterval->contains(*speed.measuredSpeedUp));
        QVERIFY(speed.speedUpInterval->relativeHalfWidth() <= measurement.rule().halfWidth);
        QCOMPARE(measurement.speed(1).measuredSpeedUp, std::optional(1.0));
        // c, v and α are of the same rounds: K 2, half of the judged accepted.
        QVERIFY(isAbout(speed.costRatio, 0.1) && isAbout(speed.verifyRatio, 1) && isAbout(speed.stepsPerRound, 2));
        for (int lap = 0; lap < 3 * textRounds; ++lap) // each round was the first of its turn at most once in five
            measurement.add(made.lap(0.05));
        QCOMPARE(measurement.figures(0).times.metrics().rounds(), textRounds - 1);
        QCOMPARE(measurement.figures(0).metrics.rounds(), textRounds);
        QVERIFY(isAbout(speed.expectedTokens, 1 + 0.5 + 0.25));
    }

    /// What slows a lap slows both, and the ratio stays.
    void aSlowStretchChangesNothing()
    {
        MadeUp made;
        SpeedMeasurement measurement({1, 1}, {.leastSeconds = 0, .mostSeconds = 1e9});
        for (int lap = 0; lap < 200; ++lap)
            measurement.add(made.lap(0.02, lap % 50 < 20 ? 3 : 1));
        QVERIFY(std::abs(*measurement.speed(0).measuredSpeedUp - 5 / 3.0) < 0.03);
        QVERIFY(measurement.speed(0).speedUpInterval->contains(5 / 3.0));
        QVERIFY(measurement.steadiness().isBusy()); // and it says so
        QVERIFY(measurement.steadiness().spread > 0.5);
    }

    /// 95 of 100: of sixty measurements with other noise a few may miss.
    void intervalsHoldTheTruth()
    {
        int holds = 0;
        MadeUp made;
        for (int i = 0; i < 60; ++i) {
            SpeedMeasurement measurement({1, 1});
            for (int lap = 0; lap < 40; ++lap)
                measurement.add(made.lap(0.15));
            holds += measurement.speed(0).speedUpInterval->contains(5 / 3.0) ? 1 : 0;
        }
        QVERIFY2(holds >= 52, qPrintable(QString::number(holds)));
    }

    void moreLapsAreNarrower()
    {
        const auto widthAfter = [](int laps) {
            MadeUp made;
            SpeedMeasurement measurement({1, 1});
            for (int lap = 0; lap < laps; ++lap)
                measurement.add(made.lap(0.15));
            return measurement.speed(0).speedUpInterval->relativeHalfWidth();
        };
        QVERIFY(widthAfter(400) < 0.9 * widthAfter(16));
    }

    /// Too noisy to be known as well as the rule wants it: the time ends it, and it says that it is not settled.
    void theTimeIsUp()
    {
        MadeUp made;
        SpeedMeasurement measurement({1, 1}, {.halfWidth = 1e-6, .mostSeconds = 5});
        int laps = 0;
        while (!measurement.isDone() && laps++ < 10'000)
            measurement.add(made.lap(0.5));
        QVERIFY(measurement.isDone() && measurement.isTimeUp() && !measurement.isSettled());
        QVERIFY(measurement.speed(0).speedUpInterval);
    }

    /// Not before each text was decoded to its end, and not within a moment: what else the machine does changes within
    /// seconds.
    void itTakesWholeTextsAndSomeTime()
    {
        MadeUp made;
        SpeedMeasurement measurement({1, 1}, {.halfWidth = 1, .leastLaps = 1, .leastSeconds = 0, .mostSeconds = 1e9});
        for (int lap = 0; lap < 4; ++lap)
            measurement.add(made.lap(0));
        QVERIFY(!measurement.isSettled()); // 20 of 21 rounds
        for (int lap = 0; lap < 4; ++lap)
            measurement.add(made.lap(0));
        QVERIFY(measurement.isSettled());
        MadeUp others;
        SpeedMeasurement slow({1, 1}, {.halfWidth = 1, .leastLaps = 1, .leastSeconds = 1e6, .mostSeconds = 1e9});
        for (int lap = 0; lap < 50; ++lap)
            slow.add(others.lap(0));
        QVERIFY(!slow.isSettled());
    }

    /// A text that ends with the round that reads its prompt has nothing to time, and is not waited for.
    void aTextOfOneRoundIsSettled()
    {
        SpeedMeasurement measurement({1, 1}, {.leastLaps = 1, .leastSeconds = 0, .mostSeconds = 1e9});
        std::vector<MeasuredTurn> lap;
        for (int decode = 0; decode < 2; ++decode) {
            MeasuredTurn& turn = lap.emplace_back(MeasuredTurn{.decode = decode, .endsText = true, .seconds = 0.1});
            turn.rounds.push_back({.record = test::timedRound(0, 0, 0, 0, 10), .ms = 10, .counts = false});
        }
        measurement.add(lap);
        QVERIFY(measurement.isSettled() && !measurement.speed(0).measuredSpeedUp);
        QCOMPARE(measurement.figures(0).metrics.rounds(), 1);
    }

    void processorTimeSaysWhetherSomethingElseRuns()
    {
        RoundTimes times;
        times.add(TimedRound{.record = test::timedRound(1, 0, 0, 0, 10), .ms = 10, .processorMs = 19, .lap = 1});
        QVERIFY(isAbout(steadinessOf({&times}, 2).processorShare, 0.95));
        QVERIFY(isAbout(steadinessOf({&times}, 4).processorShare, 0.475)); // of what four threads could have had
        QVERIFY((Steadiness{.processorShare = 0.3, .spread = 0.2}.isBusy()));
        QVERIFY((!Steadiness{.processorShare = 0.3, .spread = 0.05}.isBusy())); // threads wait for each other
        QVERIFY((Steadiness{.processorShare = 0.9, .spread = 0.4}.isBusy()));
        QVERIFY((!Steadiness{.processorShare = 0.9, .spread = 0.2}.isBusy()));
        QVERIFY(!steadinessOf({&times}, 0).processorShare); // a device computes
    }

    void theTimeToTheFirstTokenIsMeasured()
    {
        SpeedMeasurement measurement({0});
        MeasuredTurn turn{.decode = 0};
        for (const double ms : {100.0, 80.0, 90.0, 300.0, 85.0})
            turn.firstTokens.push_back({ms, 45});
        measurement.add(turn);
        const RoundTimes& times = measurement.figures(0).times;
        QCOMPARE(times.firstToken(), std::optional(90.0));
        QCOMPARE(times.promptTokensPerSecond(), std::optional(500.0));
    }
};

DRAFTSCOPE_TEST(TestSpeedMeasurement)
#include "test_speed_measurement.moc"
