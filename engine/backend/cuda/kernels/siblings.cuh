// SPDX-License-Identifier: MIT
#pragma once

// What siblings leave of the distributions that they were drawn from and are judged by, computed anew for each entry
// from a factor a sibling, so that nothing is stored by token.

#include "engine/backend/cuda/kernels/entries.cuh"

namespace draftscope::cuda {

struct SiblingMemory {
    int tokens[maxNodes];         ///< of the siblings that something is without
    double leftFactors[maxNodes]; ///< that bring q without them to a sum of 1 again, one after another
    double restFactors[maxNodes]; ///< likewise what is left of p; 0: that sibling has taken nothing away
};

/// q without siblings that were drawn before. CPU twin: takeOut().
struct Left {
    Probabilities q;
    const SiblingMemory* siblings;
    int count; ///< of siblings that are taken out

    [[nodiscard]] __device__ double without(double entry, int id, int sibling) const
    {
        return id == siblings->tokens[sibling] ? 0 : entry * siblings->leftFactors[sibling];
    }
    [[nodiscard]] __device__ double operator()(int id) const { return of(q(id), id); }
    __device__ void four(double (&entries)[4], int id) const
    {
        q.four(entries, id);
        for (int i = 0; i < 4; ++i)
            entries[i] = of(entries[i], id + i);
    }

private:
    [[nodiscard]] __device__ double of(double entry, int id) const
    {
        for (int s = 0; s < count && entry > 0; ++s)
            entry = without(entry, id, s);
        return entry;
    }
};

/// p without what rejected siblings stood for: the q that each was drawn from, or its token where it was chosen without
/// chance. CPU twin: ResidualJudging::takeAway().
struct Remaining {
    Probabilities p;
    Left drawn; ///< from which the first sibling was drawn, with none taken out; where none was drawn its q is empty
    int count;  ///< of siblings that were rejected
    DrawRule draws;

    [[nodiscard]] __device__ double operator()(int id) const { return of(p(id), drawn.q(id), id); }
    __device__ void four(double (&entries)[4], int id) const
    {
        double qs[4];
        p.four(entries, id);
        drawn.q.four(qs, id);
        for (int i = 0; i < 4; ++i)
            entries[i] = of(entries[i], qs[i], id + i);
    }

private:
    [[nodiscard]] __device__ double of(double rest, double q, int id) const
    {
        for (int s = 0; s < count && rest > 0; ++s) {
            if (const double factor = drawn.siblings->restFactors[s]; factor > 0) {
                const double difference = draws != DrawRule::deterministic ? rest - q
                    : id == drawn.siblings->tokens[s]                      ? 0
                                                                           : rest;
                rest = difference > 0 ? difference * factor : 0;
            }
            if (draws == DrawRule::withoutReplacement && s + 1 < count)
                q = drawn.without(q, id, s);
        }
        return rest;
    }
};

/// The sum of entries. Of the whole block.
template <class Entries>
[[nodiscard]] __device__ double sumOf(const Entries& entries, int count)
{
    Mass mine{};
    forEachEntry(entries, count, [&](double entry, int) { mine.add(entry); });
    return scanOverBlock(mine).total.value();
}

/// Takes from p what rejected sibling number `sibling` stood for. Returns the sum of what is left, by which it is
/// divided then unless it is 0; see(entry) is called before, for this thread's share. Of the whole block.
template <class See>
__device__ double takeAway(Remaining& remaining, SiblingMemory& siblings, int sibling, int token, const See& see)
{
    __syncthreads(); // no thread still reads what was there before
    if (block::thread() == 0) {
        siblings.tokens[sibling] = token;
        siblings.restFactors[sibling] = 1;
    }
    __syncthreads();
    remaining.count = sibling + 1;
    Mass mine{};
    forEachEntry(remaining, remaining.p.count, [&](double entry, int) {
        mine.add(entry);
        see(entry);
    });
    const double mass = scanOverBlock(mine).total.value();
    __syncthreads();
    if (block::thread() == 0)
        siblings.restFactors[sibling] = mass > 0 ? 1.0 / mass : 0;
    __syncthreads();
    return mass;
}

/// Takes sibling number `sibling` out of q. Returns whether anything is left. Of the whole block.
[[nodiscard]] inline __device__ bool takeOut(const Probabilities& q, SiblingMemory& siblings, int sibling, int token)
{
    __syncthreads(); // no thread still reads what was there before
    if (block::thread() == 0) {
        siblings.tokens[sibling] = token;
        siblings.leftFactors[sibling] = 1;
    }
    __syncthreads();
    const double mass = sumOf(Left{q, &siblings, sibling + 1}, q.count);
    if (block::thread() == 0 && mass > 0)
        siblings.leftFactors[sibling] = 1.0 / mass;
    __syncthreads();
    return mass > 0;
}

} // namespace draftscope::cuda
