// SPDX-License-Identifier: MIT
#include "engine/session/distribution_recorder.h"

#include <algorithm>

namespace draftscope {

/// Adds the ids of the `count` largest positive-or-logit values to m_listed; the smaller id wins ties. A list of
/// `count` ids kept in order: after the first few hundred entries nearly every value fails the comparison with the
/// smallest of them.
template <class Value>
void DistributionRecorder::listTop(std::span<const Value> values, int count)
{
    m_top.clear();
    const auto at = [&](TokenId id) { return values[std::size_t(id)]; };
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (int(m_top.size()) == count) {
            if (!(values[i] > at(m_top.back())))
                continue;
            m_top.pop_back();
        }
        const auto place = std::upper_bound(m_top.begin(), m_top.end(), values[i],
                                            [&](Value value, TokenId id) { return value > at(id); });
        m_top.insert(place, TokenId(i));
    }
    m_listed.insert(m_listed.end(), m_top.begin(), m_top.end());
}

/// Softmax of the unchanged logits; the distribution itself where the sampler changed nothing.
std::span<const double> DistributionRecorder::softmaxOf(std::span<const float> logits, std::span<const double> after,
                                                        const SamplerSettings& sampler, int tokenizerSize,
                                                        Distribution& memory) const
{
    if (logits.empty() || sampler == SamplerSettings{})
        return after;
    distributionOf(logits, SamplerSettings{}, tokenizerSize, memory);
    return memory;
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
    m_values = {};
    m_listed.assign(also.begin(), also.end());
    const auto list = [&](std::span<const double> distribution, std::span<const float> logits) {
        if (!logits.empty())
            listTop(logits.first(std::min(logits.size(), std::size_t(tokenizerSize))), count);
        else if (!distribution.empty())
            listTop(distribution, count);
    };
    list(source.p, source.targetLogits);
    list(source.q, source.draftLogits);
    if (hasP && hasQ) {
        m_values.residualMass = residualOf(source.p, source.q, m_residual);
        if (m_values.residualMass > 0)
            listTop(std::span<const double>(m_residual), count);
    }

    const auto pBefore = softmaxOf(source.targetLogits, source.p, sampler, tokenizerSize, m_pBefore);
    const auto qBefore = softmaxOf(source.draftLogits, source.q, sampler, tokenizerSize, m_qBefore);
    const auto at = [](std::span<const double> values, std::size_t i) { return values.empty() ? 0.0 : values[i]; };
    for (const TokenId token : m_listed) {
        const auto i = std::size_t(token);
        m_values.tokens.push_back({token, at(source.p, i), at(source.q, i),
                                   m_values.residualMass > 0 ? m_residual[i] : 0.0, at(pBefore, i), at(qBefore, i)});
    }
    compose(m_values, hasP, hasQ, vocabulary, out);
}

void DistributionRecorder::compose(ContextValues& values, bool hasP, bool hasQ, int vocabulary, DistributionRecord& out)
{
    out = {};
    out.hasP = hasP;
    out.hasQ = hasQ;
    out.residualMass = values.residualMass;
    auto& listed = values.tokens;
    std::sort(listed.begin(), listed.end(),
              [](const TokenValues& a, const TokenValues& b) { return a.token < b.token; });
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
    std::stable_sort(out.top.begin(), out.top.end(), [](const DistributionEntry& a, const DistributionEntry& b) {
        const float largestA = std::max(a.p, a.q), largestB = std::max(b.p, b.q);
        return largestA != largestB ? largestA > largestB
                                    : std::max(a.pBefore, a.qBefore) > std::max(b.pBefore, b.qBefore);
    });
    out.tailTokens = vocabulary - int(out.top.size());
    const auto rest = [](bool has, double part) { return has ? std::max(0.0, 1.0 - part) : 0.0; };
    out.tailP = rest(hasP, listedP);
    out.tailQ = rest(hasQ, listedQ);
    out.tailResidual = rest(hasP && hasQ && values.residualMass > 0, listedResidual);
}

} // namespace draftscope
