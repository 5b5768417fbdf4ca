// SPDX-License-Identifier: MIT
// For drafts that were chosen without chance: copied from a text, or the likeliest tokens of a draft. At a context with
// children s1..sk, R = p: accept sj if u < R(sj), else R(sj) = 0 and R = norm(R). If none is accepted the token is
// drawn from R, and at a leaf from p. So a context accepts one of its children with the sum of their p (EAGLE-2, arXiv
// 2406.16858, and engines that copy n-grams). It is speculative sampling with a q that is one-hot at each child in
// turn; the q that a draft model gives to its choices plays no part. Whatever the children are, what comes out is drawn
// from p; but where they were drawn from a q that is known, the rules that look at it accept more, so this one is not
// offered there.
#include <algorithm>
#include <utility>

#include "engine/speculation/draw_children.h"
#include "engine/speculation/partial_judging.h"
#include "engine/speculation/residual_judging.h"
#include "engine/speculation/verifiers.h"

namespace draftscope {
namespace {

class DeterministicChildrenJudging final : public ResidualJudging {
public:
    using ResidualJudging::ResidualJudging;

private:
    double acceptanceOf(int node, const Distribution& remaining) override
    {
        return remaining[std::size_t(tokenOf(node))];
    }

    std::optional<double> takeAway(int node, const Distribution& remaining, Distribution& out) override
    {
        out = remaining;
        if (!takeOut(out, tokenOf(node)))
            out = remaining; // it was all there is, and was rejected by a forced verdict
        return std::max(0.0, 1 - remaining[std::size_t(tokenOf(node))]);
    }
};

class DeterministicChildrenVerifier final : public Verifier {
public:
    std::string_view name() const override { return "deterministic-children"; }
    std::string_view title() const override { return "Deterministic children"; }
    std::string_view paper() const override { return "Li et al., arXiv 2406.16858"; }
    VerifierTraits traits() const override
    {
        return {.acceptance = VerifierTraits::Acceptance::probability,
                .isLossless = true,
                .leavesPWithoutToken = true,
                .leavesRemainder = true};
    }
    NeedOfP needOfP() const override { return {KnownOfP::draftTokens}; }
    bool allowsDifferentQ() const override { return true; }
    bool supports(DrawRule rule) const override { return rule == DrawRule::deterministic; }
    RuleNumbers arithmetic(const DraftTree& tree, int context, const DistributionSource& p,
                           const RemainderSink& see) const override
    {
        return rejectedInTurn<DeterministicChildrenJudging>(tree, context, p, see);
    }
    std::unique_ptr<Judging> beginPartly(const DraftTree& tree, PartialTarget target, UniformSource uniforms,
                                         ForceSource forces) const override
    {
        return judgePartly(tree, true, std::move(target), std::move(uniforms), std::move(forces));
    }
    std::unique_ptr<Judging> begin(const DraftTree& tree, DistributionSource p, UniformSource uniforms,
                                   ForceSource forces) const override
    {
        return std::make_unique<DeterministicChildrenJudging>(tree, std::move(p), std::move(uniforms),
                                                              std::move(forces));
    }
};

} // namespace

const Verifier& deterministicChildrenVerifier()
{
    static const DeterministicChildrenVerifier verifier;
    return verifier;
}

} // namespace draftscope
