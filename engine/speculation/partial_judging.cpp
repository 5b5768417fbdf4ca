// SPDX-License-Identifier: MIT
#include "engine/speculation/partial_judging.h"

#include <algorithm>
#include <utility>

#include "engine/core/decode_failure.h"

namespace draftscope {
namespace {

/// How often a token is drawn from p behind a rejection until it is given up. Where the rule rejected, the more draws
/// are needed the less likely the rejection was, so that no decode comes to that many. Where a person rejected, p and q
/// may be the same: then nothing is left of p, and no draw would ever be kept.
constexpr int mostDraws = 100'000, mostDrawsWhereForced = 100;

class PartialChainJudging final : public Judging {
public:
    PartialChainJudging(const DraftTree& tree, bool isCertain, PartialTarget target, UniformSource uniforms,
                        ForceSource forces)
        : m_tree(tree), m_isCertain(isCertain), m_target(std::move(target)), m_uniforms(std::move(uniforms)),
          m_forces(std::move(forces)), m_next(childOf(-1))
    {
    }

    std::optional<Judgement> next() override
    {
        if (m_next < 0 || m_rejected >= 0)
            return std::nullopt;
        const int node = m_next;
        const TokenId token = m_tree.nodes[std::size_t(node)].token;
        const std::optional<double> p = m_target.p(m_end + 1).at(token);
        if (!p)
            throw DecodeFailure("The target did not tell the probability of a token that was drafted: restart the run, "
                                "or choose greedy sampling.");
        const double q = qOf(node, token), acceptance = *p <= 0 ? 0 : *p >= q ? 1 : *p / q;
        const ForcedVerdict forced = m_forces ? m_forces(node) : ForcedVerdict{};
        const double u = forced.u ? *forced.u : m_uniforms(node, Purpose::verdict);
        const bool accepted = forced.accepted.value_or(u < acceptance);
        if (accepted) {
            m_end = node;
            m_next = childOf(node);
        } else {
            m_rejected = node;
            m_isForced = u < acceptance;
        }
        return Judgement{node, acceptance, u, accepted ? Verdict::accepted : Verdict::rejected};
    }

    Draw draw() override
    {
        const int context = m_end + 1;
        if (m_rejected >= 0)
            return drawResidual(context);
        const bool isPlain = m_tree.nodes.empty();
        const double u = m_uniforms(context, isPlain ? Purpose::plain : Purpose::bonus);
        return {m_target.draw(context, u).token, isPlain ? TokenSource::plain : TokenSource::bonus, context, u};
    }

    int acceptedEnd() const override { return m_end; }

private:
    [[nodiscard]] int childOf(int node) const
    {
        const std::vector<int> children = m_tree.childrenOf(node);
        return children.empty() ? -1 : children.front();
    }

    [[nodiscard]] double qOf(int node, TokenId token) const
    {
        if (m_isCertain)
            return token == m_tree.nodes[std::size_t(node)].token ? 1 : 0;
        return m_tree.qOf(node)[std::size_t(token)];
    }

    /// Each draw, and each decision whether it is kept, has a random number of its own: those of contexts beyond the
    /// round's, which nothing else uses.
    Draw drawResidual(int context)
    {
        const int contextsOfRound = int(m_tree.nodes.size()) + 1;
        for (int i = 0;; ++i) {
            const double u = m_uniforms(context + 2 * i * contextsOfRound, Purpose::residual);
            const TokenProbability drawn = m_target.draw(context, u);
            const double kept = 1 - (drawn.p > 0 ? qOf(m_rejected, drawn.token) / drawn.p : 1);
            if (m_uniforms(context + (2 * i + 1) * contextsOfRound, Purpose::residual) < kept
                || (m_isForced && i + 1 == mostDrawsWhereForced))
                return {drawn.token, TokenSource::residual, context, u};
            if (i + 1 == mostDraws)
                throw DecodeFailure("None of 100000 tokens that the target drew after a rejected draft could be kept: "
                                    "its probabilities and its draws do not go together. Restart the run, or choose "
                                    "greedy sampling.");
        }
    }

    const DraftTree& m_tree;
    bool m_isCertain;
    PartialTarget m_target;
    UniformSource m_uniforms;
    ForceSource m_forces;
    int m_next;              ///< node to judge; -1: none
    int m_end = -1;          ///< the last accepted node
    int m_rejected = -1;     ///< the node behind it that was rejected
    bool m_isForced = false; ///< by a person, where the rule would have accepted it
};

} // namespace

std::unique_ptr<Judging> judgePartly(const DraftTree& tree, bool isCertain, PartialTarget target,
                                     UniformSource uniforms, ForceSource forces)
{
    return std::make_unique<PartialChainJudging>(tree, isCertain, std::move(target), std::move(uniforms),
                                                 std::move(forces));
}

Result<void> checkKnown(const Verifier& verifier, KnownOfP told, bool isChain, std::string_view target)
{
    const NeedOfP need = verifier.needOfP();
    if (told == KnownOfP::all)
        return {};
    if (need.known == KnownOfP::all)
        return fail("The verifier {} needs all of p, because it {}, and {} tells a part of p: choose the verifier {}.",
                    verifier.name(), phrase(need.reason), target,
                    phrase(told == KnownOfP::likeliest ? "greedy" : "speculative-sampling or greedy"));
    if (need.known == KnownOfP::draftTokens && told == KnownOfP::likeliest)
        return fail(
            "The verifier {} needs p of every draft, and {} tells only which token is the likeliest with such a "
            "sampler: choose temperature 0, or temperature 1 without filters.",
            verifier.name(), target);
    if (need.known == KnownOfP::draftTokens && !isChain)
        return fail("With several drafts at one place the verifier {} needs all of p, and {} tells a part of p: choose "
                    "the shape chain, or temperature 0.",
                    verifier.name(), target);
    return {};
}

} // namespace draftscope
