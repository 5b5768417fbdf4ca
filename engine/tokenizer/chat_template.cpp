// SPDX-License-Identifier: MIT
#include "engine/tokenizer/chat_template.h"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "engine/core/memory_map.h"
#include "engine/formats/gguf.h"
#include "engine/formats/json_document.h"
#include "engine/tokenizer/jinja_texts.h"

namespace draftscope {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t longestTemplate = std::size_t(1) << 20; ///< bytes; published ones have some thousands

struct FormatNames {
    ChatFormat format;
    std::string_view name;
    std::vector<std::string_view> marks; ///< special tokens; empty where the format is written with words
};

const FormatNames& of(ChatFormat format)
{
    static const std::array<FormatNames, 7> formats{{
        {ChatFormat::chatMl, "ChatML", {"<|im_start|>", "<|im_end|>"}},
        {ChatFormat::llama2, "Llama 2", {}},
        {ChatFormat::llama3, "Llama 3", {"<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>"}},
        {ChatFormat::mistral, "Mistral", {}},
        {ChatFormat::zephyr, "Zephyr", {}}, // the end-of-text token, whatever it is called
        {ChatFormat::gemma, "Gemma", {"<start_of_turn>", "<end_of_turn>"}},
        {ChatFormat::phi3, "Phi-3", {"<|user|>", "<|end|>", "<|assistant|>"}},
    }};
    return *std::ranges::find(formats, format, &FormatNames::format);
}

/// `reason`: the same in few words, for a place with little room.
tl::unexpected<Error> refuse(const char* reason, std::string sentence)
{
    return tl::unexpected(Error{std::move(sentence), reason});
}

bool has(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

std::optional<ChatFormat> formatOf(std::string_view jinja)
{
    if (has(jinja, "<|im_start|>"))
        return has(jinja, "<|im_sep|>") ? std::nullopt : std::optional(ChatFormat::chatMl);
    if (has(jinja, "<|start_header_id|>"))
        return ChatFormat::llama3;
    if (has(jinja, "<start_of_turn>"))
        return ChatFormat::gemma;
    if (has(jinja, "[INST]"))
        return has(jinja, "[SYSTEM_PROMPT]") ? std::nullopt
            : has(jinja, "<<SYS>>")          ? std::optional(ChatFormat::llama2)
                                             : std::optional(ChatFormat::mistral);
    if (has(jinja, "<|user|>") && has(jinja, "<|end|>"))
        return ChatFormat::phi3;
    // Others write the same marks without an end behind what the user says.
    if (const auto user = jinja.find("<|user|>"); user != std::string_view::npos) {
        const std::string_view turn = jinja.substr(user, jinja.find("{%", user) - user);
        if (has(turn, "</s>") || has(turn, "eos_token"))
            return ChatFormat::zephyr;
    }
    return std::nullopt;
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view space = " \t\n\r\f\v";
    const auto begin = std::min(text.find_first_not_of(space), text.size());
    return text.substr(begin, text.find_last_not_of(space) + 1 - begin);
}

/// The words between the marks of a system message that a ChatML template writes itself. Elsewhere they are put together from pieces,
/// which are the message that somebody gives.
std::string defaultSystemOf(std::string_view jinja)
{
    constexpr std::string_view begin = "<|im_start|>system\n", end = "<|im_end|>";
    for (const std::string& text : jinjaTexts(jinja)) {
        const auto at = text.find(begin);
        if (at == std::string::npos)
            continue;
        const auto to = text.find(end, at + begin.size());
        if (to != std::string::npos && to > at + begin.size())
            return text.substr(at + begin.size(), to - at - begin.size());
    }
    return {};
}

/// "chat_template" is a string, or a list of named ones of which "default" is for conversations.
std::optional<std::string> templateIn(const nlohmann::json& config)
{
    const auto found = config.find("chat_template");
    if (found == config.end())
        return std::nullopt;
    if (found->is_string())
        return found->get<std::string>();
    if (!found->is_array())
        return std::nullopt;
    for (const nlohmann::json& named : *found)
        if (named.is_object() && named.value("name", nlohmann::json()) == "default")
            if (const auto text = named.find("template"); text != named.end() && text->is_string())
                return text->get<std::string>();
    return std::nullopt;
}

Result<std::optional<std::string>> templateText(const fs::path& model)
{
    std::error_code ignored;
    if (!fs::is_directory(model, ignored)) {
        const auto file = Gguf::open(model);
        if (!file)
            return tl::unexpected(file.error());
        const auto text = (*file)->text("tokenizer.chat_template");
        return text ? std::optional(std::string(*text)) : std::nullopt;
    }
    if (const fs::path file = model / "chat_template.jinja"; fs::exists(file, ignored)) {
        const auto map = MemoryMap::open(file);
        if (!map)
            return tl::unexpected(map.error());
        const auto bytes = (*map)->bytes();
        if (bytes.size() > longestTemplate)
            return fail("The file {} is larger than {} KiB: it is not a chat template.", file.string(),
                        longestTemplate >> 10);
        return std::optional(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    }
    const fs::path config = model / "tokenizer_config.json";
    if (!fs::exists(config, ignored))
        return std::nullopt;
    const auto object = readJsonObject(config);
    if (!object)
        return tl::unexpected(object.error());
    return templateIn(*object);
}

bool hasPiece(const Tokenizer& tokenizer, std::string_view piece)
{
    for (TokenId id = 0; id < tokenizer.size(); ++id)
        if (tokenizer.piece(id) == piece)
            return true;
    return false;
}

std::string withSystem(std::string_view system, std::string_view message)
{
    return system.empty() ? std::string(message) : fmt::format("{}\n\n{}", system, message);
}

/// `end`: the text of the end-of-text token.
std::string written(const ChatTemplate& chat, std::string_view system, std::string_view message, std::string_view end)
{
    const auto turns = [&](std::string_view turn) { // of roles that are written alike; the system's may be left out
        return (system.empty() ? std::string() : fmt::format(fmt::runtime(turn), "system", system))
            + fmt::format(fmt::runtime(turn), "user", message);
    };
    switch (chat.format) {
    case ChatFormat::chatMl:
        return turns("<|im_start|>{}\n{}<|im_end|>\n") + "<|im_start|>assistant\n";
    case ChatFormat::llama3:
        return turns("<|start_header_id|>{}<|end_header_id|>\n\n{}<|eot_id|>")
            + "<|start_header_id|>assistant<|end_header_id|>\n\n";
    case ChatFormat::zephyr: {
        const auto turn = [end](std::string_view role, std::string_view said) {
            return fmt::format("<|{}|>\n{}{}\n", role, said, end);
        };
        return (system.empty() ? std::string() : turn("system", system)) + turn("user", message) + "<|assistant|>\n";
    }
    case ChatFormat::phi3:
        return turns("<|{}|>\n{}<|end|>\n") + "<|assistant|>\n";
    case ChatFormat::llama2:
        return system.empty() ? fmt::format("[INST] {} [/INST]", message)
                              : fmt::format("[INST] <<SYS>>\n{}\n<</SYS>>\n\n{} [/INST]", system, message);
    case ChatFormat::mistral: // has no place for a system message
        return fmt::format("[INST]{}{}{}[/INST]", chat.opensTightly ? "" : " ", withSystem(system, message),
                           chat.closesTightly ? "" : " ");
    case ChatFormat::gemma: // likewise
        return fmt::format("<start_of_turn>user\n{}<end_of_turn>\n<start_of_turn>model\n", withSystem(system, message));
    }
    return {};
}

} // namespace

std::string_view nameOf(ChatFormat format)
{
    return of(format).name;
}

std::optional<ChatTemplate> recogniseChatTemplate(std::string_view jinja)
{
    const auto format = formatOf(jinja);
    if (!format)
        return std::nullopt;
    ChatTemplate chat;
    chat.format = *format;
    if (*format == ChatFormat::chatMl)
        chat.defaultSystem = defaultSystemOf(jinja);
    chat.opensTightly = *format == ChatFormat::mistral && !has(jinja, "[INST] ");
    chat.closesTightly = *format == ChatFormat::mistral && !has(jinja, " [/INST]");
    chat.trims = has(jinja, "| trim") || has(jinja, "|trim") || has(jinja, ".strip()");
    chat.writesBos = has(jinja, "bos_token") || has(jinja, "<|begin_of_text|>");
    return chat;
}

Result<ChatTemplate> chatTemplateOf(const fs::path& model)
{
    const auto text = templateText(model);
    if (!text)
        return tl::unexpected(text.error());
    if (!*text)
        return refuse("It has no chat template.",
                      fmt::format("The model {} has no chat template, so it was not made for conversations: give it a "
                                  "text to go on with instead of a message.",
                                  model.string()));
    if (const auto chat = recogniseChatTemplate(**text))
        return *chat;
    return refuse(
        "Its chat template is none of those that are known.",
        fmt::format("The chat template of {} is none of those that are known (ChatML, Llama 2 and 3, Mistral, "
                    "Zephyr, Gemma, Phi-3): write the text that it would make yourself, and give it that "
                    "instead of a message.",
                    model.string()));
}

Result<std::string> chatPrompt(const ChatTemplate& chat, const std::optional<std::string>& system,
                               std::string_view message, const Tokenizer& tokenizer)
{
    std::vector<std::string> marks(of(chat.format).marks.begin(), of(chat.format).marks.end());
    const bool addsBosItself = chat.writesBos && !tokenizer.addsBos() && tokenizer.bos() != noToken;
    if (addsBosItself)
        marks.push_back(tokenizer.piece(tokenizer.bos()));
    std::string end;
    if (chat.format == ChatFormat::zephyr && tokenizer.eos() != noToken)
        marks.push_back(end = tokenizer.piece(tokenizer.eos()));
    if (chat.format == ChatFormat::mistral && hasPiece(tokenizer, "[INST]")) // in earlier vocabularies it is a word
        marks.emplace_back("[INST]");
    for (const std::string& mark : marks) {
        const auto tokens = tokenizer.encode(mark);
        if (!tokens)
            return tl::unexpected(tokens.error());
        if (tokens->size() != 1)
            return refuse("Its tokenizer does not find the marks of its chat template.",
                          fmt::format("The chat template of this model ({}) writes {}, which its tokenizer does not "
                                      "find in texts: write a text to go on with instead of a message.",
                                      nameOf(chat.format), mark));
    }
    std::string_view told = system ? std::string_view(*system) : std::string_view(chat.defaultSystem);
    if (chat.trims) {
        told = trimmed(told);
        message = trimmed(message);
    }
    std::string text = written(chat, told, message, end);
    if (addsBosItself)
        text.insert(0, tokenizer.piece(tokenizer.bos()));
    return text;
}

Result<std::string> chatPromptOf(const std::filesystem::path& model, const std::optional<std::string>& system,
                                 std::string_view message, const Tokenizer& tokenizer)
{
    const auto chat = chatTemplateOf(model);
    if (!chat)
        return tl::unexpected(chat.error());
    return chatPrompt(*chat, system, message, tokenizer);
}

} // namespace draftscope
