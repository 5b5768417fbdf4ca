// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "engine/backend/cuda/growth_kernels.h"
#include "engine/backend/cuda/round_memory.h"

namespace draftscope::cuda {

/// A group of rows whose paths are written on the device.
struct GrownRows {
    int number;     ///< of the group, from 1 on: the level of a draft's pass
    int pathLength; ///< slots that each row's path has room for
    int rows;       ///< of each group
};

/// What a round needs besides where its tree grows by value (RoundPlan::Growth): memory for all that may be drafted,
/// and how the data of passes is laid out whose rows are not known yet.
class RoundGrowth {
public:
    /// Slots of the paths of all draft passes: of 64 levels, which may be 4 wide.
    static constexpr int mostListed = 4 * maxNodes * maxNodes;

    [[nodiscard]] bool allocate() { return m_tree.allocate(sizeof(GrownTree)); }
    [[nodiscard]] GrownTree* tree() const { return m_tree.onDevice<GrownTree>(0); }
    void fetch(Stream& stream) { m_tree.fetch(stream, sizeof(GrownTree)); }

    [[nodiscard]] static GrowingLevel level(int number, int width, int firstPlace);
    /// Whether there is room for such trees where there is for so many nodes.
    [[nodiscard]] static bool fits(int levels, int width, int room);
    /// Says where in the list the ancestors of a pass's rows from `firstRow` on will lie, behind the first `listed`
    /// slots.
    static void placePaths(PassInput& pass, int firstRow, int listed, const GrownRows& grown);

    /// What came out, once it has been fetched. False where nodes are lacking or logits are not usable.
    [[nodiscard]] bool read(int levels, int width, const RoundResult& answer, RoundOutcome& outcome) const;
    /// Of which contexts the numbers are that were listed, counted among those of all that was drafted.
    [[nodiscard]] std::vector<int> listedContexts(int levels, int width) const;
    /// Of a row of the target's pass: the row of its parent.
    [[nodiscard]] int rowAbove(int row) const;

private:
    [[nodiscard]] const GrownTree& onHost() const { return *m_tree.onHost<GrownTree>(0); }
    /// The nodes that were verified, by row of the target's pass; -1 is the root.
    [[nodiscard]] std::vector<int> verified(int candidates) const;

    MirroredMemory m_tree;
};

} // namespace draftscope::cuda
