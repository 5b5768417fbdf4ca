// SPDX-License-Identifier: MIT
#include "engine/speculation/draft_shape.h"

#include <algorithm>

namespace draftscope {

std::vector<Expansion> ChainShape::nextLevel(const DraftTree& tree, ShapeLimits limits) const
{
    if (tree.depth() >= std::min(limits.depth, limits.nodes))
        return {};
    return {{int(tree.nodes.size()) - 1, 1}};
}

std::vector<int> newestLevel(const DraftTree& tree)
{
    std::vector<int> nodes;
    for (int node = int(tree.nodes.size()) - 1; node >= 0 && tree.nodes[std::size_t(node)].depth == tree.depth();
         --node)
        nodes.push_back(node);
    if (nodes.empty())
        nodes.push_back(-1);
    std::ranges::reverse(nodes);
    return nodes;
}

std::vector<std::vector<Expansion>> levelsOf(const DraftTree& tree)
{
    std::vector<std::vector<Expansion>> levels;
    for (const DraftTree::Node& node : tree.nodes) {
        levels.resize(std::size_t(node.depth));
        std::vector<Expansion>& level = levels.back();
        if (!level.empty() && level.back().parent == node.parent)
            ++level.back().children;
        else
            level.push_back({node.parent, 1});
    }
    return levels;
}

} // namespace draftscope
