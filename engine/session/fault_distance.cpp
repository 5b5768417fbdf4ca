// SPDX-License-Identifier: MIT
// How far a round that is broken on purpose is from the target's distribution, position by position.
#include "engine/session/context_recorder.h"
#include "engine/speculation/expected_output.h"

namespace draftscope {

std::optional<double> ContextRecorder::distanceFromTarget(const View& view, int context) const
{
    const Fault* const fault = m_setup.fault();
    Target& target = m_setup.target();
    const DraftTree& tree = view.tree;
    if (!fault || !view.round.isVerified() || !target.isVerified(context))
        return std::nullopt;
    const Distribution& p = target.p(context);
    // The rule is right there, so what it writes is p, of a cache that is not.
    if (fault->leavesKv())
        return m_setup.undisturbed() ? std::optional(totalVariationBetween(p, m_setup.undisturbed()->p(context)))
                                     : std::nullopt;
    if (!fault->takeAway)
        return std::nullopt; // what is written depends on more than the context's own drafts
    const std::vector<int> nodes = tree.childrenOf(context - 1);
    const VerifierTraits traits = view.rule.traits();
    const bool looksAtSiblings = traits.acceptance == VerifierTraits::Acceptance::ratioOfRest && nodes.size() > 1;
    if (!traits.leavesRemainder || looksAtSiblings) // block verification looks at whole paths, K-SEQ at all siblings
        return std::nullopt;
    std::vector<JudgedChild> children;
    for (const int node : nodes) {
        JudgedChild& child = children.emplace_back();
        child.judgedBy = &tree.qOf(node);
        child.token = tree.nodes[std::size_t(node)].token;
        if (tree.rule != DrawRule::deterministic)
            child.drawnFrom = fault->replacesQ() ? &view.drawnFrom[std::size_t(context)] : child.judgedBy;
    }
    return totalVariationBetween(p, expectedOutput(p, children, fault->takeAway));
}

} // namespace draftscope
