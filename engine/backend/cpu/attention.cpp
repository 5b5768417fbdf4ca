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

HWY_BEFORE_NAMESPACE();
namespace draftscope::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<float, 16>;
using Vector = hn::Vec<Tag>;
constexpr Tag tag;
constexpr int lanes = int(hn::MaxLanes(Tag()));

float scoreKeys(const AttentionHead& head)
{
    float most = -3e38f;
    for (int j = 0; j < head.pathLength; ++j) {
        const float* key = head.keys + std::size_t(head.path[j]) * head.slotStride;
        Vector sum = hn::Zero(tag);
        for (int i = 0; i < head.paddedHead; i += lanes)
            sum = hn::MulAdd(hn::LoadU(tag, head.query + i), hn::LoadU(tag, key + i), sum);
        head.scores[j] = hn::GetLane(hn::SumOfLanes(tag, sum)) * head.scale;
        most = std::max(most, head.scores[j]);
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

/// out[first .. first + vectors * lanes) = sum over the path of weight * value, times `factor`.
template <int vectors>
void addValues(const AttentionHead& head, int first, float factor)
{
    Vector sums[vectors];
    for (int v = 0; v < vectors; ++v)
        sums[v] = hn::Zero(tag);
    for (int j = 0; j < head.pathLength; ++j) {
        const float* value = head.values + std::size_t(head.path[j]) * head.slotStride + first;
        const Vector weight = hn::Set(tag, head.scores[j]);
        for (int v = 0; v < vectors; ++v)
            sums[v] = hn::MulAdd(weight, hn::LoadU(tag, value + v * lanes), sums[v]);
    }
    for (int v = 0; v < vectors; ++v)
        hn::StoreU(hn::Mul(sums[v], hn::Set(tag, factor)), tag, head.out + first + v * lanes);
}

void attendHere(const AttentionHead& head)
{
    const float most = scoreKeys(head);
    const float factor = 1.0f / exponentials(head.scores, head.pathLength, most);
    int first = 0;
    for (; first + 4 * lanes <= head.paddedHead; first += 4 * lanes)
        addValues<4>(head, first, factor);
    for (; first < head.paddedHead; first += lanes)
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
