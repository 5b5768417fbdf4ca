// SPDX-License-Identifier: MIT
// Block verification of a chain X1..XK (Sun et al., arXiv 2403.10444). p_0 = 1 and p_i = min(1, p_(i-1) p(Xi) / q(Xi));
// for i < K: S_i = sum of max(0, p_i p(x | X^i) - q(x | X^i)) and h_i = S_i / (S_i + 1 - p_i), 1 where that is 0 / 0;
// h_K = p_K. With independent u_i, t is the largest i with u_i < h_i, 0 if there is none: drafts up to t are kept,
// whatever their own u were. Then the token is drawn from p after t = K, else from norm(max(0, p_t p - q)).
//
// The largest i is looked for from the end of the chain: so a verdict is final when it is given, and the first draft
// that is accepted brings those before it along. (Asking for each i in turn and stopping at the first failure would be
// biased.)
#include <algorithm>
#include <utility>
#include <vector>

#include "engine/sampling/distribution.h"
#include "engine/speculation/verifiers.h"

namespace draftscope {
namespace {

class BlockJudging final : public Judging {
public:
    BlockJudging(const DraftTree& tree, DistributionSource p, UniformSource uniforms, ForceSource forces)
        : m_tree(tree), m_p(std::move(p)), m_uniforms(std::move(uniforms)), m_forces(std::move(forces)),
          m_next(int(tree.nodes.size()) - 1), m_kept(1, 1.0)
    {
        for (int node = 0; node < int(tree.nodes.size()); ++node) {
            const auto token = std::size_t(tree.nodes[std::size_t(node)].token);
            const double p1 = m_kept.back() * m_p(node)[token], q1 = tree.qOf(node)[token];
            m_kept.push_back(p1 <= 0 ? 0 : p1 >= q1 ? 1 : p1 / q1);
        }
    }

    std::optional<Judgement> next() override
    {
        if (m_end >= 0 || m_next < 0)
            return std::nullopt;
        const int node = m_next--;
        const double acceptance = acceptanceOf(node);
        const ForcedVerdict forced = m_forces ? m_forces(node) : ForcedVerdict{};
        const double u = forced.u ? *forced.u : m_uniforms(node, Purpose::verdict);
        const bool accepted = forced.accepted.value_or(u < acceptance);
        if (accepted)
            m_end = node;
        return Judgement{node, acceptance, u, accepted ? Verdict::accepted : Verdict::rejected};
    }

    Draw draw() override
    {
        const int context = m_end + 1, length = int(m_tree.nodes.size());
        const bool plain = length == 0, bonus = context == length;
        const Purpose purpose = plain ? Purpose::plain : bonus ? Purpose::bonus : Purpose::residual;
        const TokenSource source = plain ? TokenSource::plain : bonus ? TokenSource::bonus : TokenSource::residual;
        const double u = m_uniforms(context, purpose);
        return {drawFrom(bonus ? m_p(context) : *remaining(context), u), source, context, u};
    }

    int acceptedEnd() const override { return m_end; }
    /// p_i behind a context.
    [[nodiscard]] double kept(int context) const { return m_kept[std::size_t(context)]; }

    const Distribution* remaining(int context) override
    {
        if (context == int(m_tree.nodes.size()))
            return nullptr;
        if (excess(context) <= 0) // p is q, or a person kept what would never be kept
            m_residual = m_p(context);
        return &m_residual;
    }

    /// The sum of max(0, p_i p - q) after a context that is drafted; remaining() gives those terms over their sum.
    double excess(int context)
    {
        const Distribution& p = m_p(context);
        const Distribution& q = m_tree.q[std::size_t(context)];
        m_scaled.resize(p.size());
        const double scale = kept(context);
        std::ranges::transform(p, m_scaled.begin(), [scale](double value) { return scale * value; });
        return residualOf(m_scaled, q, m_residual);
    }

private:
    /// h of the node that is the last of the drafts kept.
    double acceptanceOf(int node)
    {
        const int context = node + 1;
        if (context == int(m_tree.nodes.size()))
            return kept(context);
        const double s = excess(context), both = s + 1 - kept(context);
        return both > 0 ? std::min(1.0, s / both) : 1.0;
    }

    const DraftTree& m_tree;
    DistributionSource m_p;
    UniformSource m_uniforms;
    ForceSource m_forces;
    int m_next, m_end = -1;
    std::vector<double> m_kept; ///< p_i by context: how likely drafts up to there may be kept
    Distribution m_scaled, m_residual;
};

class BlockVerifier final : public Verifier {
public:
    std::string_view name() const override { return "block"; }
    std::string_view title() const override { return "Block verification"; }
    std::string_view paper() const override { return "Sun et al., arXiv 2403.10444"; }
    VerifierTraits traits() const override
    {
        return {.acceptance = VerifierTraits::Acceptance::block,
                .isLossless = true,
                .needsQ = true,
                .acceptsByBlock = true};
    }
    NeedOfP needOfP() const override { return {KnownOfP::all, "adds up what p has over q in all tokens"}; }
    bool supports(DrawRule rule) const override { return rule == DrawRule::independent; }
    bool onlyChains() const override { return true; }
    RuleNumbers arithmetic(const DraftTree& tree, int context, const DistributionSource& p,
                           const RemainderSink& see) const override
    {
        BlockJudging judging(tree, p, {}, {});
        if (context < int(tree.nodes.size())) {
            const double mass = judging.excess(context);
            see(-1, *judging.remaining(context), mass);
        }
        RuleNumbers numbers;
        numbers.kept = judging.kept(context);
        return numbers;
    }
    std::unique_ptr<Judging> begin(const DraftTree& tree, DistributionSource p, UniformSource uniforms,
                                   ForceSource forces) const override
    {
        return std::make_unique<BlockJudging>(tree, std::move(p), std::move(uniforms), std::move(forces));
    }
};

} // namespace

const Verifier& blockVerifier()
{
    static const BlockVerifier verifier;
    return verifier;
}

} // namespace draftscope
