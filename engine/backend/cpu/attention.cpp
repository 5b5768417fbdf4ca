// SPDX-License-Identifier: MIT
// Softmax attention of a few queries on one K/V head. In which order a query's sums are taken depends on its own path
// alone, so a tree row adds up what plain decoding would have, whichever queries are taken with it.
#include <algorithm>
#include <type_traits>

#include "engine/core/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/backend/cpu/attention.cpp"
#include <hwy/foreach_target.h> // before highway.h

#include <hwy/highway.h>

#include <hwy/contrib/math/math-inl.h>

#include "engine/backend/cpu/bf16_scores.h"
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
/// order, and share the shuffles.
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

constexpr bool manyRegisters = HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_NEON;

/// Path positions that are taken at once, and that the parts of a path are cut at multiples of.
constexpr int positionsTogether = 4;

HWY_INLINE Vector load(const float* from)
{
    return hn::LoadU(tag, from);
}

/// As f32.
HWY_INLINE Vector load(const Float16* f16)
{
    const hn::Rebind<hwy::float16_t, Tag> halves;
    return hn::PromoteTo(tag, hn::LoadU(halves, reinterpret_cast<const hwy::float16_t*>(f16)));
}

/// As f32.
HWY_INLINE Vector load(const std::uint16_t* bf16)
{
    const hn::Rebind<std::uint16_t, Tag> halves;
    const hn::Rebind<std::uint32_t, Tag> bits;
    return hn::BitCast(tag, hn::ShiftLeft<16>(hn::PromoteTo(bits, hn::LoadU(halves, bf16))));
}

/// scores [first .. paddedTo(4, end)) = query · key * scale for positions of the path that all the queries share;
/// `most` becomes the largest if it is larger.
template <int queries, class Element>
void scoreKeys(const AttentionGroup<Element>& group, const AttentionQuery<Element>* query, int first, int end,
               float* most)
{
    const int* path = query->path;
    for (; first < end; first += positionsTogether) {
        const auto keyOf = [&](int k) INLINED { // behind the end the last one again
            return group.keys + std::size_t(path[std::min(first + k, end - 1)]) * std::size_t(group.paddedHead);
        };
        const Element *a = keyOf(0), *b = keyOf(1), *c = keyOf(2), *d = keyOf(3);
        Vector sums[queries * positionsTogether];
        unrolled<queries * positionsTogether>([&](auto i) INLINED { sums[i] = hn::Zero(tag); });
        for (int i = 0; i < group.paddedHead; i += lanes) {
            const Vector ofA = load(a + i), ofB = load(b + i), ofC = load(c + i), ofD = load(d + i);
            unrolled<queries>([&](auto q) INLINED {
                const Vector x = hn::LoadU(tag, query[q].query + i);
                sums[4 * q] = hn::MulAdd(x, ofA, sums[4 * q]);
                sums[4 * q + 1] = hn::MulAdd(x, ofB, sums[4 * q + 1]);
                sums[4 * q + 2] = hn::MulAdd(x, ofC, sums[4 * q + 2]);
                sums[4 * q + 3] = hn::MulAdd(x, ofD, sums[4 * q + 3]);
            });
        }
        unrolled<queries>([&](auto q) INLINED {
            most[q] = std::max(most[q],
                               storeScores(sums[4 * q], sums[4 * q + 1], sums[4 * q + 2], sums[4 * q + 3], group.scale,
                                           query[q].scores + first));
        });
    }
}

/// scores [count] = cap * tanh(score / cap); returns the largest. A value depends on its own score alone.
float capScores(float* scores, int count, float cap)
{
    for (int j = count; j < paddedTo(lanes, count); ++j)
        scores[j] = -1e30f; // which no largest is
    const Vector limit = hn::Set(tag, cap);
    Vector most = hn::Set(tag, -3e38f);
    for (int j = 0; j < count; j += lanes) {
        const Vector capped = hn::Mul(limit, hn::Tanh(tag, hn::Div(hn::LoadU(tag, scores + j), limit)));
        hn::StoreU(capped, tag, scores + j);
        most = hn::Max(most, capped);
    }
    return hn::GetLane(hn::MaxOfLanes(tag, most));
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

/// Sums that a value's elements are added to in turn, so that an addition need not wait for the one before.
constexpr int valueSums = 2;

/// out[first .. first + vectors * lanes) = sum over the path of weight * value, times `factor`, for each query.
/// Positions of the path that are even are added up in path order, and those that are odd, then both sums. Before
/// `shared`, a multiple of 4, all paths are the same.
template <int queries, int vectors, class Element>
void addValues(const AttentionGroup<Element>& group, const AttentionQuery<Element>* query, int shared, int first,
               const float* factor)
{
    constexpr int queryVectors = valueSums * vectors;
    Vector sums[queries * queryVectors];
    unrolled<queries * queryVectors>([&](auto i) INLINED { sums[i] = hn::Zero(tag); });
    const auto valueOf = [&](int slot) INLINED {
        return group.values + std::size_t(slot) * std::size_t(group.paddedHead) + first;
    };
    for (int j = 0; j < shared; j += valueSums)
        unrolled<valueSums>([&](auto k) INLINED {
            const Element* const value = valueOf(query->path[j + k]);
            Vector part[vectors];
            unrolled<vectors>([&](auto v) INLINED { part[v] = load(value + v * lanes); });
            unrolled<queries>([&](auto q) INLINED {
                const Vector weight = hn::Set(tag, query[q].scores[j + k]);
                unrolled<vectors>([&](auto v) INLINED {
                    constexpr int i = q * queryVectors + k * vectors + v;
                    sums[i] = hn::MulAdd(weight, part[v], sums[i]);
                });
            });
        });
    unrolled<queries>([&](auto q) INLINED {
        const AttentionQuery<Element>& own = query[q];
        const auto add = [&](int j, auto k) INLINED {
            const Element* const value = valueOf(own.path[j]);
            const Vector weight = hn::Set(tag, own.scores[j]);
            unrolled<vectors>([&](auto v) INLINED {
                constexpr int i = q * queryVectors + k * vectors + v;
                sums[i] = hn::MulAdd(weight, load(value + v * lanes), sums[i]);
            });
        };
        int j = shared;
        for (; j + valueSums <= own.pathLength; j += valueSums)
            unrolled<valueSums>([&](auto k) INLINED { add(j + k, k); });
        if (j < own.pathLength)
            add(j, std::integral_constant<int, 0>());
        unrolled<vectors>([&](auto v) INLINED {
            static_assert(valueSums == 2 && positionsTogether % valueSums == 0);
            constexpr int i = q * queryVectors + v;
            hn::StoreU(hn::Mul(hn::Add(sums[i], sums[i + vectors]), hn::Set(tag, factor[q])), tag,
                       own.out + first + v * lanes);
        });
    });
}

/// As many vectors at once as registers allow.
template <int queries, class Element>
void addAllValues(const AttentionGroup<Element>& group, const AttentionQuery<Element>* query, int shared,
                  const float* factor)
{
    constexpr int together = std::max(1, (manyRegisters ? 8 : 4) / queries);
    int first = 0;
    for (; first + together * lanes <= group.paddedHead; first += together * lanes)
        addValues<queries, together>(group, query, shared, first, factor);
    for (; first < group.paddedHead; first += lanes)
        addValues<queries, 1>(group, query, shared, first, factor);
}

/// Scores of the first `shared` positions of the paths, then of the others of each; most [queries] becomes the largest
/// of each if that is larger.
template <class Element>
void scoreAll(const AttentionGroup<Element>& group, int shared, float* most)
{
    const int count = int(group.queries.size());
    const AttentionQuery<Element>* const queries = group.queries.data();
    constexpr int scoredTogether = manyRegisters ? 4 : 2;
    static_assert(queriesTogether % scoredTogether == 0);
    int q = 0;
    for (; q + scoredTogether <= count; q += scoredTogether)
        scoreKeys<scoredTogether>(group, queries + q, 0, shared, most + q);
    for (; q < count; ++q)
        scoreKeys<1>(group, queries + q, 0, shared, most + q);
    for (q = 0; q < count; ++q)
        scoreKeys<1>(group, queries + q, shared, queries[q].pathLength, most + q);
}

void scoreAll(const AttentionGroup<std::uint16_t>& group, int shared, float* most)
{
    const int count = int(group.queries.size());
    const Bf16Keys keys = {group.keys, std::size_t(group.paddedHead), group.scale};
    Bf16Query queries[queriesTogether];
    for (int q = 0; q < count; ++q) {
        const AttentionQuery<std::uint16_t>& query = group.queries[std::size_t(q)];
        queries[q] = {query.query, query.path, query.scores, most[q]};
    }
    scoreBf16Keys(keys, queries, count, 0, shared);
    for (int q = 0; q < count; ++q) {
        scoreBf16Keys(keys, queries + q, 1, shared, group.queries[std::size_t(q)].pathLength);
        most[q] = queries[q].most;
    }
}

template <class Element>
void attendWith(const AttentionGroup<Element>& group)
{
    const int count = int(group.queries.size());
    const AttentionQuery<Element>* const queries = group.queries.data();
    const int shared = count > 1 ? group.sharedLength / positionsTogether * positionsTogether : 0;
    float most[queriesTogether], factor[queriesTogether];
    std::fill_n(most, count, -3e38f);
    scoreAll(group, shared, most);
    for (int q = 0; q < count; ++q) {
        if (group.cap > 0)
            most[q] = capScores(queries[q].scores, queries[q].pathLength, group.cap);
        factor[q] = 1.0f / exponentials(queries[q].scores, queries[q].pathLength, most[q]);
    }
    int q = 0;
    for (; q + 2 <= count; q += 2)
        addAllValues<2>(group, queries + q, shared, factor + q);
    if (q < count)
        addAllValues<1>(group, queries + q, shared, factor + q);
}

void attendToFloats(const AttentionGroup<float>& group)
{
    attendWith(group);
}

void attendToFloat16s(const AttentionGroup<Float16>& group)
{
    attendWith(group);
}

void attendToBf16s(const AttentionGroup<std::uint16_t>& group)
{
    attendWith(group);
}

} // namespace draftscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace draftscope::cpu {

HWY_EXPORT(attendToFloats);
HWY_EXPORT(attendToFloat16s);
HWY_EXPORT(attendToBf16s);

void attend(const AttentionGroup<float>& group)
{
    HWY_DYNAMIC_DISPATCH(attendToFloats)(group);
}

void attend(const AttentionGroup<Float16>& group)
{
    HWY_DYNAMIC_DISPATCH(attendToFloat16s)(group);
}

void attend(const AttentionGroup<std::uint16_t>& group)
{
    HWY_DYNAMIC_DISPATCH(attendToBf16s)(group);
}

} // namespace draftscope::cpu
#endif
