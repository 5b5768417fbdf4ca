// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "engine/model/forward_pass.h"
#include "engine/speculation/draft_tree.h"
#include "engine/speculation/fed_nodes.h"
#include "engine/speculation/sequence_cache.h"

namespace draftscope {

/// The passes of a draft in front of all levels of a tree, laid out before any of them is run (LevelPlanner).
class LevelPlan {
public:
    /// The first pass feeds `missing`, the tokens of the text behind those that the cache holds, which begin with `input` where
    /// they are rows of a head; each other one the parents of a level. The slots are taken. The passes refer to this object and
    /// to `fed` until either is changed.
    [[nodiscard]] std::span<const Rows> make(SequenceCache& cache, FedNodes& fed, std::span<const TokenId> missing,
                                             HeadInput input, const DraftTree& tree);
    /// They have been run, and these are the tokens of the nodes.
    void adopt(SequenceCache& cache, FedNodes& fed, std::span<const TokenId> tokens) const;

private:
    std::vector<Rows> m_passes; ///< by level
    std::vector<int> m_seen;    ///< slots of the text: what was cached, then what the first pass feeds
};

} // namespace draftscope
