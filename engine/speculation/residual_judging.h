// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "engine/speculation/verifier.h"

namespace draftscope {

/// What the lossless rules for children of one kind have in common: a residual distribution R. It is what is left of p
/// at the accepted end, at first p itself. Its children are judged in order, each against R: the first that is accepted
/// is descended into, and one that is rejected takes from R what it stood for. When no child is left, the round's token
/// is drawn from R. A rule says with which probability a child is accepted and what is left without it.
class ResidualJudging : public Judging {
public:
    ResidualJudging(const DraftTree& tree, DistributionSource p, UniformSource uniforms, ForceSource forces);

    [[nodiscard]] std::optional<Judgement> next() final;
    [[nodiscard]] Draw draw() final;
    [[nodiscard]] int acceptedEnd() const final { return m_end; }
    [[nodiscard]] const Distribution* remaining(int context) final
    {
        return m_rejected && context == m_end + 1 ? &m_residual : nullptr;
    }

    /// Rejects the children of a context in turn and tells what is left of p each time. For an object of which nothing
    /// else is asked.
    void rejectInTurn(int context, const RemainderSink& see);
    /// That the children were judged by, after it.
    [[nodiscard]] virtual RuleNumbers numbers() const { return {}; }

protected:
    [[nodiscard]] const DraftTree& tree() const { return m_tree; }
    /// Whether no sibling of the node that is being judged comes after it.
    [[nodiscard]] bool isLastChild() const { return m_child == m_children.size(); }
    /// Siblings of the node that is being judged, itself included.
    [[nodiscard]] int siblingCount() const { return int(m_children.size()); }
    [[nodiscard]] TokenId tokenOf(int node) const { return m_tree.nodes[std::size_t(node)].token; }
    [[nodiscard]] virtual double acceptanceOf(int node, const Distribution& remaining) = 0;
    /// Writes norm(R without the rejected node) to `out`. Returns how much of R that was before it was normalised;
    /// nothing where the rule takes nothing away yet.
    virtual std::optional<double> takeAway(int node, const Distribution& remaining, Distribution& out) = 0;

private:
    [[nodiscard]] const Distribution& remaining() const { return m_rejected ? m_residual : m_p(m_end + 1); }
    void descendTo(int node);

    const DraftTree& m_tree;
    DistributionSource m_p;
    UniformSource m_uniforms;
    ForceSource m_forces;
    std::vector<int> m_children; ///< of the accepted end
    std::size_t m_child = 0;     ///< the next of them to judge
    int m_end = -1;
    bool m_rejected = false; ///< a child of the accepted end was rejected, so R is m_residual
    Distribution m_residual, m_next;
};

/// Verifier::arithmetic() of the rule that judges so.
template <class Rule>
RuleNumbers rejectedInTurn(const DraftTree& tree, int context, const DistributionSource& p, const RemainderSink& see)
{
    Rule judging(tree, p, {}, {});
    judging.rejectInTurn(context, see);
    return judging.numbers();
}

} // namespace draftscope
