// SPDX-License-Identifier: MIT
// What a lesson, or a step of it, decodes: options as draftscope-cli generate takes them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/session/batch_session.h"

namespace draftscope {

struct LessonSetup {
    std::string target, draft; ///< as a person names them; empty: the embedded pair's
    SessionSettings settings;
    std::string prompt;
    bool isChat = false;
    std::optional<std::string> system;
    int texts = 1;                    ///< 2 or more: a batch
    std::vector<std::string> prompts; ///< of a batch: a text each; empty: all have `prompt`
    bool isSynchronised = false;
    ShortDraft shortDraft = ShortDraft::twoTokens;
    bool hasAnyFault = false; ///< one of faultsFor() is to be chosen
    friend bool operator==(const LessonSetup&, const LessonSetup&) = default;
};

/// The first example (engine/session/first_example.h).
[[nodiscard]] LessonSetup firstLessonSetup();

/// `setup` with options in place of those it has. Errors: an option or a name that does not exist, a value out of
/// range, settings that do not go together.
[[nodiscard]] Result<LessonSetup> withOptions(LessonSetup setup, std::string_view options);

/// The faults that change something with these settings, by name.
[[nodiscard]] std::vector<std::string> faultsFor(const LessonSetup& setup);

/// The setup with one of them, by `chance`; as it is where it names its fault, or none goes with it.
[[nodiscard]] LessonSetup withFaultChosen(LessonSetup setup, unsigned chance);

/// The texts of its batch; one where it is none. The seed of each is one more than that of the one before.
[[nodiscard]] std::vector<BatchText> textsOf(const LessonSetup& setup);

} // namespace draftscope
