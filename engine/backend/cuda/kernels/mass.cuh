// SPDX-License-Identifier: MIT
#pragma once

#include "engine/backend/cuda/kernels/block.cuh"

namespace draftscope::cuda {

/// ExactSum in integers, which every card is quick at: up to 2^22 numbers from 0 to 2, each rounded to a multiple of
/// 2^-60. The parts are exact in both, so value() has the same bits as ExactSum's.
struct Mass {
    long long coarse, fine; ///< multiples of 2^-30 and of 2^-60

    /// A weight, 0 to 1.
    __device__ void add(float weight)
    {
        const float scaled = weight * 0x1p30f;
        const int whole = __float2int_rn(scaled);
        coarse += whole;
        fine += __float2int_rn((scaled - float(whole)) * 0x1p30f); // the difference is exact
    }
    /// A probability.
    __device__ void add(double probability)
    {
        const long long units = __double2ll_rn(probability * 0x1p60);
        coarse += units >> 30;
        fine += units & ((1 << 30) - 1);
    }
    __device__ void operator+=(const Mass& other)
    {
        coarse += other.coarse;
        fine += other.fine;
    }
    /// Rounded once.
    [[nodiscard]] __device__ double value() const { return double(coarse) * 0x1p-30 + double(fine) * 0x1p-60; }
};

/// count · 2^(exponent - 60), for a count under 2^46 and an exponent from 0 to 37.
[[nodiscard]] inline __device__ Mass massOf(unsigned long long count, int exponent)
{
    if (exponent >= 30)
        return {static_cast<long long>(count << (exponent - 30)), 0};
    const unsigned long long under = count & ((1ull << (30 - exponent)) - 1);
    return {static_cast<long long>(count >> (30 - exponent)), static_cast<long long>(under << exponent)};
}

[[nodiscard]] inline __device__ Mass fromLower(const Mass& mass, unsigned delta)
{
    return {__shfl_up_sync(wholeWarp, mass.coarse, delta), __shfl_up_sync(wholeWarp, mass.fine, delta)};
}
[[nodiscard]] inline __device__ Mass fromLane(const Mass& mass, int source)
{
    return {__shfl_sync(wholeWarp, mass.coarse, source), __shfl_sync(wholeWarp, mass.fine, source)};
}

} // namespace draftscope::cuda
