// SPDX-License-Identifier: MIT
// Mostly plain loops, which the compiler vectorises for each of the targets in turn.
#include "engine/sampling/vocabulary_loops.h"

#include <algorithm>
#include <limits>

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

/// ExactSum::add() on the lanes of two registers. In plain loops the compiler does not find them.
ExactSum exactSumHere(std::span<const double> values)
{
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::CappedTag<double, 8> tag;
    const std::size_t lanes = hn::Lanes(tag);
    const auto toCoarse = hn::Set(tag, ExactSum::toCoarse), toFine = hn::Set(tag, ExactSum::toFine);
    auto coarse1 = hn::Zero(tag), coarse2 = coarse1, fine1 = coarse1, fine2 = coarse1;
    const auto add = [&](std::size_t i, auto& coarse, auto& fine) INLINED {
        const auto value = hn::LoadU(tag, values.data() + i);
        const auto part = hn::Sub(hn::Add(value, toCoarse), toCoarse);
        coarse = hn::Add(coarse, part);
        fine = hn::Add(fine, hn::Sub(hn::Add(hn::Sub(value, part), toFine), toFine));
    };
    std::size_t i = 0;
    for (; i + 2 * lanes <= values.size(); i += 2 * lanes) {
        add(i, coarse1, fine1);
        add(i + lanes, coarse2, fine2);
    }
    ExactSum sum(hn::GetLane(hn::SumOfLanes(tag, hn::Add(coarse1, coarse2))),
                 hn::GetLane(hn::SumOfLanes(tag, hn::Add(fine1, fine2))));
    for (; i < values.size(); ++i)
        sum.add(values[i]);
    return sum;
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

void positiveDifferencesHere(std::span<const double> p, std::span<const double> q, std::span<double> out)
{
    for (std::size_t i = 0; i < p.size(); ++i)
        out[i] = p[i] > q[i] ? p[i] - q[i] : 0.0;
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
void groupMaximaOf(std::span<const Value> values, std::span<Value> maxima)
{
    std::ranges::fill(maxima, -std::numeric_limits<Value>::infinity());
    const auto take = [&](std::size_t first, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i)
            maxima[i] = values[first + i] > maxima[i] ? values[first + i] : maxima[i];
    };
    std::size_t first = 0;
    for (; first + groupCount <= values.size(); first += groupCount)
        take(first, groupCount);
    take(first, values.size() - first);
}

/// Few values reach the bound, so most stretches need no second look.
template <class Value>
std::size_t indicesOf(std::span<const Value> values, Value bound, std::span<int> out)
{
    constexpr std::size_t stretch = 16;
    std::size_t found = 0;
    const auto look = [&](std::size_t first, std::size_t count) {
        for (std::size_t i = first; i < first + count; ++i)
            if (values[i] >= bound)
                out[found++] = int(i);
    };
    std::size_t first = 0;
    for (; first + stretch <= values.size(); first += stretch) {
        int reaching = 0;
        for (std::size_t i = 0; i < stretch; ++i)
            reaching += values[first + i] >= bound;
        if (reaching > 0)
            look(first, stretch);
    }
    look(first, values.size() - first);
    return found;
}

void floatMaximaHere(std::span<const float> values, std::span<float> maxima)
{
    groupMaximaOf(values, maxima);
}

void doubleMaximaHere(std::span<const double> values, std::span<double> maxima)
{
    groupMaximaOf(values, maxima);
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
HWY_EXPORT(floatMaximaHere);
HWY_EXPORT(doubleMaximaHere);
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

void positiveDifferences(std::span<const double> p, std::span<const double> q, std::span<double> out)
{
    HWY_DYNAMIC_DISPATCH(positiveDifferencesHere)(p, q, out);
}

std::size_t indexOfLargest(std::span<const float> values)
{
    return HWY_DYNAMIC_DISPATCH(indexOfLargestHere)(values);
}

void groupMaxima(std::span<const float> values, std::span<float> maxima)
{
    HWY_DYNAMIC_DISPATCH(floatMaximaHere)(values, maxima);
}

void groupMaxima(std::span<const double> values, std::span<double> maxima)
{
    HWY_DYNAMIC_DISPATCH(doubleMaximaHere)(values, maxima);
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
