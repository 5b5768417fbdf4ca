// SPDX-License-Identifier: MIT
#include "engine/tokenizer/chat_template.h"

#include <algorithm>

#include "engine/tokenizer/chat_source.h"

namespace draftscope {

namespace {

using jinja::Failure;
using jinja::FailureKind;
using jinja::Json;

Error errorOfTemplate(const Failure& failure, const std::string& model)
{
    if (failure.kind == FailureKind::raised) {
        const bool isSentence =
            failure.what.ends_with('.') || failure.what.ends_with('!') || failure.what.ends_with('?');
        const std::string what = isSentence ? failure.what.substr(0, failure.what.size() - 1) : failure.what;
        return errorOf(message("The chat template of {} refuses this conversation: {}.", model, what),
                       message("Its chat template refuses this conversation: {}.", what));
    }
    const std::string place = failure.line > 0 ? fmt::format("line {}: {}", failure.line, failure.what) : failure.what;
    return errorOf(
        message("The chat template of {} cannot be run ({}): write the text that it would make yourself, and give it "
                "that instead of a message.",
                model, place),
        message("Its chat template cannot be run ({}).", place));
}

/// Parts that have no value are left out, and what a model thought has all its names, as transformers does it.
Json messageOf(const Turn& turn)
{
    if (turn.json.empty())
        return {{"role", turn.role}, {"content", turn.text}};
    const Json given = Json::parse(turn.json, nullptr, false);
    Json message = Json::object(), reasoning;
    for (const auto& [key, value] : given.items())
        if (!value.is_null())
            message[key] = value;
    for (const char* name : {"reasoning_content", "thinking", "reasoning"})
        if (reasoning.is_null() && message.contains(name))
            reasoning = message[name];
    if (reasoning.is_null())
        return message;
    Json named = Json::object();
    named["thinking"] = reasoning;
    for (const auto& [key, value] : message.items())
        named[key] = value;
    named["reasoning_content"] = reasoning;
    return named;
}

std::string_view withoutSpaceAround(std::string_view text)
{
    constexpr std::string_view space = " \t\n\r\f\v";
    const auto begin = std::min(text.find_first_not_of(space), text.size());
    return text.substr(begin, text.find_last_not_of(space) + 1 - begin);
}

/// The special tokens that a text spells out, each once.
std::vector<std::string> marksIn(const std::string& text, const Tokenizer& tokenizer)
{
    std::vector<std::string> marks;
    if (text.find('<') == std::string::npos && text.find('[') == std::string::npos
        && text.find('|') == std::string::npos)
        return marks; // nearly all begin so, and splitting a text takes time
    const auto tokens = tokenizer.encode(text);
    if (!tokens)
        return marks;
    for (const TokenId token : *tokens)
        if (tokenizer.isControl(token) && token != tokenizer.unknown())
            if (std::string piece = tokenizer.piece(token);
                text.find(piece) != std::string::npos && std::ranges::find(marks, piece) == marks.end())
                marks.push_back(std::move(piece));
    return marks;
}

std::vector<Message> remarksOn(const std::string& text, const Conversation& conversation, const Tokenizer& tokenizer)
{
    std::vector<Message> remarks;
    std::vector<std::string> marks;
    for (const Turn& turn : conversation) {
        if (turn.role == "system" && text.find(withoutSpaceAround(turn.text)) == std::string::npos)
            remarks.push_back(phrase("The chat template leaves the system message out: the model does not read it."));
        for (std::string& mark : marksIn(turn.text, tokenizer))
            if (std::ranges::find(marks, mark) == marks.end())
                marks.push_back(std::move(mark));
    }
    if (!marks.empty())
        remarks.push_back(
            message("A message has {} in it, which the model reads as its own special token.", fmt::join(marks, ", ")));
    return remarks;
}

} // namespace

Result<ChatTemplate> ChatTemplate::parse(std::string_view jinja, std::map<std::string, std::string> specialTokens,
                                         std::string model)
{
    auto parsed = jinja::Template::parse(jinja);
    if (!parsed)
        return tl::unexpected(errorOfTemplate(parsed.error(), model));
    ChatTemplate chat(std::move(*parsed));
    chat.m_specialTokens = std::move(specialTokens);
    chat.m_model = std::move(model);
    chat.m_lines = int(std::ranges::count(jinja, '\n')) + (jinja.ends_with('\n') ? 0 : 1);
    return chat;
}

Result<std::string> ChatTemplate::render(const Conversation& conversation, bool addsGenerationPrompt,
                                         std::chrono::system_clock::time_point now) const
{
    if (conversation.empty())
        return fail("The conversation has no messages: write one at least.");
    Json messages = Json::array();
    for (const Turn& turn : conversation)
        messages.push_back(messageOf(turn));
    jinja::Rendering rendering;
    rendering.now = now;
    for (const auto& [name, text] : m_specialTokens)
        rendering.variables.emplace_back(name, text);
    rendering.variables.emplace_back("messages", std::move(messages));
    rendering.variables.emplace_back("tools", Json());
    rendering.variables.emplace_back("documents", Json());
    rendering.variables.emplace_back("add_generation_prompt", addsGenerationPrompt);
    auto text = m_template.render(rendering);
    if (!text)
        return tl::unexpected(errorOfTemplate(text.error(), m_model));
    return std::move(*text);
}

Result<ChatPrompt> ChatTemplate::promptOf(const Conversation& conversation, const Tokenizer& tokenizer,
                                          std::chrono::system_clock::time_point now) const
{
    auto text = render(conversation, true, now);
    if (!text)
        return tl::unexpected(text.error());
    std::vector<Message> remarks = remarksOn(*text, conversation, tokenizer);
    return ChatPrompt{std::move(*text), std::move(remarks)};
}

Result<ChatTemplate> chatTemplateOf(const std::filesystem::path& model, const Tokenizer& tokenizer)
{
    const auto source = chatSourceOf(model, tokenizer);
    if (!source)
        return tl::unexpected(source.error());
    if (!*source)
        return tl::unexpected(
            errorOf(message("The model {} has no chat template, so it was not made for conversations: give it "
                            "a text to go on with instead of a message.",
                            model.string()),
                    phrase("It has no chat template.")));
    auto chat = ChatTemplate::parse((*source)->jinja, (*source)->specialTokens, model.string());
    if (chat)
        chat->m_place = (*source)->place;
    return chat;
}

} // namespace draftscope
