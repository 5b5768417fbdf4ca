// SPDX-License-Identifier: MIT
// What the device's memory is planned and taken for, and what passes share there: weights, what prompts are read with,
// graphs.
#include <QTest>

#include "engine/backend/cuda/pass_shape.h"
#include "engine/backend/cuda/prompt_memory.h"
#include "tests/backend/cuda/simulated_passes.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::test;

class TestCudaMemory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { forgetTheSimulatedDevice(); }
    void tooLittleMemoryIsSaidBefore();
    void thePlanOfAPairIsWhatItTakes();
    void thePlanSaysByHowManyTokensItIsTooLarge();
    void thePlanCountsWhatCanBeDropped();
    void promptsOfTwoModelsShareTheirMemory();
    void passesOfOneSizeShareAGraph();
    void weightsAreSharedAndGivenBack();
    void unusedWeightsMakeRoom();
    void aCopyWithOtherNormsIsAnotherModel();
};

void TestCudaMemory::tooLittleMemoryIsSaidBefore()
{
    const auto model = smallModel();
    const auto backend = cudaBackend();
    simt::simulatedDevice().memoryBytes = 30'000'000;
    const auto refused = backend->makePass(model, 256);
    QVERIFY(!refused);
    const QString sentence = QString::fromStdString(refused.error().sentence);
    QVERIFY2(sentence.startsWith("small needs ") && sentence.contains("K/V cache") && sentence.contains("weights ")
                 && sentence.contains("and 30.0 MB of 30.0 MB are free on SIMT executor: choose a smaller model"),
             qPrintable(sentence));
    QVERIFY(simt::liveObjects() == simt::LiveObjects{});

    // What the plan says is what is taken.
    simt::simulatedDevice() = {};
    std::string planned;
    Progress progress;
    progress.report = [&](double, std::string_view what) {
        if (what.find(" needs ") != std::string_view::npos)
            planned = what;
    };
    auto first = backend->makePass(model, 256, progress);
    const std::size_t withWeights = simt::liveObjects().bytes;
    auto second = backend->makePass(model, 256, progress); // its weights are there
    const std::size_t taken = simt::liveObjects().bytes - withWeights;
    QVERIFY(first.has_value() && second.has_value());
    QCOMPARE(planned, "small needs " + std::to_string(taken) + " bytes more of 4.26 GB free on SIMT executor");
}

/// To the byte: with one less it is refused, and nothing is begun that would fail.
void TestCudaMemory::thePlanOfAPairIsWhatItTakes()
{
    const auto large = std::const_pointer_cast<Model>(smallModel(1)),
               little = std::const_pointer_cast<Model>(smallModel(2));
    large->name = "large";
    little->name = "little";
    // Once with a cache that outweighs what brings the weights, once without.
    for (const int slots : {200'000, 32}) {
        const std::vector<PlannedPass> passes = {{large, slots}, {little, 24}};
        const auto backend = cudaBackend();
        simt::simulatedDevice() = {};
        const auto plan = backend->plan(passes);
        QVERIFY(plan.has_value());
        QVERIFY(simt::liveObjects() == simt::LiveObjects{});
        QCOMPARE(plan->free, simt::simulatedDevice().memoryBytes);
        QVERIFY(plan->fits());
        simt::simulatedDevice().properties.unplannedBytes = 1000;
        QCOMPARE(cudaBackend()->plan(passes)->free, simt::simulatedDevice().memoryBytes - 1000);
        simt::simulatedDevice() = {};

        simt::simulatedDevice().memoryBytes = plan->needed - 1;
        const auto refused = backend->plan(passes);
        QVERIFY(refused && !refused->fits());
        const QString why = QString::fromStdString(refused->tooLarge().sentence);
        QVERIFY2(why.startsWith("large and little need ")
                     && why.contains(" are free on SIMT executor: choose a smaller"),
                 qPrintable(why));
        simt::simulatedDevice().memoryBytes = plan->needed;
        QVERIFY(backend->plan(passes)->fits());
        const auto target = backend->makePass(large, slots), draft = backend->makePass(little, 24);
        QVERIFY2(target && draft, (target ? draft : target) ? "" : (target ? draft : target).error().sentence.c_str());
        QCOMPARE(simt::liveObjects().bytes, plan->weights + plan->cache + plan->buffers);
        const auto again = backend->plan(passes); // their weights are there
        QCOMPARE(again->weights, std::size_t(0));
        QVERIFY(again->cache == plan->cache && again->buffers <= plan->buffers); // what reads prompts is shared
        QCOMPARE(again->needed, again->cache + again->buffers);
        QVERIFY(again->summary().starts_with("large and little need "));
        const std::size_t before = simt::liveObjects().bytes;
        simt::simulatedDevice().memoryBytes = before + again->needed;
        const auto otherTarget = backend->makePass(large, slots), otherDraft = backend->makePass(little, 24);
        QVERIFY(otherTarget && otherDraft);
        QCOMPARE(simt::liveObjects().bytes - before, again->needed);
        const std::vector<PlannedPass> twice = {{smallModel(3), 32}, {smallModel(3), 32}};
        QCOMPARE(backend->plan(twice)->weights, 2 * backend->plan({twice.data(), 1})->weights);
        const std::vector<PlannedPass> itself = {twice[0], twice[0]};
        QCOMPARE(backend->plan(itself)->weights, backend->plan({twice.data(), 1})->weights);
    }
}

void TestCudaMemory::thePlanSaysByHowManyTokensItIsTooLarge()
{
    constexpr int slots = 200'000;
    const auto target = smallModel(1), draft = smallModel(2);
    const auto backend = cudaBackend();
    const auto planOf = [&](int targetSlots, int draftSlots) {
        const std::vector<PlannedPass> passes = {{target, targetSlots}, {draft, draftSlots}};
        return backend->plan(passes).value();
    };
    for (const int draftSlots : {slots, 100}) {
        simt::simulatedDevice() = {};
        QCOMPARE(planOf(slots, draftSlots).tokensTooMany(), 0u);
        simt::simulatedDevice().memoryBytes = planOf(slots, draftSlots).needed - 1'000'000;
        const LoadPlan plan = planOf(slots, draftSlots);
        const int fewer = int(plan.tokensTooMany());
        QVERIFY(fewer > 1 && fewer < slots / 2);
        const QString why = QString::fromStdString(plan.tooLarge().sentence);
        QVERIFY2(
            why.endsWith(
                QString(
                    ": choose a smaller model, make the text %1 tokens shorter, or close what else uses the device.")
                    .arg(fewer)),
            qPrintable(why));
        const auto shorter = [&](int by) { return planOf(slots - by, std::min(draftSlots, slots - by)).fits(); };
        QVERIFY(shorter(fewer));
        QVERIFY(!shorter(fewer * 4 / 5)); // a slot saves a little beside the caches, too
    }
    // What the weights take cannot be saved by a shorter text.
    simt::simulatedDevice().memoryBytes = planOf(slots, slots).weights / 2;
    QCOMPARE(planOf(slots, slots).tokensTooMany(), 0u);
    QVERIFY(QString::fromStdString(planOf(slots, slots).tooLarge().sentence)
                .endsWith(": choose a smaller model or close what else uses the device."));
}

void TestCudaMemory::thePlanCountsWhatCanBeDropped()
{
    const auto backend = cudaBackend();
    const auto first = smallModel(1), second = smallModel(2);
    (void)cudaPass(*backend, first);
    const std::size_t kept = simt::liveObjects().bytes, all = simt::simulatedDevice().memoryBytes;
    QVERIFY(kept > 0);
    const PlannedPass other{second, 32}, same{first, 32};
    QCOMPARE(backend->plan({&other, 1})->free, all);
    QCOMPARE(backend->plan({&same, 1})->free, all - kept);
}

void TestCudaMemory::promptsOfTwoModelsShareTheirMemory()
{
    const auto backend = cudaBackend();
    const auto small = smallModel();
    const auto large = randomModel({.name = "large", .hidden = 200, .intermediate = 500});
    auto first = cudaPass(*backend, small, 100);
    auto pass = cudaPass(*backend, small, 100);
    const std::size_t two = simt::liveObjects().bytes;
    auto third = cudaPass(*backend, small, 100);
    QVERIFY(simt::liveObjects().bytes - two < std::size_t(32) << 20); // the library's workspace alone has more
    third.reset();

    // A larger model takes what there is in exchange for more. Where that cannot be had, the others go on.
    const auto slots = slotsInOrder(80);
    pass->run(promptRows(slots), {});
    const auto next = [&] { return run(*pass, Rows{{{5, 80, 0, 80, {}, true}}, {slots}}); };
    const Logits expected = next();
    int refused = 0;
    for (std::uint64_t n = 1; refused == 0; ++n) {
        simt::failAllocation(n);
        const auto other = backend->makePass(large, 300);
        QVERIFY(!other); // it fails sooner or later
        refused = QString::fromStdString(other.error().sentence).contains("for reading prompts: ");
    }
    simt::failAllocation(1);
    QVERIFY_EXCEPTION_THROWN(pass->run(promptRows(slots), {}), BackendFailure);
    simt::failAllocation(0);
    pass->run(promptRows(slots), {});
    QVERIFY(next() == expected);
    QVERIFY(backend->makePass(large, 300).has_value());
    pass->run(promptRows(slots), {});
    QVERIFY(next() == expected);
}

/// A graph is captured when a size comes for the second time; what changes from pass to pass lies in memory.
void TestCudaMemory::passesOfOneSizeShareAGraph()
{
    const auto model = smallModel();
    const auto backend = cudaBackend();
    const auto text = someText(100, 37);
    const Logits expected = decode(*cudaPass(*backend, model), text, 50, slotsInOrder(100)); // two passes, two sizes
    QCOMPARE(simt::liveObjects().graphs, 0u);
    const auto pass = cudaPass(*backend, model);
    const auto scattered = [] {
        std::vector<int> slots;
        for (int i = 0; i < 100; ++i)
            slots.push_back(i * 37 % 251);
        return slots;
    }();
    QVERIFY(decode(*pass, text, 1, scattered) == expected);
    QCOMPARE(simt::liveObjects().graphs, 2u); // one split of attention, and two
    const std::uint64_t before = simt::callCount();
    const auto slots = slotsInOrder(100);
    (void)run(*pass, Rows{{{5, 3, 0, 200, {}, true}}, {std::span(slots).first(3)}});
    QVERIFY(simt::callCount() - before <= 5); // device, rows, graph, logits, and waiting for them
}

void TestCudaMemory::weightsAreSharedAndGivenBack()
{
    const auto backend = cudaBackend();
    auto model = smallModel();
    auto first = cudaPass(*backend, model);
    const auto one = simt::liveObjects();
    const std::size_t prompts = cuda::PromptLayout(cuda::passShape(*model, 256).value(), 2).bytes;
    auto renamed = std::make_shared<Model>(*model);
    renamed->config.endOfText.clear();
    auto second = cudaPass(*backend, std::shared_ptr<const Model>(renamed));
    const auto two = simt::liveObjects();
    first.reset();
    QCOMPARE(two.bytes - simt::liveObjects().bytes, two.bytes - one.bytes); // a pass without weights
    second.reset();
    // They wait for the next pass, and what prompts are read with does not.
    QCOMPARE(simt::liveObjects().bytes, 2 * one.bytes - two.bytes - prompts);
    QVERIFY(simt::liveObjects().bytes > 0);
    renamed.reset();
    model.reset();
    const auto other = cudaPass(*backend, smallModel(2)); // the first model's are gone now
    QCOMPARE(simt::liveObjects().bytes, one.bytes);
}

void TestCudaMemory::unusedWeightsMakeRoom()
{
    const auto backend = cudaBackend();
    const auto first = smallModel(1), second = smallModel(2);
    (void)cudaPass(*backend, first);
    const std::size_t kept = simt::liveObjects().bytes;
    QVERIFY(kept > 0);
    auto pass = cudaPass(*backend, second);
    const std::size_t whole = simt::liveObjects().bytes - kept;
    pass.reset();
    (void)cudaPass(*backend, first); // found again
    QCOMPARE(simt::liveObjects().bytes, 2 * kept);
    // Room for the second model's pass and its staging, but not beside the first one's weights.
    const std::size_t staging = std::size_t(32) << 20;
    simt::simulatedDevice().memoryBytes = std::max(whole, kept + staging) + kept / 2;
    auto third = backend->makePass(smallModel(3), 256);
    QVERIFY2(third.has_value(), third ? "" : third.error().sentence.c_str());
    QCOMPARE(simt::liveObjects().bytes, whole);
}

void TestCudaMemory::aCopyWithOtherNormsIsAnotherModel()
{
    const auto backend = cudaBackend();
    const auto model = smallModel();
    auto shaken = std::make_shared<Model>(*model);
    for (float& value : shaken->weights.layers[0].postAttentionNorm)
        value *= 0.5f;
    const Logits whole = decodeOn(*backend, model);
    QVERIFY(decodeOn(*backend, shaken) != whole);
    QVERIFY(decodeOn(*backend, model) == whole);
}

DRAFTSCOPE_TEST(TestCudaMemory)
#include "test_cuda_memory.moc"
