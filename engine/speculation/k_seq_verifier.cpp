// SPDX-License-Identifier: MIT
// K-SEQ (Sun et al., SpecTr, arXiv 2310.15141, Alg. 2), a rule for k children that were drawn independently from q.
// With b(r) = sum of min(q, p / r) and r >= 1 such that 1 - (1 - b)^k = r b: accept each child in turn if u < min(1, p
// / (r q)). If none is accepted the token is drawn from norm(p - min(q, p / r) (1 - (1 - b)^k) / b). Any larger r keeps
// the law of the text, too, so the bisection rounds up.
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/speculation/residual_judging.h"
#include "engine/speculation/verifiers.h"

namespace draftscope {
namespace {

double overlap(const Distribution& p, const Distribution& q, double r)
{
    double sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i)
        sum += std::min(q[i], p[i] / r);
    return sum;
}

/// (1 - (1 - b)^k) / b, which is how often a token that passes is emitted; k where b is 0.
double emissions(double b, int k)
{
    return b > 0 ? (1 - std::pow(1 - std::min(1.0, b), k)) / b : k;
}

/// The least r that keeps the law, from above.
double divisorFor(const Distribution& p, const Distribution& q, int k)
{
    double low = 1, high = k;
    if (k <= 1 || emissions(overlap(p, q, low), k) <= low)
        return low;
    while (high - low > 1e-6) {
        const double middle = (low + high) / 2;
        (emissions(overlap(p, q, middle), k) <= middle ? high : low) = middle;
    }
    return high;
}

class KSeqJudging final : public ResidualJudging {
public:
    using ResidualJudging::ResidualJudging;
    RuleNumbers numbers() const override
    {
        RuleNumbers numbers;
        if (m_parent != none)
            numbers.divisor = m_divisor;
        return numbers;
    }

private:
    /// `remaining` is p until the last child is rejected.
    double acceptanceOf(int node, const Distribution& remaining) override
    {
        const Distribution& q = tree().qOf(node);
        if (const int parent = tree().nodes[std::size_t(node)].parent; m_parent != parent) {
            m_parent = parent;
            m_divisor = divisorFor(remaining, q, siblingCount());
        }
        const auto token = std::size_t(tokenOf(node));
        const double reached = remaining[token] / m_divisor;
        if (reached <= 0)
            return 0;
        return reached >= q[token] ? 1 : reached / q[token];
    }

    std::optional<double> takeAway(int node, const Distribution& remaining, Distribution& out) override
    {
        out = remaining;
        if (!isLastChild())
            return std::nullopt;
        const Distribution& q = tree().qOf(node);
        const double share = emissions(overlap(remaining, q, m_divisor), siblingCount());
        double total = 0;
        for (std::size_t i = 0; i < out.size(); ++i)
            total += out[i] = std::max(0.0, remaining[i] - std::min(q[i], remaining[i] / m_divisor) * share);
        if (total <= 0) { // p is q: none of them is rejected but by rounding
            out = remaining;
            return 0;
        }
        for (double& value : out)
            value /= total;
        return std::min(1.0, total);
    }

    static constexpr int none = -2;
    int m_parent = none;  ///< whose children m_divisor is for
    double m_divisor = 1; ///< r
};

class KSeqVerifier final : public Verifier {
public:
    std::string_view name() const override { return "k-seq"; }
    std::string_view title() const override { return "K-SEQ"; }
    std::string_view paper() const override { return "Sun et al., arXiv 2310.15141"; }
    VerifierTraits traits() const override
    {
        return {.acceptance = VerifierTraits::Acceptance::divided, .isLossless = true, .needsQ = true};
    }
    NeedOfP needOfP() const override { return {KnownOfP::all, "adds up the smaller of p and q in all tokens"}; }
    bool supports(DrawRule rule) const override { return rule == DrawRule::independent; }
    RuleNumbers arithmetic(const DraftTree& tree, int context, const DistributionSource& p,
                           const RemainderSink& see) const override
    {
        return rejectedInTurn<KSeqJudging>(tree, context, p, see);
    }
    std::unique_ptr<Judging> begin(const DraftTree& tree, DistributionSource p, UniformSource uniforms,
                                   ForceSource forces) const override
    {
        return std::make_unique<KSeqJudging>(tree, std::move(p), std::move(uniforms), std::move(forces));
    }
};

} // namespace

const Verifier& kSeqVerifier()
{
    static const KSeqVerifier verifier;
    return verifier;
}

} // namespace draftscope
