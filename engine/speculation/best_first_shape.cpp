// SPDX-License-Identifier: MIT
#include "engine/speculation/best_first_shape.h"

#include <algorithm>
#include <queue>
#include <tuple>

namespace draftscope {

BestFirstShape::BestFirstShape(RankAcceptance acceptance, int nodes)
    : m_acceptance(std::move(acceptance)), m_nodes(nodes)
{
    // A measured table may rise by chance. A better child never comes after a worse one.
    for (std::vector<double>& ranks : m_acceptance)
        std::ranges::sort(ranks, std::ranges::greater());
}

BestFirstShape::BestFirstShape(const RankTable& table, ShapeLimits most) : BestFirstShape(table.acceptance, most.nodes)
{
    ShapeLimits best;
    double largestGain = 1; // that of a round without drafts
    std::vector<ShapeLimits> fastest;
    for (int depth = 1; depth <= most.depth; ++depth) {
        double tokens = 0;
        int deepest = 0, count = 0; // of the nodes beside the root
        for (const Node& node : grow({depth, most.nodes})) {
            tokens += node.worth;
            deepest = std::max(deepest, node.depth);
            const double gain = tokens / (table.verifyRatio(count + 1) + deepest * table.costRatio);
            if (count > 0 && (gain > largestGain || best.nodes == 0)) { // one is drafted at least
                largestGain = gain;
                best = {depth, count};
            }
            ++count;
        }
        fastest.push_back(best);
    }
    m_fastest = std::move(fastest);
}

ShapeLimits BestFirstShape::within(ShapeLimits limits) const
{
    if (m_fastest.empty() || limits.depth <= 0)
        return {limits.depth, std::min(m_nodes, limits.nodes)};
    const ShapeLimits& best = m_fastest[std::min(std::size_t(limits.depth), m_fastest.size()) - 1];
    return {best.depth, std::min(best.nodes, limits.nodes)};
}

double BestFirstShape::acceptance(int depth, int rank) const
{
    if (m_acceptance.empty())
        return 0;
    const std::vector<double>& ranks = m_acceptance[std::min(std::size_t(depth) - 1, m_acceptance.size() - 1)];
    return std::size_t(rank) < ranks.size() ? ranks[std::size_t(rank)] : 0;
}

std::vector<BestFirstShape::Node> BestFirstShape::grow(ShapeLimits limits) const
{
    struct Candidate {
        double worth;
        int parent, rank;
        /// Of two that are worth the same the one that was there first goes first.
        bool operator<(const Candidate& other) const
        {
            return std::tuple(worth, -parent, -rank) < std::tuple(other.worth, -other.parent, -other.rank);
        }
    };
    std::vector<Node> nodes(1);
    std::priority_queue<Candidate> open;
    const auto offer = [&](int parent, int rank) {
        const Node& above = nodes[std::size_t(parent)];
        if (above.depth >= limits.depth)
            return;
        if (const double worth = above.worth * acceptance(above.depth + 1, rank); worth > 0)
            open.push({worth, parent, rank});
    };
    offer(0, 0);
    while (!open.empty() && int(nodes.size()) <= limits.nodes) {
        const Candidate best = open.top();
        open.pop();
        const int node = int(nodes.size());
        nodes.push_back({nodes[std::size_t(best.parent)].depth + 1, best.worth});
        nodes[std::size_t(best.parent)].children.push_back(node);
        offer(best.parent, best.rank + 1);
        offer(node, 0);
    }
    return nodes;
}

std::vector<Expansion> BestFirstShape::nextLevel(const DraftTree& tree, ShapeLimits limits) const
{
    const std::vector<Node> planned = grow(within(limits));
    std::vector<int> plannedFor(tree.nodes.size() + 1, 0); // by context; a drafter may have had fewer to propose
    std::vector<int> ranks(tree.nodes.size() + 1, 0);      // by context: children so far
    for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
        const auto above = std::size_t(tree.nodes[n].parent + 1);
        const Node& parent = planned[std::size_t(plannedFor[above])];
        plannedFor[n + 1] = parent.children[std::size_t(ranks[above]++)];
    }
    std::vector<Expansion> level;
    for (const int node : newestLevel(tree)) {
        const int children = int(planned[std::size_t(plannedFor[std::size_t(node) + 1])].children.size());
        if (children > 0)
            level.push_back({node, children});
    }
    return level;
}

BestFirstShape::Expected BestFirstShape::expected(ShapeLimits limits) const
{
    const std::vector<Node> nodes = grow(within(limits));
    Expected sum{0, int(nodes.size()) - 1, 0};
    for (const Node& node : nodes) {
        sum.tokens += node.worth; // the root's is 1: the token that ends a round
        sum.levels = std::max(sum.levels, node.depth);
    }
    return sum;
}

} // namespace draftscope
