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
