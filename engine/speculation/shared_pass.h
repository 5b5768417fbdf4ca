// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engine/model/forward_pass.h"
#include "engine/model/slot_table.h"

namespace draftscope {

/// A forward pass with the table of its K/V slots, for as many sequences as the table knows, and with the hidden states
/// that drafting heads read.
struct SharedPass {
    /// Each sequence may take any slot, or has as many of its own in columns (SlotTable).
    explicit SharedPass(std::unique_ptr<ForwardPass> forward, int sequenceCount = 1, bool inColumns = false);

    std::unique_ptr<ForwardPass> pass;
    SlotTable table;
    std::int64_t passCount = 0, rowCount = 0; ///< that have been run

    /// Has every row that runs from now on leave these hidden states (HiddenStates::entering) beside its key and value.
    /// Again for another sequence: the same. Before anything is run.
    void keepStates(std::vector<int> entering);
    [[nodiscard]] bool keepsStates() const { return !m_kept.empty(); }
    /// What the row of a slot left: [states, hiddenSize], as keepStates() names them.
    [[nodiscard]] std::span<const float> statesOf(int slot) const;
    /// Runs rows as ForwardPass::run() does, and keeps the states that are wanted. `rows` names no hidden states.
    void run(Rows& rows, std::span<float> logits);
    /// For a caller that runs the rows elsewhere: they name the states that are wanted. Once it has been run, those of
    /// some rows are kept.
    void askForStates(Rows& rows);
    void keepAskedStates(Rows& rows, std::span<const int> ofRows);

private:
    void keepState(const Rows& rows, std::size_t row);

    std::vector<int> m_kept;           ///< which hidden states are kept
    std::vector<float> m_states;       ///< [slots, m_kept, hiddenSize]
    std::vector<float> m_passedStates; ///< [m_kept, rows, hiddenSize] of a pass
};

/// What one sequence has of a pass. Empty where there is no pass.
struct PassShare {
    PassShare() = default;
    PassShare(std::shared_ptr<SharedPass> pass, int ofSequence, int mostSlots);
    /// All of a pass of one's own.
    template <std::derived_from<ForwardPass> Pass>
    PassShare(std::unique_ptr<Pass> pass) // NOLINT: where a share is wanted, a pass will do
        : shared(std::make_shared<SharedPass>(std::move(pass))), slotCount(shared->pass->slotCount())
    {
    }

    std::shared_ptr<SharedPass> shared;
    int sequence = 0;  ///< in SharedPass::table
    int slotCount = 0; ///< that it takes at most; all sequences together have as many as the pass has
};

/// Rows that were laid out, the pass that they are for, and where their logits go. Refers to the object that planned
/// it, until that is changed.
struct PassRequest {
    SharedPass* pass = nullptr;
    const Rows* rows = nullptr;
    std::span<float> logits; ///< as ForwardPass::run() has it
};

} // namespace draftscope
