// SPDX-License-Identifier: MIT
#include "engine/speculation/fixed_widths_shape.h"

#include <algorithm>

namespace draftscope {

std::vector<Expansion> FixedWidthsShape::nextLevel(const DraftTree& tree, ShapeLimits limits) const
{
    std::vector<Expansion> level;
    if (tree.depth() >= limits.depth)
        return level;
    const int width = m_widths[std::min(std::size_t(tree.depth()), m_widths.size() - 1)];
    int left = limits.nodes - int(tree.nodes.size());
    for (const int parent : newestLevel(tree)) {
        const int children = std::min(width, left);
        if (children <= 0)
            break;
        level.push_back({parent, children});
        left -= children;
    }
    return level;
}

} // namespace draftscope
