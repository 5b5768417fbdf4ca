// SPDX-License-Identifier: MIT
// At a context with children s1..sk, R = p: accept sj if u < min(1, R(sj) / q(sj)), else R = norm(max(0, R - q)). If
// none is accepted the token is drawn from R, and at a leaf from p. With one child a node this is the chain rule of
// Leviathan et al. (arXiv 2211.17192), with more the tree rule of SpecInfer (arXiv 2305.09781, Alg. 2). Lossless when
// the children were drawn independently from q. A child that was chosen without chance (an n-gram, the draft's likeliest
// token) was not drawn from the q that its model gives: min(1, R / q) would accept it too often. It needs a rule of its own,
// with a q that is one-hot at the child, so such drafts are refused here.
#include <utility>

#include "engine/speculation/verifiers.h"

namespace draftscope {
namespace {

/// min(1, r / q) with the limits where q is 0, which only a forced token reaches.
double acceptanceOf(double r, double q)
{
    if (r <= 0)
        return 0;
    return r >= q ? 1 : r / q;
}

class SpeculativeSamplingJudging final : public Judging {
public:
    SpeculativeSamplingJudging(const DraftTree& tree, std::span<const Distribution> p, UniformSource uniforms,
                               ForceSource forces)
        : m_tree(tree), m_p(p), m_uniforms(std::move(uniforms)), m_forces(std::move(forces))
    {
        descendTo(-1);
    }

    std::optional<Judgement> next() override
    {
        if (m_child == m_children.size())
            return std::nullopt;
        const int node = m_children[m_child++];
        const auto token = std::size_t(m_tree.nodes[std::size_t(node)].token);
        const Distribution& q = m_tree.qOf(node);
        const double acceptance = acceptanceOf(remaining()[token], q[token]);
        const ForcedVerdict forced = m_forces ? m_forces(node) : ForcedVerdict{};
        const double u = forced.u ? *forced.u : m_uniforms(node, Purpose::verdict);
        const bool accepted = forced.accepted.value_or(u < acceptance);
        if (accepted)
            descendTo(node);
        else
            reject(q);
        return Judgement{node, acceptance, u, accepted ? Verdict::accepted : Verdict::rejected};
    }

    Draw draw() override
    {
        const int context = m_end + 1;
        const Purpose purpose = m_tree.nodes.empty() ? Purpose::plain : m_rejected ? Purpose::residual : Purpose::bonus;
        const TokenSource source = m_tree.nodes.empty() ? TokenSource::plain
            : m_rejected                                ? TokenSource::residual
                                                        : TokenSource::bonus;
        const double u = m_uniforms(context, purpose);
        return {drawFrom(remaining(), u), source, context, u};
    }

    int acceptedEnd() const override { return m_end; }

private:
    /// R: what is left of p at the accepted end.
    const Distribution& remaining() const { return m_rejected ? m_residual : m_p[std::size_t(m_end + 1)]; }

    void descendTo(int node)
    {
        m_end = node;
        m_children = m_tree.childrenOf(node);
        m_child = 0;
        m_rejected = false;
    }

    void reject(const Distribution& q)
    {
        residualOf(remaining(), q, m_next);
        m_residual.swap(m_next);
        m_rejected = true;
    }

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

class SpeculativeSamplingVerifier final : public Verifier {
public:
    std::string_view name() const override { return "speculative-sampling"; }
    std::string_view title() const override { return "Speculative sampling"; }
    bool isLossless() const override { return true; }
    bool supports(DrawRule rule) const override { return rule == DrawRule::independent; }
    std::unique_ptr<Judging> begin(const DraftTree& tree, std::span<const Distribution> p, UniformSource uniforms,
                                   ForceSource forces) const override
    {
        return std::make_unique<SpeculativeSamplingJudging>(tree, p, std::move(uniforms), std::move(forces));
    }
};

} // namespace

const Verifier& speculativeSamplingVerifier()
{
    static const SpeculativeSamplingVerifier verifier;
    return verifier;
}

} // namespace draftscope
