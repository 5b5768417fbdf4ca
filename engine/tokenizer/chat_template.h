// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/error.h"
#include "engine/tokenizer/tokenizer.h"

namespace draftscope {

/// The ways of writing a conversation that the field's instruction-tuned models were trained on.
enum class ChatFormat : std::uint8_t { chatMl, llama2, llama3, mistral, zephyr, gemma, phi3 };

/// "ChatML", "Llama 2", ...
[[nodiscard]] std::string_view nameOf(ChatFormat format);

/// What is known of a model's chat template. Templates are programs (Jinja); they are recognised by the marks that they write, not
/// run: what one does beside them (tools, dates, several turns) is left out.
struct ChatTemplate {
    ChatFormat format = ChatFormat::chatMl;
    std::string defaultSystem;  ///< what it tells the model where nobody says something else; empty: nothing
    bool opensTightly = false;  ///< Mistral: no space behind [INST]
    bool closesTightly = false; ///< Mistral: nor in front of [/INST], as its later models have it
    bool trims = false;         ///< white space around what is said goes
    bool writesBos = false;     ///< it begins with BOS
    friend bool operator==(const ChatTemplate&, const ChatTemplate&) = default;
};

/// Nothing where the template is none of these.
[[nodiscard]] std::optional<ChatTemplate> recogniseChatTemplate(std::string_view jinja);

/// The template that a model comes with: from tokenizer_config.json or chat_template.jinja of a Hugging Face directory, or from a GGUF
/// file. Errors: there is none, or one that is not recognised; `reason` is a short sentence about the model.
[[nodiscard]] Result<ChatTemplate> chatTemplateOf(const std::filesystem::path& model);

/// The prompt of a conversation that begins with one message of a user, up to where the model answers. `system`: what it is told
/// beforehand; nothing: the template's own. Errors: the tokenizer does not find the template's marks in texts (BOS among them, where the
/// template writes it), so that the model would read them letter by letter; `reason` as above.
[[nodiscard]] Result<std::string> chatPrompt(const ChatTemplate& chat, const std::optional<std::string>& system,
                                             std::string_view message, const Tokenizer& tokenizer);
/// The same by the template that a model comes with.
[[nodiscard]] Result<std::string> chatPromptOf(const std::filesystem::path& model,
                                               const std::optional<std::string>& system, std::string_view message,
                                               const Tokenizer& tokenizer);

} // namespace draftscope
