// SPDX-License-Identifier: MIT
// What shows over many sessions: greedy decoding is the same with a draft for every kind of prompt, sampled texts
// follow the target's distribution at every token, and memory comes back. On the executor with tiny models and fewer of
// them.
#include <QTest>

#include <algorithm>
#include <numeric>

#include "engine/analysis/statistics.h"
#include "engine/backend/cuda/device.h"
#include "engine/catalogue/embedded.h"
#include "engine/core/random.h"
#include "engine/sampling/distribution.h"
#include "engine/speculation/sequence_cache.h"
#include "tests/backend/cuda/cuda_passes.h"
#include "tests/fixtures/hundred_prompts.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::test;

class TestCudaManySessions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void greedyWithADraftIsPlainGreedy();
    void sampledTokensFollowTheTarget_data();
    void sampledTokensFollowTheTarget();
    void anotherLawIsFound();
    void memoryComesBack();

private:
    Pair m_pair;
    std::vector<std::string> m_prompts;
};

namespace {

/// How much of it.
#ifdef DRAFTSCOPE_ON_DEVICE
constexpr std::size_t promptCount = 100, sampledTexts = 100;
constexpr int greedyLength = 256, sampledLength = 128, binCount = 100, sessions = 1000;
constexpr std::size_t bytesOfOthers = std::size_t(8) << 20; ///< that other programs may take meanwhile
#else
constexpr std::size_t promptCount = 2, sampledTexts = 4;
constexpr int greedyLength = 16, sampledLength = 40, binCount = 10, sessions = 6;
constexpr std::size_t bytesOfOthers = 0;
#endif

/// Where each generated token lies in the distribution that the target has for it: a number in [0, 1), uniform and
/// independent if and only if every token is drawn from that distribution. Tokens are put in order of their number, or
/// the likeliest first, so that it shows if likely tokens come too often.
struct PlacesInDistribution {
    std::vector<double> byNumber, byProbability;

    /// Of a text that a session has written; the target's logits are computed apart from it.
    void add(const Session& session, const SamplerSettings& sampler, Backend& backend)
    {
        const std::vector<TokenId> text = fixtures::tokensOf(session);
        const std::size_t prompt = session.header().promptTokens.size();
        const auto& target = session.pair().target;
        const Logits logits = logitsBefore(cudaPass(backend, target, int(text.size())), text, prompt);
        Distribution p;
        for (std::size_t i = prompt; i < text.size(); ++i) {
            distributionOf(logits[i - prompt], sampler, target->tokenizer->size(), p);
            const auto token = std::size_t(text[i]);
            const double within = p[token] * uniform(77, std::uint32_t(byNumber.size()), 0, 0, Purpose::plain);
            byNumber.push_back(std::accumulate(p.begin(), p.begin() + std::ptrdiff_t(token), 0.0) + within);
            double before = 0;
            for (std::size_t other = 0; other < p.size(); ++other)
                if (p[other] > p[token] || (p[other] == p[token] && other < token))
                    before += p[other];
            byProbability.push_back(before + within);
        }
    }

    /// Logits of the tokens before each one behind the prompt, which is fed as sessions feed it; then up to 64 in a
    /// pass.
    static Logits logitsBefore(std::unique_ptr<ForwardPass> pass, const std::vector<TokenId>& text, std::size_t prompt)
    {
        const auto vocabulary = std::size_t(pass->config().vocabularySize);
        SequenceCache cache(std::move(pass), promptCountOf(std::span(text).first(prompt)));
        Logits all(1, std::vector<float>(vocabulary));
        cache.feed(std::span(text).first(prompt), all.front());
        while (prompt + all.size() < text.size()) {
            const auto first = std::size_t(cache.cachedCount()),
                       count = std::min(text.size() - 1 - first, std::size_t(64));
            std::vector<int> slots;
            for (std::size_t i = first; i < first + count; ++i)
                slots.push_back(cache.take(int(i), text[i]));
            std::vector<Row> rows;
            for (std::size_t i = 0; i < count; ++i)
                rows.push_back({text[first + i], int(first + i), 0, slots[i], std::span(slots).first(i), true});
            std::vector<float> flat(count * vocabulary);
            (void)cache.plan(rows);
            cache.run(flat);
            for (std::size_t i = 0; i < count; ++i) {
                cache.commit(slots[i]);
                all.emplace_back(flat.begin() + std::ptrdiff_t(i * vocabulary),
                                 flat.begin() + std::ptrdiff_t((i + 1) * vocabulary));
            }
        }
        return all;
    }

    /// Of a chi-square test that the places are uniform.
    [[nodiscard]] static double pValue(const std::vector<double>& places)
    {
        std::vector<double> counts(binCount), probabilities(binCount, 1.0 / binCount);
        for (const double place : places)
            ++counts[std::size_t(std::clamp(int(place * binCount), 0, binCount - 1))];
        return chiSquareTest(counts, probabilities).pValue;
    }
};

} // namespace

void TestCudaManySessions::initTestCase()
{
    skipWithoutDevice();
    const auto embedded = embeddedModels();
    if (!embedded || embedded->models.empty())
        QSKIP("The embedded models are not there.");
    const auto models = embedded->find(embedded->defaultTarget)->directory.parent_path();
    m_prompts = fixtures::hundredPrompts(models.parent_path() / "prompts" / "prompts.json");
    QCOMPARE(m_prompts.size(), std::size_t(100));
#ifdef DRAFTSCOPE_ON_DEVICE
    const auto load = [&](const std::string& name) {
        Model model = *loadModel(embedded->find(name)->directory).value();
        model.config.endOfText.clear(); // texts of one length compare better
        return std::make_shared<const Model>(std::move(model));
    };
    m_pair = {load(embedded->defaultTarget), load(embedded->defaultDraft)};
    QVERIFY(m_pair.target->weights.embedding.type == WeightType::bf16);
#else
    const auto [target, draft] = fixtures::makeTinyPair(256);
    m_pair = {target, draft};
    for (std::string& prompt : m_prompts) // a byte is a token
        prompt.resize(std::min(prompt.size(), std::size_t(75)));
#endif
}

void TestCudaManySessions::greedyWithADraftIsPlainGreedy()
{
    const auto backend = cudaBackend();
    const std::size_t step = m_prompts.size() / promptCount;
    for (std::size_t i = 0; i < m_prompts.size(); i += step) {
        const std::string& prompt = m_prompts[i];
        const auto plain = fixtures::greedyTokens(m_pair, "plain", 1, prompt, greedyLength, backend);
        QVERIFY2(plain.size() >= std::size_t(greedyLength), prompt.c_str());
        for (const int k : {1, 4, 8})
            QVERIFY2(fixtures::greedyTokens(m_pair, "two-model", k, prompt, greedyLength, backend) == plain,
                     prompt.c_str());
    }
}

void TestCudaManySessions::sampledTokensFollowTheTarget_data()
{
    QTest::addColumn<double>("temperature");
    QTest::addColumn<double>("topP");
    QTest::newRow("temperature 1") << 1.0 << 1.0;
    QTest::newRow("temperature 0.8, top-p 0.95") << 0.8 << 0.95;
}

/// Whole sessions of two models against the distributions of the target alone. Seeds are fixed; on a device of other
/// bits it fails by chance once in a million times.
void TestCudaManySessions::sampledTokensFollowTheTarget()
{
    QFETCH(double, temperature);
    QFETCH(double, topP);
    const auto backend = cudaBackend();
    SessionSettings settings;
    settings.sampler = {.temperature = temperature, .topP = topP};
    settings.maxTokens = sampledLength;
    settings.topTokens = 0;
    PlacesInDistribution places;
    int drafted = 0, accepted = 0;
    for (std::size_t i = 0; i < sampledTexts; ++i) {
        settings.seed = 1000 + i;
        const auto session =
            Session::create(m_pair, settings, m_prompts[i * m_prompts.size() / sampledTexts], backend).value();
        while (session->ended() == EndReason::none) {
            const RoundRecord& round = session->finishRound();
            drafted += round.judgedCount();
            accepted += round.acceptedCount();
        }
        places.add(*session, settings.sampler, *backend);
    }
    const double byNumber = PlacesInDistribution::pValue(places.byNumber),
                 byLikeliest = PlacesInDistribution::pValue(places.byProbability);
    qInfo("%zu tokens, %d of %d drafts accepted, p-values %g and %g", places.byNumber.size(), accepted, drafted,
          byNumber, byLikeliest);
    QVERIFY(places.byNumber.size() >= sampledTexts * std::size_t(sampledLength));
    QVERIFY(accepted > drafted / 5 && accepted < drafted);
    QVERIFY(byNumber > 5e-7 && byLikeliest > 5e-7);
}

/// The check above can fail: texts drawn at another temperature.
void TestCudaManySessions::anotherLawIsFound()
{
    const auto backend = cudaBackend();
    SessionSettings settings;
    settings.sampler.temperature = 0.5;
    settings.maxTokens = sampledLength;
    settings.topTokens = 0;
    PlacesInDistribution places;
    for (std::size_t i = 0; i < sampledTexts; ++i) {
        settings.seed = 1000 + i;
        const auto session =
            Session::create(m_pair, settings, m_prompts[i * m_prompts.size() / sampledTexts], backend).value();
        (void)fixtures::decode(*session);
        places.add(*session, {.temperature = 1.0}, *backend);
    }
    const double p = PlacesInDistribution::pValue(places.byProbability);
    qInfo("p-value %g", p);
    QVERIFY(p < 1e-6);
}

/// Sessions come and go with short and long prompts; the device's free memory is what it was before the first one.
void TestCudaManySessions::memoryComesBack()
{
    const auto backend = cudaBackend();
    const auto device = cuda::Device::open().value();
    const auto runOne = [&](int number) {
        SessionSettings settings;
        settings.maxTokens = 8;
        settings.method = number % 3 == 0 ? "plain" : "two-model";
        settings.seed = std::uint64_t(number);
        const std::string& prompt = m_prompts[std::size_t(number) * 37 % m_prompts.size()];
        const auto session = Session::create(m_pair, settings, prompt, backend).value();
        session->finishRound();
        session->finishRound();
    };
    // Weights, and kernels for every length of a prompt, come to the device for good.
    for (int i = 0; i < 3 * int(m_prompts.size()); ++i)
        runOne(i);
    const std::size_t before = device.memory().free;
    for (int i = 0; i < sessions; ++i)
        runOne(i);
    const std::size_t after = device.memory().free;
    qInfo("free before and after: %zu and %zu bytes", before, after);
    QVERIFY(after + bytesOfOthers >= before);
    QVERIFY(before > 0);
}

DRAFTSCOPE_TEST(TestCudaManySessions)
#include "test_cuda_many_sessions.moc"
