// SPDX-License-Identifier: MIT
// What can go wrong on a device, and what a device may do late or in another order: on the simulated one, where it can
// be arranged. Errors are sentences, and nothing stays behind.
#include <QTest>

#include "engine/backend/cuda/copy_bandwidth.h"
#include "engine/backend/cuda/pass_shape.h"
#include "engine/backend/cuda/prompt_memory.h"
#include "tests/backend/cuda/cuda_passes.h"
#include "tests/simt/executor.h"
#include "tests/simt/simulated_device.h"

using namespace draftscope;
using namespace draftscope::test;

class TestCudaFailures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup();
    void noDeviceAndOldDevice();
    void theFirstDeviceThatCanIsTaken();
    void everyCallMayFail_data();
    void everyCallMayFail();
    void withoutMemoryForGraphsItGoesOn();
    void everyAllocationMayFail();
    void tooLittleMemoryIsSaidBefore();
    void thePlanOfAPairIsWhatItTakes();
    void thePlanSaysByHowManyTokensItIsTooLarge();
    void thePlanCountsWhatCanBeDropped();
    void aFailedPassDoesNotEndTheBackend();
    void withoutALibraryPromptsAreRows();
    void promptsOfTwoModelsShareTheirMemory();
    void passesOfOneSizeShareAGraph();
    void lateStreamsGiveTheSame();
    void anyOrderOfThreadsGivesTheSame();
    void weightsAreSharedAndGivenBack();
    void unusedWeightsMakeRoom();
    void aCopyWithOtherNormsIsAnotherModel();
    void progressAndCancelling();
    void bandwidthIsMeasured();
};

namespace {

std::shared_ptr<const Model> smallModel(std::uint64_t seed = 1, WeightType type = WeightType::bf16)
{
    return randomModel({.name = "small",
                        .type = type,
                        .hidden = 40,
                        .intermediate = 52,
                        .layers = 2,
                        .heads = 4,
                        .kvHeads = 2,
                        .headSize = 10,
                        .vocabulary = 37},
                       seed);
}

Logits decodeOn(Backend& backend, const std::shared_ptr<const Model>& model, int length = 20)
{
    return decode(*cudaPass(backend, model), someText(length, 37), 9, slotsInOrder(length));
}

Rows promptRows(std::span<const int> slots)
{
    Rows rows{{}, {{}}, true};
    for (int i = 0; i < int(slots.size()); ++i)
        rows.rows.push_back({i % 37, i, 0, slots[std::size_t(i)], slots.first(std::size_t(i)), false});
    return rows;
}

/// A whole life: device, weights, cache, a long prompt or two passes, a copied slot. The sentence of what fails.
QString failureOf(const std::shared_ptr<const Model>& model, int promptLength = 0)
{
    try {
        auto backend = cuda::makeCudaBackend();
        if (!backend)
            return QString::fromStdString(backend.error().sentence);
        auto pass = (*backend)->makePass(model, 32 + promptLength);
        if (!pass)
            return QString::fromStdString(pass.error().sentence);
        const auto slots = slotsInOrder(std::max(12, promptLength));
        if (promptLength > 0)
            (*pass)->run(promptRows(slots), {});
        else
            (void)decode(**pass, someText(12, 37), 6, slots);
        (*pass)->copySlot(1, 20);
        (void)run(**pass, Rows{{{1, 2, 0, 21, {}, true}}, {std::span(slots).first(2)}});
    } catch (const BackendFailure& failure) {
        return QString::fromUtf8(failure.what());
    }
    return {};
}

} // namespace

void TestCudaFailures::cleanup()
{
    simt::simulatedDevice() = {};
    simt::options() = {};
    simt::failCall(0);
    simt::failAllocation(0);
    simt::failGraph(0);
    QVERIFY(simt::liveObjects() == simt::LiveObjects{});
}

void TestCudaFailures::noDeviceAndOldDevice()
{
    simt::simulatedDevice().properties.computeMajor = 7;
    QCOMPARE(QString::fromStdString(cuda::makeCudaBackend().error().sentence),
             "SIMT executor (compute capability 7.0) is too old: Draftscope needs compute capability 8.0 or later.");
    simt::simulatedDevice() = {};
    simt::simulatedDevice().devicesWithoutCode = 1;
    QCOMPARE(QString::fromStdString(cuda::makeCudaBackend().error().sentence),
             "This Draftscope was not built for SIMT executor (compute capability 8.0): build it on this machine, or "
             "choose --backend cpu.");
    simt::simulatedDevice().count = 0;
    QCOMPARE(QString::fromStdString(cuda::makeCudaBackend().error().sentence),
             "There is no CUDA device in this machine.");
}

void TestCudaFailures::theFirstDeviceThatCanIsTaken()
{
    simt::simulatedDevice().count = 3;
    simt::simulatedDevice().oldDevices = 1;
    (void)decodeOn(*cudaBackend(), smallModel());
    QCOMPARE(simt::deviceInUse(), 1);
    simt::simulatedDevice().devicesWithoutCode = 2;
    (void)decodeOn(*cudaBackend(), smallModel());
    QCOMPARE(simt::deviceInUse(), 2);
    simt::simulatedDevice().oldDevices = 3;
    QCOMPARE(QString::fromStdString(cuda::makeCudaBackend().error().sentence),
             "SIMT executor (compute capability 7.5) is too old: Draftscope needs compute capability 8.0 or later.");
}

void TestCudaFailures::everyCallMayFail_data()
{
    QTest::addColumn<bool>("late");
    QTest::addColumn<int>("promptLength");
    QTest::newRow("at once") << false << 0;
    QTest::newRow("late") << true << 0;
    QTest::newRow("a long prompt") << false << 66;
    QTest::newRow("a long prompt, late") << true << 66;
}

void TestCudaFailures::everyCallMayFail()
{
    QFETCH(bool, late);
    QFETCH(int, promptLength);
    simt::simulatedDevice().lazyStreams = late;
    const auto model = smallModel();
    const std::uint64_t before = simt::callCount();
    const std::uint64_t products = simt::gemmCount();
    QCOMPARE(failureOf(model, promptLength), QString());
    QCOMPARE(simt::gemmCount() > products, promptLength > 0);
    const std::uint64_t calls = simt::callCount() - before;
    QVERIFY(calls > 100);
    for (std::uint64_t n = 1; n <= calls; ++n) {
        simt::failCall(n);
        const QString sentence = failureOf(model, promptLength);
        QVERIFY2(simt::liveObjects() == simt::LiveObjects{}, qPrintable(QString("call %1").arg(n)));
        QVERIFY2(sentence.startsWith("The simulated device failed while ") && sentence.endsWith("injected failure."),
                 qPrintable(QString("call %1: %2").arg(n).arg(sentence)));
    }
}

void TestCudaFailures::withoutMemoryForGraphsItGoesOn()
{
    const auto backend = cudaBackend();
    const auto model = smallModel();
    const auto pass = cudaPass(*backend, model);
    const auto logits = [&](ForwardPass& of) { return decode(of, someText(40, 37), 9, slotsInOrder(40)); };
    const Logits expected = logits(*pass);
    QCOMPARE(simt::liveObjects().graphs, 1u);
    const auto other = cudaPass(*backend, model);
    simt::failGraph(1);
    QVERIFY(logits(*other) == expected);
    QVERIFY(logits(*other) == expected);
    QCOMPARE(simt::liveObjects().graphs, 2u); // of the first pass, and of the size that came twice only now
}

void TestCudaFailures::everyAllocationMayFail()
{
    const auto model = smallModel();
    int failures = 0;
    bool scratchFailed = false;
    for (std::uint64_t n = 1;; ++n) {
        simt::failAllocation(n);
        const QString sentence = failureOf(model, 66);
        scratchFailed = scratchFailed || sentence.startsWith("Not enough memory on the device for reading prompts: ");
        QVERIFY(simt::liveObjects() == simt::LiveObjects{});
        if (sentence.isEmpty())
            break;
        QVERIFY2(sentence.startsWith("Not enough memory on the device for ") && sentence.endsWith('.'),
                 qPrintable(sentence));
        ++failures;
    }
    QVERIFY(failures >= 16);
    QVERIFY(scratchFailed);
}

void TestCudaFailures::tooLittleMemoryIsSaidBefore()
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

void TestCudaFailures::thePlanSaysByHowManyTokensItIsTooLarge()
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

/// To the byte: with one less it is refused, and nothing is begun that would fail.
void TestCudaFailures::thePlanOfAPairIsWhatItTakes()
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

void TestCudaFailures::thePlanCountsWhatCanBeDropped()
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

void TestCudaFailures::aFailedPassDoesNotEndTheBackend()
{
    const auto model = smallModel();
    const auto backend = cudaBackend();
    const Logits expected = decodeOn(*backend, model);
    const auto pass = cudaPass(*backend, model);
    simt::failCall(7);
    QVERIFY_EXCEPTION_THROWN((void)decode(*pass, someText(20, 37), 9, slotsInOrder(20)), BackendFailure);
    simt::failCall(0);
    QVERIFY(decode(*pass, someText(20, 37), 9, slotsInOrder(20)) == expected);
}

/// A long prompt on a machine without cuBLAS.
void TestCudaFailures::withoutALibraryPromptsAreRows()
{
    const auto model = smallModel();
    const auto slots = slotsInOrder(80);
    const auto logitsOf = [&](Backend& backend) {
        const auto pass = backend.makePass(model, 100).value();
        pass->run(promptRows(slots), {});
        return run(*pass, Rows{{{5, 80, 0, 80, {}, true}}, {slots}});
    };
    const Logits withProducts = logitsOf(*cudaBackend());
    simt::simulatedDevice().hasBlas = false;
    const auto backend = cudaBackend();
    const std::uint64_t before = simt::gemmCount();
    const Logits without = logitsOf(*backend);
    QCOMPARE(simt::gemmCount(), before);
    const PlannedPass longer{model, 100}, shorter{model, 40}; // no room for a long prompt
    QCOMPARE(backend->plan({&longer, 1})->note, std::string("The simulated device has no products."));
    QCOMPARE(backend->plan({&shorter, 1})->note, std::string());
    QVERIFY(without != withProducts && worst(without, withProducts) < 3e-2);
    QCOMPARE(cudaPass(*backend, model, 100)->promptRowsPerPass(), 64);
    simt::simulatedDevice().hasBlas = true; // it stays decided
    QCOMPARE(cudaPass(*backend, model, 100)->promptRowsPerPass(), 64);
}

void TestCudaFailures::promptsOfTwoModelsShareTheirMemory()
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
void TestCudaFailures::passesOfOneSizeShareAGraph()
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

/// Nothing is read before it was waited for, and no pinned memory is written while it may still be on its way.
void TestCudaFailures::lateStreamsGiveTheSame()
{
    for (const WeightType type : {WeightType::f32, WeightType::bf16}) {
        const auto model = smallModel(1, type);
        const Logits expected = decodeOn(*cudaBackend(), model);
        simt::simulatedDevice().lazyStreams = true;
        QVERIFY(decodeOn(*cudaBackend(), model) == expected);
        simt::simulatedDevice() = {};
    }
}

/// In a shuffled order of threads and blocks, a missing barrier or a race between blocks shows.
void TestCudaFailures::anyOrderOfThreadsGivesTheSame()
{
    for (const WeightType type : {WeightType::f32, WeightType::f16, WeightType::bf16}) {
        const auto model = smallModel(1, type);
        const auto backend = cudaBackend();
        const auto text = someText(80, 37);
        for (const int rows : {8, 40}) {
            simt::options().orderSeed = 0;
            const Logits expected = decode(*cudaPass(*backend, model), text, rows, slotsInOrder(80));
            for (const std::uint64_t seed : {1, 2, 3}) {
                simt::options().orderSeed = seed;
                QVERIFY(decode(*cudaPass(*backend, model), text, rows, slotsInOrder(80)) == expected);
            }
        }
    }
}

void TestCudaFailures::weightsAreSharedAndGivenBack()
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

void TestCudaFailures::unusedWeightsMakeRoom()
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

void TestCudaFailures::aCopyWithOtherNormsIsAnotherModel()
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

void TestCudaFailures::progressAndCancelling()
{
    const auto backend = cudaBackend();
    std::vector<double> shares;
    std::atomic<bool> cancelled = false;
    Progress progress;
    progress.report = [&](double share, std::string_view) {
        shares.push_back(share);
        cancelled = share > 0.3 && share < 1;
    };
    QVERIFY(backend->makePass(smallModel(), 32, progress).has_value());
    QVERIFY(shares.size() > 10 && std::is_sorted(shares.begin(), shares.end()));
    QCOMPARE(shares.back(), 1.0);
    cancelled = false;
    progress.cancelled = &cancelled;
    const auto pass = backend->makePass(smallModel(4), 32, progress);
    QVERIFY(!pass);
    QCOMPARE(QString::fromStdString(pass.error().sentence), "Bringing small to the device was cancelled.");
}

void TestCudaFailures::bandwidthIsMeasured()
{
    simt::simulatedDevice().memoryBytes = 64 << 20; // the host's caches hold it: copies cost little time
    QVERIFY(cudaBackend()->measureBandwidth() > 1e8);
    simt::simulatedDevice() = {};
    for (const std::size_t cache : {std::size_t(4) << 20, std::size_t(126) << 20})
        for (const std::size_t free : {std::size_t(200) << 20, std::size_t(3) << 30, std::size_t(140) << 30}) {
            const cuda::CopyPlan plan = cuda::copyPlan(cache, free);
            QVERIFY(plan.bytes <= free / 4 && (plan.bytes == free / 4 || plan.bytes >= 8 * cache));
            QVERIFY(double(plan.bytes) * plan.copies >= 4e9);
        }
    QCOMPARE(cuda::copyPlan(4 << 20, 0).copies, 0);
}

QTEST_GUILESS_MAIN(TestCudaFailures)
#include "test_cuda_failures.moc"
