// SPDX-License-Identifier: MIT
// Rounds that the device decides in one go come out as those that a session takes by their moments, bit by bit, and cost
// the host one wait.
#include <limits>

#include <QTest>

#include "tests/backend/cuda/cuda_passes.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/tiny_model.h"
#ifndef DRAFTSCOPE_ON_DEVICE
#include "tests/simt/simulated_device.h"
#endif

using namespace draftscope;
using namespace draftscope::test;

Q_DECLARE_METATYPE(SessionSettings)

class TestCudaRounds : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { skipWithoutDevice(); }
    void cleanup();
    void thereIsARunner();
    void asByMoments_data();
    void asByMoments();
    void textsThatEnd();
    void unusableLogits_data();
    void unusableLogits();
    void distributionsCanBeOpenedAfterwards();
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

namespace {

const std::string prompt = "There was a";

Pair tinyPair()
{
    const auto [target, draft] = fixtures::makeTinyPair();
    return {target, draft};
}

/// A copy whose weights may be changed, with a head apart from the embedding.
struct ChangedModel {
    std::shared_ptr<Model> model;
    std::shared_ptr<std::vector<float>> embedding, head; ///< [vocabulary, hidden]

    explicit ChangedModel(const Model& from) : model(std::make_shared<Model>(from))
    {
        const auto* values = static_cast<const float*>(from.weights.embedding.data);
        const auto count = std::size_t(from.config.vocabularySize) * std::size_t(from.config.hiddenSize);
        embedding = std::make_shared<std::vector<float>>(values, values + count);
        head = std::make_shared<std::vector<float>>(*embedding);
        model->config.tiedEmbeddings = false;
        model->weights.embedding.data = embedding->data();
        model->weights.head.data = head->data();
        model->weights.storage.push_back(embedding);
        model->weights.storage.push_back(head);
    }
    [[nodiscard]] std::span<float> row(std::vector<float>& matrix, TokenId token) const
    {
        const auto hidden = std::size_t(model->config.hiddenSize);
        return std::span(matrix).subspan(std::size_t(token) * hidden, hidden);
    }
};

/// </s> is likely now and then.
Pair endingPair()
{
    const auto [target, draft] = fixtures::makeTinyPair(128, true);
    const auto changed = [](const Model& from) {
        const ChangedModel copy(from);
        for (float& value : copy.row(*copy.head, 2))
            value *= 2.5f;
        return copy.model;
    };
    return {changed(*target), changed(*draft)};
}

/// Its logits are NaN after `token`, or after any if that is negative.
std::shared_ptr<const Model> brokenAfter(const Model& from, TokenId token)
{
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    const ChangedModel copy(from);
    if (token < 0)
        copy.model->weights.finalNorm[0] = nan;
    else
        copy.row(*copy.embedding, token)[0] = nan;
    return copy.model;
}

SessionSettings settingsOf(const char* method, int draftLength, const SamplerSettings& sampler, int topTokens = 16)
{
    SessionSettings settings;
    settings.method = method;
    settings.draftLength = draftLength;
    settings.sampler = sampler;
    settings.topTokens = topTokens;
    settings.maxTokens = 12;
    return settings;
}

/// To the end of the text, every round by its moments.
Recording decodeByMoments(Session& session)
{
    Recording recording(session.header());
    while (session.ended() == EndReason::none) {
        while (session.advance().kind != MomentKind::commit) {}
        recording.put(0, session.round());
    }
    return recording;
}

/// Decodes a round at a time until something is thrown; what that says.
template <class FinishRound>
QString failureOf(Session& session, Recording& recording, const FinishRound& finishRound)
{
    try {
        while (session.ended() == EndReason::none) {
            finishRound(session);
            recording.put(0, session.round());
        }
    } catch (const DecodeFailure& failure) {
        return failure.what();
    }
    return "none";
}

void compareRounds(const Recording& atOnce, const Recording& byMoments)
{
    QCOMPARE(atOnce.roundCount(0), byMoments.roundCount(0));
    for (int r = 0; r < atOnce.roundCount(0); ++r) {
        const RoundRecord a = fixtures::withoutTimes(atOnce.round(0, r)),
                          b = fixtures::withoutTimes(byMoments.round(0, r));
        QCOMPARE(fixtures::momentsOf(a), fixtures::momentsOf(b));
        QVERIFY2(a.nodes == b.nodes, qPrintable(QString("nodes of round %1").arg(r)));
        QVERIFY2(a.draw == b.draw, qPrintable(QString("draw of round %1").arg(r)));
        QVERIFY2(a.contexts == b.contexts, qPrintable(QString("contexts of round %1").arg(r)));
        QVERIFY2(a == b, qPrintable(QString("round %1").arg(r)));
    }
}

} // namespace

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
    const auto runner = backend->makeChainRunner(*target, draft.get());
    QVERIFY(runner);
    QVERIFY(runner->prepare(63, 64));
    QVERIFY(!runner->prepare(64, 16)); // with the root they are more rows than a pass has
    QVERIFY(!backend->makeChainRunner(*target, nullptr)->prepare(1, 16));
    const auto elsewhere = passOf(pair.target, 1);
    QVERIFY(!backend->makeChainRunner(*elsewhere, draft.get()));
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
    compareRounds(fixtures::decode(*atOnce), decodeByMoments(*byMoments));
    QCOMPARE(fixtures::tokensOf(*atOnce), fixtures::tokensOf(*byMoments));
    QVERIFY(atOnce->generatedCount() > 0);
}

/// An end-of-text token ends chains in the middle, where it is drafted, and rounds where it is accepted.
void TestCudaRounds::textsThatEnd()
{
    const auto backend = cudaBackend();
    const Pair pair = endingPair();
    int refusedEnds = 0, acceptedEnds = 0;
    for (std::uint64_t seed = 1; seed <= 6; ++seed)
        for (const char* verifier : {"speculative-sampling", "greedy"}) {
            SessionSettings settings = settingsOf("two-model", 6, {.temperature = 1.2});
            settings.sampler.greedy = std::string_view(verifier) == "greedy";
            settings.seed = seed;
            const std::string text = prompt + std::string(seed, 'e');
            const auto atOnce = fixtures::makeSession(pair, settings, text, backend);
            const auto byMoments = fixtures::makeSession(pair, settings, text, backend);
            const Recording one = fixtures::decode(*atOnce);
            compareRounds(one, decodeByMoments(*byMoments));
            QCOMPARE(fixtures::tokensOf(*atOnce), fixtures::tokensOf(*byMoments));
            for (int r = 0; r < one.roundCount(0); ++r) {
                const RoundRecord& round = one.round(0, r);
                const bool endsInText = !round.nodes.empty() && pair.target->isEndOfText(round.nodes.back().token);
                acceptedEnds += round.draw ? 0 : 1;
                refusedEnds += endsInText && round.draw ? 1 : 0;
                QCOMPARE(round.times.draftSteps.size(), round.nodes.size());
            }
        }
    QVERIFY2(acceptedEnds > 1 && refusedEnds > 1, qPrintable(QString("%1 %2").arg(acceptedEnds).arg(refusedEnds)));
}

void TestCudaRounds::unusableLogits_data()
{
    QTest::addColumn<bool>("isDraft");
    QTest::addColumn<double>("temperature");
    for (const bool isDraft : {false, true})
        for (const double temperature : {0.0, 1.0})
            QTest::addRow("%s, temperature %g", isDraft ? "draft" : "target", temperature) << isDraft << temperature;
}

/// Both ways end with the same sentence after the same rounds.
void TestCudaRounds::unusableLogits()
{
    QFETCH(bool, isDraft);
    QFETCH(double, temperature);
    SessionSettings settings = settingsOf("two-model", 5, {.temperature = temperature});
    settings.maxTokens = 40;
    const auto backend = cudaBackend();
    int failedLater = 0;
    for (const TokenId token : {-1, 75, 80, 60, 20}) {
        Pair pair = tinyPair();
        auto& broken = isDraft ? pair.draft : pair.target;
        broken = brokenAfter(*broken, token);
        const auto byRounds = fixtures::makeSession(pair, settings, prompt, backend);
        const auto byMoments = fixtures::makeSession(pair, settings, prompt, backend);
        Recording one(byRounds->header()), other(byMoments->header());
        const QString sentence = failureOf(*byRounds, one, [](Session& session) { session.finishRound(); });
        QCOMPARE(failureOf(*byMoments, other,
                           [](Session& session) {
                               while (session.advance().kind != MomentKind::commit) {}
                           }),
                 sentence);
        compareRounds(one, other);
        const QString says = QString("The logits of %1 at position ").arg(QString::fromStdString(broken->name));
        if (token < 0)
            QCOMPARE(sentence,
                     says
                         + "12 of the text are NaN or infinite, so that no token can be chosen by them: its "
                           "weights are damaged, choose another model.");
        QVERIFY(sentence.startsWith(says) || sentence == "none"); // a token need not come
        failedLater += sentence != "none" && one.roundCount(0) > 0 ? 1 : 0;
    }
    QVERIFY(temperature == 0 || failedLater > 0);
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
    session->finishRound(); // the prompt
    for (int r = 0; r < 5; ++r) {
        QVERIFY(session->ended() == EndReason::none);
        const std::uint64_t before = simt::waitCount();
        session->finishRound();
        QCOMPARE(simt::waitCount() - before, std::uint64_t(1));
    }
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
    const Pair pair = tinyPair();
    const SessionSettings settings = settingsOf("two-model", 4, {});
    const Recording expected = fixtures::decode(*fixtures::makeSession(pair, settings, prompt, cudaBackend()));
    for (int n = 1; n <= 5; ++n) {
        const auto session = fixtures::makeSession(pair, settings, prompt, cudaBackend());
        simt::failAllocation(std::uint64_t(n)); // those of the round's own memory, when it is first wanted
        const std::uint64_t waits = simt::waitCount();
        compareRounds(fixtures::decode(*session), expected);
        QVERIFY(simt::waitCount() - waits > std::uint64_t(2 * expected.roundCount(0))); // a wait for each pass
        simt::failAllocation(0);
    }
}

#endif

QTEST_GUILESS_MAIN(TestCudaRounds)
#include "test_cuda_rounds.moc"
