// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/round_growth.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <span>

namespace draftscope::cuda {

namespace {

/// 0: the root.
int depthOf(const GrownTree& tree, int node)
{
    int depth = 0;
    for (; node >= 0; node = tree.nodes[node].parent)
        ++depth;
    return depth;
}

} // namespace

GrowingLevel RoundGrowth::level(int number, int width, int firstPlace)
{
    const int before = number - 1; // levels with as many parents as it has itself
    return number == 0
        ? GrowingLevel{0, width, 1, 0, 0, firstPlace}
        : GrowingLevel{number, width, width, 1 + before * width, width + before * width * width, firstPlace};
}

bool RoundGrowth::fits(int levels, int width, int room)
{
    return levels <= room && width <= room && RoundPlan::Growth::candidates(levels, width) <= mostCandidates
        && (levels - 1) * width * levels <= mostListed;
}

void RoundGrowth::placePaths(PassInput& pass, int firstRow, int listed, const GrownRows& grown)
{
    for (int row = firstRow; row < pass.rowCount; ++row) {
        const int place = (grown.number - 1) * grown.rows + row - firstRow;
        pass.rows[row].ancestorFirst = listed + place * grown.pathLength;
        pass.rows[row].ancestorCount = grown.number - 1;
        pass.order[row] = {pass.rows[row], row, 0};
    }
}

std::vector<int> RoundGrowth::verified(int candidates) const
{
    std::vector<int> nodes = {-1};
    for (int node = 0; node < candidates; ++node)
        if (onHost().nodes[node].verifyRow >= 0)
            nodes.push_back(node);
    return nodes;
}

int RoundGrowth::rowAbove(int row) const
{
    const auto* const node = std::ranges::find(onHost().nodes, row, &Candidate::verifyRow);
    assert(node != std::end(onHost().nodes));
    return node->parent < 0 ? 0 : onHost().nodes[node->parent].verifyRow;
}

std::vector<int> RoundGrowth::listedContexts(int levels, int width) const
{
    std::vector<int> contexts = verified(RoundPlan::Growth::candidates(levels, width));
    for (int& context : contexts)
        ++context;
    for (int parent = 0; parent < RoundPlan::Growth::parents(levels, width); ++parent)
        contexts.push_back(onHost().fed[parent] + 1);
    return contexts;
}

bool RoundGrowth::read(int levels, int width, const RoundResult& answer, RoundOutcome& outcome) const
{
    const GrownTree& tree = onHost();
    const int count = RoundPlan::Growth::candidates(levels, width), parents = RoundPlan::Growth::parents(levels, width);
    const auto isSet = [](int flag) { return flag != 0; };
    outcome.lacksNodes = std::ranges::any_of(std::span(tree.lacksNodes).first(std::size_t(parents)), isSet)
        || std::ranges::any_of(std::span(tree.endsText).first(std::size_t(levels - 1)), isSet);
    if (outcome.lacksNodes)
        return false;
    const std::vector<int> nodes = verified(count);
    for (int parent = 0; parent < parents && !outcome.unusable; ++parent)
        if (tree.unusable[parent] != 0)
            outcome.unusable = UnusableContext{true, depthOf(tree, tree.fed[parent])};
    for (std::size_t row = 0; row < nodes.size() && !outcome.unusable; ++row)
        if (answer.unusableTarget[row] != 0)
            outcome.unusable = UnusableContext{false, depthOf(tree, nodes[row])};
    if (outcome.unusable)
        return false;
    outcome.nodes.clear();
    for (const Candidate& drafted : std::span(tree.nodes).first(std::size_t(count))) {
        RoundOutcome::Node& node = outcome.nodes.emplace_back();
        node.token = drafted.token;
        node.parent = drafted.parent;
        node.q = drafted.q;
        node.isPruned = drafted.verifyRow < 0;
        if (node.isPruned)
            continue;
        const RoundNode& judged = answer.nodes[drafted.verifyRow - 1];
        node.p = judged.p;
        node.acceptance = judged.acceptance;
        node.u = judged.u;
        node.accepted = judged.accepted != 0;
    }
    outcome.judged.clear();
    for (const int row : std::span(answer.judged).first(std::size_t(answer.judgedCount)))
        outcome.judged.push_back(nodes[std::size_t(row) + 1]);
    outcome.drawnContext = nodes[std::size_t(answer.drawnContext)] + 1;
    return true;
}

} // namespace draftscope::cuda
