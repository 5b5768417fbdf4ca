// SPDX-License-Identifier: MIT
// Mostly plain loops, which the compiler vectorises for each of the targets in turn.
#include "engine/sampling/vocabulary_loops.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

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

void exponentialsHere(std::span<const float> logits, float largest, float inverseTemperature, std::span<double> weights)
{
    for (std::size_t i = 0; i < logits.size(); ++i)
        weights[i] = double(exponential((logits[i] - largest) * inverseTemperature));
}

/// ExactSum::add() on the lanes of two registers; lanesAt(tag, i) gives those from i on. In plain loops the compiler does not
/// find them.
template <class Lanes, class One>
inline INLINED ExactSum exactSumOfLanes(std::size_t size, const Lanes& lanesAt, const One& oneAt)
{
    namespace hn = hwy::HWY_NAMESPACE;
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
    namespace hn = hwy::HWY_NAMESPACE;
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
    namespace hn = hwy::HWY_NAMESPACE;
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
    // The least of those that have fewer than `count` above them. Counting has no branch, where sorting would have many.
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
    namespace hn = hwy::HWY_NAMESPACE;
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
