// SPDX-License-Identifier: MIT
#include "engine/speculation/draft_tree.h"

#include <algorithm>

namespace draftscope {

std::vector<int> DraftTree::childrenOf(int node) const
{
    std::vector<int> children;
    for (int child = node + 1; child < int(nodes.size()); ++child) { // children come after their parent
        if (nodes[std::size_t(child)].parent == node && !nodes[std::size_t(child)].pruned)
            children.push_back(child);
    }
    return children;
}

std::vector<int> DraftTree::pathTo(int node) const
{
    std::vector<int> path;
    for (; node >= 0; node = nodes[std::size_t(node)].parent)
        path.push_back(node);
    std::reverse(path.begin(), path.end());
    return path;
}

} // namespace draftscope
