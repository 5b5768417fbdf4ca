// SPDX-License-Identifier: MIT
#pragma once

#include <bit>

#include "engine/backend/cuda/kernels/block.cuh"

namespace draftscope::cuda {

/// ExactSum in integers, which every card is quick at: up to 2^22 numbers from 0 to 2, each rounded to a multiple of
/// 2^-60. The parts are exact in both, so value() has the same bits as ExactSum's.
struct Mass {
    long long coarse, fine; ///< multiples of 2^-30 and of 2^-60

    __device__ void add(double number)
    {
        const long long units = __double2ll_rn(number * 0x1p60);
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

/// The same for up to `most` floats from 0 to 1, without the conversions that cards are slow at: additions cut each
/// into multiples of 2^-22, 2^-44 and 2^-60 that lie in the low bits of floats.
class WeightSum {
public:
    static constexpr int most = 512;

    __device__ void add(float weight)
    {
        const float first = weight + to22;
        const float restOfFirst = weight - (first - to22); // exact, like the next
        const float second = restOfFirst + to44;
        const float third = (restOfFirst - (second - to44)) + to60;
        m_first += __float_as_uint(first) - std::bit_cast<unsigned>(to22);
        m_second += __float_as_uint(second) - std::bit_cast<unsigned>(to44);
        m_third += __float_as_uint(third) - std::bit_cast<unsigned>(to60);
    }
    [[nodiscard]] __device__ Mass mass() const
    {
        const int second = int(m_second), third = int(m_third); // either may be negative
        return {(static_cast<long long>(m_first) << 8) + (second >> 14),
                (static_cast<long long>(second & 0x3fff) << 16) + third};
    }

private:
    static constexpr float to22 = 2.0f, to44 = 1.5f * 0x1p-21f, to60 = 1.5f * 0x1p-37f; ///< their ulps are the grids
    unsigned m_first = 0, m_second = 0, m_third = 0;
};

/// Calls sumUp(sum, first, count) for parts of a row of which no thread has more ids than a WeightSum takes, and adds
/// up the sums.
template <class SumUp>
[[nodiscard]] __device__ Mass massOfParts(int count, const SumUp& sumUp)
{
    const int together = (WeightSum::most - 4) * block::threads(); // a thread may have one more in front and one behind
    Mass mass{};
    for (int first = 0; first < count; first += together) {
        WeightSum sum;
        sumUp(sum, first, min(count - first, together));
        mass += sum.mass();
    }
    return mass;
}

/// Sums weightOf(row[id], id) over this thread's share of a row (forEachOf).
template <class WeightOf>
[[nodiscard]] __device__ Mass massOfRow(const float* row, int count, const WeightOf& weightOf)
{
    return massOfParts(count, [&](WeightSum& sum, int first, int part) {
        forEachOf(row + first, part, [&](float value, int id) { sum.add(weightOf(value, first + id)); });
    });
}

/// The same, and the weights go to weights[id], which may be row[id].
template <class WeightOf>
[[nodiscard]] __device__ Mass weighRow(float* weights, const float* row, int count, const WeightOf& weightOf)
{
    return massOfParts(count, [&](WeightSum& sum, int first, int part) {
        changeEachOf(weights + first, row + first, part, [&](float value, int id) {
            const float weight = weightOf(value, first + id);
            sum.add(weight);
            return weight;
        });
    });
}

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
