// SPDX-License-Identifier: MIT
#pragma once

#include "engine/speculation/draft_shape.h"

namespace draftscope {

/// How often the target accepts the n-th child of a node that it has come to: by depth, then by rank. The last depth goes for
/// those behind it, too; ranks that are not there are never accepted.
using RankAcceptance = std::vector<std::vector<double>>;

/// A static tree of `nodes` nodes: a node is worth the product of its ranks' acceptance along the path, and the connected
/// node that is worth most is added until there are so many (Medusa, arXiv 2401.10774). As acceptance falls with rank, this
/// is the optimum that Sequoia (arXiv 2402.12374) finds by dynamic programming.
class BestFirstShape final : public DraftShape {
public:
    BestFirstShape(RankAcceptance acceptance, int nodes);
    [[nodiscard]] std::vector<Expansion> nextLevel(const DraftTree& tree, ShapeLimits limits) const override;

    /// Tokens that a round commits on average by that table: 1 and the worth of every node.
    [[nodiscard]] double expectedTokens(ShapeLimits limits) const;

private:
    struct Node {
        int depth = 0;
        double worth = 1;
        std::vector<int> children = {}; ///< by rank
    };
    /// Node 0 is the root.
    [[nodiscard]] std::vector<Node> grow(ShapeLimits limits) const;
    [[nodiscard]] double acceptance(int depth, int rank) const;

    RankAcceptance m_acceptance; ///< not rising with rank
    int m_nodes;
};

} // namespace draftscope
