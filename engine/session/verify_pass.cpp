// SPDX-License-Identifier: MIT
// The target's one pass a round, and what it says about every context.
#include <algorithm>
#include <cassert>

#include "engine/sampling/usable_logits.h"
#include "engine/session/session_state.h"

namespace draftscope {

/// Rows: the root, then every node with its ancestors, each in a slot that is taken for it. Returns the root's slot.
int Session::State::planVerifyPass()
{
    const int rootPosition = round.prefixLength - 1;
    const int rootSlot = target.take(rootPosition, round.root);
    assert(rootSlot >= 0 && target.cachedCount() == rootPosition);

    std::size_t ancestorCount = 0;
    nodeSlots.clear();
    for (const DraftTree::Node& node : tree.nodes) {
        nodeSlots.push_back(target.take(rootPosition + node.depth, node.token));
        assert(nodeSlots.back() >= 0);
        ancestorCount += std::size_t(node.depth);
    }
    ancestors.clear();
    ancestors.reserve(ancestorCount); // rows point into it
    rows.assign(1, Row{round.root, rootPosition, 0, rootSlot, {}, true});
    for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
        const DraftTree::Node& node = tree.nodes[n];
        const std::size_t first = ancestors.size();
        const Row above = rows[std::size_t(node.parent + 1)];
        for (const int slot : above.ancestors)
            ancestors.push_back(slot);
        ancestors.push_back(above.slot);
        rows.push_back({node.token, rootPosition + node.depth, 0, nodeSlots[n],
                        std::span(ancestors).subspan(first, std::size_t(node.depth)), true});
    }
    return rootSlot;
}

/// The root's slot is committed afterwards; the nodes' stay speculative.
void Session::State::runVerifyPass(const Progress& progress)
{
    const int rootSlot = planVerifyPass();
    const auto vocabulary = std::size_t(target.config().vocabularySize);
    if (targetLogits.size() < rows.size() * vocabulary)
        targetLogits.resize(rows.size() * vocabulary);
    target.run(rows, std::span(targetLogits).first(rows.size() * vocabulary), progress);
    target.commit(rootSlot);
}

/// The rule that the round is judged by.
const Verifier& Session::State::verifier() const
{
    SessionSettings inForce = settings;
    inForce.sampler = round.sampler;
    const auto named = verifierNamed(verifierNameFor(inForce));
    assert(named);
    return **named;
}

void Session::State::requireUsableTarget(int context) const
{
    const auto vocabulary = std::size_t(target.config().vocabularySize);
    const int depth = context == 0 ? 0 : tree.nodes[std::size_t(context - 1)].depth;
    requireUsable(std::span(targetLogits).subspan(std::size_t(context) * vocabulary, vocabulary), tokenizerSize(),
                  pair.target->name, round.prefixLength + depth);
}

/// p of every context and the rule that judges by them.
void Session::State::beginJudging()
{
    const std::size_t contexts = tree.nodes.size() + 1;
    const auto vocabulary = std::size_t(target.config().vocabularySize);
    if (p.size() < contexts)
        p.resize(contexts);
    for (std::size_t c = 0; c < contexts; ++c)
        requireUsableTarget(int(c));
    eachOnThreads(threads.get(), int(contexts), [&](int, int c) {
        distributionOf(std::span(targetLogits).subspan(std::size_t(c) * vocabulary, vocabulary), round.sampler,
                       tokenizerSize(), p[std::size_t(c)]);
    });
    assert(verifier().supports(tree.rule));

    const auto uniforms = [this](int node, Purpose purpose) {
        return uniform(settings.seed, 0, std::uint32_t(round.round), std::uint32_t(node), purpose);
    };
    judging = verifier().begin(tree, std::span(p).first(contexts), uniforms,
                               [this](int node) { return forcedVerdict(node); });
}

ContextSource Session::State::contextSource(int context) const
{
    ContextSource source;
    const auto vocabulary = std::size_t(target.config().vocabularySize);
    if (isVerified()) {
        source.p = p[std::size_t(context)];
        source.targetLogits = std::span(targetLogits).subspan(std::size_t(context) * vocabulary, vocabulary);
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
    recorder.record(contextSource(context), round.sampler, tokenizerSize(), topTokens, also, out);
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
