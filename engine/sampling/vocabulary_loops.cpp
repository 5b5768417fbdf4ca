// SPDX-License-Identifier: MIT
// Mostly plain loops, which the compiler vectorises for each of the targets in turn.
#include "engine/sampling/vocabulary_loops.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "engine/core/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/sampling/vocabulary_loops.cpp"
#include <hwy/foreach_target.h> // before highway.h

#include <hwy/highway.h>

#include "engine/sampling/exponential.h"

#undef INLINED
#define INLINED HWY_ATTR __attribute__((always_inline))

HWY_BEFORE_NAMESPACE();
namespace draftscope::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR
constexpr int together = 4; ///< registers of logits

/// Does the same to each of them.
template <class Step>
inline INLINED void each(const Step& step)
{
    [&]<int... i>(std::integer_sequence<int, i...>) INLINED
    {
        (step(std::integral_constant<int, i>()), ...);
    }
    (std::make_integer_sequence<int, together>());
}

/// exponential() of (logit - largest) * inverseTemperature, the bits included, for some registers of logits. Each step
/// of it waits for the one before, so they go through the steps together: a processor looks a few dozen instructions
/// ahead, not hundreds.
template <class Tag>
inline INLINED void exponentialsTogether(Tag tag, const float* logits, float largest, float inverseTemperature,
                                         double* weights)
{
    using Vector = hn::Vec<Tag>;
    const std::size_t lanes = hn::Lanes(tag);
    const hn::RebindToUnsigned<Tag> words;
    const auto constant = [&](float value) INLINED { return hn::Set(tag, value); };
    Vector x[together], r[together], shifted[together], series[together];
    each([&](auto i) INLINED {
        x[i] = hn::Mul(hn::Sub(hn::LoadU(tag, logits + std::size_t(i) * lanes), constant(largest)),
                       constant(inverseTemperature));
    });
    each([&](auto i) INLINED { r[i] = hn::IfThenElse(hn::Lt(x[i], constant(-87.0f)), constant(-87.0f), x[i]); });
    each([&](auto i) INLINED { shifted[i] = hn::Mul(r[i], constant(1.44269504f)); });
    each([&](auto i) INLINED { shifted[i] = hn::Add(shifted[i], constant(12582912.0f)); });
    each([&](auto i) INLINED { series[i] = hn::Sub(shifted[i], constant(12582912.0f)); });
    each([&](auto i) INLINED { r[i] = hn::Sub(r[i], hn::Mul(series[i], constant(0.693359375f))); });
    each([&](auto i) INLINED { r[i] = hn::Add(r[i], hn::Mul(series[i], constant(2.12194440e-4f))); });
    each([&](auto i) INLINED { series[i] = constant(1.0f / 5040); });
    for (const float coefficient : {1.0f / 720, 1.0f / 120, 1.0f / 24, 1.0f / 6, 1.0f / 2, 1.0f, 1.0f})
        each([&](auto i) INLINED { series[i] = hn::Add(hn::Mul(series[i], r[i]), constant(coefficient)); });
    each([&](auto i) INLINED {
        const auto power =
            hn::ShiftLeft<23>(hn::Add(hn::BitCast(words, shifted[i]), hn::Set(words, std::uint32_t(127))));
        series[i] = hn::IfThenElseZero(hn::Ge(x[i], constant(-87.0f)), hn::Mul(series[i], hn::BitCast(tag, power)));
    });
    each([&](auto i) INLINED {
        double* const to = weights + std::size_t(i) * lanes;
        const hn::Half<Tag> half;
        const hn::Rebind<double, decltype(half)> doubles;
        hn::StoreU(hn::PromoteTo(doubles, hn::LowerHalf(half, series[i])), doubles, to);
        hn::StoreU(hn::PromoteTo(doubles, hn::UpperHalf(half, series[i])), doubles, to + lanes / 2);
    });
}

#endif

void exponentialsHere(std::span<const float> logits, float largest, float inverseTemperature, std::span<double> weights)
{
    std::size_t i = 0;
#if HWY_TARGET != HWY_SCALAR
    const hn::CappedTag<float, 16> tag;
    const std::size_t step = std::size_t(together) * hn::Lanes(tag);
    for (; i + step <= logits.size(); i += step)
        exponentialsTogether(tag, logits.data() + i, largest, inverseTemperature, weights.data() + i);
#endif
    for (; i < logits.size(); ++i)
        weights[i] = double(exponential((logits[i] - largest) * inverseTemperature));
}

/// ExactSum::add() on the lanes of two registers; lanesAt(tag, i) gives those from i on. In plain loops the compiler
/// does not find them.
template <class Lanes, class One>
inline INLINED ExactSum exactSumOfLanes(std::size_t size, const Lanes& lanesAt, const One& oneAt)
{
    const hn::CappedTag<double, 8> tag;
    const std::size_t lanes = hn::Lanes(tag);
    const auto toCoarse = hn::Set(tag, ExactSum::toCoarse), toFine = hn::Set(tag, ExactSum::toFine);
    auto coarse1 = hn::Zero(tag), coarse2 = coarse1, fine1 = coarse1, fine2 = coarse1;
    const auto add = [&](std::size_t i, auto& coarse, auto& fine) INLINED {
        const auto value = lanesAt(tag, i);
        const auto part = hn::Sub(hn::Add(value, toCoarse), toCoarse);
        coarse = hn::Add(coarse, part);
        fine = hn::Add(fine, hn::Sub(hn::Add(hn::Sub(value, part), toFine), toFine));
    };
    std::size_t i = 0;
    for (; i + 2 * lanes <= size; i += 2 * lanes) {
        add(i, coarse1, fine1);
        add(i + lanes, coarse2, fine2);
    }
    ExactSum sum(hn::GetLane(hn::SumOfLanes(tag, hn::Add(coarse1, coarse2))),
                 hn::GetLane(hn::SumOfLanes(tag, hn::Add(fine1, fine2))));
    for (; i < size; ++i)
        sum.add(oneAt(i));
    return sum;
}

ExactSum exactSumHere(std::span<const double> values)
{
    return exactSumOfLanes(
        values.size(), [&](auto tag, std::size_t i) INLINED { return hn::LoadU(tag, values.data() + i); },
        [&](std::size_t i) { return values[i]; });
}

ExactSum sumOfExponentialsHere(std::span<const float> logits, float largest, float inverseTemperature)
{
    constexpr std::size_t stretch = 256; // stays in the nearest cache
    alignas(64) double weights[stretch];
    ExactSum sum;
    for (std::size_t first = 0; first < logits.size(); first += stretch) {
        const auto part = logits.subspan(first, std::min(stretch, logits.size() - first));
        exponentialsHere(part, largest, inverseTemperature, weights);
        sum.add(exactSumHere(std::span<const double>(weights).first(part.size())));
    }
    return sum;
}

void scaleHere(std::span<double> values, double factor)
{
    for (double& value : values)
        value *= factor;
}

ExactSum positiveDifferencesHere(std::span<const double> p, std::span<const double> q, std::span<double> out)
{
    return exactSumOfLanes(
        p.size(),
        [&](auto tag, std::size_t i) INLINED {
            const auto ofP = hn::LoadU(tag, p.data() + i), ofQ = hn::LoadU(tag, q.data() + i);
            const auto difference = hn::IfThenElseZero(hn::Gt(ofP, ofQ), hn::Sub(ofP, ofQ));
            hn::StoreU(difference, tag, out.data() + i);
            return difference;
        },
        [&](std::size_t i) { return out[i] = p[i] > q[i] ? p[i] - q[i] : 0.0; });
}

/// Looks at values one by one only in stretches that have a larger one than all before. Counting has no branch, so it
/// vectorises.
std::size_t indexOfLargestHere(std::span<const float> values)
{
    constexpr std::size_t stretch = 64;
    std::size_t best = 0;
    for (std::size_t first = 0; first < values.size(); first += stretch) {
        const auto part = values.subspan(first, std::min(stretch, values.size() - first));
        const float bound = values[best];
        int above = 0;
        for (const float value : part)
            above += value > bound;
        if (above > 0)
            for (std::size_t i = first; i < first + part.size(); ++i)
                best = values[i] > values[best] ? i : best;
    }
    return best;
}

template <class Value>
Value boundOf(std::span<const Value> values, std::size_t count)
{
    Value maxima[groupCount];
    std::ranges::fill(maxima, -std::numeric_limits<Value>::infinity());
    if (count > groupCount)
        return maxima[0];
    const auto take = [&](const Value* from, std::size_t size) {
        for (std::size_t i = 0; i < size; ++i)
            maxima[i] = from[i] > maxima[i] ? from[i] : maxima[i];
    };
    std::size_t first = 0;
    for (; first + groupCount <= values.size(); first += groupCount)
        take(values.data() + first, groupCount);
    take(values.data() + first, values.size() - first);
    // The least of those that have fewer than `count` above them. Counting has no branch, where sorting would have
    // many.
    std::conditional_t<sizeof(Value) == 4, std::int32_t, std::int64_t> above[groupCount] = {};
    for (const Value one : maxima)
        for (std::size_t i = 0; i < groupCount; ++i)
            above[i] += one > maxima[i];
    Value bound = std::numeric_limits<Value>::infinity();
    for (std::size_t i = 0; i < groupCount; ++i)
        bound = above[i] < std::int64_t(count) && maxima[i] < bound ? maxima[i] : bound;
    return bound;
}

/// Few values reach the bound, so most registers need no second look.
template <class Value>
std::size_t indicesOf(std::span<const Value> values, Value bound, std::span<int> out)
{
    const hn::CappedTag<Value, 16> tag;
    const std::size_t lanes = hn::Lanes(tag);
    const auto bounds = hn::Set(tag, bound);
    std::size_t found = 0, i = 0;
    for (; i + lanes <= values.size(); i += lanes) {
        const auto reaching = hn::Ge(hn::LoadU(tag, values.data() + i), bounds);
        if (hn::AllFalse(tag, reaching))
            continue;
        std::uint8_t bits[8] = {}; // as many are written
        hn::StoreMaskBits(tag, reaching, bits);
        for (unsigned left = bits[0] | unsigned(bits[1]) << 8; left != 0; left &= left - 1)
            out[found++] = int(i) + std::countr_zero(left);
    }
    for (; i < values.size(); ++i)
        if (values[i] >= bound)
            out[found++] = int(i);
    return found;
}

float floatBoundHere(std::span<const float> values, std::size_t count)
{
    return boundOf(values, count);
}

double doubleBoundHere(std::span<const double> values, std::size_t count)
{
    return boundOf(values, count);
}

std::size_t floatIndicesHere(std::span<const float> values, float bound, std::span<int> out)
{
    return indicesOf(values, bound, out);
}

std::size_t doubleIndicesHere(std::span<const double> values, double bound, std::span<int> out)
{
    return indicesOf(values, bound, out);
}

} // namespace draftscope::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace draftscope {

HWY_EXPORT(exponentialsHere);
HWY_EXPORT(exactSumHere);
HWY_EXPORT(sumOfExponentialsHere);
HWY_EXPORT(scaleHere);
HWY_EXPORT(positiveDifferencesHere);
HWY_EXPORT(indexOfLargestHere);
HWY_EXPORT(floatBoundHere);
HWY_EXPORT(doubleBoundHere);
HWY_EXPORT(floatIndicesHere);
HWY_EXPORT(doubleIndicesHere);

void exponentials(std::span<const float> logits, float largest, float inverseTemperature, std::span<double> weights)
{
    HWY_DYNAMIC_DISPATCH(exponentialsHere)(logits, largest, inverseTemperature, weights);
}

ExactSum sumOfExponentials(std::span<const float> logits, float largest, float inverseTemperature)
{
    return HWY_DYNAMIC_DISPATCH(sumOfExponentialsHere)(logits, largest, inverseTemperature);
}

ExactSum exactSumOf(std::span<const double> values)
{
    return HWY_DYNAMIC_DISPATCH(exactSumHere)(values);
}

void scale(std::span<double> values, double factor)
{
    HWY_DYNAMIC_DISPATCH(scaleHere)(values, factor);
}

ExactSum positiveDifferences(std::span<const double> p, std::span<const double> q, std::span<double> out)
{
    return HWY_DYNAMIC_DISPATCH(positiveDifferencesHere)(p, q, out);
}

std::size_t indexOfLargest(std::span<const float> values)
{
    return HWY_DYNAMIC_DISPATCH(indexOfLargestHere)(values);
}

float boundOfLargest(std::span<const float> values, std::size_t count)
{
    return HWY_DYNAMIC_DISPATCH(floatBoundHere)(values, count);
}

double boundOfLargest(std::span<const double> values, std::size_t count)
{
    return HWY_DYNAMIC_DISPATCH(doubleBoundHere)(values, count);
}

std::size_t indicesFrom(std::span<const float> values, float bound, std::span<int> out)
{
    return HWY_DYNAMIC_DISPATCH(floatIndicesHere)(values, bound, out);
}

std::size_t indicesFrom(std::span<const double> values, double bound, std::span<int> out)
{
    return HWY_DYNAMIC_DISPATCH(doubleIndicesHere)(values, bound, out);
}

} // namespace draftscope
#endif
