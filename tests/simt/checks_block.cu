// SPDX-License-Identifier: MIT
// Grids, barriers, shared memory and atomics against plain loops.
#include <algorithm>
#include <bit>

#include "engine/backend/cuda/launch.h"
#include "tests/simt/device_check.h"

using namespace draftscope::cuda;

namespace {

__global__ void indexKernel(unsigned* out)
{
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    const unsigned z = blockIdx.z * blockDim.z + threadIdx.z;
    const unsigned width = gridDim.x * blockDim.x;
    const unsigned height = gridDim.y * blockDim.y;
    out[(z * height + y) * width + x] = x + 1000 * y + 1000000 * z;
}

std::string indices()
{
    std::string wrong;
    for (const auto& [grid, block] :
         {std::pair(dim3(7), dim3(33)), std::pair(dim3(3, 2), dim3(5, 7)), std::pair(dim3(2, 3, 4), dim3(3, 5, 2))}) {
        const unsigned width = grid.x * block.x;
        const unsigned height = grid.y * block.y;
        const unsigned depth = grid.z * block.z;
        Stream stream;
        auto out = deviceMemory<unsigned>(std::size_t(width) * height * depth);
        launch<indexKernel>(stream, grid, block, 0, out.data());
        std::vector<unsigned> expected;
        for (unsigned z = 0; z < depth; ++z)
            for (unsigned y = 0; y < height; ++y)
                for (unsigned x = 0; x < width; ++x)
                    expected.push_back(x + 1000 * y + 1000000 * z);
        wrong += difference("indices", fromDevice(stream, out), expected);
    }
    return wrong;
}

/// Each block turns its piece around, through dynamic shared memory and once more through static shared memory.
struct ReverseMemory {
    int values[1024];
};
__global__ void reverseKernel(int* out, const int* in)
{
    int* dynamic = dynamicShared<int>();
    auto& [values] = blockShared<ReverseMemory>();
    const unsigned n = blockDim.x;
    dynamic[threadIdx.x] = in[blockIdx.x * n + threadIdx.x];
    __syncthreads();
    values[threadIdx.x] = dynamic[n - 1 - threadIdx.x];
    __syncthreads();
    out[blockIdx.x * n + threadIdx.x] = values[threadIdx.x] + values[0];
}

std::string sharedMemory()
{
    std::string wrong;
    for (const unsigned threads : {1u, 31u, 32u, 77u, 256u, 1000u}) {
        std::vector<int> values(threads * 3);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<int>(i * i % 1009);
        Stream stream;
        const auto in = onDevice(stream, values);
        auto out = deviceMemory<int>(values.size());
        launch<reverseKernel>(stream, 3, threads, threads * sizeof(int), out.data(), in.data());
        std::vector<int> expected(values.size());
        for (unsigned block = 0; block < 3; ++block)
            for (unsigned i = 0; i < threads; ++i)
                expected[block * threads + i] =
                    values[(block + 1) * threads - 1 - i] + values[(block + 1) * threads - 1];
        wrong += difference(std::to_string(threads) + " threads", fromDevice(stream, out), expected);
    }
    return wrong;
}

__global__ void plainSharedKernel(int* out)
{
    __shared__ int order[64];
    order[63 - threadIdx.x] = static_cast<int>(threadIdx.x + 100 * blockIdx.x);
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = order[threadIdx.x];
}

std::string plainSharedMemory()
{
    Stream stream;
    auto out = deviceMemory<int>(128);
    launch<plainSharedKernel>(stream, 2, 64, 0, out.data());
    std::vector<int> expected;
    for (int i = 0; i < 128; ++i)
        expected.push_back(63 - i % 64 + 100 * (i / 64));
    return difference("__shared__", fromDevice(stream, out), expected);
}

/// More than the 48 KiB that need no asking.
__global__ void muchSharedKernel(unsigned* out, unsigned words)
{
    unsigned* memory = dynamicShared<unsigned>();
    for (unsigned i = threadIdx.x; i < words; i += blockDim.x)
        memory[i] = i * 7;
    __syncthreads();
    unsigned sum = 0;
    for (unsigned i = threadIdx.x; i < words; i += blockDim.x)
        sum += memory[words - 1 - i];
    out[threadIdx.x] = sum;
}

std::string muchSharedMemory()
{
    constexpr unsigned words = 96 * 1024 / 4;
    Stream stream;
    auto out = deviceMemory<unsigned>(256);
    for (int again = 0; again < 2; ++again)
        launch<muchSharedKernel>(stream, 1, 256, words * 4, out.data(), words);
    std::vector<unsigned> expected(256);
    for (unsigned i = 0; i < words; ++i)
        expected[i % 256] += (words - 1 - i) * 7;
    return difference("96 KiB", fromDevice(stream, out), expected);
}

__global__ void barrierKernel(int* out, unsigned limit) // out [3, threads]
{
    const unsigned n = blockDim.x;
    out[threadIdx.x] = __syncthreads_count(threadIdx.x < limit);
    out[n + threadIdx.x] = __syncthreads_or(threadIdx.x < limit) != 0;
    out[2 * n + threadIdx.x] = __syncthreads_and(threadIdx.x < limit) != 0;
}

std::string countingBarriers()
{
    std::string wrong;
    for (const unsigned limit : {0u, 1u, 50u, 77u}) {
        constexpr unsigned threads = 77;
        Stream stream;
        auto out = deviceMemory<int>(3 * threads);
        launch<barrierKernel>(stream, 1, threads, 0, out.data(), limit);
        std::vector<int> expected(3 * threads);
        for (unsigned i = 0; i < threads; ++i) {
            expected[i] = static_cast<int>(limit);
            expected[threads + i] = limit > 0;
            expected[2 * threads + i] = limit == threads;
        }
        wrong += difference("limit " + std::to_string(limit), fromDevice(stream, out), expected);
    }
    return wrong;
}

/// Warps that have ended are not waited for.
__global__ void earlyEndKernel(int* out)
{
    if (threadIdx.x >= 64)
        return;
    int* memory = dynamicShared<int>();
    memory[threadIdx.x] = static_cast<int>(threadIdx.x);
    __syncthreads();
    out[threadIdx.x] = memory[63 - threadIdx.x];
}

std::string endedThreads()
{
    Stream stream;
    auto out = deviceMemory<int>(64);
    launch<earlyEndKernel>(stream, 1, 160, 64 * sizeof(int), out.data());
    std::vector<int> expected;
    for (int i = 0; i < 64; ++i)
        expected.push_back(63 - i);
    return difference("early ends", fromDevice(stream, out), expected);
}

struct AtomicResults {
    int sum, least, greatest, swaps;
    unsigned leastUnsigned, greatestUnsigned, wrapping, both, either, odd;
    unsigned long long wide, greatestWide;
    float total;
};
__global__ void atomicKernel(AtomicResults* all, unsigned* histogram)
{
    unsigned* shared = dynamicShared<unsigned>();
    if (threadIdx.x < 16)
        shared[threadIdx.x] = 0;
    __syncthreads();
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    const int number = static_cast<int>(thread) - 100;
    atomicAdd(&shared[thread * thread % 13], 1u);
    atomicAdd(&all->sum, number);
    atomicMin(&all->least, number);
    atomicMax(&all->greatest, number);
    atomicMin(&all->leastUnsigned, thread + 5);
    atomicMax(&all->greatestUnsigned, thread + 5);
    atomicInc(&all->wrapping, 6);
    atomicAnd(&all->both, ~(1u << thread % 7));
    atomicOr(&all->either, 1u << thread % 11);
    atomicXor(&all->odd, thread);
    atomicAdd(&all->wide, 0x100000001ull);
    atomicMax(&all->greatestWide, static_cast<unsigned long long>(thread) << 33);
    atomicAdd(&all->total, 0.5f);
    int seen = atomicAdd(&all->swaps, 0);
    for (int assumed = seen + 1; assumed != seen;) { // counts by compare and swap
        assumed = seen;
        seen = atomicCAS(&all->swaps, assumed, assumed + 1);
    }
    __syncthreads();
    if (threadIdx.x < 16)
        atomicAdd(&histogram[threadIdx.x], atomicExch(&shared[threadIdx.x], 0u));
}

std::string atomics()
{
    constexpr unsigned blocks = 5;
    constexpr unsigned block = 77;
    AtomicResults expected{0, 0, 0, 0, ~0u, 0, 0, ~0u, 0, 0, 0, 0, 0};
    Stream stream;
    auto results = onDevice(stream, std::vector{expected});
    auto histogram = onDevice(stream, std::vector<unsigned>(16));
    launch<atomicKernel>(stream, blocks, block, 64, results.data(), histogram.data());
    std::vector<unsigned> counts(16);
    for (unsigned thread = 0; thread < blocks * block; ++thread) {
        const int number = static_cast<int>(thread) - 100;
        ++counts[thread * thread % 13];
        expected.sum += number;
        expected.least = std::min(expected.least, number);
        expected.greatest = std::max(expected.greatest, number);
        expected.leastUnsigned = std::min(expected.leastUnsigned, thread + 5);
        expected.greatestUnsigned = thread + 5;
        expected.wrapping = (expected.wrapping + 1) % 7;
        expected.both &= ~(1u << thread % 7);
        expected.either |= 1u << thread % 11;
        expected.odd ^= thread;
        expected.wide += 0x100000001ull;
        expected.greatestWide = static_cast<unsigned long long>(thread) << 33;
        expected.total += 0.5f;
        ++expected.swaps;
    }
    const AtomicResults got = fromDevice(stream, results)[0];
    const auto all = [](const AtomicResults& r) {
        return std::vector<double>{double(r.sum),      double(r.least),         double(r.greatest),
                                   double(r.swaps),    double(r.leastUnsigned), double(r.greatestUnsigned),
                                   double(r.wrapping), double(r.both),          double(r.either),
                                   double(r.odd),      double(r.wide),          double(r.greatestWide),
                                   double(r.total)};
    };
    return difference("atomics", all(got), all(expected))
        + difference("histogram", fromDevice(stream, histogram), counts);
}

/// The block that comes last adds up what all have left; none waits.
__global__ void lastBlockKernel(unsigned* total, unsigned* parts, unsigned* counter)
{
    unsigned& last = blockShared<unsigned>();
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = blockIdx.x + 1;
        __threadfence();
        last = atomicInc(counter, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;
    __threadfence();
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
        atomicAdd(total, __ldcg(&parts[i]));
}

std::string lastBlock()
{
    Stream stream;
    auto total = onDevice(stream, std::vector<unsigned>(1));
    auto counter = onDevice(stream, std::vector<unsigned>(1));
    auto parts = deviceMemory<unsigned>(100);
    launch<lastBlockKernel>(stream, 100, 64, 0, total.data(), parts.data(), counter.data());
    return difference("sum", fromDevice(stream, total), {5050u})
        + difference("counter", fromDevice(stream, counter), {0u});
}

} // namespace

std::vector<DeviceCheck> blockChecks()
{
    return {{"indices", indices},
            {"shared memory", sharedMemory},
            {"__shared__", plainSharedMemory},
            {"96 KiB of shared memory", muchSharedMemory},
            {"counting barriers", countingBarriers},
            {"ended threads", endedThreads},
            {"atomics", atomics},
            {"last block", lastBlock}};
}
