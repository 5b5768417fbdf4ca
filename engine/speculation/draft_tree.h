// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "engine/core/token.h"
#include "engine/sampling/distribution.h"
#include "engine/sampling/draw_rule.h"

namespace draftscope {

/// What a round proposes. Node -1 is the root (the last committed token); children come after their parent, and a level
/// after the one above. A chain is a tree with one child a node. Contexts are numbered as everywhere: 0 after the root,
/// n + 1 after node n.
struct DraftTree {
    struct Node {
        TokenId token = noToken;
        int parent = -1;
        int depth = 1;
        double q = 0; ///< probability that the draft gave the token when it was chosen; 1 where it has none to give
        double drawU = 0;
        bool pruned = false;   ///< drafted, but left out of the target's pass
        double confidence = 1; ///< q at temperature 1 without filters, where wantsConfidence and the draft has a q
        int draft = 0;         ///< which draft proposed it, where there are several (MergedDrafter)
        int chains = 1;        ///< of how many drafts the chains go on behind it
        bool hasOwnQ = false;  ///< it was drawn from DraftTree::ownQ, and not from what its siblings were
    };
    DrawRule rule = DrawRule::independent; ///< of its drafter; the owner of the tree sets it
    std::vector<Node> nodes;
    /// By context: what its children were drawn from, which siblings share. Of no meaning, or left out, where nothing
    /// was drafted; likewise where the rule needs none and contexts are not kept.
    std::vector<Distribution> q;
    std::vector<Distribution> ownQ;       ///< by node, of those with Node::hasOwnQ
    bool wantsConfidence = false;         ///< Node::confidence is read
    std::vector<Distribution> unfiltered; ///< by context, as q: that at temperature 1, which confidence is from
    /// Contexts are written down, with q of every one that has children, and the logits [vocabulary] that it
    /// came from, unchanged. Logits are left out by drafters that have none.
    bool keepsContexts = false;
    std::vector<std::vector<float>> logits; ///< by context, as q

    void clear() { nodes.clear(); } ///< keeps the memory of the others
    /// Adds a child that is proposed without chance, and where contexts are kept with a q that is one-hot there; a
    /// sibling of one that is there already has a q of its own.
    void addCertain(TokenId token, int parent, int vocabularySize);
    [[nodiscard]] const Distribution& qOf(int node) const
    {
        const Node& drawn = nodes[std::size_t(node)];
        return drawn.hasOwnQ ? ownQ[std::size_t(node)] : q[std::size_t(drawn.parent + 1)];
    }
    /// Of the newest level; 0 where there is none.
    [[nodiscard]] int depth() const { return nodes.empty() ? 0 : nodes.back().depth; }
    [[nodiscard]] std::vector<int> childrenOf(int node) const; ///< not pruned, as they were drafted
    [[nodiscard]] std::vector<int> pathTo(int node) const;     ///< from the root's child to the node
};

} // namespace draftscope
