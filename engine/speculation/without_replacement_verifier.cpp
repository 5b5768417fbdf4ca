// SPDX-License-Identifier: MIT
// For children that were drawn one after another from q without those before them. R = p, D = q: accept sj if u <
// min(1, R(sj) / D(sj)), else R = norm(max(0, R - D)) and D = norm(D without sj). If none is accepted the token is
// drawn from R, and at a leaf from p (Sequoia, arXiv 2402.12374, Alg. 2). With one child a node it is the chain rule.
#include <utility>

#include "engine/speculation/draw_children.h"
#include "engine/speculation/residual_judging.h"
#include "engine/speculation/verifiers.h"

namespace draftscope {
namespace {

class WithoutReplacementJudging final : public ResidualJudging {
public:
    using ResidualJudging::ResidualJudging;

private:
    /// What the node was drawn from. Siblings are judged in the order in which they were drawn.
    const Distribution& drawnFrom(int node)
    {
        const int parent = tree().nodes[std::size_t(node)].parent;
        return m_parent == parent ? m_left : tree().qOf(node);
    }

    /// min(1, r / d) with the limits where d is 0, which only a forced token reaches.
    double acceptanceOf(int node, const Distribution& remaining) override
    {
        const auto token = std::size_t(tokenOf(node));
        const double r = remaining[token], d = drawnFrom(node)[token];
        if (r <= 0)
            return 0;
        return r >= d ? 1 : r / d;
    }

    std::optional<double> takeAway(int node, const Distribution& remaining, Distribution& out) override
    {
        const double share = residualOf(remaining, drawnFrom(node), out);
        if (const int parent = tree().nodes[std::size_t(node)].parent; m_parent != parent) {
            m_left = tree().qOf(node);
            m_parent = parent;
        }
        static_cast<void>(takeOut(m_left, tokenOf(node)));
        return share;
    }

    static constexpr int none = -2;
    int m_parent = none; ///< whose rejected children m_left lacks
    Distribution m_left; ///< D
};

class WithoutReplacementVerifier final : public Verifier {
public:
    std::string_view name() const override { return "without-replacement"; }
    std::string_view title() const override { return "Without replacement"; }
    std::string_view paper() const override { return "Chen et al., arXiv 2402.12374"; }
    VerifierTraits traits() const override
    {
        return {.acceptance = VerifierTraits::Acceptance::ratioOfRest,
                .isLossless = true,
                .needsQ = true,
                .leavesPWithoutQ = true,
                .leavesRemainder = true};
    }
    NeedOfP needOfP() const override { return {KnownOfP::all, "takes what p has over q anew for every sibling"}; }
    bool supports(DrawRule rule) const override { return rule == DrawRule::withoutReplacement; }
    RuleNumbers arithmetic(const DraftTree& tree, int context, const DistributionSource& p,
                           const RemainderSink& see) const override
    {
        return rejectedInTurn<WithoutReplacementJudging>(tree, context, p, see);
    }
    std::unique_ptr<Judging> begin(const DraftTree& tree, DistributionSource p, UniformSource uniforms,
                                   ForceSource forces) const override
    {
        return std::make_unique<WithoutReplacementJudging>(tree, std::move(p), std::move(uniforms), std::move(forces));
    }
};

} // namespace

const Verifier& withoutReplacementVerifier()
{
    static const WithoutReplacementVerifier verifier;
    return verifier;
}

} // namespace draftscope
