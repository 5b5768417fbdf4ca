// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/listed_context.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <vector>

namespace draftscope::cuda {

void takeListed(const ListedContext& listed, std::span<const ListedToken> tokens,
                std::span<const ListedRemainder> remainders, ContextValues& values)
{
    values.residualMass = listed.residualMass;
    std::vector<int> places(tokens.size());
    std::iota(places.begin(), places.end(), 0);
    const auto tokenAt = [&](int place) { return tokens[std::size_t(place)].token; };
    std::ranges::sort(places, {}, tokenAt);
    places.erase(std::ranges::unique(places, {}, tokenAt).begin(), places.end());
    values.tokens.clear();
    for (const int place : places) {
        const ListedToken& one = tokens[std::size_t(place)];
        values.tokens.push_back({one.token, one.p, one.q, one.residual, one.pBefore, one.qBefore});
    }
    values.remainders.clear();
    for (const ListedRemainder& remainder : remainders) {
        RemainderValues& left = values.remainders.emplace_back(remainder.node, remainder.mass);
        for (const int place : places)
            left.values.push_back(remainder.values[place]);
    }
}

namespace {

void takeContext(const MirroredMemory& answer, const AnswerLayout& layout, int place, int context, bool hasP,
                 RoundOutcome& outcome)
{
    const auto& listed = answer.onHost<ListedContext>(AnswerLayout::contexts())[place];
    std::vector<int> children;
    std::vector<ListedRemainder> remainders;
    int row = 0; // among the nodes that were sent to the target
    for (int node = 0; node < int(outcome.nodes.size()); ++node) {
        const RoundOutcome::Node& drafted = outcome.nodes[std::size_t(node)];
        if (drafted.parent + 1 == context) {
            children.push_back(node);
            if (!drafted.isPruned && int(remainders.size()) < listed.remainders)
                remainders.push_back({node, answer.onHost<double>(layout.masses())[row],
                                      answer.onHost<double>(layout.remainderOf(row))});
        }
        row += drafted.isPruned ? 0 : 1;
    }
    ContextValues& values = outcome.contexts[std::size_t(context)];
    values.hasP = hasP;
    values.hasQ = !children.empty();
    takeListed(listed, std::span(answer.onHost<ListedToken>(layout.tokens(place)), std::size_t(listed.count)),
               remainders, values);
    if (!hasP)
        return;
    for (const int node : children) {
        RoundOutcome::Node& child = outcome.nodes[std::size_t(node)];
        const auto listedChild = std::ranges::lower_bound(values.tokens, child.token, {}, &TokenValues::token);
        assert(listedChild != values.tokens.end() && listedChild->token == child.token);
        child.p = listedChild->p;
    }
}

} // namespace

void takeContexts(const MirroredMemory& answer, const AnswerLayout& layout, std::span<const int> contexts, int rows,
                  RoundOutcome& outcome)
{
    outcome.contexts.resize(outcome.nodes.size() + 1);
    for (int place = 0; place < int(contexts.size()); ++place) {
        const bool hasP = place < rows;
        const bool isListed = answer.onHost<ListedContext>(AnswerLayout::contexts())[place].count > 0;
        if (hasP || isListed) // else it is among those that have a p
            takeContext(answer, layout, place, contexts[std::size_t(place)], hasP, outcome);
    }
}

} // namespace draftscope::cuda
