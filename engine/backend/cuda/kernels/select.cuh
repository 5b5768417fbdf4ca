// SPDX-License-Identifier: MIT
#pragma once

// Finds where a row, in falling order, is to be cut after so many tokens or so much mass: digit by digit from the
// highest, by how much falls on each value of the digit. Nothing is sorted.

#include "engine/backend/cuda/kernels/cut.h"
#include "engine/backend/cuda/kernels/mass.cuh"

namespace draftscope::cuda {

inline constexpr int digitBits = 10, digitValues = 1 << digitBits;

/// By value of the digit. What is counted in mass is a sum of significands, of which all under one value have the same
/// exponent, in two parts that do not overflow: ten times as quick as an atomic sum of 64 bits.
struct DigitMemory {
    unsigned counts[digitValues];
    unsigned low[digitValues], high[digitValues]; ///< 12 bits each of every significand; for mass only
};

/// Cut after `wanted` tokens.
struct CountGoal {
    using Amount = unsigned;
    unsigned wanted;

    static __device__ void clear(DigitMemory&, int) {}
    template <class Key>
    static __device__ void add(DigitMemory&, unsigned, Key)
    {
    }
    template <class Key>
    [[nodiscard]] static __device__ Amount of(const DigitMemory& memory, int value, Key)
    {
        return memory.counts[value];
    }
    [[nodiscard]] __device__ bool isReached(Amount amount) const { return amount >= wanted; }
    /// Whether all that is under a value of the digit is needed, given the amount before and with it.
    [[nodiscard]] __device__ bool needsAll(Amount, Amount with) const { return with == wanted; }
};

/// Exponent e of a weight's significand: it stands for significand · 2^(e - 60). Weights under 2^-37 are rounded to
/// e = 0, as sums do. Keys are those of weights.
[[nodiscard]] inline __device__ int exponentOf(unsigned key)
{
    return max(int(key >> 23) - 90, 0);
}
[[nodiscard]] inline __device__ unsigned significandOf(unsigned key)
{
    return key >> 23 >= 90 ? (key & 0x7fffffu) | 0x800000u : unsigned(__float2int_rn(__uint_as_float(key) * 0x1p60f));
}

/// Cut with the token at which the mass is `goal` at least.
struct MassGoal {
    using Amount = Mass;
    double goal;

    static __device__ void clear(DigitMemory& memory, int value) { memory.low[value] = memory.high[value] = 0; }
    static __device__ void add(DigitMemory& memory, unsigned value, unsigned key)
    {
        const unsigned significand = significandOf(key);
        atomicAdd(&memory.low[value], significand & 0xfffu);
        atomicAdd(&memory.high[value], significand >> 12);
    }
    [[nodiscard]] static __device__ Amount of(const DigitMemory& memory, int value, unsigned lowestKey)
    {
        const auto high = static_cast<unsigned long long>(memory.high[value]);
        return massOf((high << 12) + memory.low[value], exponentOf(lowestKey));
    }
    [[nodiscard]] __device__ bool isReached(const Amount& amount) const { return amount.value() >= goal; }
    [[nodiscard]] __device__ bool needsAll(const Amount&, const Amount&) const { return false; }
};

/// The last tokens before the cut: `count` of them have keys from `key` on that agree in the digits looked at. Either
/// all of them are needed, or all are equal and some are.
template <class Key, class Amount>
struct LastTokens {
    Key key;
    unsigned count; ///< 0: there is no such token, the goal is not reached by all together
    Amount before;  ///< of the tokens before them
    bool areAllNeeded;
};

template <class Amount>
struct FoundMemory {
    int value;
    unsigned count;
    Amount before, with;
};

/// each(visit) calls visit(key, id) for all tokens of this thread; keys have `bits` bits.
template <class Key, class Goal, class Each>
[[nodiscard]] __device__ LastTokens<Key, typename Goal::Amount> searchDigits(const Each& each, int bits,
                                                                             const Goal& goal)
{
    using Amount = typename Goal::Amount;
    auto& memory = blockShared<DigitMemory>();
    auto& found = blockShared<FoundMemory<Amount>>();
    LastTokens<Key, Amount> last = {0, 0, Amount{}, false};
    for (int shift = bits; shift > 0;) {
        const int width = min(shift, digitBits);
        shift -= width;
        for (int value = block::thread(); value < digitValues; value += block::threads()) {
            memory.counts[value] = 0;
            goal.clear(memory, value);
        }
        __syncthreads();
        each([&](Key key, int) {
            if (key >> shift >> width != last.key)
                return;
            const unsigned value = unsigned(key >> shift) & ((1u << width) - 1);
            atomicAdd(&memory.counts[value], 1u);
            goal.add(memory, value, key);
        });
        __syncthreads();

        // Each thread has some neighbouring values, the first thread the largest.
        const int share = digitValues / block::threads(), top = digitValues - 1 - block::thread() * share;
        const auto amountOf = [&](int value) {
            return goal.of(memory, value, Key(((last.key << width) | Key(value)) << shift));
        };
        Amount mine{};
        for (int value = top; value > top - share; --value)
            mine += amountOf(value);
        Scan<Amount> scan = scanOverBlock(mine);
        scan.total += last.before;
        if (!goal.isReached(scan.total) || goal.isReached(last.before))
            return last; // only with the first digit: too few tokens, or a goal that is none
        scan.before += last.before;
        Amount after = scan.before;
        after += mine;
        if (!goal.isReached(scan.before) && goal.isReached(after)) {
            Amount with = scan.before;
            int value = top;
            for (;; --value) {
                with += amountOf(value);
                if (goal.isReached(with))
                    break;
                scan.before = with;
            }
            found = {value, memory.counts[value], scan.before, with};
        }
        __syncthreads();
        last = {Key(last.key << width | Key(found.value)), found.count, found.before,
                found.count == 1 || goal.needsAll(found.before, found.with)};
        if (last.areAllNeeded) {
            last.key = Key(last.key << shift);
            return last;
        }
    }
    return last;
}

/// Of `wanted` tokens whose key is `key`, those with the smallest ids are before the cut.
template <class Key, class Each>
[[nodiscard]] __device__ Cut<Key> cutAmongEquals(const Each& each, Key key, unsigned wanted)
{
    constexpr unsigned largest = (1u << idBits) - 1;
    const auto eachEqual = [&](const auto& visit) {
        each([&](Key other, int id) {
            if (other == key)
                visit(largest - unsigned(id), id);
        });
    };
    return {key, int(largest - searchDigits<unsigned>(eachEqual, idBits, CountGoal{wanted}).key)};
}

/// Keeps the `wanted` largest, all where there are fewer.
template <class Key, class Each>
[[nodiscard]] __device__ Cut<Key> cutAfterCount(const Each& each, int bits, int wanted)
{
    const CountGoal goal = {unsigned(wanted)};
    const auto last = searchDigits<Key>(each, bits, goal);
    if (last.count == 0)
        return {0, anyId};
    return last.areAllNeeded ? Cut<Key>{last.key, anyId} : cutAmongEquals(each, last.key, goal.wanted - last.before);
}

/// Keeps the largest weights until their mass is `mass` at least, all where they have less.
template <class Each>
[[nodiscard]] __device__ Cut<unsigned> cutAfterMass(const Each& each, double mass)
{
    const MassGoal goal = {mass};
    const auto last = searchDigits<unsigned>(each, 30, goal);
    if (last.count == 0)
        return {0, anyId};
    if (last.areAllNeeded)
        return {last.key, anyId};
    unsigned fewest = 1, most = last.count; // equal weights: how many of them?
    while (fewest < most) {
        const unsigned half = (fewest + most) / 2;
        Mass with = last.before;
        with += massOf(static_cast<unsigned long long>(significandOf(last.key)) * half, exponentOf(last.key));
        if (goal.isReached(with))
            most = half;
        else
            fewest = half + 1;
    }
    return cutAmongEquals(each, last.key, most);
}

/// A key that at least `wanted` tokens reach, from the largest key that each thread has met: theirs. So close to the
/// cut that few others reach it, if tokens lie in no order. 0 where there are more wanted than threads.
[[nodiscard]] inline __device__ unsigned reachedByMany(unsigned largestOfThread, int wanted)
{
    if (wanted > block::threads())
        return 0;
    const auto own = [&](const auto& visit) { visit(largestOfThread, block::thread()); };
    return searchDigits<unsigned>(own, 32, CountGoal{unsigned(wanted)}).key;
}

} // namespace draftscope::cuda
