// SPDX-License-Identifier: MIT
#include "engine/speculation/faulty_verifier.h"

#include <algorithm>
#include <utility>

#include "engine/speculation/residual_judging.h"
#include "engine/speculation/verifiers.h"

namespace draftscope {
namespace {

/// min(1, r / q) and norm(max(0, r - q)), of which one is another with each fault.
class FaultyRatioJudging : public ResidualJudging {
public:
    using ResidualJudging::ResidualJudging;

private:
    double acceptanceOf(int node, const Distribution& remaining) override
    {
        const auto token = std::size_t(tokenOf(node));
        const double r = remaining[token], q = tree().qOf(node)[token];
        if (r <= 0)
            return 0;
        return r >= q ? 1 : r / q;
    }
    /// Without a fault where children were drawn from q, which those that were chosen without chance were not.
    std::optional<double> takeAway(int node, const Distribution& remaining, Distribution& out) override
    {
        return residualOf(remaining, tree().qOf(node), out);
    }
};

class UnnormalisedJudging final : public FaultyRatioJudging {
public:
    using FaultyRatioJudging::FaultyRatioJudging;

private:
    /// What is drawn from adds up to 1 as it is.
    std::optional<double> takeAway(int node, const Distribution& remaining, Distribution& out) override
    {
        takeUnnormalised(remaining, tree().qOf(node), out);
        return 1;
    }
};

class PJudging final : public FaultyRatioJudging {
public:
    using FaultyRatioJudging::FaultyRatioJudging;

private:
    std::optional<double> takeAway(int node, const Distribution& remaining, Distribution& out) override
    {
        takeNothing(remaining, tree().qOf(node), out);
        return 1;
    }
};

/// Lets the right rule reject every draft, which gives h and the residual of each, and then decides with these numbers,
/// beginning at the root.
class ContiguousBlockJudging final : public Judging {
public:
    ContiguousBlockJudging(const DraftTree& tree, const DistributionSource& p, UniformSource uniforms,
                           ForceSource forces)
        : m_p(p), m_uniforms(std::move(uniforms)), m_forces(std::move(forces)), m_acceptances(tree.nodes.size()),
          m_right(blockVerifier().begin(
              tree, p, [](int, Purpose) { return 0.0; },
              [](int) {
                  return ForcedVerdict{{}, false};
              }))
    {
        while (const auto judgement = m_right->next())
            m_acceptances[std::size_t(judgement->node)] = judgement->acceptance;
    }

    std::optional<Judgement> next() override
    {
        const int node = m_end + 1;
        if (m_rejected || node == count())
            return std::nullopt;
        const ForcedVerdict forced = m_forces ? m_forces(node) : ForcedVerdict{};
        const double acceptance = m_acceptances[std::size_t(node)];
        const double u = forced.u ? *forced.u : m_uniforms(node, Purpose::verdict);
        m_rejected = !forced.accepted.value_or(u < acceptance);
        m_end += m_rejected ? 0 : 1;
        return Judgement{node, acceptance, u, m_rejected ? Verdict::rejected : Verdict::accepted};
    }

    Draw draw() override
    {
        const int context = m_end + 1;
        const bool plain = count() == 0, bonus = context == count();
        const Purpose purpose = plain ? Purpose::plain : bonus ? Purpose::bonus : Purpose::residual;
        const TokenSource source = plain ? TokenSource::plain : bonus ? TokenSource::bonus : TokenSource::residual;
        const double u = m_uniforms(context, purpose);
        return {drawFrom(bonus ? m_p(context) : *remaining(context), u), source, context, u};
    }

    int acceptedEnd() const override { return m_end; }
    const Distribution* remaining(int context) override { return m_right->remaining(context); }

private:
    [[nodiscard]] int count() const { return int(m_acceptances.size()); }

    DistributionSource m_p;
    UniformSource m_uniforms;
    ForceSource m_forces;
    std::vector<double> m_acceptances; ///< h by node
    std::unique_ptr<Judging> m_right;
    int m_end = -1;
    bool m_rejected = false;
};

template <class FaultyJudging>
class FaultyVerifier final : public Verifier {
public:
    FaultyVerifier(const Verifier& right, DrawRule rule) : m_right(right), m_rule(rule) {}
    std::string_view name() const override { return m_right.name(); }
    std::string_view title() const override { return m_right.title(); }
    std::string_view paper() const override { return {}; }
    /// What is left of p is the fault's own, and so it is recorded.
    VerifierTraits traits() const override
    {
        VerifierTraits traits = m_right.traits();
        traits.isLossless = traits.leavesPWithoutQ = traits.leavesPWithoutToken = false;
        return traits;
    }
    bool supports(DrawRule rule) const override { return rule == m_rule; }
    bool onlyChains() const override { return m_right.onlyChains(); }
    NeedOfP needOfP() const override { return {KnownOfP::all, "is broken on purpose"}; }
    RuleNumbers arithmetic(const DraftTree& tree, int context, const DistributionSource& p,
                           const RemainderSink& see) const override
    {
        if constexpr (std::is_base_of_v<ResidualJudging, FaultyJudging>)
            return rejectedInTurn<FaultyJudging>(tree, context, p, see);
        else
            return m_right.arithmetic(tree, context, p, see);
    }
    std::unique_ptr<Judging> begin(const DraftTree& tree, DistributionSource p, UniformSource uniforms,
                                   ForceSource forces) const override
    {
        return std::make_unique<FaultyJudging>(tree, std::move(p), std::move(uniforms), std::move(forces));
    }

private:
    const Verifier& m_right;
    DrawRule m_rule;
};

} // namespace

const Verifier& unnormalisedResidualVerifier()
{
    static const FaultyVerifier<UnnormalisedJudging> verifier(speculativeSamplingVerifier(), DrawRule::independent);
    return verifier;
}

const Verifier& pInsteadOfResidualVerifier()
{
    static const FaultyVerifier<PJudging> verifier(speculativeSamplingVerifier(), DrawRule::independent);
    return verifier;
}

const Verifier& ratioOnDeterministicVerifier()
{
    static const FaultyVerifier<FaultyRatioJudging> verifier(deterministicChildrenVerifier(), DrawRule::deterministic);
    return verifier;
}

const Verifier& contiguousBlockVerifier()
{
    static const FaultyVerifier<ContiguousBlockJudging> verifier(blockVerifier(), DrawRule::independent);
    return verifier;
}

void takeUnnormalised(const Distribution& remaining, const Distribution& q, Distribution& out)
{
    out.resize(remaining.size());
    double total = 0;
    std::size_t last = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] = std::max(0.0, remaining[i] - q[i]);
        total += out[i];
        if (out[i] > 0)
            last = i;
    }
    if (total <= 0)
        out = remaining;
    else
        out[last] += std::max(0.0, 1 - total);
}

void takeNothing(const Distribution& remaining, const Distribution& /*q*/, Distribution& out)
{
    out = remaining;
}

void shiftTokens(Distribution& q)
{
    std::rotate(q.begin(), q.end() - 1, q.end());
}

void dropRepeats(DraftTree& tree)
{
    for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
        DraftTree::Node& node = tree.nodes[n];
        const bool isRepeat =
            std::any_of(tree.nodes.begin(), tree.nodes.begin() + std::ptrdiff_t(n), [&](const DraftTree::Node& other) {
                return other.parent == node.parent && other.token == node.token;
            });
        if (isRepeat || (node.parent >= 0 && tree.nodes[std::size_t(node.parent)].pruned))
            node.pruned = true;
    }
}

} // namespace draftscope
