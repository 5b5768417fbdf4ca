// SPDX-License-Identifier: MIT
// How much is drafted where that follows from the drafts and from rounds before: the numbers, and that a resumed
// session goes on with the same.
#include <cmath>
#include <set>
#include <tuple>

#include <QTest>

#include "engine/session/draft_length.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

SessionSettings adaptiveSettings(int stopBelow, int schedule)
{
    SessionSettings settings;
    settings.options["stop-below"] = stopBelow;
    settings.options["length-schedule"] = schedule;
    settings.maxTokens = 40;
    settings.topTokens = 4;
    return settings;
}

RoundRecord finishedRound(int k, int drafted, int accepted)
{
    RoundRecord round;
    round.draftLength = k;
    for (int n = 0; n < drafted; ++n) {
        NodeRecord& node = round.nodes.emplace_back();
        node.parent = n - 1;
        node.depth = n + 1;
        node.verdict = n < accepted ? Verdict::accepted : n == accepted ? Verdict::rejected : Verdict::notJudged;
    }
    round.moments = {{MomentKind::verify, -1}, {MomentKind::commit, -1}};
    return round;
}

int lengthAfter(int k, int drafted, int accepted)
{
    RoundRecord round;
    planDraftLength(round, finishedRound(k, drafted, accepted), adaptiveSettings(0, 1));
    return round.draftLength;
}

} // namespace

class TestDraftLength : public QObject {
    Q_OBJECT
private slots:
    void additiveLengths()
    {
        QCOMPARE(lengthAfter(4, 4, 4), 6);
        QCOMPARE(lengthAfter(4, 2, 2), 6); // drafting stopped early
        QCOMPARE(lengthAfter(4, 4, 3), 3);
        QCOMPARE(lengthAfter(1, 1, 0), 1);
        QCOMPARE(lengthAfter(64, 64, 64), 64);
        QCOMPARE(lengthAfter(4, 0, 0), 4);
        RoundRecord first;
        planDraftLength(first, {}, adaptiveSettings(0, 1));
        QCOMPARE(first.draftLength, SessionSettings().draftLength);
        RoundRecord chosen;
        chosen.overrides = {{OverrideRecord::Kind::draftLength, -1, 9.0}};
        planDraftLength(chosen, finishedRound(4, 4, 4), adaptiveSettings(0, 1));
        QCOMPARE(chosen.draftLength, 9);
    }

    /// By hand: m = 0.5 * 0.9 + 0.5 * accepted / drafted, and the threshold goes a tenth of 0.01 towards where it
    /// should be.
    void thresholdsOfDraftAndVerify()
    {
        RoundRecord before, round;
        planDraftLength(before, {}, adaptiveSettings(60, 2));
        QCOMPARE(before.stopBelow, 0.6);
        QCOMPARE(before.matchRate, 0.9);
        for (const auto& [accepted, rate, threshold] : {std::tuple(2, 0.7, 0.601), std::tuple(4, 0.95, 0.599)}) {
            RoundRecord finished = finishedRound(4, 4, accepted);
            finished.stopBelow = before.stopBelow;
            finished.matchRate = before.matchRate;
            planDraftLength(round, finished, adaptiveSettings(60, 2));
            QVERIFY(std::abs(round.matchRate - rate) < 1e-12);
            QVERIFY(std::abs(round.stopBelow - threshold) < 1e-12);
            QCOMPARE(round.draftLength, SessionSettings().draftLength);
        }
    }

    /// They say nothing of what the method drafts itself.
    void nothingIsLearntFromCopies()
    {
        for (const bool copied : {false, true}) {
            RoundRecord before = finishedRound(4, 6, 6), round;
            before.stopBelow = 0.55;
            before.matchRate = 0.8;
            before.copied = copied;
            planDraftLength(round, before, adaptiveSettings(60, 2));
            QCOMPARE(round.matchRate, copied ? 0.8 : 0.9);
            QCOMPARE(round.stopBelow == 0.55, copied);
            planDraftLength(round, before, adaptiveSettings(0, 1));
            QCOMPARE(round.draftLength, copied ? 4 : 6);
        }
    }

    void draftingStopsBehindAnUnlikelyToken()
    {
        const TinyPair models = makeTinyPair(64);
        for (const bool greedy : {true, false}) {
            SessionSettings settings = adaptiveSettings(50, 0);
            settings.sampler.greedy = greedy;
            settings.topTokens = 1000; // qBefore is q at temperature 1
            const auto session = makeSession({models.target, models.draft}, settings, "Once");
            const Recording recording = decode(*session);
            int stopped = 0;
            for (int r = 0; r + 4 < recording.roundCount(0); ++r) { // the last have little room
                const RoundRecord& round = recording.round(0, r);
                QCOMPARE(round.stopBelow, 0.5);
                for (int n = 0; n < int(round.nodes.size()); ++n) {
                    const NodeRecord& node = round.nodes[std::size_t(n)];
                    double confidence = -1;
                    for (const DistributionEntry& entry : round.contexts[std::size_t(node.parent + 1)].top)
                        if (entry.token == node.token)
                            confidence = double(entry.qBefore);
                    const bool isLast = n + 1 == int(round.nodes.size());
                    QVERIFY(confidence >= 0.5 || isLast);
                    QVERIFY(!isLast || confidence < 0.5 || n + 1 == settings.draftLength
                            || round.prefixLength + n + 3 >= 40);
                    stopped += isLast && n + 1 < settings.draftLength ? 1 : 0;
                }
            }
            QVERIFY(stopped > 0);
        }
    }

    void greedyTextsAreThoseOfTheTarget_data() { addSettings(); }
    void greedyTextsAreThoseOfTheTarget()
    {
        QFETCH(QString, method);
        QFETCH(QString, shape);
        QFETCH(int, stopBelow);
        QFETCH(int, schedule);
        const TinyPair models = makeTinyPair(64);
        const Pair pair{models.target, models.draft};
        SessionSettings settings = adaptiveSettings(stopBelow, schedule);
        settings.method = method.toStdString();
        settings.shape = shape.toStdString();
        settings.sampler.greedy = true;
        const auto session = makeSession(pair, settings, "Once");
        (void)decode(*session);
        QCOMPARE(tokensOf(*session), greedyTokens(pair, "plain", 1, "Once", settings.maxTokens));
    }

    void everyMomentContinuesAsBefore_data() { addSettings(); }
    void everyMomentContinuesAsBefore()
    {
        QFETCH(QString, method);
        QFETCH(QString, shape);
        QFETCH(int, stopBelow);
        QFETCH(int, schedule);
        const TinyPair models = makeTinyPair(64);
        const Pair pair{models.target, models.draft};
        for (const double temperature : {0.0, 1.0}) {
            SessionSettings settings = adaptiveSettings(stopBelow, schedule);
            settings.method = method.toStdString();
            settings.shape = shape.toStdString();
            settings.sampler.temperature = temperature;
            const auto plan = [&](const RoundRecord& round) {
                return std::tuple(round.draftLength, round.stopBelow, round.matchRate, round.nodes.size());
            };
            const auto session = makeSession(pair, settings, "Once");
            const Recording recording = decode(*session);
            std::set<std::tuple<int, double>> plans;
            for (int r = 0; r < recording.roundCount(0); ++r)
                plans.insert({recording.round(0, r).draftLength, recording.round(0, r).stopBelow});
            QCOMPARE(plans.size() > 1, schedule != 0);
            for (int r = recording.roundCount(0) - 1; r >= 0; --r) {
                const int moments = int(recording.round(0, r).moments.size());
                for (int m = 0; m <= moments; ++m) {
                    const auto other = makeSession(pair, settings, "Once");
                    other->resume(recording.spineTo({0, r, m}), {0, r, m});
                    for (int next = m < moments ? r : r + 1; other->ended() == EndReason::none && next <= r + 2; ++next)
                        QVERIFY(plan(other->finishRound()) == plan(recording.round(0, next)));
                }
            }
        }
    }

    void aPlainRunHasNoSuchOption()
    {
        SessionSettings settings = adaptiveSettings(10, 0);
        settings.method = "plain";
        const auto checked = check(settings);
        QVERIFY(!checked);
        QCOMPARE(QString::fromStdString(checked.error().sentence),
                 QString("The method plain has no option length-schedule: leave it out, or choose another method."));
        settings.method = "two-model";
        QVERIFY(check(settings));
        settings.options["length-schedule"] = 3;
        QCOMPARE(QString::fromStdString(check(settings).error().sentence),
                 QString("Schedule is 3: choose a number from 0 to 2."));
    }

    void theHeaderNamesWhatIsNotAsUsual()
    {
        const TinyPair models = makeTinyPair(64);
        const auto header = makeSession({models.target, models.draft}, adaptiveSettings(30, 0), "Once")->header();
        QCOMPARE(header.options, (std::map<std::string, int>{{"copy-first", 0}, {"stop-below", 30}}));
    }

private:
    static void addSettings()
    {
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("shape");
        QTest::addColumn<int>("stopBelow");
        QTest::addColumn<int>("schedule");
        for (const char* method : {"two-model", "early-exit"})
            for (const char* shape : {"chain", "fixed-widths", "best-first", "dynamic"})
                for (const auto& [stopBelow, schedule] :
                     {std::pair(40, 0), std::pair(0, 1), std::pair(40, 1), std::pair(60, 2)})
                    QTest::addRow("%s, %s, below %d, schedule %d", method, shape, stopBelow, schedule)
                        << QString(method) << QString(shape) << stopBelow << schedule;
    }
};

DRAFTSCOPE_TEST(TestDraftLength)
#include "test_draft_length.moc"
