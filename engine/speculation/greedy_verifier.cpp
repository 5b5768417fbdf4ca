// SPDX-License-Identifier: MIT
// Greedy decoding: a node is accepted if it is the token that the target itself would take. No random number is used; u
// is recorded as 0, which agrees with the common reading "accepted if u < acceptance".
#include <algorithm>
#include <utility>

#include "engine/core/decode_failure.h"
#include "engine/speculation/partial_judging.h"
#include "engine/speculation/verifiers.h"

namespace draftscope {
namespace {

/// The likeliest token after a context, the smallest id on ties.
using LikeliestSource = std::function<TokenId(int context)>;

class GreedyJudging final : public Judging {
public:
    GreedyJudging(const DraftTree& tree, LikeliestSource likeliest, ForceSource forces)
        : m_tree(tree), m_likeliest(std::move(likeliest)), m_forces(std::move(forces)), m_children(tree.childrenOf(-1))
    {
    }

    std::optional<Judgement> next() override
    {
        if (m_child == m_children.size())
            return std::nullopt;
        const int node = m_children[m_child++];
        const bool agrees = m_tree.nodes[std::size_t(node)].token == choice(m_end + 1);
        const ForcedVerdict forced = m_forces ? m_forces(node) : ForcedVerdict{};
        const bool accepted = forced.accepted.value_or(agrees);
        if (accepted) {
            m_end = node;
            m_children = m_tree.childrenOf(node);
            m_child = 0;
        }
        return Judgement{node, agrees ? 1.0 : 0.0, forced.u.value_or(0.0),
                         accepted ? Verdict::accepted : Verdict::rejected};
    }

    Draw draw() override
    {
        const TokenSource source = m_tree.nodes.empty() ? TokenSource::plain
            : m_children.empty()                        ? TokenSource::bonus
                                                        : TokenSource::residual;
        return {choice(m_end + 1), source, m_end + 1, 0.0};
    }

    int acceptedEnd() const override { return m_end; }

private:
    TokenId choice(int context)
    {
        if (m_chosenAfter != context) {
            m_choice = m_likeliest(context);
            m_chosenAfter = context;
        }
        return m_choice;
    }

    const DraftTree& m_tree;
    LikeliestSource m_likeliest;
    ForceSource m_forces;
    std::vector<int> m_children; ///< of the accepted end
    std::size_t m_child = 0;     ///< the next of them to judge
    int m_end = -1;
    int m_chosenAfter = -1; ///< the context that m_choice is for
    TokenId m_choice = noToken;
};

class GreedyVerifier final : public Verifier {
public:
    std::string_view name() const override { return "greedy"; }
    std::string_view title() const override { return "Greedy"; }
    std::string_view paper() const override { return "Stern et al., arXiv 1811.03115"; }
    VerifierTraits traits() const override
    {
        return {.acceptance = VerifierTraits::Acceptance::likeliest,
                .isLossless = true,
                .leavesPWithoutQ = true,
                .takesLikeliest = true};
    }
    bool allowsDifferentQ() const override { return true; }
    bool supports(DrawRule) const override { return true; }
    std::unique_ptr<Judging> begin(const DraftTree& tree, DistributionSource p, UniformSource,
                                   ForceSource forces) const override
    {
        const auto likeliest = [of = std::move(p)](int context) {
            const Distribution& after = of(context);
            return TokenId(std::max_element(after.begin(), after.end()) - after.begin());
        };
        return std::make_unique<GreedyJudging>(tree, likeliest, std::move(forces));
    }
    NeedOfP needOfP() const override { return {KnownOfP::likeliest}; }
    std::unique_ptr<Judging> beginPartly(const DraftTree& tree, PartialTarget target, UniformSource,
                                         ForceSource forces) const override
    {
        const auto likeliest = [p = std::move(target.p)](int context) {
            const std::optional<TokenId> first = p(context).likeliest();
            if (!first)
                throw DecodeFailure("The target did not tell which token is the likeliest: restart the run.");
            return *first;
        };
        return std::make_unique<GreedyJudging>(tree, likeliest, std::move(forces));
    }
};

} // namespace

const Verifier& greedyVerifier()
{
    static const GreedyVerifier verifier;
    return verifier;
}

} // namespace draftscope
