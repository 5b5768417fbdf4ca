// SPDX-License-Identifier: MIT
// Copies of the text in front of a method's own drafts (CopyFirstDrafter), an option of methods that draft with a model
// or a head.
#pragma once

#include <memory>
#include <string_view>

#include "engine/session/methods.h"

namespace draftscope {

inline constexpr std::string_view copyFirstName = "copy-first";

/// How many tokens a round copies at most; 0 is off.
[[nodiscard]] MethodOption copyFirstOption();

/// What the settings say of it; 0 where their method has no such option.
[[nodiscard]] int copyFirstOf(const SessionSettings& settings);

/// The method's drafter, behind copies where the settings want them.
[[nodiscard]] std::unique_ptr<Drafter> copyingFirst(const DrafterParts& parts, std::unique_ptr<Drafter> drafter);

} // namespace draftscope
