// SPDX-License-Identifier: MIT
// How far a round that is broken on purpose is from the target's distribution, position by position.
#include "engine/session/session_state.h"
#include "engine/speculation/expected_output.h"

namespace draftscope {

void Session::State::verifyUndisturbed(const Progress& progress)
{
    if (!undisturbed)
        return;
    undisturbed->align(std::span<const TokenId>(tokens).first(std::size_t(round.prefixLength)),
                       progress.saying("The target reads the text"));
    undisturbed->plan(round.root, round.prefixLength, tree);
    undisturbed->verify(progress);
    undisturbed->beginSampling(round.sampler);
    undisturbed->sampleAll();
}

std::optional<double> Session::State::distanceFromTarget(int context)
{
    if (!fault || !isVerified() || !target.isVerified(context))
        return std::nullopt;
    const Distribution& p = target.p(context);
    // The rule is right there, so what it writes is p, of a cache that is not.
    if (fault->leavesKv())
        return undisturbed ? std::optional(totalVariationBetween(p, undisturbed->p(context))) : std::nullopt;
    if (!fault->takeAway)
        return std::nullopt; // what is written depends on more than the context's own drafts
    const std::vector<int> nodes = tree.childrenOf(context - 1);
    if (verifier().name() != "speculative-sampling" && verifier().name() != "deterministic-children"
        && !(verifier().name() == "without-replacement" && nodes.size() < 2))
        return std::
            nullopt; // block verification looks at whole paths, K-SEQ and draws without replacement at all siblings at once
    std::vector<JudgedChild> children;
    for (const int node : nodes) {
        JudgedChild& child = children.emplace_back();
        child.judgedBy = &tree.qOf(node);
        child.token = tree.nodes[std::size_t(node)].token;
        if (tree.rule != DrawRule::deterministic)
            child.drawnFrom = fault->replacesQ() ? &drawnFrom[std::size_t(context)] : child.judgedBy;
    }
    return totalVariationBetween(p, expectedOutput(p, children, fault->takeAway));
}

} // namespace draftscope
