// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "engine/speculation/verifier.h"

namespace draftscope {

/// What the lossless rules for children of one kind have in common. R is what is left of p at the accepted end, at first p
/// itself. Its children are judged in order, each against R: the first that is accepted is descended into, and one that is
/// rejected takes from R what it stood for. When no child is left, the round's token is drawn from R. A rule says with which
/// probability a child is accepted and what is left without it.
class ResidualJudging : public Judging {
public:
    ResidualJudging(const DraftTree& tree, std::span<const Distribution> p, UniformSource uniforms, ForceSource forces);

    [[nodiscard]] std::optional<Judgement> next() final;
    [[nodiscard]] Draw draw() final;
    [[nodiscard]] int acceptedEnd() const final { return m_end; }

protected:
    [[nodiscard]] const DraftTree& tree() const { return m_tree; }
    [[nodiscard]] TokenId tokenOf(int node) const { return m_tree.nodes[std::size_t(node)].token; }
    [[nodiscard]] virtual double acceptanceOf(int node, const Distribution& remaining) = 0;
    /// Writes norm(R without the rejected node) to `out`.
    virtual void takeAway(int node, const Distribution& remaining, Distribution& out) = 0;

private:
    [[nodiscard]] const Distribution& remaining() const
    {
        return m_rejected ? m_residual : m_p[std::size_t(m_end + 1)];
    }
    void descendTo(int node);

    const DraftTree& m_tree;
    std::span<const Distribution> m_p;
    UniformSource m_uniforms;
    ForceSource m_forces;
    std::vector<int> m_children; ///< of the accepted end
    std::size_t m_child = 0;     ///< the next of them to judge
    int m_end = -1;
    bool m_rejected = false; ///< a child of the accepted end was rejected, so R is m_residual
    Distribution m_residual, m_next;
};

} // namespace draftscope
