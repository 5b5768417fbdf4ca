// SPDX-License-Identifier: MIT
// Rounds that the device decides in one go come out as those that a session takes by their moments, bit by bit, and
// cost the host one wait.
#include <QTest>

#include "tests/backend/cuda/cuda_passes.h"
#include "tests/backend/cuda/fused_rounds.h"
#include "tests/fixtures/cache_tables.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/test_main.h"
#ifndef DRAFTSCOPE_ON_DEVICE
#include "tests/simt/simulated_device.h"
#endif

using namespace draftscope;
using namespace draftscope::test;

class TestCudaRounds : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { skipWithoutDevice(); }
    void cleanup();
    void thereIsARunner();
    void asByMoments_data();
    void asByMoments();
    void draftsOfAPartOfTheVocabulary_data();
    void draftsOfAPartOfTheVocabulary();
    void distributionsCanBeOpenedAfterwards();
    void cachesAreDrawn();
    void changesGoByMoments();
    void goingBackAndOn();
    void timesAreOfTheRound();
#ifndef DRAFTSCOPE_ON_DEVICE
    void hostWaitsOnce();
    void lateStreamsGiveTheSame();
    void everyCallMayFail();
    void withoutMemoryItGoesByMoments();
    void withoutMemoryForGraphsItIsTheSame();
#endif
};

void TestCudaRounds::cleanup()
{
#ifndef DRAFTSCOPE_ON_DEVICE
    simt::simulatedDevice() = {};
    simt::failCall(0);
    simt::failAllocation(0);
    QVERIFY(simt::liveObjects() == simt::LiveObjects{});
#endif
}

/// Else the tests below would compare moments with moments.
void TestCudaRounds::thereIsARunner()
{
    const auto backend = cudaBackend();
    const Pair pair = tinyPair();
    const auto target = cudaPass(*backend, pair.target), draft = cudaPass(*backend, pair.draft);
    const std::vector<ForwardPass*> drafts = {draft.get()};
    const auto runner = backend->makeRoundRunner(*target, drafts);
    QVERIFY(runner);
    QVERIFY(runner->prepare({64, 64}));
    QVERIFY(!runner->prepare({65, 16})); // with the root they are more rows than a pass has
    QVERIFY(!backend->makeRoundRunner(*target, {})->prepare({1, 16}));
    const auto elsewhere = passOf(pair.target, 1);
    QVERIFY(!backend->makeRoundRunner(*elsewhere, drafts));
}

void TestCudaRounds::asByMoments_data()
{
    QTest::addColumn<SessionSettings>("settings");
    const SamplerSettings filtered = {.temperature = 0.8, .topK = 20, .topP = 0.9, .minP = 0.02};
    QTest::newRow("plain") << settingsOf("plain", 1, {});
    QTest::newRow("plain, filtered") << settingsOf("plain", 1, filtered);
    QTest::newRow("plain, greedy") << settingsOf("plain", 1, {.greedy = true});
    for (const int k : {1, 4}) {
        const auto name = [&](const char* sampler) { return QString("K = %1, %2").arg(k).arg(sampler).toUtf8(); };
        QTest::newRow(name("default").constData()) << settingsOf("two-model", k, {});
        QTest::newRow(name("filtered").constData()) << settingsOf("two-model", k, filtered);
        QTest::newRow(name("hot").constData()) << settingsOf("two-model", k, {.temperature = 1.7, .topP = 0.95});
        QTest::newRow(name("greedy").constData()) << settingsOf("two-model", k, {.greedy = true});
    }
    QTest::newRow("K = 9") << settingsOf("two-model", 9, {.temperature = 0.6});
    SessionSettings longest = settingsOf("two-model", 64, {.temperature = 0.6});
    longest.maxTokens = 80;
    QTest::newRow("K = 64") << longest;
    QTest::newRow("no contexts") << settingsOf("two-model", 4, {}, 0);
    QTest::newRow("one top token") << settingsOf("two-model", 4, filtered, 1);
    QTest::newRow("all tokens on top") << settingsOf("two-model", 4, {}, 200);
    SessionSettings samplingRule = settingsOf("two-model", 4, {.greedy = true});
    samplingRule.verifier = "speculative-sampling";
    QTest::newRow("the sampling rule on greedy drafts") << samplingRule;
}

void TestCudaRounds::asByMoments()
{
    QFETCH(SessionSettings, settings);
    const auto backend = cudaBackend();
    const Pair pair = tinyPair();
    const auto atOnce = fixtures::makeSession(pair, settings, prompt, backend);
    const auto byMoments = fixtures::makeSession(pair, settings, prompt, backend);
    const Recording recording = fixtures::decode(*atOnce);
    compareRounds(recording, decodeByMoments(*byMoments));
    const auto drafted = settings.method == "plain" ? 0 : std::size_t(settings.draftLength);
    QVERIFY(recording.round(0, 0).nodes.size() == std::min(drafted, std::size_t(settings.maxTokens - 1)));
    QCOMPARE(fixtures::tokensOf(*atOnce), fixtures::tokensOf(*byMoments));
    QVERIFY(atOnce->generatedCount() > 0);
}

void TestCudaRounds::draftsOfAPartOfTheVocabulary_data()
{
    QTest::addColumn<SessionSettings>("settings");
    QTest::newRow("K = 4, filtered") << settingsOf("two-model", 4,
                                                   {.temperature = 0.8, .topK = 20, .topP = 0.9, .minP = 0.02});
    QTest::newRow("K = 4, all tokens on top") << settingsOf("two-model", 4, {}, 200);
    QTest::newRow("greedy") << settingsOf("two-model", 4, {.greedy = true});
}

void TestCudaRounds::draftsOfAPartOfTheVocabulary()
{
    QFETCH(SessionSettings, settings);
    const auto backend = cudaBackend();
    const Pair pair = cutPair();
    const auto atOnce = fixtures::makeSession(pair, settings, prompt, backend);
    const auto byMoments = fixtures::makeSession(pair, settings, prompt, backend);
    const Recording recording = fixtures::decode(*atOnce);
    compareRounds(recording, decodeByMoments(*byMoments));
    int drafted = 0, accepted = 0;
    for (int r = 0; r < recording.roundCount(0); ++r) {
        drafted += int(recording.round(0, r).nodes.size());
        accepted += recording.round(0, r).acceptedCount();
        for (const NodeRecord& node : recording.round(0, r).nodes)
            QVERIFY(node.token % 2 == 0); // the others have no logit
    }
    QVERIFY(drafted > 8 && accepted > 0);
    if (settings.sampler.isGreedy())
        QCOMPARE(fixtures::tokensOf(*atOnce),
                 fixtures::greedyTokens(pair, "plain", 1, prompt, settings.maxTokens, backend));
}

void TestCudaRounds::distributionsCanBeOpenedAfterwards()
{
    const auto backend = cudaBackend();
    const Pair pair = tinyPair();
    SessionSettings settings = settingsOf("two-model", 4, {.temperature = 0.9, .topP = 0.95});
    settings.maxTokens = 60;
    const auto atOnce = fixtures::makeSession(pair, settings, prompt, backend);
    const auto byMoments = fixtures::makeSession(pair, settings, prompt, backend);
    for (int r = 0; r < 5; ++r) {
        QVERIFY(atOnce->ended() == EndReason::none);
        atOnce->finishRound();
        while (byMoments->advance().kind != MomentKind::commit) {}
        for (int context = 0; context <= int(atOnce->round().nodes.size()); ++context)
            QVERIFY(atOnce->distribution(context, 30) == byMoments->distribution(context, 30));
    }
}

/// What the record says of the caches is what they have, also where distributions were looked at, for which rounds
/// are done again by moments.
void TestCudaRounds::cachesAreDrawn()
{
    const auto backend = cudaBackend();
    for (const int k : {1, 4}) {
        SessionSettings settings = settingsOf("two-model", k, {});
        settings.maxTokens = 40;
        const auto atOnce = fixtures::makeSession(tinyPair(), settings, prompt, backend);
        const auto byMoments = fixtures::makeSession(tinyPair(), settings, prompt, backend);
        Recording one(atOnce->header());
        while (atOnce->ended() == EndReason::none) {
            one.put(0, atOnce->finishRound());
            const CacheTables tables = cacheAt(one, one.end(0));
            for (const auto& [drawn, live] :
                 {std::pair(tables.target, atOnce->targetSlots()), std::pair(tables.draft, atOnce->draftSlots())})
                QCOMPARE(fixtures::words(fixtures::withoutFree(drawn)),
                         fixtures::words(fixtures::withoutFree(fixtures::tableOf(live))));
            QVERIFY(!tables.target.empty());
            if (one.roundCount(0) % 2 == 0)
                (void)atOnce->distribution(0, 3);
        }
        compareRounds(one, decodeByMoments(*byMoments));
    }
}

/// What a person changes has its place in the moments; the rounds after it go on at once.
void TestCudaRounds::changesGoByMoments()
{
    const auto backend = cudaBackend();
    const Pair pair = tinyPair();
    SessionSettings settings = settingsOf("two-model", 3, {});
    settings.maxTokens = 60;
    const auto atOnce = fixtures::makeSession(pair, settings, prompt, backend);
    const auto byMoments = fixtures::makeSession(pair, settings, prompt, backend);
    Recording one(atOnce->header()), other(byMoments->header());
    for (int r = 0; r < 8; ++r) {
        for (Session* session : {atOnce.get(), byMoments.get()}) {
            QVERIFY(session->ended() == EndReason::none);
            if (r == 2)
                session->forceToken(1, 40);
            if (r == 3)
                session->forceVerdict(0, false);
            if (r == 4)
                QVERIFY(session->setSampler({.temperature = 0.7, .topK = 30}).has_value());
            if (r == 5)
                QVERIFY(session->setDraftLength(6).has_value());
        }
        one.put(0, atOnce->finishRound());
        while (byMoments->advance().kind != MomentKind::commit) {}
        other.put(0, byMoments->round());
    }
    compareRounds(one, other);
    QVERIFY(one.round(0, 2).nodes[1].forcedToken);
    QCOMPARE(one.round(0, 5).draftLength, 6);
}

void TestCudaRounds::goingBackAndOn()
{
    const auto backend = cudaBackend();
    const auto session = fixtures::makeSession(tinyPair(), settingsOf("two-model", 4, {}), prompt, backend);
    const Recording recording = fixtures::decode(*session);
    const std::vector<TokenId> whole = fixtures::tokensOf(*session);
    for (const int round : {recording.roundCount(0) / 2, 1}) {
        for (const int moment : {0, 1, 3, int(recording.round(0, round).moments.size())}) {
            session->resume(recording, {0, round, moment});
            while (session->ended() == EndReason::none)
                session->finishRound();
            QCOMPARE(fixtures::tokensOf(*session), whole);
        }
    }
}

void TestCudaRounds::timesAreOfTheRound()
{
    SessionSettings settings = settingsOf("two-model", 3, {});
    settings.maxTokens = 60;
    const auto session = fixtures::makeSession(tinyPair(), settings, prompt, cudaBackend());
    for (int r = 0; r < 4; ++r) { // the first of a size is no graph
        QVERIFY(session->ended() == EndReason::none);
        const RoundRecord& round = session->finishRound();
        QCOMPARE(round.times.draftSteps.size(), round.nodes.size());
        for (const double step : round.times.draftSteps)
            QVERIFY(step > 0 && step < 60'000);
        QVERIFY(round.times.verify > 0 && round.times.sample > 0);
    }
}

#ifndef DRAFTSCOPE_ON_DEVICE

void TestCudaRounds::hostWaitsOnce()
{
    SessionSettings settings = settingsOf("two-model", 4, {});
    settings.maxTokens = 60;
    const auto session = fixtures::makeSession(tinyPair(), settings, prompt, cudaBackend());
    waitsOnceARound(*session);
}

void TestCudaRounds::lateStreamsGiveTheSame()
{
    const Pair pair = tinyPair();
    const SessionSettings settings = settingsOf("two-model", 4, {.temperature = 0.9, .topP = 0.9});
    const Recording expected = fixtures::decode(*fixtures::makeSession(pair, settings, prompt, cudaBackend()));
    simt::simulatedDevice().lazyStreams = true;
    const auto late = fixtures::makeSession(pair, settings, prompt, cudaBackend());
    compareRounds(fixtures::decode(*late), expected);
}

/// Whatever call fails, the session ends with a sentence and nothing stays behind.
void TestCudaRounds::everyCallMayFail()
{
    const Pair pair = tinyPair();
    SessionSettings settings = settingsOf("two-model", 2, {});
    settings.maxTokens = 6;
    std::uint64_t calls = 0;
    {
        const auto backend = cudaBackend();
        const std::uint64_t before = simt::callCount();
        (void)fixtures::decode(*fixtures::makeSession(pair, settings, prompt, backend));
        calls = simt::callCount() - before;
    }
    int failures = 0;
    for (std::uint64_t n = 1; n <= calls; n += 23) {
        const auto backend = cudaBackend();
        simt::failCall(n);
        try {
            const auto session = Session::create(pair, settings, prompt, backend);
            if (session) {
                (void)fixtures::decode(**session);
            } else {
                QVERIFY(QString::fromStdString(session.error().sentence).endsWith("injected failure."));
                ++failures;
            }
        } catch (const BackendFailure& failure) {
            QVERIFY(QString(failure.what()).endsWith("injected failure."));
            ++failures;
        }
        simt::failCall(0);
    }
    // A runner that cannot be made is done without.
    QVERIFY(failures >= int(calls / 23) - 2);
}

void TestCudaRounds::withoutMemoryForGraphsItIsTheSame()
{
    const Pair pair = tinyPair();
    const SessionSettings settings = settingsOf("two-model", 4, {.temperature = 0.9});
    std::size_t most = 0;
    Recording expected;
    {
        const auto session = fixtures::makeSession(pair, settings, prompt, cudaBackend());
        expected = fixtures::decode(*session);
        most = simt::liveObjects().graphs;
    }
    QVERIFY(most > 0);
    for (std::size_t n = 1; n <= most; ++n) {
        const auto session = fixtures::makeSession(pair, settings, prompt, cudaBackend());
        simt::failGraph(n);
        compareRounds(fixtures::decode(*session), expected);
        QCOMPARE(simt::liveObjects().graphs, most - 1);
    }
}

void TestCudaRounds::withoutMemoryItGoesByMoments()
{
    goesByMomentsWithoutMemory(tinyPair(), settingsOf("two-model", 4, {}), cudaBackend(), {1, 2, 3, 4, 5});
}

#endif

DRAFTSCOPE_TEST(TestCudaRounds)
#include "test_cuda_rounds.moc"
