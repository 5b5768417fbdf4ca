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
    /// `first` is the pass in front of the first level, as the cache has planned it: it feeds what the text has behind
    /// the tokens that are cached. Each other one feeds the parents of a level, in slots that are taken for them. The
    /// passes refer to this object, and to what `first` does of a head's input, until either is changed. The cache
    /// plans nothing else before adopt().
    [[nodiscard]] std::span<const Rows> make(SequenceCache& cache, const Rows& first, const DraftTree& tree);
    /// The same for a tree of which only the number of levels is known, and that each but the first has so many
    /// parents: their rows have no ancestors yet.
    [[nodiscard]] std::span<const Rows> make(SequenceCache& cache, const Rows& first, int levels, int parents);
    /// They have been run, and this is the tree that came of it; of a chain some of the last nodes may be missing.
    void adopt(SequenceCache& cache, FedNodes& fed, const DraftTree& tree) const;

private:
    void begin(const SequenceCache& cache, const Rows& first, std::size_t passes);
    /// A row of a pass behind the first, in a slot that is taken for it.
    void addRow(SequenceCache& cache, std::size_t pass, std::span<const int> ancestors);

    std::vector<Rows> m_passes; ///< by level
    std::vector<int> m_seen;    ///< slots of the text: what was cached, then what the first pass feeds
    std::vector<std::vector<int>>
        m_paths; ///< by node that is fed, of the first make(): slots from the root's child to it
};

} // namespace draftscope
