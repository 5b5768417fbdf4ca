// SPDX-License-Identifier: MIT
#include "engine/speculation/dynamic_shape.h"

#include <algorithm>
#include <numeric>

namespace draftscope {
namespace {

/// By context: the product of q along the path.
std::vector<double> valuesOf(const DraftTree& tree)
{
    std::vector<double> values(1, 1.0);
    for (const DraftTree::Node& node : tree.nodes)
        values.push_back(values[std::size_t(node.parent + 1)] * node.q);
    return values;
}

/// The nodes of largest value, the earlier one on ties: so a parent goes before its children.
std::vector<int> best(std::vector<int> nodes, int count, const std::vector<double>& values)
{
    std::ranges::stable_sort(nodes, std::ranges::greater(), [&](int node) { return values[std::size_t(node) + 1]; });
    nodes.resize(std::min(nodes.size(), std::size_t(std::max(0, count))));
    std::ranges::sort(nodes);
    return nodes;
}

} // namespace

std::vector<Expansion> DynamicShape::nextLevel(const DraftTree& tree, ShapeLimits limits) const
{
    std::vector<Expansion> level;
    if (tree.depth() >= limits.depth)
        return level;
    for (const int node : best(newestLevel(tree), m_width, valuesOf(tree)))
        level.push_back({node, m_width});
    return level;
}

void DynamicShape::prune(DraftTree& tree, ShapeLimits limits) const
{
    std::vector<int> nodes(tree.nodes.size());
    std::iota(nodes.begin(), nodes.end(), 0);
    for (DraftTree::Node& node : tree.nodes)
        node.pruned = true;
    for (const int node : best(nodes, std::min(m_nodes, limits.nodes), valuesOf(tree)))
        tree.nodes[std::size_t(node)].pruned = false;
}

} // namespace draftscope
