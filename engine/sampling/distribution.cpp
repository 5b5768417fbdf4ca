// SPDX-License-Identifier: MIT
#include "engine/sampling/distribution.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>

#include "engine/sampling/exponential.h"
#include "engine/sampling/vocabulary_loops.h"

namespace draftscope {
namespace {

double sumOf(std::span<const double> values)
{
    return exactSumOf(values).value();
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
    for (ExactSum mass; heapEnd != ids.begin() && mass.value() < topP * total; --heapEnd) {
        std::pop_heap(ids.begin(), heapEnd, later);
        mass.add(weights[std::size_t(*(heapEnd - 1))]);
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
    return TokenId(indexOfLargest(logits));
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
    const float top = real[largest], inverse = settings.inverseTemperature();
    exponentials(real, top, inverse, weights);
    weights[largest] = 1; // exactly
    keepTopK(weights, settings.topK);
    keepTopP(weights, settings.topP);
    keepMinP(weights, settings.minP);
    scale(weights, 1.0 / sumOf(weights));
}

Softmax::Softmax(std::span<const float> logits)
    : m_logits(logits), m_largest(logits[std::size_t(argmax(logits))]),
      m_factor(1.0 / sumOfExponentials(logits, m_largest, SamplerSettings{}.inverseTemperature()).value())
{
}

double Softmax::at(TokenId token) const
{
    return double(exponential((m_logits[std::size_t(token)] - m_largest) * SamplerSettings{}.inverseTemperature()))
        * m_factor;
}

double Softmax::logAt(TokenId token) const
{
    return double(m_logits[std::size_t(token)]) - double(m_largest) + std::log(m_factor);
}

TokenId drawFrom(std::span<const double> distribution, double u)
{
    constexpr std::size_t stretch = 256; // stepped over at once where the goal lies behind it
    const double goal = u * sumOf(distribution);
    ExactSum cumulative;
    for (std::size_t first = 0; first < distribution.size(); first += stretch) {
        const auto part = distribution.subspan(first, std::min(stretch, distribution.size() - first));
        ExactSum behind = cumulative;
        behind.add(exactSumOf(part));
        for (std::size_t i = 0; behind.value() > goal && i < part.size(); ++i) {
            cumulative.add(part[i]);
            if (cumulative.value() > goal)
                return TokenId(first + i);
        }
        cumulative = behind;
    }
    // The goal was rounded up to all of the mass.
    const auto last = std::find_if(distribution.rbegin(), distribution.rend(), [](double mass) { return mass > 0; });
    assert(last != distribution.rend());
    return TokenId(distribution.rend() - last - 1);
}

double residualOf(std::span<const double> p, std::span<const double> q, Distribution& out)
{
    assert(p.size() == q.size());
    out.resize(p.size());
    const double mass = positiveDifferences(p, q, out).value();
    if (mass > 0)
        scale(out, 1.0 / mass);
    else
        std::copy(p.begin(), p.end(), out.begin());
    return mass;
}

} // namespace draftscope
