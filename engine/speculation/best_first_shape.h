// SPDX-License-Identifier: MIT
#pragma once

#include "engine/speculation/draft_shape.h"
#include "engine/speculation/rank_table.h"

namespace draftscope {

/// A static tree of `nodes` nodes: a node is worth the product of its ranks' acceptance along the path, and the
/// connected node that is worth most is added until there are so many (Medusa, arXiv 2401.10774). No child is worth
/// more than its parent or than a better sibling, so these are the nodes of largest worth of all: the optimum for a
/// number of nodes and a depth that Sequoia (arXiv 2402.12374) finds by dynamic programming.
class BestFirstShape final : public DraftShape {
public:
    BestFirstShape(RankAcceptance acceptance, int nodes);
    /// As many nodes, and no deeper than, as gain most by the times of the table: expected tokens over v of the pass
    /// and c of each level. `most`: what may be asked for. Precondition: the table has passes.
    BestFirstShape(const RankTable& table, ShapeLimits most);

    [[nodiscard]] std::vector<Expansion> nextLevel(const DraftTree& tree, ShapeLimits limits) const override;
    [[nodiscard]] bool isStatic() const override { return true; }

    /// What a round comes to by that table.
    struct Expected {
        double tokens = 0; ///< committed on average: 1 and the worth of every node
        int nodes = 0, levels = 0;
    };
    [[nodiscard]] Expected expected(ShapeLimits limits) const;
    /// What it keeps to where it may be so large: its number of nodes, or what gains most.
    [[nodiscard]] ShapeLimits within(ShapeLimits limits) const;

private:
    struct Node {
        int depth = 0;
        double worth = 1;
        std::vector<int> children = {}; ///< by rank
    };
    /// Node 0 is the root; in the order in which they were added.
    [[nodiscard]] std::vector<Node> grow(ShapeLimits limits) const;
    [[nodiscard]] double acceptance(int depth, int rank) const;

    RankAcceptance m_acceptance; ///< not rising with rank
    int m_nodes;
    std::vector<ShapeLimits> m_fastest; ///< by depth that is allowed, from 1; empty where the number of nodes is given
};

} // namespace draftscope
