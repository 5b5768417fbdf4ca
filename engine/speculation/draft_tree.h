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
        int context = 0; ///< index into q: the distribution that its parent's position had
        double drawU = 0;
    };
    DrawRule rule = DrawRule::independent;
    std::vector<Node> nodes;
    std::vector<Distribution> q; ///< by context; siblings share one. Chain: context i belongs to the parent of node i

    void clear() { nodes.clear(); } ///< keeps q's memory
    [[nodiscard]] const Distribution& qOf(int node) const { return q[std::size_t(nodes[std::size_t(node)].context)]; }
    [[nodiscard]] std::vector<int> childrenOf(int node) const; ///< in the order in which they were drafted
    [[nodiscard]] std::vector<int> pathTo(int node) const;     ///< from the root's child to the node
};

} // namespace draftscope
