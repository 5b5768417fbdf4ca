// SPDX-License-Identifier: MIT
// Sessions on the CUDA backend: greedy decoding writes the same tokens with and without a draft, and sampling is
// lossless.
#include <QTest>

#include "engine/analysis/five_letter_pair.h"
#include "engine/analysis/lossless.h"
#include "engine/catalogue/embedded.h"
#include "tests/backend/cuda/cuda_passes.h"
#include "tests/backend/cuda/fused_rounds.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::test;

class TestCudaSessions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { skipWithoutDevice(); }
    void greedyTinyPair();
    void greedyEmbeddedPair();
    void goingBackRepeatsTheSame();
    void longPrompts();
    void goingBackAfterALongPrompt();
    void bothModelsAreBroughtWithProgress();
    void twoThreads();
    void lossless();
    void brokenRuleIsFound();
};

void TestCudaSessions::greedyTinyPair()
{
    const auto backend = cudaBackend();
    const Pair pair = tinyPair();
    for (const char* prompt : {"", "Once upon a time, there was"}) {
        const auto plain = fixtures::greedyTokens(pair, "plain", 1, prompt, 70, backend);
        QVERIFY(plain.size() > 60);
        for (const int k : {1, 4, 9})
            QCOMPARE(fixtures::greedyTokens(pair, "two-model", k, prompt, 70, backend), plain);
    }
}

void TestCudaSessions::greedyEmbeddedPair()
{
    const auto embedded = embeddedModels();
    if (!embedded || embedded->models.empty())
        QSKIP("The embedded models are not there.");
    const auto load = [&](const std::string& name) { return loadModel(embedded->find(name)->directory).value(); };
    const auto backend = cudaBackend();
    const Pair pair = {load(embedded->defaultTarget), load(embedded->defaultDraft)};
    const auto plain = fixtures::greedyTokens(pair, "plain", 1, "Once upon a time", 16, backend);
    QVERIFY(plain.size() > 16);
    for (const int k : {6})
        QCOMPARE(fixtures::greedyTokens(pair, "two-model", k, "Once upon a time", 16, backend), plain);
}

/// Caches that are cut and fed again hold the same bits.
void TestCudaSessions::goingBackRepeatsTheSame()
{
    SessionSettings settings;
    settings.maxTokens = 40;
    settings.draftLength = 3;
    auto session = Session::create(tinyPair(), settings, "There was", cudaBackend()).value();
    const Recording recording = fixtures::decode(*session);
    QVERIFY(recording.roundCount(0) > 8);
    for (int round = recording.roundCount(0) - 1; round >= 0; round -= 3) {
        const RoundRecord& original = recording.round(0, round);
        session->resume(recording, {0, round, 2});
        session->finishRound();
        QVERIFY(fixtures::withoutTimes(session->round()) == fixtures::withoutTimes(original));
    }
}

/// Passes and rounds of two sessions on two threads wait for each other: both write what each writes alone.
void TestCudaSessions::twoThreads()
{
    SessionSettings settings;
    settings.maxTokens = 24;
    QVERIFY(fixtures::twoThreadsWriteWhatOneWrites(tinyPair(), settings, cudaBackend()));
}

namespace {

/// Tiny models take a byte for a token.
std::string longPrompt()
{
    std::string prompt;
    for (int i = 0; i < 9; ++i)
        prompt += "There was a dog no. " + std::to_string(i * 7919) + ", and it ran. ";
    return prompt;
}

Pair roomyPair()
{
    const auto [target, draft] = fixtures::makeTinyPair(1024);
    return {target, draft};
}

} // namespace

/// A prompt is computed in another way than what follows it, in every decode the same.
void TestCudaSessions::longPrompts()
{
    const auto backend = cudaBackend();
    const Pair pair = roomyPair();
    for (const std::size_t length : {65u, 300u}) { // one token more, of which the last is no prompt row
        const std::string prompt = longPrompt().substr(0, length);
        const auto plain = fixtures::greedyTokens(pair, "plain", 1, prompt, 40, backend);
        QCOMPARE(plain.size(), length + 1 + 40);
        for (const int k : {1, 4, 9})
            QCOMPARE(fixtures::greedyTokens(pair, "two-model", k, prompt, 40, backend), plain);
    }
}

/// To the very beginning, where the prompt is kept; and in another session, where all of it is fed again.
void TestCudaSessions::goingBackAfterALongPrompt()
{
    SessionSettings settings;
    settings.maxTokens = 30;
    settings.draftLength = 3;
    const auto backend = cudaBackend();
    const auto make = [&] { return Session::create(roomyPair(), settings, longPrompt(), backend).value(); };
    auto session = make();
    const Recording recording = fixtures::decode(*session);
    const auto whole = fixtures::tokensOf(*session);
    const int rounds = recording.roundCount(0);
    QVERIFY(rounds > 7);
    for (const bool isFresh : {false, true}) {
        for (const int round : {rounds - 1, rounds / 2, 1, 0}) {
            for (const int moment : {0, 2}) {
                if (isFresh)
                    session = make();
                session->resume(recording, {0, round, moment});
                session->finishRound();
                QVERIFY(fixtures::withoutTimes(session->round()) == fixtures::withoutTimes(recording.round(0, round)));
            }
        }
        while (session->ended() == EndReason::none)
            session->finishRound();
        QCOMPARE(fixtures::tokensOf(*session), whole);
    }
}

void TestCudaSessions::bothModelsAreBroughtWithProgress()
{
    std::vector<std::string> heard;
    Progress progress;
    progress.report = [&](double share, std::string_view what) {
        if (share == 1)
            heard.emplace_back(what);
    };
    Pair pair = tinyPair();
    auto draft = std::make_shared<Model>(*pair.draft);
    draft->name = "Draft";
    pair.draft = draft;
    const auto backend = cudaBackend();
    QVERIFY(Session::create(pair, {}, "Once", backend, progress).has_value());
    QCOMPARE(
        heard,
        (std::vector<std::string>{"Bringing " + pair.target->name + " to the device", "Bringing Draft to the device"}));
    std::atomic<bool> cancelled = true;
    progress.cancelled = &cancelled;
    QVERIFY(Session::create(pair, {}, "Once", backend, progress).has_value()); // they are there
    const auto stopped = Session::create(tinyPair(), {}, "Once", backend, progress);
    QVERIFY(!stopped);
    QVERIFY(stopped.error().sentence.ends_with(" was cancelled."));
}

namespace {

/// Whole sessions over passes of the device; texts are short, because the simulated one is slow.
LosslessReport checkedOnDevice(std::optional<double> brokenDraftTemperature)
{
    LosslessOptions options;
    options.draftLengths = {3};
    options.brokenDraftTemperature = brokenDraftTemperature;
    const LosslessSubject letters{fiveLetterPair(), {"abc"}, {{.temperature = 1.0}}, 5, 10'000};
    const auto report = losslessCheck({letters}, options, cudaBackend());
    if (!report)
        qFatal("%s", report.error().sentence.c_str());
    return *report;
}

} // namespace

void TestCudaSessions::lossless()
{
    const LosslessReport report = checkedOnDevice({});
    QVERIFY(report.passed());
    QCOMPARE(report.count(LosslessVerdict::passed), 4);
    QVERIFY(report.acceptanceRate > 0.2 && report.acceptanceRate < 0.999);
}

/// The check above can fail.
void TestCudaSessions::brokenRuleIsFound()
{
    QVERIFY(!checkedOnDevice(0.5).passed());
}

DRAFTSCOPE_TEST(TestCudaSessions)
#include "test_cuda_sessions.moc"
