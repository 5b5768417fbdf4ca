// SPDX-License-Identifier: MIT
#include "engine/speculation/fed_nodes.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

namespace draftscope {

std::vector<Row> FedNodes::take(SequenceCache& cache, int firstPosition, const DraftTree& tree,
                                std::span<const Expansion> level)
{
    m_taken.clear();
    m_taken.reserve(level.size()); // rows point into it
    std::vector<Row> rows;
    for (const Expansion& expansion : level) {
        const DraftTree::Node& node = tree.nodes[std::size_t(expansion.parent)];
        Fed& fed = m_taken.emplace_back(Fed{node.token, expansion.parent, node.parent});
        if (const Fed* const above = find(node.parent))
            fed.path = above->path;
        const int position = firstPosition + int(fed.path.size());
        const int slot = cache.take(position, fed.token);
        assert(slot >= 0); // the cache has a slot for whatever may be drafted
        fed.path.push_back(slot);
        rows.push_back({fed.token, position, 0, slot, std::span(fed.path).first(fed.path.size() - 1), true});
    }
    return rows;
}

void FedNodes::keep()
{
    std::ranges::move(m_taken, std::back_inserter(m_fed));
    m_taken.clear();
}

void FedNodes::add(TokenId token, int node, int parent, std::vector<int> path)
{
    m_fed.push_back({token, node, parent, std::move(path)});
}

const FedNodes::Fed* FedNodes::find(int node) const
{
    const auto found = std::ranges::lower_bound(m_fed, node, {}, &Fed::node);
    return found != m_fed.end() && found->node == node ? &*found : nullptr;
}

int FedNodes::slotOf(int node) const
{
    const Fed* const fed = find(node);
    return fed ? fed->path.back() : -1;
}

std::vector<int> FedNodes::pathAlong(std::span<const TokenId> text, std::size_t length) const
{
    std::vector<int> path;
    int end = -1;
    for (const Fed& fed : m_fed) { // parents come before their children
        const std::size_t at = length + path.size();
        if (fed.parent != end || at >= text.size() || fed.token != text[at])
            continue;
        path = fed.path;
        end = fed.node;
    }
    return path;
}

} // namespace draftscope
