// SPDX-License-Identifier: MIT
#include "engine/analysis/metrics.h"

#include <vector>

namespace draftscope {
namespace {

std::optional<double> ratio(int part, int whole)
{
    return whole > 0 ? std::optional(double(part) / whole) : std::nullopt;
}

/// That of the context which the token was written behind.
std::optional<double> distanceBehind(const RoundRecord& round, const CommittedToken& token)
{
    if (token.node < 0 && !round.draw)
        return std::nullopt;
    const int context = token.node < 0 ? round.draw->context : round.nodes[std::size_t(token.node)].parent + 1;
    return std::size_t(context) < round.contexts.size() ? round.contexts[std::size_t(context)].distance : std::nullopt;
}

} // namespace

bool countsAsJudged(const RoundRecord& round, const NodeRecord& node)
{
    return node.verdict != Verdict::notJudged
        && (node.parent < 0 || round.nodes[std::size_t(node.parent)].verdict == Verdict::accepted);
}

void Metrics::add(const RoundRecord& round)
{
    if (!round.isFinished())
        return;
    ++m_rounds;
    m_committed += int(round.committed.size());
    m_steps += round.steps;
    m_stepTokens += round.steps > 0 ? int(round.committed.size()) : 0;
    m_drafted += int(round.nodes.size());
    m_accepted += round.acceptedCount();
    m_draftMs += round.times.draft();
    m_verifyMs += round.times.verify;
    m_sampleMs += round.times.sample;
    for (const CommittedToken& token : round.committed)
        if (const auto distance = distanceBehind(round, token)) {
            m_distances += *distance;
            ++m_distancesKnown;
        }
    std::vector<bool> draftedAt;
    for (const NodeRecord& node : round.nodes) {
        const auto index = std::size_t(node.depth - 1);
        if (index >= m_byDepth.size())
            m_byDepth.resize(index + 1);
        if (index >= draftedAt.size())
            draftedAt.resize(index + 1);
        draftedAt[index] = true;
        const bool isJudged = countsAsJudged(round, node);
        m_judged += isJudged;
        m_chosen += isJudged && (node.forcedToken || node.forcedU || node.forcedVerdict);
        m_byDepth[index].judged += isJudged;
        m_byDepth[index].accepted += node.verdict == Verdict::accepted; // at most one a depth: it is a path
    }
    for (std::size_t index = 0; index < draftedAt.size(); ++index)
        m_byDepth[index].drafted += draftedAt[index];
}

void Metrics::add(const Metrics& other)
{
    m_rounds += other.m_rounds;
    m_committed += other.m_committed;
    m_steps += other.m_steps;
    m_stepTokens += other.m_stepTokens;
    m_drafted += other.m_drafted;
    m_judged += other.m_judged;
    m_accepted += other.m_accepted;
    m_chosen += other.m_chosen;
    m_distances += other.m_distances;
    m_distancesKnown += other.m_distancesKnown;
    m_draftMs += other.m_draftMs;
    m_verifyMs += other.m_verifyMs;
    m_sampleMs += other.m_sampleMs;
    if (m_byDepth.size() < other.m_byDepth.size())
        m_byDepth.resize(other.m_byDepth.size());
    for (std::size_t index = 0; index < other.m_byDepth.size(); ++index) {
        m_byDepth[index].drafted += other.m_byDepth[index].drafted;
        m_byDepth[index].judged += other.m_byDepth[index].judged;
        m_byDepth[index].accepted += other.m_byDepth[index].accepted;
    }
}

std::optional<double> Metrics::tokensPerStep() const
{
    return ratio(m_stepTokens, m_steps);
}

std::optional<double> Metrics::acceptanceRate() const
{
    return ratio(m_accepted, m_judged);
}

std::optional<double> Metrics::draftYield() const
{
    return ratio(m_accepted, m_drafted);
}

std::optional<double> Metrics::expectedTokensPerStep() const
{
    if (m_rounds == 0)
        return std::nullopt;
    double tokens = 1, reached = 1;
    for (const DepthCounts& depth : m_byDepth)
        tokens += (reached *= acceptanceRate().value_or(0)) * depth.drafted / m_rounds;
    return tokens;
}

std::optional<double> Metrics::distance() const
{
    return m_distancesKnown > 0 ? std::optional(m_distances / m_distancesKnown) : std::nullopt;
}

DepthCounts Metrics::atDepth(int depth) const
{
    return depth >= 1 && depth <= maxDepth() ? m_byDepth[std::size_t(depth - 1)] : DepthCounts();
}

std::optional<double> Metrics::survivalAt(int depth) const
{
    const DepthCounts counts = atDepth(depth);
    return ratio(counts.accepted, counts.drafted);
}

std::optional<double> Metrics::conditionalAcceptanceAt(int depth) const
{
    const DepthCounts counts = atDepth(depth);
    return ratio(counts.accepted, counts.judged);
}

} // namespace draftscope
