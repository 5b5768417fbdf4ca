// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "engine/core/token.h"

namespace draftscope {

/// What followed one thing at many places, put together: a tree in which paths are continuations and a node's count
/// says at how many places its path is found (REST, arXiv 2311.08252). Only the nodes of the largest counts are kept. A
/// child never has a larger count than its parent, so they hang together.
class ContinuationTrie {
public:
    static constexpr int defaultNodes = 64; ///< that are kept

    struct Node {
        TokenId token = noToken;
        int parent = -1; ///< index; -1 for the first token of a continuation
        int depth = 1;
        int count = 0;
        friend bool operator==(const Node&, const Node&) = default;
    };

    /// `places`: where continuations begin; tokenAt(place + n) is the n-th token of one, and noToken ends it. Of equal
    /// counts the shallower is kept, then that of the parent that was kept earlier, then the smaller id: the same
    /// places give the same trie, in whatever order they come. Takes time for the nodes that are kept, not for the
    /// length of continuations.
    ContinuationTrie(const std::vector<std::size_t>& places, const std::function<TokenId(std::size_t)>& tokenAt,
                     int mostNodes = defaultNodes);

    /// By depth, then by parent, then from the largest count; of equal ones the smaller id first.
    [[nodiscard]] const std::vector<Node>& nodes() const { return m_nodes; }
    /// The child of the largest count, and its child, and so on to a leaf.
    [[nodiscard]] std::vector<TokenId> heaviestPath() const;

private:
    void orderByLevels();

    std::vector<Node> m_nodes; ///< until then in the order in which they were kept
};

} // namespace draftscope
