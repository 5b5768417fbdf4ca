// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QString>

#include "engine/model/model.h"
#include "gui/setup/run_setup.h"
#include "widgets/text/prompt_view.h"

namespace draftscope {

/// What a target makes of a setup's prompt, and whether it takes messages.
struct PromptPreview {
    QString whyNoChat;               ///< why the prompt cannot be a message to this target, a sentence; else empty
    QString whyInShort;              ///< the same, where there is little room
    bool hasTemplate = false;        ///< it takes messages, though perhaps not these
    std::vector<QString> remarks;    ///< what its chat template does with the messages that their writer may not expect
    std::vector<PromptPiece> pieces; ///< of the text that it gets
    int tokens = 0;                  ///< of it
    QString target;                  ///< its name
    int context = 0;                 ///< how many tokens its context holds
    std::optional<int> room;         ///< of these, behind the prompt; nothing where the prompt does not fit
};

/// What a setup says to its target: the system message, what was said before, and the prompt, which is left out where
/// it is empty behind other turns.
[[nodiscard]] Conversation conversationOf(const RunSetup& setup);
/// The text that a run begins with: the prompt, or what the target's chat template makes of it. Errors: those of
/// chatTemplateOf() and ChatTemplate::promptOf().
[[nodiscard]] Result<std::string> promptFor(const RunSetup& setup, const Model& target);
/// The settings that go with that text.
[[nodiscard]] SessionSettings settingsFor(const RunSetup& setup);

[[nodiscard]] PromptPreview previewOf(const RunSetup& setup, const Model& target);

} // namespace draftscope
