// SPDX-License-Identifier: MIT
// What can go wrong on a device, and what a device may do late or in another order: on the simulated one, where it can
// be arranged. Errors are sentences, and nothing stays behind.
#include <QTest>

#include "engine/backend/cuda/copy_bandwidth.h"
#include "tests/backend/cuda/simulated_passes.h"
#include "tests/test_main.h"

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
    void aFailedPassDoesNotEndTheBackend();
    void withoutALibraryPromptsAreRows();
    void lateStreamsGiveTheSame();
    void anyOrderOfThreadsGivesTheSame();
    void progressAndCancelling();
    void bandwidthIsMeasured();
};

namespace {

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
        (void)run(**pass, Rows{{{1, 2, 0, 21, {}, true}}, {std::span(slots).first(2)}});
    } catch (const BackendFailure& failure) {
        return QString::fromUtf8(failure.what());
    }
    return {};
}

} // namespace

void TestCudaFailures::cleanup()
{
    forgetTheSimulatedDevice();
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

DRAFTSCOPE_TEST(TestCudaFailures)
#include "test_cuda_failures.moc"
