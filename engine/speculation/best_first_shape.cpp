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
    while (!open.empty() && int(nodes.size()) <= std::min(m_nodes, limits.nodes)) {
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
    const std::vector<Node> planned = grow(limits);
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

double BestFirstShape::expectedTokens(ShapeLimits limits) const
{
    double tokens = 0;
    for (const Node& node : grow(limits))
        tokens += node.worth; // the root's is 1: the token that ends a round
    return tokens;
}

} // namespace draftscope
