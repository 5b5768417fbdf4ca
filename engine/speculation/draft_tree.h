// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "engine/core/token.h"
#include "engine/sampling/distribution.h"

namespace draftscope {

/// How a drafter chose the children of a node. A verifier is valid for some of these and refuses the others.
enum class DrawRule : unsigned char { independent, withoutReplacement, deterministic };

/// What a round proposes. Node -1 is the root (the last committed token); children come after their parent. A chain is
/// a tree with one child a node. `q` is the distribution that the node was really drawn from.
struct DraftTree {
    struct Node {
        TokenId token = noToken;
        int parent = -1;
        int depth = 1;
        double drawU = 0;
    };
    DrawRule rule = DrawRule::independent;
    std::vector<Node> nodes;
    /// By context: [0] after the root, [n + 1] after node n. So siblings share one; where nothing was drafted it is left out
    /// or of no meaning.
    std::vector<Distribution> q;

    void clear() { nodes.clear(); } ///< keeps q's memory
    [[nodiscard]] const Distribution& qOf(int node) const
    {
        return q[std::size_t(nodes[std::size_t(node)].parent + 1)];
    }
    [[nodiscard]] std::vector<int> childrenOf(int node) const; ///< in the order in which they were drafted
    [[nodiscard]] std::vector<int> pathTo(int node) const;     ///< from the root's child to the node
};

} // namespace draftscope
