// SPDX-License-Identifier: MIT
#include "engine/session/context_recorder.h"

#include <algorithm>
#include <utility>

#include "engine/core/each_on_threads.h"

namespace draftscope {

ContextRecorder::ContextRecorder(const DecodeSetup& setup)
    : m_setup(setup), m_recorders(std::size_t(setup.threads() ? setup.threads()->threadCount() : 1))
{
}

ContextSource ContextRecorder::sourceOf(const View& view, int context) const
{
    const auto& [round, tree, rule, judging, partly, drawnFrom] = view;
    Target& target = m_setup.target();
    ContextSource source;
    if (round.isVerified() && target.isVerified(context) && !partly) {
        source.p = target.p(context);
        source.targetLogits = target.logits(context);
    }
    const bool isDrafted = std::ranges::count(tree.nodes, context - 1, &DraftTree::Node::parent) > 0;
    if (isDrafted && std::size_t(context) < tree.q.size())
        source.q = tree.q[std::size_t(context)];
    if (isDrafted && std::size_t(context) < tree.logits.size())
        source.draftLogits = tree.logits[std::size_t(context)];
    if (isDrafted && !leavesPWithoutQ(view, context)) {
        source.leavesPWithoutQ = false;
        if (round.draw && round.draw->source == TokenSource::residual && round.draw->context == context)
            if (const Distribution* const remaining = judging->remaining(context))
                source.residual = *remaining;
    }
    if (!source.p.empty() && wantsArithmetic(view, context))
        source.arithmetic = [&view, &target, context](const RemainderSink& see) {
            return view.rule.arithmetic(
                view.tree, context, [&target](int other) -> const Distribution& { return target.p(other); }, see);
        };
    return source;
}

/// Not where the next token is drawn from max(0, p - q) or, behind the last draft, from p; block verification has its
/// say there, too.
bool ContextRecorder::wantsArithmetic(const View& view, int context)
{
    const auto children = std::ranges::count_if(
        view.tree.nodes, [context](const DraftTree::Node& node) { return node.parent + 1 == context && !node.pruned; });
    return view.rule.traits().acceptsByBlock ? !view.tree.nodes.empty()
                                             : children > 1 || (children == 1 && !leavesPWithoutQ(view, context));
}

/// Of drafts that were copied q is one-hot: without it p lacks the draft's token, and some rules leave just that.
bool ContextRecorder::leavesPWithoutQ(const View& view, int context)
{
    const VerifierTraits traits = view.rule.traits();
    if (traits.leavesPWithoutQ)
        return true;
    const auto child = std::ranges::find(view.tree.nodes, context - 1, &DraftTree::Node::parent);
    return view.tree.rule == DrawRule::deterministic && traits.leavesPWithoutToken && child != view.tree.nodes.end()
        && child->q == 1;
}

void ContextRecorder::recordNewest(const View& view, std::vector<DistributionRecord>& contexts)
{
    const int topTokens = m_setup.settings().topTokens;
    if (topTokens == 0)
        return;
    // Before the verify moment only the contexts that the newest level was drawn from are new; that moment rewrites
    // all.
    const bool verified = view.round.isVerified();
    const int newest = view.round.moments.back().node;
    const int first = verified ? 0 : view.round.nodes[std::size_t(newest)].parent + 1;
    const int count = verified ? int(view.tree.nodes.size()) + 1 : view.round.nodes.back().parent + 2;
    contexts.resize(std::size_t(count));
    eachOnThreads(m_setup.threads(), count - first, [&](int thread, int i) {
        record(view, m_recorders[std::size_t(thread)], first + i, topTokens, {}, contexts[std::size_t(first + i)]);
    });
}

DistributionRecord ContextRecorder::record(const View& view, int context, int topTokens, std::vector<TokenId> also)
{
    DistributionRecord out;
    record(view, m_recorders.front(), context, topTokens, std::move(also), out);
    return out;
}

void ContextRecorder::record(const View& view, DistributionRecorder& recorder, int context, int topTokens,
                             std::vector<TokenId> also, DistributionRecord& out) const
{
    const RoundRecord& round = view.round;
    for (const NodeRecord& node : round.nodes)
        if (node.parent + 1 == context)
            also.push_back(node.token);
    if (round.draw && round.draw->context == context)
        also.push_back(round.draw->token);
    const ContextSource source = sourceOf(view, context);
    const Target& target = m_setup.target();
    if (view.partly && round.isVerified() && target.isVerified(context))
        recorder.recordPartly(view.partly->p(context), source.q, target.vocabularySize(), topTokens, also, out);
    else
        recorder.record(source, round.sampler, target.tokenizerSize(), topTokens, also, out);
    out.distance = distanceFromTarget(view, context);
}

void ContextRecorder::recordDrawn(const View& view, std::vector<DistributionRecord>& contexts)
{
    const int topTokens = m_setup.settings().topTokens;
    if (topTokens == 0)
        return;
    const DrawRecord& draw = *view.round.draw;
    DistributionRecord& context = contexts[std::size_t(draw.context)];
    const bool isThere =
        std::ranges::any_of(context.top, [&draw](const DistributionEntry& entry) { return entry.token == draw.token; });
    const bool hasOwnResidual = draw.source == TokenSource::residual && !leavesPWithoutQ(view, draw.context);
    if (!isThere || hasOwnResidual)
        record(view, m_recorders.front(), draw.context, topTokens, {}, context);
}

} // namespace draftscope
