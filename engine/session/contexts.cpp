// SPDX-License-Identifier: MIT
// What is written down of the round's contexts.
#include <algorithm>

#include "engine/session/session_state.h"

namespace draftscope {

ContextSource Session::State::contextSource(int context) const
{
    ContextSource source;
    if (isVerified()) {
        source.p = target.p()[std::size_t(context)];
        source.targetLogits = target.logits(context);
    }
    for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
        if (tree.nodes[n].parent == context - 1) {
            source.q = tree.qOf(int(n));
            if (n < draftLogits.size())
                source.draftLogits = draftLogits[n];
            break;
        }
    }
    return source;
}

void Session::State::recordContexts()
{
    if (settings.topTokens == 0)
        return;
    // Before the verify moment only the newest draft's context is new; that moment rewrites all of them.
    const bool verified = isVerified();
    const int count = int(tree.nodes.size()) + (verified ? 1 : 0);
    const int first = verified ? 0 : count - 1;
    round.contexts.resize(std::size_t(count));
    eachOnThreads(threads.get(), count - first, [&](int thread, int i) {
        recordContext(recorders[std::size_t(thread)], first + i, settings.topTokens,
                      round.contexts[std::size_t(first + i)]);
    });
}

void Session::State::recordContext(DistributionRecorder& recorder, int context, int topTokens, DistributionRecord& out)
{
    std::vector<TokenId> also;
    for (const NodeRecord& node : round.nodes)
        if (node.parent + 1 == context)
            also.push_back(node.token);
    if (round.draw && round.draw->context == context)
        also.push_back(round.draw->token);
    recorder.record(contextSource(context), round.sampler, target.tokenizerSize(), topTokens, also, out);
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
    if (!isThere)
        recordContext(recorders.front(), round.draw->context, settings.topTokens, context);
}

std::vector<float>* Session::State::draftLogitsFor(std::size_t node)
{
    if (settings.topTokens == 0)
        return nullptr;
    if (draftLogits.size() <= node)
        draftLogits.resize(node + 1);
    return &draftLogits[node];
}

} // namespace draftscope
