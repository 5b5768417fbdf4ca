// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>

#include "engine/core/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/backend/cpu/memory_bandwidth.cpp"
#include <hwy/foreach_target.h> // before highway.h

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace draftscope::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// The sum of `count` floats, a multiple of 64; several chains, so that loads and not additions are the limit.
float sumOf(const float* floats, std::size_t count)
{
    const hn::CappedTag<float, 16> tag;
    constexpr std::size_t lanes = hn::MaxLanes(hn::CappedTag<float, 16>());
    auto a = hn::Zero(tag), b = a, c = a, d = a;
    for (std::size_t i = 0; i < count; i += 4 * lanes) {
        a = hn::Add(a, hn::Load(tag, floats + i));
        b = hn::Add(b, hn::Load(tag, floats + i + lanes));
        c = hn::Add(c, hn::Load(tag, floats + i + 2 * lanes));
        d = hn::Add(d, hn::Load(tag, floats + i + 3 * lanes));
    }
    return hn::GetLane(hn::SumOfLanes(tag, hn::Add(hn::Add(a, b), hn::Add(c, d))));
}

} // namespace draftscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <atomic>

#include "engine/backend/cpu/float_buffer.h"
#include "engine/backend/cpu/memory_bandwidth.h"
#include "engine/core/thread_pool.h"

namespace draftscope {

namespace cpu {
HWY_EXPORT(sumOf);
}

double measureMemoryBandwidth(ThreadPool& pool, const Progress& progress, std::size_t bytes, int repetitions)
{
    using namespace cpu;
    constexpr std::size_t blockFloats = 64 * 1024;
    const int blocks = int(std::max<std::size_t>(1, bytes / sizeof(float) / blockFloats));
    const auto reserved = pool.reserve();
    const FloatBuffer buffer(std::size_t(blocks) * blockFloats);
    const auto endIfCancelled = [&] {
        if (progress.isCancelled())
            throw Cancelled();
    };
    pool.split(blocks, [&](int begin, int end) {
        if (!progress.isCancelled())
            std::fill(buffer.at(std::size_t(begin) * blockFloats), buffer.at(std::size_t(end) * blockFloats), 1.0f);
    });

    std::atomic<float> sink = 0; // keeps the sums from being optimised away
    double best = 0;
    for (int i = 0; i < repetitions; ++i) {
        endIfCancelled();
        const auto start = std::chrono::steady_clock::now();
        pool.split(blocks, [&](int begin, int end) {
            sink = HWY_DYNAMIC_DISPATCH(sumOf)(buffer.at(std::size_t(begin) * blockFloats),
                                               std::size_t(end - begin) * blockFloats);
        });
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        best = std::max(best, double(blocks) * blockFloats * sizeof(float) / seconds.count());
    }
    return best;
}

} // namespace draftscope
#endif
