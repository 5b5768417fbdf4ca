// SPDX-License-Identifier: MIT
#include "engine/sampling/distribution.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace draftscope {
namespace {

/// e^x for x <= 0 to a few float ulps, 0 under -87. Branch-free, so that the loop over a vocabulary vectorises; the
/// same bits everywhere because nothing but IEEE additions and products is used (libm's expf differs between versions).
inline float exponential(float x)
{
    const float clamped = x < -87.0f ? -87.0f : x;
    const float scaled = clamped * 1.44269504f;
    const float rounded = (scaled + 12582912.0f) - 12582912.0f; // nearest integer, by the float's own rounding
    const float r = (clamped - rounded * 0.693359375f) + rounded * 2.12194440e-4f;
    // Taylor polynomial of degree 7 on |r| <= ln(2) / 2: remainder under 6e-9.
    const float series = 1.0f
        + r
            * (1.0f
               + r
                   * (1.0f / 2
                      + r * (1.0f / 6 + r * (1.0f / 24 + r * (1.0f / 120 + r * (1.0f / 720 + r * (1.0f / 5040)))))));
    const float power = std::bit_cast<float>((std::int32_t(rounded) + 127) << 23);
    return x < -87.0f ? 0.0f : series * power;
}

/// Four running sums in a fixed order: as fast as the additions' throughput and the same on every machine.
double sumOf(std::span<const double> values)
{
    std::array<double, 4> sums{};
    const std::size_t whole = values.size() / 4 * 4;
    for (std::size_t i = 0; i < whole; i += 4) {
        for (std::size_t lane = 0; lane < 4; ++lane)
            sums[lane] += values[i + lane];
    }
    for (std::size_t i = whole; i < values.size(); ++i)
        sums[0] += values[i];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

void scale(std::span<double> values, double factor)
{
    for (double& value : values)
        value *= factor;
}

/// Sorts before: likelier, and the smaller id among equals.
struct Likelier {
    std::span<const double> weights;
    bool operator()(TokenId a, TokenId b) const
    {
        const double wa = weights[std::size_t(a)], wb = weights[std::size_t(b)];
        return wa != wb ? wa > wb : a < b;
    }
};

std::vector<TokenId>& scratchIds()
{
    thread_local std::vector<TokenId> ids;
    ids.clear();
    return ids;
}

void keepTopK(std::span<double> weights, int k)
{
    if (k <= 0 || std::size_t(k) >= weights.size())
        return;
    auto& ids = scratchIds();
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (weights[i] > 0)
            ids.push_back(TokenId(i));
    }
    if (ids.size() <= std::size_t(k))
        return;
    std::nth_element(ids.begin(), ids.begin() + k, ids.end(), Likelier{weights});
    std::for_each(ids.begin() + k, ids.end(), [&](TokenId id) { weights[std::size_t(id)] = 0; });
}

/// Only tokens that could be in the set are ordered: all those under (1 - topP) / n of the mass together weigh less
/// than 1 - topP, so the set is found among the rest. A heap gives them one by one, likeliest first.
void keepTopP(std::span<double> weights, double topP)
{
    if (topP >= 1.0)
        return;
    const double total = sumOf(weights);
    const double cutoff = total * (1.0 - topP) / double(weights.size());
    auto& ids = scratchIds();
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (weights[i] >= cutoff && weights[i] > 0)
            ids.push_back(TokenId(i));
        else
            weights[i] = 0;
    }
    const auto later = [likelier = Likelier{weights}](TokenId a, TokenId b) { return likelier(b, a); };
    std::make_heap(ids.begin(), ids.end(), later);
    auto heapEnd = ids.end();
    for (double mass = 0; heapEnd != ids.begin() && mass < topP * total; --heapEnd) {
        std::pop_heap(ids.begin(), heapEnd, later);
        mass += weights[std::size_t(*(heapEnd - 1))];
    }
    std::for_each(ids.begin(), heapEnd, [&](TokenId id) { weights[std::size_t(id)] = 0; });
}

void keepMinP(std::span<double> weights, double minP)
{
    if (minP <= 0.0 || weights.empty())
        return;
    const double cutoff = minP * *std::max_element(weights.begin(), weights.end());
    for (double& weight : weights)
        weight = weight < cutoff ? 0 : weight;
}

} // namespace

TokenId argmax(std::span<const float> logits)
{
    std::size_t best = 0;
    for (std::size_t i = 1; i < logits.size(); ++i) {
        if (logits[i] > logits[best])
            best = i;
    }
    return TokenId(best);
}

void distributionOf(std::span<const float> logits, const SamplerSettings& settings, int tokenizerSize,
                    Distribution& out)
{
    const std::size_t size = std::min(logits.size(), std::size_t(tokenizerSize));
    assert(size > 0);
    const std::span<const float> real = logits.first(size);
    out.resize(logits.size());
    std::fill(out.begin() + std::ptrdiff_t(size), out.end(), 0.0);
    const auto largest = std::size_t(argmax(real));
    if (settings.isGreedy()) {
        std::fill(out.begin(), out.end(), 0.0);
        out[largest] = 1;
        return;
    }

    const std::span<double> weights = std::span(out).first(size);
    const float top = real[largest], inverse = float(1.0 / settings.temperature);
    for (std::size_t i = 0; i < size; ++i)
        weights[i] = double(exponential((real[i] - top) * inverse));
    weights[largest] = 1; // also where 1 / temperature overflows a float
    keepTopK(weights, settings.topK);
    keepTopP(weights, settings.topP);
    keepMinP(weights, settings.minP);
    scale(weights, 1.0 / sumOf(weights));
}

TokenId drawFrom(std::span<const double> distribution, double u)
{
    double total = 0;
    for (const double mass : distribution)
        total += mass;
    const double goal = u * total;
    double cumulative = 0;
    std::size_t last = 0;
    for (std::size_t i = 0; i < distribution.size(); ++i) {
        cumulative += distribution[i];
        if (cumulative > goal)
            return TokenId(i);
        if (distribution[i] > 0)
            last = i;
    }
    return TokenId(last);
}

double residualOf(std::span<const double> p, std::span<const double> q, Distribution& out)
{
    assert(p.size() == q.size());
    out.resize(p.size());
    for (std::size_t i = 0; i < p.size(); ++i)
        out[i] = std::max(0.0, p[i] - q[i]);
    const double mass = sumOf(out);
    if (mass > 0)
        scale(out, 1.0 / mass);
    else
        std::copy(p.begin(), p.end(), out.begin());
    return mass;
}

} // namespace draftscope
