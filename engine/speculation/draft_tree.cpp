// SPDX-License-Identifier: MIT
#include "engine/speculation/draft_tree.h"

#include <algorithm>

namespace draftscope {

void DraftTree::addCertain(TokenId token, int vocabularySize)
{
    const int node = int(nodes.size());
    if (keepsContexts) {
        if (q.size() <= std::size_t(node))
            q.resize(std::size_t(node) + 1);
        Distribution& there = q[std::size_t(node)]; // of a chain: the context after the node before
        there.assign(std::size_t(vocabularySize), 0.0);
        there[std::size_t(token)] = 1;
    }
    nodes.push_back({token, node - 1, node + 1, 1.0, 0.0});
}

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
