// SPDX-License-Identifier: MIT
// What is written down of the round's contexts.
#include <algorithm>

#include "engine/session/session_state.h"

namespace draftscope {

ContextSource Session::State::contextSource(int context)
{
    ContextSource source;
    if (isVerified() && target.isVerified(context) && tellsAll()) {
        source.p = target.p(context);
        source.targetLogits = target.logits(context);
    }
    const bool isDrafted = std::ranges::count(tree.nodes, context - 1, &DraftTree::Node::parent) > 0;
    if (isDrafted && std::size_t(context) < tree.q.size())
        source.q = tree.q[std::size_t(context)];
    if (isDrafted && std::size_t(context) < tree.logits.size())
        source.draftLogits = tree.logits[std::size_t(context)];
    if (isDrafted && !leavesPWithoutQ(context)) {
        source.leavesPWithoutQ = false;
        if (round.draw && round.draw->source == TokenSource::residual && round.draw->context == context)
            if (const Distribution* const remaining = judging->remaining(context))
                source.residual = *remaining;
    }
    if (!source.p.empty() && wantsArithmetic(context))
        source.arithmetic = [this, context](const RemainderSink& see) {
            return verifier().arithmetic(
                tree, context, [this](int other) -> const Distribution& { return target.p(other); }, see);
        };
    return source;
}

/// Not where the next token is drawn from max(0, p - q) or, behind the last draft, from p; block verification has its
/// say there, too.
bool Session::State::wantsArithmetic(int context) const
{
    const auto children = std::ranges::count_if(
        tree.nodes, [context](const DraftTree::Node& node) { return node.parent + 1 == context && !node.pruned; });
    return verifier().onlyChains() ? !tree.nodes.empty() : children > 1 || (children == 1 && !leavesPWithoutQ(context));
}

/// Of drafts that were copied q is one-hot, and the rule for drafts without chance takes such a q away.
bool Session::State::leavesPWithoutQ(int context) const
{
    if (verifier().leavesPWithoutQ())
        return true;
    const auto child = std::ranges::find(tree.nodes, context - 1, &DraftTree::Node::parent);
    return tree.rule == DrawRule::deterministic && verifier().isLossless() && child != tree.nodes.end()
        && child->q == 1;
}

void Session::State::recordContexts()
{
    if (settings.topTokens == 0)
        return;
    // Before the verify moment only the contexts that the newest level was drawn from are new; that moment rewrites
    // all.
    const bool verified = isVerified();
    const int newest = round.moments.back().node;
    const int first = verified ? 0 : round.nodes[std::size_t(newest)].parent + 1;
    const int count = verified ? int(tree.nodes.size()) + 1 : round.nodes.back().parent + 2;
    round.contexts.resize(std::size_t(count));
    eachOnThreads(threads.get(), count - first, [&](int thread, int i) {
        recordContext(recorders[std::size_t(thread)], first + i, settings.topTokens,
                      round.contexts[std::size_t(first + i)]);
    });
}

void Session::State::recordContext(DistributionRecorder& recorder, int context, int topTokens, DistributionRecord& out,
                                   std::vector<TokenId> also)
{
    for (const NodeRecord& node : round.nodes)
        if (node.parent + 1 == context)
            also.push_back(node.token);
    if (round.draw && round.draw->context == context)
        also.push_back(round.draw->token);
    const ContextSource source = contextSource(context);
    if (isVerified() && target.isVerified(context) && !tellsAll())
        recorder.recordPartly(partly.p(context), source.q, target.vocabularySize(), topTokens, also, out);
    else
        recorder.record(source, round.sampler, target.tokenizerSize(), topTokens, also, out);
    out.distance = distanceFromTarget(context);
}

/// The drawn token was not known when its context was written down; it is there already unless it was an unlikely one.
void Session::State::recordDrawn()
{
    if (settings.topTokens == 0)
        return;
    DistributionRecord& context = round.contexts[std::size_t(round.draw->context)];
    const bool isThere = std::any_of(context.top.begin(), context.top.end(), [this](const DistributionEntry& entry) {
        return entry.token == round.draw->token;
    });
    const bool hasOwnResidual = round.draw->source == TokenSource::residual && !leavesPWithoutQ(round.draw->context);
    if (!isThere || hasOwnResidual)
        recordContext(recorders.front(), round.draw->context, settings.topTokens, context);
}

} // namespace draftscope
