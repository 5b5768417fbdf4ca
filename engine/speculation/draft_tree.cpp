// SPDX-License-Identifier: MIT
#include "engine/speculation/draft_tree.h"

#include <algorithm>

namespace draftscope {

void DraftTree::addCertain(TokenId token, int parent, int vocabularySize)
{
    const std::size_t node = nodes.size();
    Node added{token, parent, parent < 0 ? 1 : nodes[std::size_t(parent)].depth + 1, 1.0, 0.0};
    added.hasOwnQ = std::ranges::count(nodes, parent, &Node::parent) > 0;
    if (keepsContexts) {
        std::vector<Distribution>& where = added.hasOwnQ ? ownQ : q;
        const std::size_t place = added.hasOwnQ ? node : std::size_t(parent + 1);
        if (where.size() <= place)
            where.resize(place + 1);
        where[place].assign(std::size_t(vocabularySize), 0.0);
        where[place][std::size_t(token)] = 1;
        if (!added.hasOwnQ && place < logits.size())
            logits[place].clear(); // those of an earlier round
    }
    nodes.push_back(added);
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
