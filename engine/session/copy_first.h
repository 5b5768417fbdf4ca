// SPDX-License-Identifier: MIT
// Copies of the text in front of a method's own drafts (CopyFirstDrafter), an option of methods that draft with a model or a head.
#pragma once

#include <memory>

#include "engine/record/records.h"
#include "engine/session/methods.h"

namespace draftscope {

/// "copy-first": how many tokens a round copies at most; 0 is off.
[[nodiscard]] MethodOption copyFirstOption();

/// What the settings say of it; 0 where their method has no such option.
[[nodiscard]] int copyFirstOf(const SessionSettings& settings);

/// Method::checkOptions of methods that have the option.
[[nodiscard]] Result<void> checkCopyFirst(const SessionSettings& settings);

/// The method's drafter, behind copies where the settings want them.
[[nodiscard]] std::unique_ptr<Drafter> copyingFirst(const DrafterParts& parts, std::unique_ptr<Drafter> drafter);

/// Whether a round of these settings, or of a trace, proposed a copy.
[[nodiscard]] bool isCopy(const RoundRecord& round, const SessionSettings& settings);
[[nodiscard]] bool isCopy(const RoundRecord& round, const TraceHeader& header);

} // namespace draftscope
