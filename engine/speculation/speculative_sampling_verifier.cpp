// SPDX-License-Identifier: MIT
// Rejection sampling, which is what speculative sampling judges by. At a context with children s1..sk, R = p: accept sj
// if u < min(1, R(sj) / q(sj)), else R = norm(max(0, R - q)). If none is accepted the token is drawn from R, and at a
// leaf from p. With one child a node this is the chain rule of Leviathan et al. (arXiv 2211.17192), with more the tree
// rule of SpecInfer (arXiv 2305.09781, Alg. 2). Lossless when the children were drawn independently from q. A child
// that was chosen without chance (an n-gram, the draft's likeliest token) was not drawn from the q that its model
// gives: min(1, R / q) would accept it too often, so such drafts are refused here (deterministic_children_verifier.cpp
// is their rule).
#include <utility>

#include "engine/speculation/partial_judging.h"
#include "engine/speculation/residual_judging.h"
#include "engine/speculation/verifiers.h"

namespace draftscope {
namespace {

class SpeculativeSamplingJudging final : public ResidualJudging {
public:
    using ResidualJudging::ResidualJudging;

private:
    /// min(1, r / q) with the limits where q is 0, which only a forced token reaches.
    double acceptanceOf(int node, const Distribution& remaining) override
    {
        const auto token = std::size_t(tokenOf(node));
        const double r = remaining[token], q = tree().qOf(node)[token];
        if (r <= 0)
            return 0;
        return r >= q ? 1 : r / q;
    }

    std::optional<double> takeAway(int node, const Distribution& remaining, Distribution& out) override
    {
        return residualOf(remaining, tree().qOf(node), out);
    }
};

class SpeculativeSamplingVerifier final : public Verifier {
public:
    std::string_view name() const override { return "speculative-sampling"; }
    std::string_view title() const override { return "Speculative sampling"; }
    std::string_view paper() const override
    {
        return "Leviathan et al., arXiv 2211.17192; Chen et al., arXiv 2302.01318";
    }
    VerifierTraits traits() const override { return speculativeSamplingTraits; }
    NeedOfP needOfP() const override { return {KnownOfP::draftTokens}; }
    bool allowsDifferentQ() const override { return true; }
    bool supports(DrawRule rule) const override { return rule == DrawRule::independent; }
    RuleNumbers arithmetic(const DraftTree& tree, int context, const DistributionSource& p,
                           const RemainderSink& see) const override
    {
        return rejectedInTurn<SpeculativeSamplingJudging>(tree, context, p, see);
    }
    std::unique_ptr<Judging> beginPartly(const DraftTree& tree, PartialTarget target, UniformSource uniforms,
                                         ForceSource forces) const override
    {
        return judgePartly(tree, false, std::move(target), std::move(uniforms), std::move(forces));
    }
    std::unique_ptr<Judging> begin(const DraftTree& tree, DistributionSource p, UniformSource uniforms,
                                   ForceSource forces) const override
    {
        return std::make_unique<SpeculativeSamplingJudging>(tree, std::move(p), std::move(uniforms), std::move(forces));
    }
};

} // namespace

const Verifier& speculativeSamplingVerifier()
{
    static const SpeculativeSamplingVerifier verifier;
    return verifier;
}

} // namespace draftscope
