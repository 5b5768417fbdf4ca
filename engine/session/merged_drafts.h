// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/session/methods.h"

namespace draftscope {

/// The draft models that the settings name besides the pair's, or for the embedded target the other embedded draft.
/// Opened, not read. Errors: they cannot be opened, or do not fit the target; there is none, and nothing else to merge.
/// Empty where the method merges no drafts.
[[nodiscard]] Result<std::vector<std::shared_ptr<const Model>>> openMoreDrafts(const Pair& pair,
                                                                               const SessionSettings& settings);

/// What settings call it so that it is found on another machine, too: an embedded model by its name, else its path.
[[nodiscard]] std::string nameOfDraft(const Model& draft);

} // namespace draftscope
