// SPDX-License-Identifier: MIT
// Methods that draft with heads of the target.
#pragma once

#include <memory>

#include "engine/model/draft_head.h"
#include "engine/session/methods.h"

namespace draftscope {

/// The head that the settings name, or the embedded one of their method for this target. Quick, as openDraftHead().
/// Errors: its own; that there is none; that another method drafts with it. Null where the method drafts with none.
[[nodiscard]] Result<std::shared_ptr<const DraftHead>> openHead(const Model& target, const SessionSettings& settings);

/// K/V slots of the pass of each of a head's models, beside a target's with `slotCount` slots.
[[nodiscard]] int headSlotCount(const DraftHead& head, int slotCount, const SessionSettings& settings);

} // namespace draftscope
