// SPDX-License-Identifier: MIT
#include "engine/speculation/continuation_trie.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <tuple>

namespace draftscope {
namespace {

/// A node that may be kept, and where its path is found.
struct Candidate {
    ContinuationTrie::Node node;
    std::vector<std::size_t> places; ///< of the continuations

    /// Kept later. No two are alike: siblings have different tokens.
    [[nodiscard]] bool operator<(const Candidate& other) const
    {
        const auto key = [](const ContinuationTrie::Node& of) {
            return std::tuple(-of.count, of.depth, of.parent, of.token);
        };
        return key(node) > key(other.node);
    }
};

} // namespace

ContinuationTrie::ContinuationTrie(const std::vector<std::size_t>& places,
                                   const std::function<TokenId(std::size_t)>& tokenAt, int mostNodes)
{
    std::vector<Candidate> candidates; // a heap
    const auto addChildren = [&](int parent, int depth, const std::vector<std::size_t>& from) {
        std::map<TokenId, std::vector<std::size_t>> children;
        for (const std::size_t place : from)
            if (const TokenId token = tokenAt(place + std::size_t(depth) - 1); token != noToken)
                children[token].push_back(place);
        for (auto& [token, where] : children) {
            candidates.push_back({{token, parent, depth, int(where.size())}, std::move(where)});
            std::ranges::push_heap(candidates, std::less());
        }
    };
    addChildren(-1, 1, places);
    while (!candidates.empty() && int(m_nodes.size()) < mostNodes) {
        std::ranges::pop_heap(candidates, std::less());
        const Candidate heaviest = std::move(candidates.back());
        candidates.pop_back();
        m_nodes.push_back(heaviest.node);
        addChildren(int(m_nodes.size()) - 1, heaviest.node.depth + 1, heaviest.places);
    }
    orderByLevels();
}

void ContinuationTrie::orderByLevels()
{
    std::vector<int> order(m_nodes.size()), newIndex(m_nodes.size());
    std::iota(order.begin(), order.end(), 0); // siblings are in order already
    const auto nodeAt = [&](int index) -> Node& { return m_nodes[std::size_t(index)]; };
    std::ranges::stable_sort(order, {}, [&](int index) { return nodeAt(index).depth; });
    for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
        while (end < order.size() && nodeAt(order[end]).depth == nodeAt(order[begin]).depth)
            ++end;
        for (std::size_t i = begin; i < end; ++i)
            if (int& parent = nodeAt(order[i]).parent; parent >= 0)
                parent = newIndex[std::size_t(parent)];
        std::stable_sort(order.begin() + std::ptrdiff_t(begin), order.begin() + std::ptrdiff_t(end),
                         [&](int a, int b) { return nodeAt(a).parent < nodeAt(b).parent; });
        for (std::size_t i = begin; i < end; ++i)
            newIndex[std::size_t(order[i])] = int(i);
    }
    std::vector<Node> nodes;
    nodes.reserve(order.size());
    for (const int index : order)
        nodes.push_back(nodeAt(index));
    m_nodes = std::move(nodes);
}

std::vector<TokenId> ContinuationTrie::heaviestPath() const
{
    std::vector<TokenId> path;
    int last = -1;
    for (int index = 0; index < int(m_nodes.size()); ++index) {
        const Node& node = m_nodes[std::size_t(index)];
        if (node.parent != last || node.depth != int(path.size()) + 1)
            continue;
        path.push_back(node.token); // siblings begin with the heaviest
        last = index;
    }
    return path;
}

} // namespace draftscope
