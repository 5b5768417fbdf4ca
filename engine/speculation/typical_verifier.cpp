// SPDX-License-Identifier: MIT
// Typical acceptance (Medusa, Cai et al., arXiv 2401.10774). Not lossless: a token x is kept where the target finds it
// plausible, p(x) > min(e, d exp(-H(p))) with the entropy H of p in nats, e = 0.09 and d = 0.3. Of all paths whose
// tokens are kept the longest is accepted, and of several the one of the largest product of p. The token that ends the
// round is the target's likeliest. A judgement's acceptance is p(x) and its u that threshold, so that "accepted if u <
// acceptance" is the rule; a node that passes it beside the longest path is rejected nevertheless.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "engine/speculation/verifiers.h"

namespace draftscope {
namespace {

constexpr double hardThreshold = 0.09, entropyFactor = 0.3; ///< e, d

double entropyOf(const Distribution& p)
{
    double entropy = 0;
    for (const double value : p)
        if (value > 0)
            entropy -= value * std::log(value);
    return entropy;
}

double thresholdAt(double entropy)
{
    return std::min(hardThreshold, entropyFactor * std::exp(-entropy));
}

class TypicalJudging final : public Judging {
public:
    TypicalJudging(const DraftTree& tree, DistributionSource p, ForceSource forces)
        : m_tree(tree), m_p(std::move(p)), m_forces(std::move(forces))
    {
        judgeBehind(-1, 1, 0);
        for (Judgement& judgement : m_judgements)
            judgement.verdict = isOnPath(judgement.node) ? Verdict::accepted : Verdict::rejected;
        std::ranges::stable_sort(m_judgements, {}, [this](const Judgement& one) {
            return std::pair(m_tree.nodes[std::size_t(one.node)].depth, one.node);
        });
    }

    std::optional<Judgement> next() override
    {
        if (m_given == m_judgements.size())
            return std::nullopt;
        return m_judgements[m_given++];
    }

    Draw draw() override
    {
        const Distribution& p = m_p(m_end + 1);
        const TokenSource source = m_tree.nodes.empty() ? TokenSource::plain
            : m_tree.childrenOf(m_end).empty()          ? TokenSource::bonus
                                                        : TokenSource::residual;
        return {TokenId(std::ranges::max_element(p) - p.begin()), source, m_end + 1, 0.0};
    }

    int acceptedEnd() const override { return m_end; }

private:
    /// Judges the children of a node that is kept, and keeps the best end of a path.
    void judgeBehind(int node, int depth, double logP)
    {
        const std::vector<int> children = m_tree.childrenOf(node);
        if (children.empty())
            return;
        const double threshold = thresholdAt(entropyOf(m_p(node + 1)));
        for (const int child : children) {
            const double p = m_p(node + 1)[std::size_t(m_tree.nodes[std::size_t(child)].token)];
            const ForcedVerdict forced = m_forces ? m_forces(child) : ForcedVerdict{};
            const double u = forced.u.value_or(threshold);
            m_judgements.push_back({child, p, u, Verdict::notJudged});
            if (!forced.accepted.value_or(u < p))
                continue;
            const double sum = logP + std::log(p);
            if (depth > m_depth || (depth == m_depth && sum > m_logP)) {
                m_end = child;
                m_depth = depth;
                m_logP = sum;
            }
            judgeBehind(child, depth + 1, sum);
        }
    }

    [[nodiscard]] bool isOnPath(int node) const
    {
        int above = m_end;
        while (above > node)
            above = m_tree.nodes[std::size_t(above)].parent;
        return above == node;
    }

    const DraftTree& m_tree;
    DistributionSource m_p;
    ForceSource m_forces;
    std::vector<Judgement> m_judgements; ///< by depth
    std::size_t m_given = 0;
    int m_end = -1, m_depth = 0;
    double m_logP = 0; ///< of the path to m_end
};

class TypicalVerifier final : public Verifier {
public:
    std::string_view name() const override { return "typical"; }
    std::string_view title() const override { return "Typical acceptance"; }
    std::string_view paper() const override { return "Cai et al., arXiv 2401.10774"; }
    VerifierTraits traits() const override
    {
        return {.acceptance = VerifierTraits::Acceptance::threshold, .comparesPaths = true, .takesLikeliest = true};
    }
    NeedOfP needOfP() const override { return {KnownOfP::all, "goes by the entropy of p"}; }
    bool allowsDifferentQ() const override { return true; }
    bool supports(DrawRule) const override { return true; }
    RuleNumbers arithmetic(const DraftTree&, int context, const DistributionSource& p,
                           const RemainderSink&) const override
    {
        RuleNumbers numbers;
        numbers.entropy = entropyOf(p(context));
        numbers.threshold = thresholdAt(*numbers.entropy);
        return numbers;
    }
    std::unique_ptr<Judging> begin(const DraftTree& tree, DistributionSource p, UniformSource,
                                   ForceSource forces) const override
    {
        return std::make_unique<TypicalJudging>(tree, std::move(p), std::move(forces));
    }
};

} // namespace

const Verifier& typicalVerifier()
{
    static const TypicalVerifier verifier;
    return verifier;
}

} // namespace draftscope
