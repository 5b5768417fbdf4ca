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
                if (freshSession) // as on another thread
                    again.resume(recording.spineTo({0, r, m}), {0, r, m});
                else
                    again.resume(recording, {0, r, m});
                if (m > 0) {
                    QVERIFY(withoutTimes(again.round()) == withoutTimes(atMoment(original, m)));
                }
                if (m < int(original.moments.size())) {
                    again.finishRound();
                    RoundRecord now = withoutTimes(again.round()), then = withoutTimes(original);
                    // Accepted nodes of a tree stay in the slots where they were verified. Another session reads the
                    // text in order.
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

    /// What the window lists of a moment that is recorded: by another session, which has the bits of the run's.
    void anotherSessionListsTheWholeVocabularyOfAnyMoment_data()
    {
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("fault");
        for (const char* method :
             {"plain", "two-model", "prompt-lookup", "lookahead", "two-model+block", "two-model+fixed-widths+k-seq",
              "two-model+fixed-widths+without-replacement", "two-model+dynamic", "merged-drafts"})
            QTest::newRow(method) << method << "";
        for (const char* fault : {"keep-rejected-kv", "recompute-q", "skip-bonus", "p-instead-of-residual"})
            QTest::newRow(fault) << "two-model" << fault;
    }
    void anotherSessionListsTheWholeVocabularyOfAnyMoment()
    {
        QFETCH(QString, method);
        QFETCH(QString, fault);
        const TinyPair models = makeTinyPair(64);
        const Pair pair{models.target, models.draft};
        SessionSettings settings;
        settings.sampler = {.temperature = 0.9, .topP = 0.97};
        settings.maxTokens = 16;
        settings.topTokens = 4;
        settings = settingsFor(*combinationNamed(method.toStdString()), settings).value();
        if (method == "prompt-lookup")
            settings.options["ngram-min"] = 1;
        if (method == "lookahead")
            settings.options["lookahead-window"] = 3;
        if (method == "merged-drafts")
            settings.options["merge-lookup"] = 1;
        settings.fault = fault.toStdString();
        const Recording recording = decode(*makeSession(pair, settings, "Once upon once"));
        const auto beside = makeSession(pair, settings, "Once upon once");
        int compared = 0;
        for (int r = recording.roundCount(0) - 1; r >= 0; r -= 2)
            for (int m = 1; m <= int(recording.round(0, r).moments.size()); ++m) {
                const RoundRecord shown = atMoment(recording.round(0, r), m);
                if (fault == "recompute-q" && !shown.isVerified())
                    continue; // the record has the q that they are judged by
                beside->resume(recording.spineTo({0, r, m}), {0, r, m});
                for (int c = 0; c < int(shown.contexts.size()); ++c) {
                    const DistributionRecord &few = shown.contexts[std::size_t(c)],
                                             all = beside->distribution(c, ByteTokenizer::vocabulary);
                    QCOMPARE(all.hasP, few.hasP);
                    QCOMPARE(all.hasQ, few.hasQ);
                    if (!few.hasP && !few.hasQ)
                        continue;
                    QCOMPARE(int(all.top.size()), ByteTokenizer::vocabulary);
                    QCOMPARE(all.tailTokens, 0);
                    QCOMPARE(all.residualMass, few.residualMass);
                    QVERIFY(all.numbers == few.numbers);
                    QCOMPARE(all.remainders.size(), few.remainders.size());
                    double p = 0;
                    for (std::size_t i = 0; i < all.top.size(); ++i) {
                        p += double(all.top[i].p);
                        const auto listed = std::ranges::find(few.top, all.top[i].token, &DistributionEntry::token);
                        if (listed == few.top.end())
                            continue;
                        QVERIFY(*listed == all.top[i]);
                        for (std::size_t left = 0; left < few.remainders.size(); ++left)
                            QCOMPARE(all.remainders[left].values[i],
                                     few.remainders[left].values[std::size_t(listed - few.top.begin())]);
                        ++compared;
                    }
                    QVERIFY(std::abs(p - (few.hasP ? 1 : 0)) < 1e-5);
                }
            }
        QVERIFY2(compared > 100, qPrintable(QString::number(compared)));
    }
};

DRAFTSCOPE_TEST(TestSessionResume)
#include "test_session_resume.moc"
