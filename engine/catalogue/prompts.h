// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"

namespace draftscope {

struct Prompt {
    std::string kind;  ///< "story", "code": what it is an example of
    std::string title; ///< shown to people; may be empty
    std::string text;
    std::string id = {}; ///< "story-park": of those that come with the program
};

/// The prompts that come with the program, beside its models. Error: they are missing or damaged.
[[nodiscard]] Result<std::vector<Prompt>> embeddedPrompts();

/// Prompts of JSON Lines, one object a line: the first of `turns`, or `prompt`; and `kind` or `category`, which may be
/// missing. Other keys are ignored. `file` is its name in the middle of a
/// sentence: "file x.jsonl". Error: names the line that is wrong.
[[nodiscard]] Result<std::vector<Prompt>> promptsOf(std::string_view lines, std::string_view file);

/// The same of a file.
[[nodiscard]] Result<std::vector<Prompt>> promptsOfFile(const std::filesystem::path& path);

} // namespace draftscope
