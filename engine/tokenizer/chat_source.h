// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "engine/core/error.h"
#include "engine/tokenizer/tokenizer.h"

namespace draftscope {

/// The chat template that a model comes with, as it stands there, and what it is told of special tokens.
struct ChatSource {
    std::string jinja;
    std::string place; ///< where it was found: "chat_template.jinja", "tokenizer_config.json", …
    std::map<std::string, std::string> specialTokens; ///< "bos_token" and others by name: their texts
};

/// Of a Hugging Face directory, in the order in which transformers looks: additional_chat_templates/default.jinja,
/// chat_template.jinja,
/// "chat_template" of tokenizer_config.json (a text, or the one named "default" in a list). Of a GGUF file:
/// tokenizer.chat_template.
/// Nothing where it has none. Error: a file cannot be read, or there are several templates and none is the default.
[[nodiscard]] Result<std::optional<ChatSource>> chatSourceOf(const std::filesystem::path& model,
                                                             const Tokenizer& tokenizer);

} // namespace draftscope
