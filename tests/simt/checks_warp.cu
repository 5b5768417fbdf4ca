// SPDX-License-Identifier: MIT
// Shuffles, votes and reductions against plain loops over lanes.
#include <array>
#include <functional>

#include "engine/backend/cuda/launch.h"
#include "tests/simt/device_check.h"

using namespace draftscope::cuda;

namespace {

__device__ unsigned threadInBlock()
{
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

template <class T>
__global__ void shuffleKernel(T* out, int width) // out [4, threads]
{
    const unsigned thread = threadInBlock();
    const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
    const int lane = static_cast<int>(thread % 32);
    const T value = static_cast<T>(3 * thread + 1);
    out[thread] = __shfl_sync(0xffffffffu, value, (lane * 7 + 3) % 32, width);
    out[threads + thread] = __shfl_up_sync(0xffffffffu, value, 3, width);
    out[2 * threads + thread] = __shfl_down_sync(0xffffffffu, value, 5, width);
    out[3 * threads + thread] = __shfl_xor_sync(0xffffffffu, value, 9, width);
}

template <class T>
std::string checkShuffle(dim3 block, int width)
{
    const int threads = static_cast<int>(block.x * block.y * block.z);
    Stream stream;
    auto out = deviceMemory<T>(static_cast<std::size_t>(4 * threads));
    launch<shuffleKernel<T>>(stream, 1, block, 0, out.data(), width);
    std::vector<T> expected;
    const std::array<std::function<int(int)>, 4> sources{
        [&](int lane) { return lane / width * width + (lane * 7 + 3) % 32 % width; },
        [&](int lane) { return lane % width >= 3 ? lane - 3 : lane; },
        [&](int lane) { return lane % width + 5 < width ? lane + 5 : lane; },
        // beyond the own segment it may only go down
        [&](int lane) { return (lane ^ 9) < (lane / width + 1) * width ? lane ^ 9 : lane; },
    };
    for (const auto& source : sources)
        for (int thread = 0; thread < threads; ++thread)
            expected.push_back(static_cast<T>(3 * (thread / 32 * 32 + source(thread % 32)) + 1));
    return difference("width " + std::to_string(width), fromDevice(stream, out), expected);
}

std::string shuffles()
{
    std::string wrong;
    for (const dim3 block : {dim3(32), dim3(256), dim3(8, 4, 3), dim3(96, 2)}) {
        for (const int width : {32, 16, 8, 2}) {
            wrong += checkShuffle<int>(block, width);
            wrong += checkShuffle<unsigned>(block, width);
            wrong += checkShuffle<float>(block, width);
            wrong += checkShuffle<double>(block, width);
            wrong += checkShuffle<long long>(block, width);
            wrong += checkShuffle<unsigned long long>(block, width);
        }
    }
    return wrong;
}

/// Odd lanes talk to odd lanes, the rest of the warp does something else meanwhile.
__global__ void divergentKernel(int* out)
{
    const int lane = static_cast<int>(threadIdx.x % 32);
    int value = static_cast<int>(threadIdx.x);
    if (lane & 1)
        value = __shfl_xor_sync(0xaaaaaaaau, value, 2);
    else if (lane % 4 == 0)
        value = __shfl_sync(0x11111111u, value, 28) + 1000;
    __syncwarp();
    out[threadIdx.x] = value;
}

std::string divergentLanes()
{
    Stream stream;
    auto out = deviceMemory<int>(64);
    launch<divergentKernel>(stream, 1, 64, 0, out.data());
    std::vector<int> expected;
    for (int thread = 0; thread < 64; ++thread)
        expected.push_back(thread & 1 ? thread ^ 2 : thread % 4 == 0 ? (thread / 32 * 32 + 28) + 1000 : thread);
    return difference("divergent lanes", fromDevice(stream, out), expected);
}

/// The last warp has only blockDim.x % 32 lanes, and says so in its masks.
__global__ void partialKernel(int* out)
{
    const int lane = static_cast<int>(threadIdx.x % 32);
    const int lanes = min(32, static_cast<int>(blockDim.x) - static_cast<int>(threadIdx.x) / 32 * 32);
    const unsigned mask = lanes == 32 ? ~0u : (1u << lanes) - 1;
    const int next = __shfl_sync(mask, static_cast<int>(threadIdx.x), (lane + 5) % lanes);
    const unsigned ballot = __ballot_sync(mask, threadIdx.x % 3 == 1);
    out[threadIdx.x] = next + 1000 * __popc(ballot) + 100000 * __reduce_max_sync(mask, lane);
}

std::string partialWarps()
{
    std::string wrong;
    for (const int threads : {1, 13, 31, 33, 45, 100}) {
        Stream stream;
        auto out = deviceMemory<int>(static_cast<std::size_t>(threads));
        launch<partialKernel>(stream, 1, static_cast<unsigned>(threads), 0, out.data());
        std::vector<int> expected;
        for (int thread = 0; thread < threads; ++thread) {
            const int first = thread / 32 * 32;
            const int lanes = std::min(32, threads - first);
            int votes = 0;
            for (int other = first; other < first + lanes; ++other)
                votes += other % 3 == 1;
            expected.push_back(first + (thread - first + 5) % lanes + 1000 * votes + 100000 * (lanes - 1));
        }
        wrong += difference(std::to_string(threads) + " threads", fromDevice(stream, out), expected);
    }
    return wrong;
}

__global__ void voteKernel(unsigned* out, const int* predicates) // out [3, threads]
{
    const unsigned thread = threadIdx.x;
    out[thread] = __ballot_sync(0xffffffffu, predicates[thread]);
    out[blockDim.x + thread] = static_cast<unsigned>(__any_sync(0xffffffffu, predicates[thread]) != 0);
    out[2 * blockDim.x + thread] = static_cast<unsigned>(__all_sync(0xffffffffu, predicates[thread]) != 0);
}

std::string votes()
{
    constexpr int threads = 128; // a warp of mixed votes, one of none, one of all, one with a single vote
    std::vector<int> predicates(threads);
    for (int i = 0; i < threads; ++i)
        predicates[static_cast<std::size_t>(i)] = i < 32 ? i * i % 7 < 3 : i < 64 ? 0 : i < 96 ? i : i == 100;
    Stream stream;
    const auto in = onDevice(stream, predicates);
    auto out = deviceMemory<unsigned>(3 * threads);
    launch<voteKernel>(stream, 1, threads, 0, out.data(), in.data());
    std::vector<unsigned> expected(3 * threads);
    for (std::size_t i = 0; i < threads; ++i) {
        unsigned ballot = 0;
        for (std::size_t lane = 0; lane < 32; ++lane)
            ballot |= static_cast<unsigned>(predicates[i / 32 * 32 + lane] != 0) << lane;
        expected[i] = ballot;
        expected[threads + i] = ballot != 0;
        expected[2 * threads + i] = ballot == ~0u;
    }
    return difference("votes", fromDevice(stream, out), expected);
}

__global__ void reduceKernel(unsigned* out, const unsigned* in, unsigned mask) // out [8, threads]
{
    const unsigned thread = threadIdx.x;
    const unsigned threads = blockDim.x;
    if (!(mask >> thread % 32 & 1))
        return;
    const int number = static_cast<int>(in[thread]);
    out[thread] = __reduce_add_sync(mask, in[thread]);
    out[threads + thread] = __reduce_min_sync(mask, in[thread]);
    out[2 * threads + thread] = __reduce_max_sync(mask, in[thread]);
    out[3 * threads + thread] = static_cast<unsigned>(__reduce_min_sync(mask, number));
    out[4 * threads + thread] = static_cast<unsigned>(__reduce_max_sync(mask, number));
    out[5 * threads + thread] = __reduce_and_sync(mask, in[thread]);
    out[6 * threads + thread] = __reduce_or_sync(mask, in[thread]);
    out[7 * threads + thread] = __reduce_xor_sync(mask, in[thread]);
}

std::string reductions()
{
    constexpr std::size_t threads = 64;
    std::vector<unsigned> values(threads);
    for (std::size_t i = 0; i < threads; ++i)
        values[i] = static_cast<unsigned>(i + 1) * 2654435761u;
    std::string wrong;
    for (const unsigned mask : {~0u, 0x1u, 0xaaaaaaaau, 0x80000001u}) {
        Stream stream;
        const auto in = onDevice(stream, values);
        auto out = deviceMemory<unsigned>(8 * threads);
        out.fillBytes(stream, 0);
        launch<reduceKernel>(stream, 1, threads, 0, out.data(), in.data(), mask);
        const std::array<std::function<unsigned(unsigned, unsigned)>, 8> operations{
            [](unsigned a, unsigned b) { return a + b; },
            [](unsigned a, unsigned b) { return std::min(a, b); },
            [](unsigned a, unsigned b) { return std::max(a, b); },
            [](unsigned a, unsigned b) {
                return static_cast<unsigned>(std::min(static_cast<int>(a), static_cast<int>(b)));
            },
            [](unsigned a, unsigned b) {
                return static_cast<unsigned>(std::max(static_cast<int>(a), static_cast<int>(b)));
            },
            [](unsigned a, unsigned b) { return a & b; },
            [](unsigned a, unsigned b) { return a | b; },
            [](unsigned a, unsigned b) { return a ^ b; },
        };
        std::vector<unsigned> expected;
        for (const auto& operation : operations) {
            for (std::size_t thread = 0; thread < threads; ++thread) {
                unsigned result = 0;
                bool first = true;
                for (std::size_t lane = 0; lane < 32; ++lane) {
                    if (!(mask >> lane & 1))
                        continue;
                    const unsigned value = values[thread / 32 * 32 + lane];
                    result = first ? value : operation(result, value);
                    first = false;
                }
                expected.push_back(mask >> thread % 32 & 1 ? result : 0);
            }
        }
        wrong += difference("mask " + std::to_string(mask), fromDevice(stream, out), expected);
    }
    return wrong;
}

} // namespace

std::vector<DeviceCheck> warpChecks()
{
    return {{"shuffles", shuffles},
            {"divergent lanes", divergentLanes},
            {"partial warps", partialWarps},
            {"votes", votes},
            {"reductions", reductions}};
}
