// SPDX-License-Identifier: MIT
// Greedy decoding: a node is accepted if it is the token that the target itself would take. No random number is used; u
// is recorded as 0, which agrees with the common reading "accepted if u < acceptance".
#include <algorithm>
#include <utility>

#include "engine/speculation/verifiers.h"

namespace draftscope {
namespace {

class GreedyJudging final : public Judging {
public:
    GreedyJudging(const DraftTree& tree, DistributionSource p, ForceSource forces)
        : m_tree(tree), m_p(std::move(p)), m_forces(std::move(forces)), m_children(tree.childrenOf(-1))
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
    /// The likeliest token, the smallest id on ties.
    TokenId choice(int context)
    {
        if (m_chosenAfter != context) {
            const Distribution& p = m_p(context);
            m_choice = TokenId(std::max_element(p.begin(), p.end()) - p.begin());
            m_chosenAfter = context;
        }
        return m_choice;
    }

    const DraftTree& m_tree;
    DistributionSource m_p;
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
    bool isLossless() const override { return true; }
    bool allowsDifferentQ() const override { return true; }
    bool supports(DrawRule) const override { return true; }
    bool leavesPWithoutQ() const override { return true; }
    std::unique_ptr<Judging> begin(const DraftTree& tree, DistributionSource p, UniformSource,
                                   ForceSource forces) const override
    {
        return std::make_unique<GreedyJudging>(tree, std::move(p), std::move(forces));
    }
};

} // namespace

const Verifier& greedyVerifier()
{
    static const GreedyVerifier verifier;
    return verifier;
}

} // namespace draftscope
