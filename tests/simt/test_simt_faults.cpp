// SPDX-License-Identifier: MIT
// What is undefined on a device is a fault with a sentence on the executor, and the next kernel runs as if nothing had
// been.
#include <QTest>

#include "engine/backend/cuda/launch.h"
#include "tests/simt/device_check.h"
#include "tests/simt/executor.h"
#include "tests/simt/simulated_device.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

using namespace draftscope::cuda;

namespace {

__global__ void divergentBarrier(int* out)
{
    if (threadIdx.x < 40)
        __syncthreads();
    else
        __syncthreads();
    out[threadIdx.x] = 1;
}

__global__ void barrierAgainstShuffle(int* out)
{
    if (threadIdx.x % 32 < 16)
        __syncthreads();
    out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, static_cast<int>(threadIdx.x), 1);
}

__global__ void notInOwnMask(int* out)
{
    out[threadIdx.x] = __shfl_sync(0xfffffffeu, 1, 1);
}

__global__ void differentMasks(int* out)
{
    out[threadIdx.x] = __shfl_sync(threadIdx.x < 8 ? 0xffffffffu : 0xffffff01u, 1, 10);
}

__global__ void differentCalls(int* out)
{
    out[threadIdx.x] = threadIdx.x < 8 ? __any_sync(0xffffffffu, 1) : __all_sync(0xffffffffu, 1);
}

__global__ void fromMissingLane(int* out)
{
    if (threadIdx.x != 4)
        out[threadIdx.x] = __shfl_sync(0xffffffefu, 1, 4);
}

__global__ void fromEndedLane(int* out)
{
    if (threadIdx.x >= 16)
        return;
    out[threadIdx.x] = __shfl_down_sync(0xffffffffu, 1, 1);
}

__global__ void someLanesWait(int* out)
{
    if (threadIdx.x < 16)
        out[0] = __shfl_sync(0xffffffffu, 1, 0);
    else
        __syncthreads();
}

__global__ void mmaOfHalfAWarp(float* out)
{
    const std::uint32_t a[4] = {};
    const std::uint32_t b[2] = {};
    float c[4] = {};
    mma_m16n8k16<BFloat16>(c, a, b, c);
    out[0] = c[0];
}

__global__ void crookedRow(unsigned* out)
{
    unsigned fragment[4];
    ldmatrix_x4(fragment, dynamicShared<unsigned char>() + 16 * threadIdx.x + (threadIdx.x == 9 ? 8 : 0));
    out[0] = fragment[0];
}

__global__ void crookedCopy()
{
    cpAsync16(dynamicShared<unsigned char>() + 4, dynamicShared<unsigned char>());
}

__global__ void trapped()
{
    if (blockIdx.x == 2 && threadIdx.y == 1)
        __trap();
}

struct Much {
    unsigned char bytes[49 * 1024];
};
__global__ void muchStatic()
{
    blockShared<Much>().bytes[0] = 1;
}

__global__ void nothing() {}

[[maybe_unused]] __global__ void writeShared(int at)
{
    dynamicShared<unsigned char>()[at] = 1;
}

__global__ void poisonOfShared(int* poisoned, int size)
{
#if defined(__SANITIZE_ADDRESS__)
    const unsigned char* memory = dynamicShared<unsigned char>();
    poisoned[0] = __asan_address_is_poisoned(memory - 1);
    poisoned[1] =
        __asan_region_is_poisoned(const_cast<unsigned char*>(memory), static_cast<std::size_t>(size)) != nullptr;
    poisoned[2] = __asan_address_is_poisoned(memory + size);
#else
    poisoned[0] = poisoned[2] = 1;
    poisoned[1] = size < 0;
#endif
}

[[maybe_unused]] __global__ void writeGlobal(unsigned char* memory)
{
    memory[0] = 1;
}

// Kernels that may begin early, and what they may not do.
__global__ void inFront(int* values, int from)
{
    waitForPreviousKernel();
    letNextKernelBegin();
    values[threadIdx.x] = from + static_cast<int>(threadIdx.x);
}

/// All right: the table is not what the kernel in front writes, and some threads come to a barrier while others still
/// wait.
__global__ void fetchesTable(int* out, const int* values, const int* table)
{
    auto* const shared = dynamicShared<int>();
    cpAsync16(shared + 4 * threadIdx.x, table);
    cpAsyncCommit();
    if (threadIdx.x < 32)
        waitForPreviousKernel();
    cpAsyncWait<0>();
    __syncthreads();
    if (threadIdx.x >= 32)
        waitForPreviousKernel();
    letNextKernelBegin();
    out[threadIdx.x] = values[threadIdx.x] + shared[4 * (63 - threadIdx.x)];
}

__global__ void readsTooSoon(int* out, const int* values)
{
    const int value = values[threadIdx.x];
    waitForPreviousKernel();
    out[threadIdx.x] = value;
}

__global__ void copiesTooSoon(int* out, const int* values)
{
    auto* const shared = dynamicShared<int>();
    cpAsync16(shared + 4 * threadIdx.x, values);
    cpAsyncCommit();
    waitForPreviousKernel();
    cpAsyncWait<0>();
    out[threadIdx.x] = shared[4 * threadIdx.x];
}

__global__ void writesTooSoon(int* out, const int* /*values*/)
{
    out[threadIdx.x] = 1;
    waitForPreviousKernel();
}

__global__ void oneThreadDoesNotWait(int* out, const int* values)
{
    if (threadIdx.x == 5)
        return;
    waitForPreviousKernel();
    out[threadIdx.x] = values[threadIdx.x];
}

__global__ void letsNextBeginTooSoon(int* out, const int* values)
{
    letNextKernelBegin();
    waitForPreviousKernel();
    out[threadIdx.x] = values[threadIdx.x];
}

template <class Call>
QString faultOf(const Call& call)
{
    try {
        call();
    } catch (const DeviceError& error) {
        return QString::fromUtf8(error.what());
    }
    return "no fault";
}

} // namespace

class TestSimtFaults : public QObject {
    Q_OBJECT

    /// Launches the kernel with `arguments`, and says what went wrong; a whole kernel must run afterwards.
    template <auto Kernel, class... Arguments>
    QString fault(dim3 grid, dim3 block, std::size_t shared, Arguments... arguments)
    {
        Stream stream;
        const QString what = faultOf([&] { launch<Kernel>(stream, grid, block, shared, arguments...); });
        for (const DeviceCheck& check : blockChecks())
            if (const std::string wrong = check.run(); !wrong.empty())
                return QString::fromStdString("then " + wrong);
        return what;
    }

    /// What goes wrong in the kernel when it is launched early behind another.
    template <auto Kernel>
    QString faultBehindAnother(bool early = true)
    {
        Stream stream;
        auto values = deviceMemory<int>(64), out = deviceMemory<int>(64);
        const QString what = faultOf([&] {
            launch<inFront>(stream, 1, 64, 0, values.data(), 10);
            (early ? launchEarly<Kernel> : launch<Kernel>)(stream, 1, 64, 1024, out.data(), values.data());
        });
        for (const DeviceCheck& check : blockChecks())
            if (const std::string wrong = check.run(); !wrong.empty())
                return QString::fromStdString("then " + wrong);
        return what;
    }

private slots:
    void cleanup()
    {
        simt::options() = {};
        simt::simulatedDevice() = {};
        qunsetenv("DRAFTSCOPE_CUDA_OVERLAP");
        QVERIFY(simt::liveObjects() == simt::LiveObjects{});
    }

    void barriers()
    {
        auto out = deviceMemory<int>(64);
        const QRegularExpression places(
            "comes to __syncthreads at test_simt_faults.cpp:\\d+ while \\d+ threads of the block wait in "
            "__syncthreads at test_simt_faults.cpp:\\d+");
        const QString divergent = fault<divergentBarrier>(1, 64, 0, out.data());
        QVERIFY2(divergent.contains(places), qPrintable(divergent));
        QVERIFY2(divergent.contains("divergentBarrier, block (0,0,0), thread (40,0,0)"), qPrintable(divergent));

        const QString deadlock = fault<barrierAgainstShuffle>(1, 64, 0, out.data());
        QVERIFY2(deadlock.contains("deadlock"), qPrintable(deadlock));
        QVERIFY2(deadlock.contains("32 of 64 threads wait in __syncthreads at "), qPrintable(deadlock));
        QVERIFY2(deadlock.contains("In warp 1 lanes 0xffff0000 wait in __shfl_sync at "), qPrintable(deadlock));
        simt::options().orderSeed = 3;
        QVERIFY(fault<barrierAgainstShuffle>(1, 64, 0, out.data()).contains("deadlock"));
        QVERIFY(fault<someLanesWait>(1, 32, 0, out.data()).contains("deadlock"));
    }

    void masks()
    {
        auto out = deviceMemory<int>(32);
        const auto expect = [](const QString& got, const char* part) { QVERIFY2(got.contains(part), qPrintable(got)); };
        expect(fault<notInOwnMask>(1, 32, 0, out.data()),
               "with mask 0xfffffffe, in which this thread's lane 0 is missing");
        expect(fault<differentMasks>(1, 32, 0, out.data()), "with mask 0xffffff01 meets lane 0 in __shfl_sync at ");
        expect(fault<differentCalls>(1, 32, 0, out.data()), "meets lane 0 in __any_sync");
        expect(fault<fromMissingLane>(1, 32, 0, out.data()), "lane 0 reads from lane 4, which is not in the mask");
        expect(fault<fromEndedLane>(1, 32, 0, out.data()),
               "lane 15 reads from lane 16, which is not in the mask, has ended");
        expect(fault<fromEndedLane>(1, 10, 0, out.data()), "lane 9 reads from lane 10");
    }

    void wholeWarps()
    {
        auto floats = deviceMemory<float>(1);
        auto words = deviceMemory<unsigned>(1);
        const auto expect = [](const QString& got, const char* part) { QVERIFY2(got.contains(part), qPrintable(got)); };
        expect(fault<mmaOfHalfAWarp>(1, 16, 0, floats.data()),
               "mma with mask 0xffffffff: all 32 lanes have to be there");
        expect(fault<crookedRow>(1, 32, 1024, words.data()),
               "thread (9,0,0): ldmatrix with mask 0xffffffff: the address of a row");
        expect(fault<crookedCopy>(1, 1, 64), "cpAsync16 with an address that is not a multiple of 16");
        expect(fault<trapped>(dim3(4), dim3(2, 2), 0), "trapped, block (2,0,0), thread (0,1,0): __trap");
    }

    void kernelsThatBeginEarly()
    {
        simt::simulatedDevice().properties.computeMajor = 9;
        const QString early = "was launched early and ";
        for (const std::uint64_t seed : {0, 1, 2}) {
            simt::options().orderSeed = seed;
            QCOMPARE(
                faultBehindAnother<readsTooSoon>(),
                "Kernel {anonymous}::readsTooSoon " + early
                    + "reads before waitForPreviousKernel() what kernel {anonymous}::inFront in front of it writes.");
            QCOMPARE(
                faultBehindAnother<copiesTooSoon>(),
                "Kernel {anonymous}::copiesTooSoon " + early
                    + "reads before waitForPreviousKernel() what kernel {anonymous}::inFront in front of it writes.");
            QCOMPARE(faultBehindAnother<writesTooSoon>(),
                     "Kernel {anonymous}::writesTooSoon " + early
                         + "writes to device memory before waitForPreviousKernel().");
            QCOMPARE(faultBehindAnother<oneThreadDoesNotWait>(),
                     "Kernel {anonymous}::oneThreadDoesNotWait, block (0,0,0), thread (5,0,0): " + early
                         + "ends without waitForPreviousKernel().");
            const QString next = faultBehindAnother<letsNextBeginTooSoon>();
            QVERIFY2(next.contains("calls letNextKernelBegin() before waitForPreviousKernel()"), qPrintable(next));
        }
        // Where kernels do not overlap there is nothing wrong with any of them.
        QCOMPARE(faultBehindAnother<readsTooSoon>(false), "no fault");
        qputenv("DRAFTSCOPE_CUDA_OVERLAP", "0");
        QCOMPARE(faultBehindAnother<readsTooSoon>(), "no fault");
        qunsetenv("DRAFTSCOPE_CUDA_OVERLAP");
        simt::simulatedDevice() = {};
        QCOMPARE(faultBehindAnother<readsTooSoon>(), "no fault");
    }

    void kernelsThatBeginEarlyAsTheyMay()
    {
        simt::simulatedDevice().properties.computeMajor = 9;
        for (const std::uint64_t seed : {0, 1, 2})
            for (const bool late : {false, true}) {
                simt::options().orderSeed = seed;
                simt::simulatedDevice().lazyStreams = late;
                Stream stream;
                auto values = deviceMemory<int>(64), out = deviceMemory<int>(64);
                const auto table = onDevice(stream, std::vector<int>{100, 0, 0, 0});
                std::vector<int> expected(64);
                for (int i = 0; i < 64; ++i)
                    expected[static_cast<std::size_t>(i)] = 100 + 20 + i;
                launch<inFront>(stream, 1, 64, 0, values.data(), 10);
                launchEarly<inFront>(stream, 1, 64, 0, values.data(), 20);
                launchEarly<fetchesTable>(stream, 1, 64, 1024, out.data(), values.data(), table.data());
                QCOMPARE(fromDevice(stream, out), expected);
            }
    }

    void shapes()
    {
        const auto expect = [](const QString& got, const char* part) { QVERIFY2(got.contains(part), qPrintable(got)); };
        expect(fault<nothing>(1, 1025, 0), "a block of 1025 × 1 × 1 threads is too large");
        expect(fault<nothing>(0, 32, 0), "is empty");
        expect(fault<nothing>(dim3(1, 70000), 32, 0), "a grid of 1 × 70000 × 1 blocks is too large");
        expect(fault<nothing>(1, 32, 100 * 1024), "102400 bytes of shared memory are more than the 101376");
        expect(fault<muchStatic>(1, 32, 0), "more than a block may have");
        expect(fault<nothing>(2, 1024, 99 * 1024), "no fault");
    }

    void memory()
    {
        auto poisoned = deviceMemory<int>(3);
        for (const int size : {1, 7, 16, 333}) {
            Stream stream;
            launch<poisonOfShared>(stream, 1, 1, static_cast<std::size_t>(size), poisoned.data(), size);
            QVERIFY((fromDevice(stream, poisoned) == std::vector<int>{1, 0, 1}));
        }
#if !defined(__SANITIZE_ADDRESS__) // which ends the program at such a write
        QVERIFY(fault<writeShared>(1, 1, 100, 100).contains("a thread wrote outside of the block's shared memory"));
        QVERIFY(fault<writeShared>(1, 1, 100, -1).contains("a thread wrote outside of the block's shared memory"));
        const auto bytes = deviceMemory<unsigned char>(77);
        unsigned char* behind = bytes.data() + 77;
        Stream stream;
        const unsigned char before = *behind;
        QVERIFY(faultOf([&] {
                    launch<writeGlobal>(stream, 1, 1, 0, behind);
                }).contains("writeGlobal wrote behind the end of device memory"));
        *behind = before;
#endif
    }
};

QTEST_APPLESS_MAIN(TestSimtFaults)
#include "test_simt_faults.moc"
