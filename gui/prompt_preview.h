// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QString>

#include "engine/model/model.h"
#include "gui/run_setup.h"
#include "widgets/prompt_view.h"

namespace draftscope {

/// What a target makes of a setup's prompt, and whether it takes messages.
struct PromptPreview {
    QString whyNoChat;               ///< why the prompt cannot be a message to this target, a sentence; else empty
    QString whyInShort;              ///< the same, where there is little room
    QString format;                  ///< of its chat template: "ChatML"; empty where it has none
    QString defaultSystem;           ///< what the template tells it where nobody says something else
    std::vector<PromptPiece> pieces; ///< of the text that it gets
    int tokens = 0;                  ///< of it
    QString target;                  ///< its name
    int context = 0;                 ///< how many tokens its context holds
    std::optional<int> room;         ///< of these, behind the prompt; nothing where the prompt does not fit
};

/// The text that a run begins with: the prompt, or what the target's chat template makes of it. Errors: those of chatTemplateOf() and chatPrompt().
[[nodiscard]] Result<std::string> promptFor(const RunSetup& setup, const Model& target);

[[nodiscard]] PromptPreview previewOf(const RunSetup& setup, const Model& target);

} // namespace draftscope
