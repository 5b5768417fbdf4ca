// SPDX-License-Identifier: MIT
// Softmax attention of one head. Every sum runs in path order, so a tree row adds up what plain decoding would have.
#include <algorithm>

#include "engine/backend/cpu/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/backend/cpu/attention.cpp"
#include <hwy/foreach_target.h> // before highway.h

#include <hwy/highway.h>

#include <hwy/contrib/math/math-inl.h>

#include "engine/backend/cpu/kernels.h"
#include "engine/backend/cpu/unrolled-inl.h"

HWY_BEFORE_NAMESPACE();
namespace draftscope::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<float, 16>;
using Vector = hn::Vec<Tag>;
constexpr Tag tag;
constexpr int lanes = int(hn::MaxLanes(Tag()));

#if HWY_TARGET == HWY_SCALAR
/// scores [4] = the sums of the lanes of four vectors * scale; returns the largest.
float storeScores(Vector a, Vector b, Vector c, Vector d, float scale, float* scores)
{
    scores[0] = hn::GetLane(a) * scale;
    scores[1] = hn::GetLane(b) * scale;
    scores[2] = hn::GetLane(c) * scale;
    scores[3] = hn::GetLane(d) * scale;
    return std::max(std::max(scores[0], scores[1]), std::max(scores[2], scores[3]));
}
#else
/// The sum over all blocks of four lanes.
template <class D>
HWY_INLINE auto addBlocksOfFour(D d, hn::Vec<D> v)
{
    if constexpr (hn::MaxLanes(D()) <= 4) {
        return v;
    } else {
        const hn::Half<D> half;
        return addBlocksOfFour(half, hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
    }
}

/// scores [4] = the sums of the lanes of four vectors * scale; returns the largest. All four are added up in the same
/// order; one at a time takes three times as long.
HWY_INLINE float storeScores(Vector a, Vector b, Vector c, Vector d, float scale, float* scores)
{
    const hn::FixedTag<float, 4> four;
    const Vector ac = hn::Add(hn::InterleaveLower(tag, a, c), hn::InterleaveUpper(tag, a, c));
    const Vector bd = hn::Add(hn::InterleaveLower(tag, b, d), hn::InterleaveUpper(tag, b, d));
    const auto sums = addBlocksOfFour(tag, hn::Add(hn::InterleaveLower(tag, ac, bd), hn::InterleaveUpper(tag, ac, bd)));
    const auto scaled = hn::Mul(sums, hn::Set(four, scale));
    hn::StoreU(scaled, four, scores);
    return hn::GetLane(hn::MaxOfLanes(four, scaled));
}
#endif

/// scores [paddedTo(4, pathLength)] = query · key * scale; returns the largest.
float scoreKeys(const AttentionHead& head)
{
    float most = -3e38f;
    for (int first = 0; first < head.pathLength; first += 4) {
        const auto keyOf = [&](int k) INLINED { // behind the end the last one again
            return head.keys + std::size_t(head.path[std::min(first + k, head.pathLength - 1)]) * head.slotStride;
        };
        const float *a = keyOf(0), *b = keyOf(1), *c = keyOf(2), *d = keyOf(3);
        Vector ofA = hn::Zero(tag), ofB = ofA, ofC = ofA, ofD = ofA;
        for (int i = 0; i < head.paddedHead; i += lanes) {
            const Vector query = hn::LoadU(tag, head.query + i);
            ofA = hn::MulAdd(query, hn::LoadU(tag, a + i), ofA);
            ofB = hn::MulAdd(query, hn::LoadU(tag, b + i), ofB);
            ofC = hn::MulAdd(query, hn::LoadU(tag, c + i), ofC);
            ofD = hn::MulAdd(query, hn::LoadU(tag, d + i), ofD);
        }
        most = std::max(most, storeScores(ofA, ofB, ofC, ofD, head.scale, head.scores + first));
    }
    return most;
}

/// Turns scores into exp(score - most) and returns their sum.
float exponentials(float* scores, int count, float most)
{
    for (int j = count; j < paddedTo(lanes, count); ++j)
        scores[j] = -1e30f; // whose exponential is 0
    Vector sum = hn::Zero(tag);
    for (int j = 0; j < count; j += lanes) {
        const Vector e = hn::Exp(tag, hn::Sub(hn::LoadU(tag, scores + j), hn::Set(tag, most)));
        hn::StoreU(e, tag, scores + j);
        sum = hn::Add(sum, e);
    }
    return hn::GetLane(hn::SumOfLanes(tag, sum));
}

/// Keys that are added up side by side, so that an addition need not wait for the one before.
constexpr int sumsAtOnce = 4;

/// out[first .. first + vectors * lanes) = sum over the path of weight * value, times `factor`. Keys j, j + sumsAtOnce …
/// are added up in path order, then those sums.
template <int vectors>
void addValues(const AttentionHead& head, int first, float factor)
{
    Vector sums[sumsAtOnce * vectors];
    unrolled<sumsAtOnce * vectors>([&](auto i) INLINED { sums[i] = hn::Zero(tag); });
    const auto add = [&](int j, auto k) INLINED {
        const float* value = head.values + std::size_t(head.path[j]) * head.slotStride + first;
        const Vector weight = hn::Set(tag, head.scores[j]);
        unrolled<vectors>([&](auto v) INLINED {
            constexpr int i = k * vectors + v;
            sums[i] = hn::MulAdd(weight, hn::LoadU(tag, value + v * lanes), sums[i]);
        });
    };
    int j = 0;
    for (; j + sumsAtOnce <= head.pathLength; j += sumsAtOnce)
        unrolled<sumsAtOnce>([&](auto k) INLINED { add(j + k, k); });
    unrolled<sumsAtOnce>([&](auto k) INLINED {
        if (j + k < head.pathLength)
            add(j + k, k);
    });
    unrolled<vectors>([&](auto v) INLINED {
        static_assert(sumsAtOnce == 4);
        const Vector sum =
            hn::Add(hn::Add(sums[v], sums[vectors + v]), hn::Add(sums[2 * vectors + v], sums[3 * vectors + v]));
        hn::StoreU(hn::Mul(sum, hn::Set(tag, factor)), tag, head.out + first + v * lanes);
    });
}

void attendHere(const AttentionHead& head)
{
    constexpr int together = HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_NEON ? 4 : 2; // as registers allow
    const float most = scoreKeys(head);
    const float factor = 1.0f / exponentials(head.scores, head.pathLength, most);
    int first = 0;
    for (; first + together * lanes <= head.paddedHead; first += together * lanes)
        addValues<together>(head, first, factor);
    for (; first + 2 * lanes <= head.paddedHead; first += 2 * lanes)
        addValues<2>(head, first, factor);
    if (first < head.paddedHead)
        addValues<1>(head, first, factor);
}

} // namespace draftscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace draftscope::cpu {

HWY_EXPORT(attendHere);

void attend(const AttentionHead& head)
{
    HWY_DYNAMIC_DISPATCH(attendHere)(head);
}

} // namespace draftscope::cpu
#endif
