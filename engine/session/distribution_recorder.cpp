// SPDX-License-Identifier: MIT
#include "engine/session/distribution_recorder.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <optional>
#include <utility>

#include "engine/sampling/vocabulary_loops.h"

namespace draftscope {
namespace {

/// Probabilities before the sampler's steps; those after them where it changed nothing, or no logits were kept.
class Before {
public:
    Before(std::span<const double> after, std::span<const float> logits, const SamplerSettings& sampler,
           int tokenizerSize)
        : m_after(after), m_size(std::min(logits.size(), std::size_t(tokenizerSize)))
    {
        if (!logits.empty() && sampler != SamplerSettings{})
            m_softmax.emplace(logits.first(m_size));
    }
    [[nodiscard]] double at(TokenId token) const
    {
        if (m_softmax)
            return std::size_t(token) < m_size ? m_softmax->at(token) : 0.0;
        return m_after.empty() ? 0.0 : m_after[std::size_t(token)];
    }

private:
    std::span<const double> m_after;
    std::size_t m_size;
    std::optional<Softmax> m_softmax;
};

/// valueOf(token): of the listed tokens.
template <class ValueOf>
void addRemainder(int node, double mass, const ValueOf& valueOf, DistributionRecord& out)
{
    RemainderRecord& remainder = out.remainders.emplace_back();
    remainder.node = node;
    remainder.mass = std::clamp(mass, 0.0, 1.0);
    remainder.tail = 1;
    for (const DistributionEntry& entry : out.top) {
        const double value = valueOf(entry.token);
        remainder.values.push_back(float(value));
        remainder.tail -= value;
    }
    remainder.tail = std::max(0.0, remainder.tail);
}

} // namespace

/// Marks the `count` largest values; the smaller id wins ties. 0 < count <= values.size().
template <class Value>
void DistributionRecorder::markTop(std::span<const Value> values, int count)
{
    m_top.resize(std::max(m_top.size(), values.size()));
    const Value bound = boundOfLargest(values, std::size_t(count));
    const auto reaching = m_top.begin() + std::ptrdiff_t(indicesFrom(values, bound, m_top));
    const auto end = std::min(m_top.begin() + count, reaching);
    std::nth_element(m_top.begin(), end, reaching, [&](TokenId a, TokenId b) {
        const Value ofA = values[std::size_t(a)], ofB = values[std::size_t(b)];
        return ofA != ofB ? ofA > ofB : a < b;
    });
    std::for_each(m_top.begin(), end, [this](TokenId token) { mark(token); });
}

void DistributionRecorder::record(const ContextSource& source, const SamplerSettings& sampler, int tokenizerSize,
                                  int topTokens, std::span<const TokenId> also, DistributionRecord& out)
{
    const bool hasP = !source.p.empty(), hasQ = !source.q.empty();
    const int vocabulary = int(std::max(source.p.size(), source.q.size()));
    const int count = std::min({topTokens, vocabulary, tokenizerSize});
    if (count <= 0) {
        out = {};
        out.hasP = hasP;
        out.hasQ = hasQ;
        return;
    }
    m_values.residualMass = 0;
    m_values.tokens.clear();
    m_marks.resize(std::size_t(vocabulary) / markBits + 1);
    for (const TokenId token : also)
        mark(token);
    const auto list = [&](std::span<const double> distribution, std::span<const float> logits) {
        if (!logits.empty())
            markTop(logits.first(std::min(logits.size(), std::size_t(tokenizerSize))), count);
        else if (!distribution.empty()) // of drafts that were copied q is one-hot
            markTop(distribution,
                    int(std::min(std::ptrdiff_t(count),
                                 std::ranges::count_if(distribution, [](double value) { return value > 0; }))));
    };
    list(source.p, source.targetLogits);
    list(source.q, source.draftLogits);
    if (hasP && hasQ && source.leavesPWithoutQ)
        m_values.residualMass = residualOf(source.p, source.q, m_residual);
    else if (!source.residual.empty())
        m_residual.assign(source.residual.begin(), source.residual.end());
    const bool hasResidual = m_values.residualMass > 0 || !source.residual.empty();
    if (hasResidual)
        markTop(std::span<const double>(m_residual), count);
    if (source.arithmetic)
        source.arithmetic([&](int, const Distribution& left, double) { markTop(std::span(left), count); });

    const Before pBefore(source.p, source.targetLogits, sampler, tokenizerSize);
    const Before qBefore(source.q, source.draftLogits, sampler, tokenizerSize);
    const auto at = [](std::span<const double> values, TokenId token) {
        return values.empty() ? 0.0 : values[std::size_t(token)];
    };
    for (std::size_t word = 0; word < m_marks.size(); ++word)
        for (std::uint64_t left = std::exchange(m_marks[word], 0); left != 0; left &= left - 1) {
            const auto token = TokenId(word * markBits) + std::countr_zero(left);
            m_values.tokens.push_back({token, at(source.p, token), at(source.q, token),
                                       hasResidual ? at(m_residual, token) : 0.0, pBefore.at(token),
                                       qBefore.at(token)});
        }
    m_values.hasP = hasP;
    m_values.hasQ = hasQ;
    compose(m_values, vocabulary, out);
    // A second time, now that it is known what is listed: so nothing has to be kept of what was seen.
    if (source.arithmetic)
        out.numbers = source.arithmetic([&](int node, const Distribution& left, double mass) {
            addRemainder(
                node, mass, [&](TokenId token) { return left[std::size_t(token)]; }, out);
        });
}

void DistributionRecorder::recordPartly(const PartialDistribution& p, std::span<const double> q, int vocabulary,
                                        int topTokens, std::span<const TokenId> also, DistributionRecord& out)
{
    std::vector<TokenProbability> listed(p.known().begin(), p.known().end());
    std::ranges::stable_sort(listed, std::greater(), &TokenProbability::p);
    constexpr int mostTold = 64; // all that a server usually tells, so that the tail is what is not known
    listed.resize(std::min(listed.size(), std::size_t(std::max(topTokens, mostTold))));
    for (const TokenId token : also)
        if (const auto known = p.at(token))
            listed.push_back({token, *known});
    m_values.hasP = true;
    m_values.hasQ = !q.empty();
    m_values.residualMass = 0;
    m_values.tokens.clear();
    for (const TokenProbability& one : listed) {
        const double ofDraft = q.empty() ? 0.0 : q[std::size_t(one.token)];
        m_values.tokens.push_back({one.token, one.p, ofDraft, 0.0, one.p, ofDraft});
    }
    compose(m_values, vocabulary, out);
}

void DistributionRecorder::compose(ContextValues& values, int vocabulary, DistributionRecord& out)
{
    out = {};
    out.hasP = values.hasP;
    out.hasQ = values.hasQ;
    out.residualMass = values.residualMass;
    auto& listed = values.tokens;
    const auto earlier = [](const TokenValues& a, const TokenValues& b) { return a.token < b.token; };
    if (!std::ranges::is_sorted(listed, earlier))
        std::ranges::sort(listed, earlier);
    listed.erase(std::unique(listed.begin(), listed.end(),
                             [](const TokenValues& a, const TokenValues& b) { return a.token == b.token; }),
                 listed.end());
    double listedP = 0, listedQ = 0, listedResidual = 0;
    out.top.reserve(listed.size());
    for (const TokenValues& one : listed) {
        out.top.push_back(
            {one.token, float(one.p), float(one.q), float(one.residual), float(one.pBefore), float(one.qBefore)});
        listedP += one.p;
        listedQ += one.q;
        listedResidual += one.residual;
    }
    std::sort(out.top.begin(), out.top.end(), [](const DistributionEntry& a, const DistributionEntry& b) {
        const float largestA = std::max(a.p, a.q), largestB = std::max(b.p, b.q);
        if (largestA != largestB)
            return largestA > largestB;
        const float beforeA = std::max(a.pBefore, a.qBefore), beforeB = std::max(b.pBefore, b.qBefore);
        return beforeA != beforeB ? beforeA > beforeB : a.token < b.token;
    });
    out.tailTokens = vocabulary - int(out.top.size());
    const auto rest = [](bool has, double part) { return has ? std::max(0.0, 1.0 - part) : 0.0; };
    out.tailP = rest(out.hasP, listedP);
    out.tailQ = rest(out.hasQ, listedQ);
    out.tailResidual = rest(out.hasP && out.hasQ && (values.residualMass > 0 || listedResidual > 0), listedResidual);
    for (const RemainderValues& one : values.remainders) {
        assert(one.values.size() == listed.size());
        addRemainder(
            one.node, one.mass,
            [&](TokenId token) {
                const auto at = std::ranges::lower_bound(listed, token, {}, &TokenValues::token);
                return one.values[std::size_t(at - listed.begin())];
            },
            out);
    }
}

} // namespace draftscope
