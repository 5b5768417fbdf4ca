// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "engine/speculation/draft_shape.h"
#include "engine/speculation/sequence_cache.h"

namespace draftscope {

/// The nodes of a round's tree that a draft's own cache holds behind the text, in speculative slots, each with what its
/// descendants see.
class FedNodes {
public:
    void clear() { m_fed.clear(); }
    /// A row for each parent of a level, in order, in a slot that is taken for it; nodes have positions from
    /// firstPosition on. They refer to this object until it is changed, and are fed once keep() says that they have
    /// been run.
    [[nodiscard]] std::vector<Row> take(SequenceCache& cache, int firstPosition, const DraftTree& tree,
                                        std::span<const Expansion> level);
    void keep();
    /// A node whose row was run elsewhere. `path`: slots from the root's child to it.
    void add(TokenId token, int node, int parent, std::vector<int> path);

    [[nodiscard]] int slotOf(int node) const; ///< -1: not fed
    /// Slots of the nodes that a text goes on with behind its first `length` tokens.
    [[nodiscard]] std::vector<int> pathAlong(std::span<const TokenId> text, std::size_t length) const;

private:
    struct Fed {
        TokenId token = noToken;
        int node = -1, parent = -1;
        std::vector<int> path = {}; ///< slots from the root's child to the node
    };
    [[nodiscard]] const Fed* find(int node) const;

    std::vector<Fed> m_fed;   ///< in the order of their nodes
    std::vector<Fed> m_taken; ///< of the level that take() laid out
};

} // namespace draftscope
