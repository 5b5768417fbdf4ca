// SPDX-License-Identifier: MIT
#include "engine/speculation/residual_judging.h"

#include <utility>

namespace draftscope {

ResidualJudging::ResidualJudging(const DraftTree& tree, DistributionSource p, UniformSource uniforms,
                                 ForceSource forces)
    : m_tree(tree), m_p(std::move(p)), m_uniforms(std::move(uniforms)), m_forces(std::move(forces))
{
    descendTo(-1);
}

void ResidualJudging::descendTo(int node)
{
    m_end = node;
    m_children = m_tree.childrenOf(node);
    m_child = 0;
    m_rejected = false;
}

std::optional<Judgement> ResidualJudging::next()
{
    if (m_child == m_children.size())
        return std::nullopt;
    const int node = m_children[m_child++];
    const double acceptance = acceptanceOf(node, remaining());
    const ForcedVerdict forced = m_forces ? m_forces(node) : ForcedVerdict{};
    const double u = forced.u ? *forced.u : m_uniforms(node, Purpose::verdict);
    const bool accepted = forced.accepted.value_or(u < acceptance);
    if (accepted) {
        descendTo(node);
    } else {
        static_cast<void>(takeAway(node, remaining(), m_next));
        m_residual.swap(m_next);
        m_rejected = true;
    }
    return Judgement{node, acceptance, u, accepted ? Verdict::accepted : Verdict::rejected};
}

void ResidualJudging::rejectInTurn(int context, const RemainderSink& see)
{
    descendTo(context - 1);
    double mass = 1;
    while (m_child < m_children.size()) {
        const int node = m_children[m_child++];
        static_cast<void>(acceptanceOf(node, remaining())); // some rules look at all siblings there
        const std::optional<double> share = takeAway(node, remaining(), m_next);
        m_residual.swap(m_next);
        m_rejected = true;
        if (!share)
            continue;
        mass *= *share;
        see(node, m_residual, mass);
    }
}

Draw ResidualJudging::draw()
{
    const int context = m_end + 1;
    const Purpose purpose = m_tree.nodes.empty() ? Purpose::plain : m_rejected ? Purpose::residual : Purpose::bonus;
    const TokenSource source = m_tree.nodes.empty() ? TokenSource::plain
        : m_rejected                                ? TokenSource::residual
                                                    : TokenSource::bonus;
    const double u = m_uniforms(context, purpose);
    return {drawFrom(remaining(), u), source, context, u};
}

} // namespace draftscope
