// SPDX-License-Identifier: MIT
// The sampler, verifiers and the trace's listing on the device have the bits of the host's.
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/backend/cuda/kernels/round_data.h"
#include "engine/sampling/exponential.h"
#include "tests/backend/cuda/kernel_check.h"
#include "tests/backend/cuda/sampled_chain.h"
#include "tests/backend/cuda/sampled_logits.h"
#include "tests/backend/cuda/skip_without_card.h"

#ifndef DRAFTSCOPE_ON_DEVICE
#include "tests/simt/executor.h"
#include "tests/simt/simulated_device.h"
#endif

using namespace draftscope;
using namespace draftscope::test;

namespace {

/// How the draft's logits come from the target's.
enum class Draft { same, close, other, opposite };

SampledChain chainOf(int nodes, int vocabulary, int draftVocabulary, int tokenizerSize, Shape shape, Draft draft,
                     const SamplerSettings& sampler, unsigned seed)
{
    SampledChain chain;
    chain.nodes = nodes;
    chain.vocabulary = vocabulary;
    chain.draftVocabulary = draftVocabulary;
    chain.tokenizerSize = tokenizerSize;
    chain.sampler = sampler;
    chain.seed = seed;
    chain.targetLogits = logitsOf(shape, std::size_t(nodes + 1) * std::size_t(vocabulary), seed);
    const auto size = std::size_t(nodes) * std::size_t(draftVocabulary);
    const auto noise = logitsOf(shape == Shape::equal ? Shape::equal : Shape::random, size, seed + 1000);
    chain.draftLogits = logitsOf(shape, size, seed + 2000);
    for (std::size_t i = 0; i < size && draft != Draft::other; ++i) {
        const std::size_t node = i / std::size_t(draftVocabulary), id = i % std::size_t(draftVocabulary);
        if (id >= std::size_t(vocabulary))
            continue;
        const float target = chain.targetLogits[node * std::size_t(vocabulary) + id];
        chain.draftLogits[i] = draft == Draft::same ? target : draft == Draft::close ? target + noise[i] / 10 : -target;
    }
    return chain;
}

} // namespace

class TestCudaSampling : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { skipWithoutCard(); }
    void cleanup();
    void parts_data();
    void parts();
    void everySampler_data();
    void everySampler();
    void ties_data();
    void ties();
    void nearTies();
    void chains_data();
    void chains();
    void paddings_data();
    void paddings();
    void listings_data();
    void listings();
    void noNumbers();
    void oneBrokenLogit();
    void maskedTokens();
    void largeVocabulary();
    void contextsOfSeveralBlocks();
    void threadsInAnyOrder();
};

void TestCudaSampling::cleanup()
{
#ifndef DRAFTSCOPE_ON_DEVICE
    simt::options() = {};
    simt::simulatedDevice() = {};
#endif
}

void TestCudaSampling::parts_data()
{
    QTest::addColumn<int>("check");
    const auto all = samplingChecks();
    for (std::size_t i = 0; i < all.size(); ++i)
        QTest::newRow(all[i].name) << int(i);
}

void TestCudaSampling::parts()
{
    QFETCH(int, check);
    const std::string wrong = samplingChecks()[std::size_t(check)].run();
    QVERIFY2(wrong.empty(), wrong.substr(0, 600).c_str());
}

void TestCudaSampling::everySampler_data()
{
    QTest::addColumn<int>("vocabulary");
    QTest::addColumn<int>("sampler");
    for (const int vocabulary : {10, 257, 4096, 32000})
        for (std::size_t i = 0; i < samplers().size(); ++i)
            QTest::addRow("%d, %s", vocabulary, samplers()[i].first) << vocabulary << int(i);
}

void TestCudaSampling::everySampler()
{
    QFETCH(int, vocabulary);
    QFETCH(int, sampler);
    const int repeats = vocabulary < 1000 ? 6 : 1;
    for (unsigned seed = 1; seed <= unsigned(repeats); ++seed) {
        SampledChain chain = chainOf(1, vocabulary, vocabulary, vocabulary, Shape::random, Draft::close,
                                     samplers()[std::size_t(sampler)].second, seed);
        chain.topTokens = 16;
        const auto outcome = decideTwice(chain);
        QVERIFY2(outcome.wrong.empty(), outcome.wrong.c_str());
    }
}

void TestCudaSampling::ties_data()
{
    QTest::addColumn<int>("shape");
    QTest::addColumn<int>("vocabulary");
    QTest::addColumn<int>("sampler");
    const std::pair<const char*, Shape> shapes[] = {
        {"quantised", Shape::quantised}, {"equal", Shape::equal}, {"peaked", Shape::peaked}, {"holes", Shape::holes}};
    for (const auto& [name, shape] : shapes)
        for (const int vocabulary : {10, 257, 5000})
            for (std::size_t i = 0; i < samplers().size(); ++i)
                QTest::addRow("%s, %d, %s", name, vocabulary, samplers()[i].first)
                    << int(shape) << vocabulary << int(i);
}

void TestCudaSampling::ties()
{
    QFETCH(int, shape);
    QFETCH(int, vocabulary);
    QFETCH(int, sampler);
    const auto chain = chainOf(1, vocabulary, vocabulary, vocabulary, Shape(shape), Draft::other,
                               samplers()[std::size_t(sampler)].second, 5);
    const auto outcome = decideTwice(chain);
    QVERIFY2(outcome.wrong.empty(), outcome.wrong.c_str());
}

/// A smaller logit whose weight is the largest all the same, and a min-p that no float is equal to.
void TestCudaSampling::nearTies()
{
    for (const SamplerSettings& sampler : {SamplerSettings{.temperature = 1.7}, SamplerSettings{.topP = 0.3},
                                           SamplerSettings{.topK = 2}, SamplerSettings{.topK = 1}})
        for (const bool greedyVerifier : {false, true}) {
            SampledChain chain = chainOf(2, 100, 100, 100, Shape::random, Draft::close, sampler, 1);
            for (float& logit : chain.targetLogits)
                logit -= 30;
            for (std::size_t context = 0; context < 3; ++context) {
                chain.targetLogits[context * 100 + 60] = 0.1f;
                chain.targetLogits[context * 100 + 20] = std::nextafter(0.1f, 0.0f);
                chain.targetLogits[context * 100 + 70] = 0.1f;
            }
            chain.greedyVerifier = greedyVerifier;
            chain.forced = {20, 60};
            const auto outcome = decideTwice(chain);
            QVERIFY2(outcome.wrong.empty(), outcome.wrong.c_str());
            if (greedyVerifier)
                QCOMPARE(outcome.accepted, 1); // 20 is the likeliest token
        }
    for (const int id : {0, 30, 77})
        for (const double direction : {0.0, 1.0}) {
            SampledChain chain = chainOf(1, 100, 100, 100, Shape::random, Draft::close, {}, 4);
            const auto largest = *std::max_element(chain.targetLogits.begin(), chain.targetLogits.begin() + 100);
            const double weight = double(exponential(chain.targetLogits[std::size_t(id)] - largest));
            chain.sampler.minP = std::nextafter(weight, direction);
            const auto outcome = decideTwice(chain);
            QVERIFY2(outcome.wrong.empty(), outcome.wrong.c_str());
        }
}

void TestCudaSampling::chains_data()
{
    QTest::addColumn<int>("nodes");
    QTest::addColumn<bool>("greedyVerifier");
    QTest::addColumn<int>("draft");
    QTest::addColumn<int>("sampler");
    const std::pair<const char*, Draft> drafts[] = {
        {"same", Draft::same}, {"close", Draft::close}, {"opposite", Draft::opposite}};
    for (const int nodes : {0, 1, 4, 15})
        for (const bool greedyVerifier : {false, true})
            for (const auto& [name, draft] : drafts)
                for (const int sampler : {0, 1, 14, 16})
                    QTest::addRow("%d nodes, %s, %s, %s", nodes, greedyVerifier ? "greedy verifier" : "sampling", name,
                                  samplers()[std::size_t(sampler)].first)
                        << nodes << greedyVerifier << int(draft) << sampler;
}

void TestCudaSampling::chains()
{
    QFETCH(int, nodes);
    QFETCH(bool, greedyVerifier);
    QFETCH(int, draft);
    QFETCH(int, sampler);
    constexpr int repeats = 2;
    int accepted = 0, rejected = 0;
    for (unsigned seed = 1; seed <= repeats; ++seed) {
        SampledChain chain =
            chainOf(nodes, 300, 300, 300, Shape::random, Draft(draft), samplers()[std::size_t(sampler)].second, seed);
        chain.greedyVerifier = greedyVerifier;
        auto outcome = decideTwice(chain);
        QVERIFY2(outcome.wrong.empty(), outcome.wrong.c_str());
        accepted += outcome.accepted;
        rejected += outcome.wasRejected ? 1 : 0;
        if (Draft(draft) == Draft::same) {
            QCOMPARE(outcome.residualMass, 0.0);
            if (!greedyVerifier) // min(1, p / p) is 1
                QCOMPARE(outcome.accepted, nodes);
        }
        // What a person forces: a token that the draft hardly proposes, a token that the target hardly takes.
        chain.forced.assign(std::size_t(nodes), -1);
        if (nodes > 0)
            chain.forced[0] = 299;
        if (nodes > 2)
            chain.forced[2] = 7;
        outcome = decideTwice(chain);
        QVERIFY2(outcome.wrong.empty(), outcome.wrong.c_str());
    }
    if (Draft(draft) == Draft::opposite && nodes > 0)
        QCOMPARE(rejected, repeats);
    if (Draft(draft) == Draft::same && nodes > 0 && samplers()[std::size_t(sampler)].second.isGreedy())
        QCOMPARE(accepted, repeats * nodes);
}

void TestCudaSampling::paddings_data()
{
    QTest::addColumn<int>("vocabulary");
    QTest::addColumn<int>("draftVocabulary");
    QTest::addColumn<int>("tokenizerSize");
    QTest::newRow("padded") << 320 << 320 << 301;
    QTest::newRow("smaller draft") << 320 << 304 << 301;
    QTest::newRow("larger draft") << 303 << 350 << 301;
    QTest::newRow("no padding in the draft") << 5000 << 4500 << 4500;
    QTest::newRow("one token") << 64 << 33 << 1;
}

void TestCudaSampling::paddings()
{
    QFETCH(int, vocabulary);
    QFETCH(int, draftVocabulary);
    QFETCH(int, tokenizerSize);
    for (std::size_t sampler = 0; sampler < samplers().size(); ++sampler)
        for (const Draft draft : {Draft::same, Draft::close, Draft::other}) {
            SampledChain chain = chainOf(1, vocabulary, draftVocabulary, tokenizerSize, Shape::quantised, draft,
                                         samplers()[sampler].second, unsigned(sampler));
            for (int context = 0; context <= chain.nodes; ++context) // padding would win
                for (int id = tokenizerSize; id < vocabulary; ++id)
                    chain.targetLogits[std::size_t(context * vocabulary + id)] = 100;
            chain.topTokens = 20;
            const auto outcome = decideTwice(chain);
            QVERIFY2(outcome.wrong.empty(), (samplers()[sampler].first + (": " + outcome.wrong)).c_str());
        }
}

void TestCudaSampling::listings_data()
{
    QTest::addColumn<int>("topTokens");
    QTest::addColumn<int>("vocabulary");
    for (const int vocabulary : {10, 257, 4096})
        for (const int topTokens : {0, 1, 16, 64, 300})
            QTest::addRow("%d of %d", topTokens, vocabulary) << topTokens << vocabulary;
}

void TestCudaSampling::listings()
{
    QFETCH(int, topTokens);
    QFETCH(int, vocabulary);
    for (const Shape shape : {Shape::random, Shape::quantised, Shape::equal, Shape::peaked})
        for (const int sampler : {0, 2, 14, 16}) {
            SampledChain chain = chainOf(1, vocabulary, vocabulary, vocabulary, shape, Draft::other,
                                         samplers()[std::size_t(sampler)].second, 9);
            chain.topTokens = topTokens;
            const auto outcome = decideTwice(chain);
            QVERIFY2(outcome.wrong.empty(), outcome.wrong.c_str());
        }
}

/// A broken model's logits lead to some token, not to a kernel that hangs or writes where it should not.
void TestCudaSampling::noNumbers()
{
    constexpr float infinity = std::numeric_limits<float>::infinity();
    for (const float broken :
         {std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::quiet_NaN(), infinity, -infinity})
        for (const std::size_t every : {1u, 3u})
            for (const int sampler : {0, 6, 11, 14, 16}) {
                SampledChain chain = chainOf(1, 5000, 5000, 4900, Shape::random, Draft::close,
                                             samplers()[std::size_t(sampler)].second, 6);
                for (std::size_t i = 0; i < chain.targetLogits.size(); i += every)
                    chain.targetLogits[i] = broken;
                for (std::size_t i = 0; i < chain.draftLogits.size(); i += every)
                    chain.draftLogits[i] = broken;
                const DeviceOutcome outcome = decideOnce(chain);
                for (const TokenId token : outcome.tokens)
                    QVERIFY(token >= 0 && token < 5000);
                const bool areMasks = broken == -infinity && every > 1; // the others may come
                QCOMPARE(outcome.unusableDrafts, areMasks ? 0 : 1);
                QCOMPARE(outcome.unusableTargets, areMasks ? 0 : 2);
            }
}

/// One number that is none among thousands is seen wherever it stands; in the padding it may be.
void TestCudaSampling::oneBrokenLogit()
{
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    for (const std::size_t place : {0u, 1u, 63u, 64u, 2500u, 4899u, 4900u, 4999u})
        for (const float broken : {nan, -nan, std::numeric_limits<float>::infinity()}) {
            SampledChain chain = chainOf(2, 5000, 5000, 4900, Shape::random, Draft::close, samplers()[0].second, 6);
            chain.draftLogits[place] = broken;         // of node 0
            chain.targetLogits[5000 + place] = broken; // of context 1
            const DeviceOutcome outcome = decideOnce(chain);
            QCOMPARE(outcome.unusableDrafts, place < 4900 ? 1 : 0);
            QCOMPARE(outcome.unusableTargets, place < 4900 ? 1 : 0);
        }
}

/// A logit of minus infinity masks its token.
void TestCudaSampling::maskedTokens()
{
    for (const int sampler : {0, 2, 6, 11, 14, 16}) {
        SampledChain chain =
            chainOf(2, 700, 700, 690, Shape::random, Draft::close, samplers()[std::size_t(sampler)].second, 4);
        for (std::size_t i = 0; i < chain.targetLogits.size(); ++i)
            if (i % 3 != 0)
                chain.targetLogits[i] = -std::numeric_limits<float>::infinity();
        for (std::size_t i = 0; i < chain.draftLogits.size(); ++i)
            if (i % 5 != 0)
                chain.draftLogits[i] = -std::numeric_limits<float>::infinity();
        const auto outcome = decideTwice(chain);
        QVERIFY2(outcome.wrong.empty(), outcome.wrong.c_str());
    }
}

/// More candidates than a block's list has room for, and the last round of digits.
void TestCudaSampling::largeVocabulary()
{
    for (const Shape shape : {Shape::random, Shape::equal})
        for (const int sampler : {0, 11, 15}) {
            SampledChain chain =
                chainOf(1, 262'144, 262'144, 262'100, shape, Draft::other, samplers()[std::size_t(sampler)].second, 3);
            chain.topTokens = 64;
            const auto outcome = decideTwice(chain);
            QVERIFY2(outcome.wrong.empty(), outcome.wrong.c_str());
        }
}

/// Large vocabularies are cut into parts: where ties and padding fall into several, and where one has what is no
/// number.
void TestCudaSampling::contextsOfSeveralBlocks()
{
    constexpr int vocabulary = 17003, draftVocabulary = 16500;
    static_assert(cuda::partsOf(16384) == 1 && cuda::partsOf(draftVocabulary) == 5 && cuda::partsOf(262'144) == 64);
    for (const int tokenizerSize : {1, 16450})
        for (const Shape shape : {Shape::quantised, Shape::equal})
            for (const unsigned sampler : {0u, 10u, 14u}) {
                if (tokenizerSize == 1 && shape == Shape::equal)
                    continue; // all the same
#ifndef DRAFTSCOPE_ON_DEVICE
                simt::options().orderSeed = sampler;
                simt::simulatedDevice().properties.computeMajor = sampler == 14 ? 9 : 8; // kernels that overlap
#endif
                SampledChain chain = chainOf(2, vocabulary, draftVocabulary, tokenizerSize, shape, Draft::close,
                                             samplers()[sampler].second, sampler);
                for (int context = 0; context <= chain.nodes; ++context) // padding would win
                    for (int id = tokenizerSize; id < vocabulary; ++id)
                        chain.targetLogits[std::size_t(context * vocabulary + id)] = 100;
                const auto outcome = decideTwice(chain);
                QVERIFY2(outcome.wrong.empty(), outcome.wrong.c_str());
            }
    for (const float broken :
         {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), -INFINITY}) {
        SampledChain chain = chainOf(2, vocabulary, draftVocabulary, 16450, Shape::random, Draft::close, {}, 1);
        chain.targetLogits[vocabulary + 12'345] = broken;                // of context 1
        std::fill_n(chain.draftLogits.begin(), draftVocabulary, broken); // of node 0
        const DeviceOutcome outcome = decideOnce(chain);
        QCOMPARE(outcome.unusableTargets, broken == -INFINITY ? 0 : 1);
        QCOMPARE(outcome.unusableDrafts, 1);
    }
}

/// A missing barrier shows where threads take turns in other orders.
void TestCudaSampling::threadsInAnyOrder()
{
    for (unsigned seed = 1; seed <= 4; ++seed)
        for (const int sampler : {0, 2, 14, 15})
            for (const int vocabulary : {300, 3000}) {
#ifndef DRAFTSCOPE_ON_DEVICE
                simt::options().orderSeed = seed;
#endif
                const SampledChain chain = chainOf(3, vocabulary, vocabulary, vocabulary, Shape::quantised,
                                                   Draft::close, samplers()[std::size_t(sampler)].second, seed);
                const auto outcome = decideTwice(chain);
                QVERIFY2(outcome.wrong.empty(), outcome.wrong.c_str());
            }
}

QTEST_APPLESS_MAIN(TestCudaSampling)
#include "test_cuda_sampling.moc"
