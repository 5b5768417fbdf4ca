// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/jinja/template.h"
#include "engine/tokenizer/conversation.h"
#include "engine/tokenizer/tokenizer.h"

namespace draftscope {

/// What a model reads of a conversation.
struct ChatPrompt {
    /// All of it, the beginning-of-text token included where the template writes it: Tokenizer::encode() makes the
    /// model's tokens of it,
    /// and nothing comes in front.
    std::string text;
    std::vector<Message> remarks; ///< sentences about what became of the messages, for the one who wrote them
};

/// A chat template: a program in Jinja that comes with a model and makes the text of a conversation, as the model was
/// trained on it. It is
/// run as transformers' apply_chat_template() runs it, without tools and documents. docs/chat-templates.md says what
/// Jinja is understood.
class ChatTemplate {
public:
    /// `model` names it in sentences. Error: what Jinja cannot be understood, with its line; `reason` is a short
    /// sentence about the model.
    [[nodiscard]] static Result<ChatTemplate> parse(std::string_view jinja,
                                                    std::map<std::string, std::string> specialTokens,
                                                    std::string model);

    /// Up to where the model answers. `now`: what templates that write a date say. Errors: no turns; the template
    /// refuses the conversation
    /// (with its own words), or does what is not supported; `reason` as above.
    [[nodiscard]] Result<ChatPrompt> promptOf(
        const Conversation& conversation, const Tokenizer& tokenizer,
        std::chrono::system_clock::time_point now = std::chrono::system_clock::now()) const;

    /// The text alone. `addsGenerationPrompt`: it ends with what the model's answer begins with.
    [[nodiscard]] Result<std::string> render(
        const Conversation& conversation, bool addsGenerationPrompt = true,
        std::chrono::system_clock::time_point now = std::chrono::system_clock::now()) const;

    [[nodiscard]] int lineCount() const { return m_lines; }
    /// Where it was found; empty where nothing says so.
    [[nodiscard]] const std::string& place() const { return m_place; }

private:
    friend Result<ChatTemplate> chatTemplateOf(const std::filesystem::path& model, const Tokenizer& tokenizer);
    explicit ChatTemplate(jinja::Template parsed) : m_template(std::move(parsed)) {}

    jinja::Template m_template;
    std::map<std::string, std::string> m_specialTokens;
    std::string m_model, m_place;
    int m_lines = 0;
};

/// The template that a model comes with (chatSourceOf()). Errors: there is none, or one that is not understood;
/// `reason` is a short sentence
/// about the model.
[[nodiscard]] Result<ChatTemplate> chatTemplateOf(const std::filesystem::path& model, const Tokenizer& tokenizer);

} // namespace draftscope
