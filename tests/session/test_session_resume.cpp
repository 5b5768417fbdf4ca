// SPDX-License-Identifier: MIT
// Going back to any recorded moment and on from there gives the same bits; with a change it gives a branch.
#include <QTest>

#include "engine/session/combinations.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

class TestSessionResume : public QObject {
    Q_OBJECT
private slots:
    void everyMomentContinuesAsBefore_data()
    {
        QTest::addColumn<QString>("method");
        QTest::addColumn<double>("temperature");
        QTest::addColumn<bool>("freshSession");
        for (const bool fresh : {false, true}) {
            for (const double temperature : {0.0, 1.0}) {
                for (const char* method :
                     {"plain", "two-model", "prompt-lookup", "suffix-automaton", "lookahead", "lookahead+merged-chains",
                      "two-model+block", "two-model+fixed-widths", "two-model+fixed-widths+k-seq", "two-model+dynamic",
                      "two-model+dynamic+typical", "two-model+best-first", "merged-drafts"})
                    QTest::addRow("%s, T %g, %s session", method, temperature, fresh ? "another" : "the same")
                        << method << temperature << fresh;
            }
        }
    }
    void everyMomentContinuesAsBefore()
    {
        QFETCH(QString, method);
        QFETCH(double, temperature);
        QFETCH(bool, freshSession);
        const TinyPair models = makeTinyPair(64);
        const Pair pair{models.target, models.draft};
        SessionSettings settings;
        settings.sampler.temperature = temperature;
        settings = settingsFor(*combinationNamed(method.toStdString()), settings).value();
        if (method == "prompt-lookup")
            settings.options["ngram-min"] = 1;
        if (method == "suffix-automaton")
            settings.options["match-min"] = 1;
        if (method.startsWith("lookahead"))
            settings.options["lookahead-window"] = 3;
        if (method == "merged-drafts")
            settings.options["merge-lookup"] = 1;
        if (settings.shape == "dynamic")
            settings.options["tree-nodes"] = 7; // of 4 + 3 * 16 candidates
        settings.maxTokens = 25;
        settings.topTokens = 4;
        const std::string prompt = "Once Once"; // so that there is something to copy
        auto session = makeSession(pair, settings, prompt);
        const Recording recording = decode(*session);
        QVERIFY(recording.roundCount(0) > 3);
        int drafted = 0;
        for (int r = 0; r < recording.roundCount(0); ++r)
            drafted += int(recording.round(0, r).nodes.size());
        QVERIFY(drafted > 3 || method == "plain");
        const auto whole = tokensOf(*session);
        for (int r = recording.roundCount(0) - 1; r >= 0; --r) {
            const RoundRecord& original = recording.round(0, r);
            for (int m = 0; m <= int(original.moments.size()); ++m) {
                auto other = freshSession ? makeSession(pair, settings, prompt) : nullptr;
                Session& again = freshSession ? *other : *session;
                again.resume(recording, {0, r, m});
                if (m > 0) {
                    QVERIFY(withoutTimes(again.round()) == withoutTimes(atMoment(original, m)));
                }
                if (m < int(original.moments.size())) {
                    again.finishRound();
                    RoundRecord now = withoutTimes(again.round()), then = withoutTimes(original);
                    // Accepted nodes of a tree stay in the slots where they were verified. Another session reads the text in
                    // order.
                    if (freshSession && settings.shape != "chain") {
                        now = withoutSlots(now);
                        then = withoutSlots(then);
                    }
                    QVERIFY2(now == then, momentsOf(again.round()).c_str());
                }
                // And on to the end, now and then: it takes longer.
                if (m == r % 4) {
                    while (again.ended() == EndReason::none)
                        again.finishRound();
                    QCOMPARE(tokensOf(again), whole);
                }
            }
        }
    }

    void aForcedVerdictOpensABranchThatCanBeResumed()
    {
        const TinyPair models = makeTinyPair(64);
        SessionSettings settings;
        settings.maxTokens = 30;
        auto session = makeSession({models.target, models.draft}, settings, "Once");
        Recording recording = decode(*session);
        // Round 1 with its first verdict the other way round.
        const RoundRecord original = recording.round(0, 1);
        const int firstJudge = int(original.nodes.size()) + 1;
        session->resume(recording, {0, 1, firstJudge});
        const bool accepted = original.nodes[0].verdict == Verdict::accepted;
        session->forceVerdict(0, !accepted);
        const int branch = recording.fork({0, 1, firstJudge}, "forced verdict");
        recording.put(branch, session->finishRound());
        const RoundRecord forced = recording.round(branch, 1);
        QCOMPARE(forced.nodes[0].verdict, accepted ? Verdict::rejected : Verdict::accepted);
        QCOMPARE(forced.nodes[0].u, original.nodes[0].u);
        QVERIFY(forced.nodes[0].forcedVerdict);

        // The branch's own moments can be gone back to, the forced verdict included.
        for (int m = 1; m < int(forced.moments.size()); ++m) {
            session->resume(recording, {branch, 1, m});
            if (m > firstJudge) {
                session->finishRound();
                QVERIFY(withoutTimes(session->round()) == withoutTimes(forced));
            }
        }
    }

    void aForcedTokenIsReplayed()
    {
        const TinyPair models = makeTinyPair(64);
        SessionSettings settings;
        auto session = makeSession({models.target, models.draft}, settings, "Once");
        session->forceToken(1, 50);
        Recording recording(session->header());
        recording.put(0, session->finishRound());
        const RoundRecord forced = recording.round(0, 0);
        session->resume(recording, {0, 0, 3});
        session->finishRound();
        QVERIFY(withoutTimes(session->round()) == withoutTimes(forced));
    }

    void distributionsAreThereAtAnyMoment()
    {
        const TinyPair models = makeTinyPair(64);
        SessionSettings settings;
        settings.maxTokens = 12;
        auto session = makeSession({models.target, models.draft}, settings, "Once");
        const Recording recording = decode(*session);
        const RoundRecord& round = recording.round(0, 1);
        session->resume(recording, {0, 1, int(round.moments.size())});
        for (int c = 0; c < int(round.contexts.size()); ++c)
            QVERIFY(session->distribution(c, settings.topTokens) == round.contexts[std::size_t(c)]);
        QCOMPARE(int(session->distribution(0, 1000).top.size()), ByteTokenizer::vocabulary);
        session->resume(recording, {0, 1, 1});
        QVERIFY(!session->distribution(0, 4).hasP);
        QVERIFY(session->distribution(0, 4).hasQ);
    }
};

DRAFTSCOPE_TEST(TestSessionResume)
#include "test_session_resume.moc"
