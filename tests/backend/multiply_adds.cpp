// SPDX-License-Identifier: MIT
#include "tests/backend/multiply_adds.h"

#include <algorithm>
#include <chrono>

#include "engine/core/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tests/backend/multiply_adds.cpp"
#include <hwy/foreach_target.h> // before highway.h

#include <hwy/highway.h>

#include "engine/backend/cpu/unrolled-inl.h"

HWY_BEFORE_NAMESPACE();
namespace draftscope::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using BareTag = hn::CappedTag<float, 16>;
constexpr BareTag bareTag;

/// Runs so many steps of twelve multiply-adds that do not wait for one another; returns how many products of numbers
/// that were.
double runMultiplyAddsHere(int steps)
{
    constexpr int chains = 12;
    hn::Vec<BareTag> sums[chains];
    unrolled<chains>([&](auto i) INLINED { sums[i] = hn::Set(bareTag, float(i)); }); // equal ones would become one
    auto factor = hn::Set(bareTag, 0.5f);
    for (int step = 0; step < steps; ++step) {
#if HWY_COMPILER_GCC_ACTUAL && HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
        asm volatile("" : "+x"(factor.raw)); // or the compiler would add up all steps in advance
#endif
        unrolled<chains>([&](auto i) INLINED { sums[i] = hn::MulAdd(factor, factor, sums[i]); });
    }
    auto all = sums[0];
    unrolled<chains - 1>([&](auto i) INLINED { all = hn::Add(all, sums[i + 1]); });
    volatile float kept = hn::GetLane(all);
    (void)kept;
    return double(steps) * chains * double(hn::Lanes(bareTag));
}

} // namespace draftscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace draftscope::cpu {

HWY_EXPORT(runMultiplyAddsHere);

static double runMultiplyAdds(int steps)
{
    return HWY_DYNAMIC_DISPATCH(runMultiplyAddsHere)(steps);
}

} // namespace draftscope::cpu

namespace draftscope::test {

double measureMultiplyAdds(ThreadPool& pool)
{
    constexpr int steps = 1'000'000, repetitions = 5;
    double best = 0;
    for (int i = 0; i < repetitions; ++i) {
        double done = 0;
        const auto start = std::chrono::steady_clock::now();
        pool.split(pool.threadCount(), [&](int begin, int end) {
            for (int thread = begin; thread < end; ++thread) {
                const double products = cpu::runMultiplyAdds(steps);
                if (thread == 0)
                    done = products * pool.threadCount();
            }
        });
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        best = std::max(best, done / seconds.count());
    }
    return best;
}

} // namespace draftscope::test
#endif
