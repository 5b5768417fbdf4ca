// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <memory>
#include <span>
#include <utility>

#include "engine/model/forward_pass.h"
#include "engine/model/slot_table.h"

namespace draftscope {

/// A forward pass with the table of its K/V slots, for as many sequences as the table knows.
struct SharedPass {
    explicit SharedPass(std::unique_ptr<ForwardPass> forward, int sequenceCount = 1);

    std::unique_ptr<ForwardPass> pass;
    SlotTable table;
};

/// What one sequence has of a pass. Empty where there is no pass.
struct PassShare {
    PassShare() = default;
    PassShare(std::shared_ptr<SharedPass> pass, int ofSequence, int mostSlots);
    /// All of a pass of one's own.
    template <std::derived_from<ForwardPass> Pass>
    PassShare(std::unique_ptr<Pass> pass) // NOLINT: whoever takes a share takes such a pass
        : shared(std::make_shared<SharedPass>(std::move(pass))), slotCount(shared->pass->slotCount())
    {
    }

    std::shared_ptr<SharedPass> shared;
    int sequence = 0;  ///< in SharedPass::table
    int slotCount = 0; ///< that it takes at most; all sequences together have as many as the pass has
};

/// Rows that somebody has laid out, and where their logits go. Refers to whoever planned it, until that is changed.
struct PassRequest {
    const Rows* rows = nullptr;
    std::span<float> logits; ///< as ForwardPass::run() has it
};

} // namespace draftscope
