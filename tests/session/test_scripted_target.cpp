// SPDX-License-Identifier: MIT
// A session whose target is no model of this process: it asks through the Target interface only.
#include <cmath>
#include <map>

#include <QTest>

#include "engine/core/random.h"
#include "tests/fixtures/scripted_target.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

constexpr int scriptLetters = 5;
const std::string scriptPrompt = "abcabcab";

/// Follows from the last two letters; no two probabilities of a context are alike.
Distribution byLastTwoLetters(const std::vector<TokenId>& text)
{
    const auto place = std::uint32_t(text[text.size() - 2] * scriptLetters + text.back());
    Distribution p;
    double total = 0;
    for (int i = 0; i < scriptLetters; ++i)
        total += p.emplace_back(0.1 + uniform(7, 0, place, std::uint32_t(i), Purpose::plain));
    for (double& each : p)
        each /= total;
    return p;
}

/// Copies n-grams of one letter on, so that nearly every round drafts.
SessionSettings scriptSettings(const char* method, bool isGreedy, int tokens)
{
    SessionSettings settings;
    settings.method = method;
    settings.sampler.greedy = isGreedy;
    settings.maxTokens = tokens;
    settings.draftLength = 3;
    if (settings.method == "prompt-lookup")
        settings.options["ngram-min"] = 1;
    return settings;
}

/// told: see ScriptedTarget.
Result<std::unique_ptr<Session>> tryScript(const SessionSettings& settings, ScriptedCalls& calls,
                                           int told = scriptLetters)
{
    static const auto cpu = makeCpuBackend(1);
    return Session::create(std::make_unique<ScriptedTarget>(&byLastTwoLetters, scriptLetters, calls, told),
                           {scriptedModel(scriptLetters), nullptr}, settings, scriptPrompt, cpu);
}

std::unique_ptr<Session> sessionOfScript(const SessionSettings& settings, ScriptedCalls& calls,
                                         int told = scriptLetters)
{
    auto session = tryScript(settings, calls, told);
    if (!session)
        qFatal("%s", session.error().sentence.c_str());
    return std::move(*session);
}

/// The rounds of a session that goes on whenever its target was not to be reached.
std::vector<RoundRecord> decodedInSpite(Session& session, bool byMoments, int& failures)
{
    std::vector<RoundRecord> rounds;
    while (session.ended() == EndReason::none) {
        try {
            if (byMoments)
                while (session.advance().kind != MomentKind::commit) {}
            else
                session.finishRound();
            rounds.push_back(withoutTimes(session.round()));
        } catch (const TargetUnavailable&) {
            ++failures;
        }
    }
    return rounds;
}

} // namespace

class TestScriptedTarget : public QObject {
    Q_OBJECT
private slots:
    void greedyTextIsTheScripts()
    {
        std::vector<TokenId> expected = *LetterTokenizer(scriptLetters).encode(scriptPrompt);
        for (int i = 0; i < 40; ++i) {
            const Distribution p = byLastTwoLetters(expected);
            expected.push_back(TokenId(std::ranges::max_element(p) - p.begin()));
        }
        for (const char* method : {"plain", "prompt-lookup"}) {
            ScriptedCalls calls;
            const auto session = sessionOfScript(scriptSettings(method, true, 40), calls);
            const Recording recording = decode(*session);
            QCOMPARE(tokensOf(*session), expected);
            QCOMPARE(session->header().backend, std::string("script"));
            QVERIFY(!session->targetSlots());
            QCOMPARE(calls.verified, recording.roundCount(0));
            for (int r = 0; r < recording.roundCount(0); ++r) // of K drafts it is asked for K + 1 contexts at once
                QCOMPARE(calls.contexts[std::size_t(r)], int(recording.round(0, r).nodes.size()) + 1);
            QCOMPARE(*std::ranges::max_element(calls.contexts), std::string(method) == "plain" ? 1 : 4);
        }
    }

    void sampledTextsFollowTheScript_data()
    {
        QTest::addColumn<int>("told");
        QTest::newRow("all of p") << scriptLetters;
        QTest::newRow("two tokens and drafts") << 2;
        QTest::newRow("drafts only") << 0;
    }
    void sampledTextsFollowTheScript()
    {
        QFETCH(int, told);
        constexpr int decodes = 4000;
        std::map<std::vector<TokenId>, int> counts;
        SessionSettings settings = scriptSettings("prompt-lookup", false, 2);
        settings.topTokens = 0;
        int draws = 0;
        for (int seed = 0; seed < decodes; ++seed) {
            settings.seed = std::uint64_t(seed);
            ScriptedCalls calls;
            const auto session = sessionOfScript(settings, calls, told);
            (void)decode(*session);
            draws += calls.draws;
            const std::vector<TokenId> text = tokensOf(*session);
            ++counts[{text.end() - 2, text.end()}];
        }
        QVERIFY(told == scriptLetters ? draws == 0 : draws > decodes); // some were drawn and not kept
        std::vector<TokenId> text = *LetterTokenizer(scriptLetters).encode(scriptPrompt);
        const Distribution first = byLastTwoLetters(text);
        for (TokenId a = 0; a < scriptLetters; ++a) {
            text.push_back(a);
            const Distribution second = byLastTwoLetters(text);
            text.pop_back();
            for (TokenId b = 0; b < scriptLetters; ++b) {
                const double p = first[std::size_t(a)] * second[std::size_t(b)];
                QVERIFY(std::abs(counts[{a, b}] - decodes * p) < 5 * std::sqrt(decodes * p * (1 - p)));
            }
        }
    }

    /// What is not known is in the tail, and the probabilities that are known are those of the script.
    void recordsSayWhatIsKnown()
    {
        ScriptedCalls calls;
        SessionSettings settings = scriptSettings("prompt-lookup", false, 40);
        const auto session = sessionOfScript(settings, calls, 2);
        const Recording recording = decode(*session);
        std::vector<TokenId> text = *LetterTokenizer(scriptLetters).encode(scriptPrompt);
        int unlisted = 0;
        for (int r = 0; r < recording.roundCount(0); ++r) {
            const RoundRecord& round = recording.round(0, r);
            const DistributionRecord& root = round.contexts.front();
            const Distribution p = byLastTwoLetters(text);
            double listed = 0;
            for (const DistributionEntry& entry : root.top) {
                QVERIFY(std::abs(entry.p - p[std::size_t(entry.token)]) < 1e-6);
                listed += entry.p;
            }
            QVERIFY(root.hasP && root.top.size() >= 2);
            QVERIFY(std::abs(root.tailP - (1 - listed)) < 1e-6);
            QCOMPARE(root.tailTokens, scriptLetters - int(root.top.size()));
            unlisted += root.tailTokens;
            for (const NodeRecord& node : round.nodes)
                QVERIFY(node.parent >= 0 || std::abs(node.p - p[std::size_t(node.token)]) < 1e-6);
            for (const CommittedToken& token : round.committed)
                text.push_back(token.token);
        }
        QVERIFY(unlisted > 0);
    }

    /// Greedy decoding goes by the first token alone, so two that are told are all of p.
    void greedyNeedsTheFirstTokenOnly()
    {
        ScriptedCalls all, some;
        for (const char* method : {"plain", "prompt-lookup"}) {
            const auto whole = sessionOfScript(scriptSettings(method, true, 40), all);
            const auto part = sessionOfScript(scriptSettings(method, true, 40), some, 1);
            (void)decode(*whole);
            (void)decode(*part);
            QCOMPARE(tokensOf(*part), tokensOf(*whole));
        }
        QCOMPARE(some.draws, 0);
    }

    void aRuleThatNeedsMoreOfPIsRefused()
    {
        ScriptedCalls calls;
        const auto sentence = [&](const SessionSettings& settings) {
            const auto session = tryScript(settings, calls, 2);
            return session ? std::string() : session.error().sentence;
        };
        SessionSettings typical = scriptSettings("prompt-lookup", false, 20);
        typical.verifier = "typical";
        QCOMPARE(sentence(typical),
                 std::string("The verifier typical needs all of p, because it goes by the entropy of p, and script "
                             "tells a part of p: choose the verifier speculative-sampling or greedy."));
        SessionSettings warm = scriptSettings("prompt-lookup", false, 20);
        warm.sampler.temperature = 0.8;
        QCOMPARE(sentence(warm),
                 std::string("The verifier deterministic-children needs p of every draft, and script tells only which "
                             "token is the likeliest with such a sampler: choose temperature 0, or temperature 1 "
                             "without filters."));
        SessionSettings broken = scriptSettings("prompt-lookup", false, 20);
        broken.fault = "skip-bonus";
        QVERIFY(!sentence(broken).empty());
        const auto session = sessionOfScript(scriptSettings("prompt-lookup", false, 20), calls, 2);
        session->finishRound();
        QVERIFY(!session->setSampler(warm.sampler));
        QVERIFY(session->setSampler(scriptSettings("plain", true, 1).sampler));
        session->finishRound();
    }

    /// The round in which it happens is begun again, and nothing that was finished is lost.
    void whereTheTargetCannotBeReachedTheRoundIsBegunAgain()
    {
        for (const bool isGreedy : {true, false}) {
            const SessionSettings settings = scriptSettings("prompt-lookup", isGreedy, 30);
            ScriptedCalls undisturbed;
            const auto before = sessionOfScript(settings, undisturbed);
            int failures = 0;
            const std::vector<RoundRecord> expected = decodedInSpite(*before, false, failures);
            QCOMPARE(failures, 0);
            for (const bool byMoments : {true, false}) {
                ScriptedCalls calls;
                calls.unavailableAt = {1, 3, 4, 8};
                const auto session = sessionOfScript(settings, calls);
                failures = 0;
                QVERIFY(decodedInSpite(*session, byMoments, failures) == expected);
                QCOMPARE(failures, 4);
                QCOMPARE(tokensOf(*session), tokensOf(*before));
                QCOMPARE(calls.verified, undisturbed.verified + 4);
            }
        }
    }

    void goingBackRepeatsTheRun()
    {
        const SessionSettings settings = scriptSettings("prompt-lookup", false, 20);
        ScriptedCalls calls;
        const auto session = sessionOfScript(settings, calls);
        const Recording recording = decode(*session);
        const auto again = sessionOfScript(settings, calls);
        for (int r = 0; r < recording.roundCount(0); ++r)
            for (int moment = 0; moment < int(recording.round(0, r).moments.size()); ++moment) {
                again->resume(recording, {0, r, moment});
                QVERIFY(withoutTimes(again->finishRound()) == withoutTimes(recording.round(0, r)));
            }
    }

    void whatReachesIntoTheTargetIsRefused()
    {
        ScriptedCalls calls;
        for (const char* method : {"layer-skipping", "early-exit", "lookahead"}) {
            const auto session = tryScript(scriptSettings(method, false, 20), calls);
            QVERIFY2(!session, method);
            QCOMPARE(session.error().sentence,
                     "The method " + std::string(method)
                         + " needs what the target computes on the way to its tokens, and script does not tell that: "
                           "choose a method that drafts without it, for example two-model or prompt-lookup.");
        }
        SessionSettings settings = scriptSettings("prompt-lookup", false, 20);
        settings.fault = "keep-rejected-kv";
        const auto session = tryScript(settings, calls);
        QVERIFY(!session);
        QCOMPARE(session.error().sentence,
                 std::string("The fault keep-rejected-kv leaves K/V in the cache of the target, which script keeps to "
                             "itself: choose another fault."));
    }
};

DRAFTSCOPE_TEST(TestScriptedTarget)
#include "test_scripted_target.moc"
