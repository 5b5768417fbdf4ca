// SPDX-License-Identifier: MIT
// What kernels may rely on, on the executor: the checks that gpu_simt_twin runs on a device, in order and in shuffled
// orders, on a device that is prompt and on one that is late.
#include <QTest>

#include "engine/backend/cuda/launch.h"
#include "tests/simt/device_check.h"
#include "tests/simt/executor.h"
#include "tests/simt/half_conversions.h"
#include "tests/simt/platform_warp.h"
#include "tests/simt/simulated_device.h"

using namespace draftscope::cuda;

namespace {

__global__ void sumsKernel(float* d, float c)
{
    // Row 0 of A is 1, e, e, ..., column 0 of B is ones; e is so small that 1 + e is 1.
    const auto one = fromFloat<BFloat16>(1).bits;
    const auto tiny = fromFloat<BFloat16>(0x1p-25f).bits;
    const unsigned g = threadIdx.x / 4;
    const unsigned t = threadIdx.x % 4;
    const unsigned tinyPair = tiny | static_cast<unsigned>(tiny) << 16;
    const unsigned onePair = one | static_cast<unsigned>(one) << 16;
    const std::uint32_t a[4] = {g == 0 ? (t == 0 ? one | static_cast<unsigned>(tiny) << 16 : tinyPair) : 0, 0,
                                g == 0 ? tinyPair : 0, 0};
    const std::uint32_t b[2] = {onePair, onePair};
    const float zero[4] = {c, c, c, c};
    float sums[4];
    mma_m16n8k16<BFloat16>(sums, a, b, zero);
    if (threadIdx.x == 0)
        *d = sums[0];
}

__global__ void lonelyKernel(unsigned* out)
{
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned value = thread;
    for (int i = 0; i < 10; ++i)
        value = value * 1664525u + 1013904223u;
    out[thread] = value;
}

/// Each warp reads what another wrote; `barrier` is what makes that right.
__global__ void neighbourKernel(int* out, bool barrier)
{
    int* memory = dynamicShared<int>();
    memory[threadIdx.x] = static_cast<int>(threadIdx.x);
    if (barrier)
        __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = memory[threadIdx.x / 32 * 32]; // of the own warp: right in order
    if (threadIdx.x > 0)
        out[blockIdx.x * blockDim.x + threadIdx.x] += memory[threadIdx.x - 1];
}

__global__ void garbageKernel(unsigned* out)
{
    unsigned* dynamic = dynamicShared<unsigned>();
    unsigned& fixed = blockShared<unsigned>();
    out[2 * blockIdx.x] = dynamic[0];
    out[2 * blockIdx.x + 1] = fixed;
    dynamic[0] = fixed = 7;
}

__global__ void impatientKernel(unsigned* out, const unsigned* in)
{
    unsigned* memory = dynamicShared<unsigned>();
    cpAsync16(memory, in);
    cpAsyncCommit();
    out[0] = memory[0];
    cpAsyncWait<0>();
    out[1] = memory[0];
}

} // namespace

class TestSimt : public QObject {
    Q_OBJECT
private slots:
    void cleanup()
    {
        simt::options() = {};
        simt::simulatedDevice() = {};
        QVERIFY(simt::liveObjects() == simt::LiveObjects{});
    }

    void check_data()
    {
        QTest::addColumn<int>("which");
        QTest::addColumn<int>("seed");
        QTest::addColumn<bool>("lazy");
        const auto checks = deviceChecks();
        for (int i = 0; i < static_cast<int>(checks.size()); ++i) {
            const QByteArray name = checks[static_cast<std::size_t>(i)].name;
            QTest::newRow(name) << i << 0 << false;
            QTest::newRow(name + ", late") << i << 0 << true;
            QTest::newRow(name + ", shuffled 1") << i << 1 << false;
            QTest::newRow(name + ", shuffled 2") << i << 2 << true;
        }
    }
    void check()
    {
        QFETCH(int, which);
        QFETCH(int, seed);
        QFETCH(bool, lazy);
        simt::options().orderSeed = static_cast<std::uint64_t>(seed);
        simt::simulatedDevice().lazyStreams = lazy;
        const std::string wrong = deviceChecks()[static_cast<std::size_t>(which)].run();
        QVERIFY2(wrong.empty(), wrong.substr(0, 1000).c_str());
    }

    void mmaAddsInOrderOfK()
    {
        Stream stream;
        auto d = deviceMemory<float>(1);
        // 1 + e + e ... stays 1; the other order would keep 15 e.
        launch<sumsKernel>(stream, 1, 32, 0, d.data(), 0.0f);
        QCOMPARE(fromDevice(stream, d)[0], 1.0f);
        // From c = -1 on: -1 + 1 + 15 e.
        launch<sumsKernel>(stream, 1, 32, 0, d.data(), -1.0f);
        QCOMPARE(fromDevice(stream, d)[0], 15 * 0x1p-25f);
    }

    void threadsThatDoNotWaitAreNotSwitched()
    {
        Stream stream;
        auto out = deviceMemory<unsigned>(10 * 256);
        const simt::Statistics before = simt::statistics();
        launch<lonelyKernel>(stream, 10, 256, 0, out.data());
        const simt::Statistics after = simt::statistics();
        QCOMPARE(after.threads - before.threads, 2560u);
        QCOMPARE(after.blocks - before.blocks, 10u);
        QCOMPARE(after.switches - before.switches, 20u); // into each block and out
    }

    void aMissingBarrierShowsInSomeOrder()
    {
        Stream stream;
        auto out = deviceMemory<int>(4 * 128);
        const auto run = [&](bool barrier, std::uint64_t seed) {
            simt::options().orderSeed = seed;
            launch<neighbourKernel>(stream, 4, 128, 512, out.data(), barrier);
            return fromDevice(stream, out);
        };
        const std::vector<int> right = run(true, 0);
        QVERIFY(run(false, 0) == right); // luck
        int found = 0;
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            QVERIFY(run(true, seed) == right);
            found += run(false, seed) != right;
        }
        QCOMPARE(found, 5);
    }

    void sharedMemoryIsGarbageAtFirst()
    {
        Stream stream;
        auto out = deviceMemory<unsigned>(6);
        launch<garbageKernel>(stream, 3, 1, 16, out.data());
        QVERIFY(fromDevice(stream, out) == std::vector<unsigned>(6, 0xffffffffu));
    }

    void aCopyArrivesWhenItIsWaitedFor()
    {
        Stream stream;
        auto out = deviceMemory<unsigned>(2);
        const auto in = onDevice(stream, std::vector<unsigned>{5, 6, 7, 8});
        launch<impatientKernel>(stream, 1, 1, 16, out.data(), in.data());
        QVERIFY((fromDevice(stream, out) == std::vector<unsigned>{0xffffffffu, 5}));
    }
};

QTEST_APPLESS_MAIN(TestSimt)
#include "test_simt.moc"
