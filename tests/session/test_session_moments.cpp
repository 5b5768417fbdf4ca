// SPDX-License-Identifier: MIT
// What a session does, moment by moment, on a model of random weights that lies in memory.
#include <QTest>

#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

Pair tinyPair(int context = 128)
{
    const TinyPair pair = makeTinyPair(context);
    return {pair.target, pair.draft};
}

SessionSettings settingsFor(const char* method, double temperature, int draftLength, int maxTokens = 40)
{
    SessionSettings settings;
    settings.method = method;
    settings.sampler.temperature = temperature;
    settings.draftLength = draftLength;
    settings.maxTokens = maxTokens;
    return settings;
}

} // namespace

class TestSessionMoments : public QObject {
    Q_OBJECT
private slots:
    /// q of a draft that was copied is one-hot, and lists no token but that one.
    void copiedDraftsListWhatTheyPropose()
    {
        const TinyPair models = makeTinyPair(64);
        SessionSettings settings;
        settings.method = "prompt-lookup";
        settings.options["ngram-min"] = 1;
        settings.topTokens = 2;
        settings.maxTokens = 12;
        auto session = makeSession({models.target, nullptr}, settings, "Once Once");
        const Recording recording = decode(*session);
        int contexts = 0;
        for (int r = 0; r < recording.roundCount(0); ++r) {
            const RoundRecord& round = recording.round(0, r);
            QCOMPARE(round.verifier, std::string("deterministic-children"));
            const RoundRecord drafted = atMoment(round, int(round.nodes.size())); // the target has not been asked
            for (const NodeRecord& node : round.nodes) {
                const DistributionRecord& context = drafted.contexts[std::size_t(node.parent + 1)];
                QVERIFY(context.hasQ && !context.hasP);
                QCOMPARE(context.top.front().token, node.token);
                QCOMPARE(context.top.front().q, 1.0f);
                QCOMPARE(context.tailQ, 0.0);
                const DistributionRecord& verified = round.contexts[std::size_t(node.parent + 1)];
                QVERIFY(verified.top.size() <= 5); // two of p, two of the residual, the draft; a drawn one among them
                QVERIFY(std::abs(1 - verified.residualMass - node.p) < 1e-12);
                if (node.acceptance)
                    QCOMPARE(*node.acceptance, node.p);
                ++contexts;
            }
        }
        QVERIFY(contexts > 3);
    }

    void plainRoundIsThreeMoments()
    {
        auto session = makeSession(tinyPair(), settingsFor("plain", 1.0, 4), "Once");
        QCOMPARE(momentsOf(session->finishRound()), std::string("verify, plain, commit"));
        QCOMPARE(session->generatedCount(), 1);
        QCOMPARE(session->round().committed.at(0).source, TokenSource::plain);
        QVERIFY(session->draftSlots() == nullptr);
    }

    void everyRoundHasItsMomentsInOrder()
    {
        auto session = makeSession(tinyPair(), settingsFor("two-model", 1.0, 3, 60), "Once upon a time");
        bool sawResidual = false, sawBonus = false;
        while (session->ended() == EndReason::none) {
            const RoundRecord round = session->finishRound();
            std::string expected;
            for (std::size_t n = 0; n < round.nodes.size(); ++n)
                expected += fmt::format("draft {}, ", n);
            expected += "verify, ";
            for (int n = 0; n < round.judgedCount(); ++n)
                expected += fmt::format("judge {}, ", n);
            const bool all = round.acceptedCount() == int(round.nodes.size());
            expected += round.nodes.empty() ? "plain" : all ? "bonus" : "residual";
            QCOMPARE(momentsOf(round), expected + ", commit");
            QCOMPARE(int(round.committed.size()), round.acceptedCount() + 1);
            QCOMPARE(round.judgedCount(), all ? int(round.nodes.size()) : round.acceptedCount() + 1);
            for (const NodeRecord& node : round.nodes) {
                if (node.acceptance) {
                    QCOMPARE(*node.acceptance, std::min(1.0, node.p / node.q));
                    QCOMPARE(node.verdict == Verdict::accepted, *node.u < *node.acceptance);
                }
            }
            sawResidual |= !round.nodes.empty() && !all;
            sawBonus |= !round.nodes.empty() && all;
        }
        QVERIFY(sawResidual && sawBonus);
    }

    void greedyWithADraftIsPlainGreedy_data()
    {
        QTest::addColumn<int>("draftLength");
        QTest::addColumn<bool>("isOwnDraft");
        for (const int k : {1, 2, 4, 8, 64}) {
            QTest::addRow("K %d, another draft", k) << k << false;
            QTest::addRow("K %d, the target as its own draft", k) << k << true;
        }
    }
    void greedyWithADraftIsPlainGreedy()
    {
        QFETCH(int, draftLength);
        QFETCH(bool, isOwnDraft);
        Pair pair = tinyPair();
        if (isOwnDraft)
            pair.draft = pair.target;
        for (const char* prompt : {"", "a", "Once upon a time", "There was"}) {
            auto plain = makeSession(pair, settingsFor("plain", 0.0, 1, 80), prompt);
            decode(*plain);
            auto speculative = makeSession(pair, settingsFor("two-model", 0.0, draftLength, 80), prompt);
            const Recording recording = decode(*speculative);
            QCOMPARE(tokensOf(*speculative), tokensOf(*plain));
            QCOMPARE(speculative->ended(), plain->ended());
            if (isOwnDraft) { // the same model agrees with itself always, also where its cache was one token short
                for (int r = 0; r < recording.roundCount(0); ++r)
                    QCOMPARE(recording.round(0, r).acceptedCount(), int(recording.round(0, r).nodes.size()));
            }
        }
    }

    void ownDraftIsAlwaysAcceptedAtTemperatureOne()
    {
        Pair pair = tinyPair();
        pair.draft = pair.target;
        auto session = makeSession(pair, settingsFor("two-model", 1.0, 5, 60), "Once");
        const Recording recording = decode(*session);
        for (int r = 0; r < recording.roundCount(0); ++r) {
            for (const NodeRecord& node : recording.round(0, r).nodes) {
                QCOMPARE(node.p, node.q);
                QCOMPARE(node.verdict, Verdict::accepted);
            }
        }
    }

    void endsAtTheTokenLimitAndAtTheContext_data()
    {
        QTest::addColumn<int>("context");
        QTest::addColumn<int>("maxTokens");
        QTest::addColumn<int>("generated");
        QTest::addColumn<EndReason>("reason");
        QTest::newRow("limit") << 64 << 17 << 17 << EndReason::tokenLimit;
        QTest::newRow("one token") << 64 << 1 << 1 << EndReason::tokenLimit;
        QTest::newRow("context") << 16 << 100 << 11 << EndReason::contextFull; // BOS and "Once" take 5 of 16
        QTest::newRow("both at once") << 16 << 11 << 11 << EndReason::tokenLimit;
    }
    void endsAtTheTokenLimitAndAtTheContext()
    {
        QFETCH(int, context);
        QFETCH(int, maxTokens);
        QFETCH(int, generated);
        QFETCH(EndReason, reason);
        for (const char* method : {"plain", "two-model"}) {
            auto session = makeSession(tinyPair(context), settingsFor(method, 1.0, 4, maxTokens), "Once");
            decode(*session);
            QCOMPARE(session->generatedCount(), generated);
            QCOMPARE(session->ended(), reason);
        }
    }

    void endOfTextCutsTheCommit()
    {
        const TinyPair models = makeTinyPair(128, true);
        bool sawIt = false;
        for (std::uint64_t seed = 1; seed < 40; ++seed) {
            SessionSettings settings = settingsFor("two-model", 1.5, 4, 100);
            settings.seed = seed;
            auto session = makeSession({models.target, models.draft}, settings, "Once");
            decode(*session);
            const auto tokens = tokensOf(*session);
            const auto ends = std::count(tokens.begin() + 1, tokens.end(), TokenId(2));
            QCOMPARE(ends, session->ended() == EndReason::endOfText ? 1 : 0);
            QCOMPARE(session->round().endOfText, session->ended() == EndReason::endOfText);
            if (ends)
                QCOMPARE(tokens.back(), TokenId(2));
            sawIt |= ends == 1;
        }
        QVERIFY(sawIt);
    }

    void aDraftWithAShorterContextStopsDrafting()
    {
        TinyModelOptions shorter;
        shorter.context = 24;
        shorter.noise = 0.2f;
        auto session =
            makeSession({makeTinyModel(), makeTinyModel(shorter)}, settingsFor("two-model", 1.0, 4, 60), "Once");
        const Recording recording = decode(*session);
        QCOMPARE(session->generatedCount(), 60);
        for (int r = 0; r < recording.roundCount(0); ++r) {
            const RoundRecord& round = recording.round(0, r);
            QVERIFY(round.prefixLength + int(round.nodes.size()) <= std::max(24, round.prefixLength));
            // The last round has no room in the text for a draft anyway.
            const bool wanted = r + 1 < recording.roundCount(0);
            QCOMPARE(round.draftContextFull, wanted && round.prefixLength >= 24);
            QCOMPARE(round.nodes.empty(), round.prefixLength >= 24 || !wanted);
        }
        QCOMPARE(draftContextNote(recording.header()),
                 std::string("The draft's context of 24 tokens is full: from here on the target decodes alone."));
        QCOMPARE(momentsOf(session->round()), std::string("verify, plain, commit"));
    }

    void slotsFollowTheText()
    {
        auto session = makeSession(tinyPair(), settingsFor("two-model", 1.0, 3), "Once");
        session->finishRound();
        const auto tokens = tokensOf(*session);
        const SlotTable& table = *session->targetSlots();
        QCOMPARE(table.committedCount(0), int(tokens.size()) - 1);
        for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
            QCOMPARE(table.allSlots()[std::size_t(table.path(0)[i])].token, tokens[i]);
        while (session->advance().kind != MomentKind::verify) {}
        for (const NodeRecord& node : session->round().nodes)
            QCOMPARE(table.allSlots()[std::size_t(node.targetSlot)].state, SlotState::speculative);
    }

    void whatIsForcedIsDoneAndWrittenDown()
    {
        auto session = makeSession(tinyPair(), settingsFor("two-model", 1.0, 3), "Once");
        session->forceToken(1, 42);
        session->forceU(0, 0.0); // under every positive acceptance
        session->forceVerdict(1, true);
        session->forceVerdict(2, false);
        const RoundRecord round = session->finishRound();
        QCOMPARE(round.nodes[1].token, 42);
        QVERIFY(round.nodes[1].forcedToken && round.nodes[0].forcedU && round.nodes[1].forcedVerdict);
        QCOMPARE(*round.nodes[0].u, 0.0);
        QCOMPARE(round.nodes[0].verdict, Verdict::accepted);
        QVERIFY(round.nodes[1].acceptance && round.nodes[1].u); // kept though the verdict was forced
        QCOMPARE(round.acceptedCount(), 2);
        QCOMPARE(round.committed.at(2).source, TokenSource::residual);
        QCOMPARE(round.overrides.size(), std::size_t(4));
        QVERIFY(session->finishRound().overrides.empty());
    }

    void ofAUAndAVerdictTheLaterOneCounts()
    {
        auto session = makeSession(tinyPair(), settingsFor("two-model", 1.0, 3), "Once");
        session->forceVerdict(0, false);
        session->forceU(0, 0.0); // under every positive acceptance
        session->forceU(1, 0.0);
        session->forceVerdict(1, false);
        const RoundRecord round = session->finishRound();
        QCOMPARE(round.nodes[0].verdict, Verdict::accepted);
        QVERIFY(round.nodes[0].forcedU && !round.nodes[0].forcedVerdict);
        QCOMPARE(round.nodes[1].verdict, Verdict::rejected);
        QVERIFY(round.nodes[1].forcedVerdict && !round.nodes[1].forcedU);
        QCOMPARE(round.overrides.size(), std::size_t(2));
    }

    void samplerAndLengthChangeWithTheNextRound()
    {
        auto session = makeSession(tinyPair(), settingsFor("two-model", 1.0, 3), "Once");
        session->advance();
        QVERIFY(session->setDraftLength(5));
        QVERIFY(session->setSampler({.temperature = 0.5}));
        QVERIFY(!session->setSampler({.temperature = -1}));
        QVERIFY(!session->setDraftLength(65));
        QCOMPARE(session->finishRound().nodes.size(), std::size_t(3));
        const RoundRecord round = session->finishRound();
        QCOMPARE(round.nodes.size(), std::size_t(5));
        QCOMPARE(round.sampler.temperature, 0.5);
        QCOMPARE(round.overrides.size(), std::size_t(2));
    }

    /// With the sampler the verifier changes, and each round says which one judged it.
    void roundsNameTheirVerifier()
    {
        auto session = makeSession(tinyPair(), settingsFor("two-model", 0.0, 3), "Once");
        QCOMPARE(session->header().verifier, std::string("greedy"));
        QCOMPARE(session->finishRound().verifier, std::string("greedy"));
        session->advance();
        QVERIFY(session->setSampler({.temperature = 1.0}));
        QCOMPARE(session->finishRound().verifier, std::string("greedy")); // it counts from the next round on
        const RoundRecord round = session->finishRound();
        QCOMPARE(round.verifier, std::string("speculative-sampling"));
        for (const NodeRecord& node : round.nodes)
            if (node.acceptance)
                QCOMPARE(*node.acceptance, std::min(1.0, node.p / node.q));
        QVERIFY(session->setSampler({.greedy = true}));
        QCOMPARE(session->finishRound().verifier, std::string("greedy"));
    }

    void contextsAddUpToOne()
    {
        SessionSettings settings = settingsFor("two-model", 0.8, 3);
        settings.sampler.topP = 0.9;
        settings.topTokens = 5;
        auto session = makeSession(tinyPair(), settings, "Once");
        while (session->ended() == EndReason::none) {
            const RoundRecord round = session->finishRound();
            QCOMPARE(round.contexts.size(), round.nodes.size() + 1);
            for (std::size_t c = 0; c < round.contexts.size(); ++c) {
                const DistributionRecord& record = round.contexts[c];
                double p = record.tailP, q = record.tailQ, residual = record.tailResidual;
                for (const DistributionEntry& entry : record.top) {
                    p += double(entry.p);
                    q += double(entry.q);
                    residual += double(entry.residual);
                }
                QVERIFY(record.hasP && std::abs(p - 1) < 1e-6);
                QCOMPARE(record.hasQ, c < round.nodes.size());
                QVERIFY(!record.hasQ || std::abs(q - 1) < 1e-6);
                QVERIFY(record.residualMass <= 1e-12 || std::abs(residual - 1) < 1e-6);
                QVERIFY(int(record.top.size()) >= 5 && int(record.top.size()) <= 15);
                QCOMPARE(int(record.top.size()) + record.tailTokens, ByteTokenizer::vocabulary);
            }
        }
    }

    void tracingChangesNothing()
    {
        SessionSettings settings = settingsFor("two-model", 1.0, 4);
        auto traced = makeSession(tinyPair(), settings, "Once");
        settings.topTokens = 0;
        auto untraced = makeSession(tinyPair(), settings, "Once");
        decode(*traced);
        decode(*untraced);
        QCOMPARE(tokensOf(*traced), tokensOf(*untraced));
        QVERIFY(untraced->round().contexts.empty());
    }

    void momentByMomentIsTheSameAsRoundByRound()
    {
        auto slow = makeSession(tinyPair(), settingsFor("two-model", 1.0, 4), "Once");
        auto fast = makeSession(tinyPair(), settingsFor("two-model", 1.0, 4), "Once");
        while (fast->ended() == EndReason::none) {
            fast->finishRound();
            while (slow->advance().kind != MomentKind::commit) {}
            QVERIFY(withoutTimes(slow->round()) == withoutTimes(fast->round()));
        }
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("words");
        QTest::newRow("method") << "method"
                                << "no method \"magic\"";
        QTest::newRow("verifier") << "verifier"
                                  << "no verifier \"magic\"";
        QTest::newRow("greedy at temperature 1") << "greedy"
                                                 << "needs greedy sampling";
        QTest::newRow("K") << "K"
                           << "draft length is 0";
        QTest::newRow("no draft") << "no draft"
                                  << "needs a draft model";
        QTest::newRow("long prompt") << "long prompt"
                                     << "The prompt has 17 tokens and the context of Tiny target holds 16";
    }
    void refusals()
    {
        QFETCH(QString, what);
        QFETCH(QString, words);
        Pair pair = tinyPair(16);
        SessionSettings settings;
        std::string prompt = "Once";
        if (what == "method")
            settings.method = "magic";
        if (what == "verifier")
            settings.verifier = "magic";
        if (what == "greedy")
            settings.verifier = "greedy";
        if (what == "K")
            settings.draftLength = 0;
        if (what == "no draft")
            pair.draft = nullptr;
        if (what == "long prompt")
            prompt = "sixteen letters.";
        const auto session = Session::create(pair, settings, prompt, makeCpuBackend(1));
        QVERIFY(!session);
        QVERIFY2(QString::fromStdString(session.error().sentence).contains(words), session.error().sentence.c_str());
    }
};

DRAFTSCOPE_TEST(TestSessionMoments)
#include "test_session_moments.moc"
