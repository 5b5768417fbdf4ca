// SPDX-License-Identifier: MIT
#include "engine/tokenizer/chat_source.h"

#include <array>

#include "engine/core/memory_map.h"
#include "engine/formats/gguf.h"
#include "engine/formats/gguf_parts.h"
#include "engine/formats/json_document.h"
#include "engine/jinja/budget.h"
#include "engine/tokenizer/stated_tokens.h"

namespace draftscope {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* additionalTemplates = "additional_chat_templates";

tl::unexpected<Error> refuseWithoutDefault(const fs::path& model)
{
    return tl::unexpected(
        errorOf(message("The model {} has several chat templates and none is called default: give it a text to go on "
                        "with instead of a message.",
                        model.string()),
                phrase("It has several chat templates, and none is the default.")));
}

Result<std::string> templateOfFile(const fs::path& file)
{
    const auto map = MemoryMap::open(file);
    if (!map)
        return tl::unexpected(map.error());
    const auto bytes = (*map)->bytes();
    if (bytes.size() > jinja::longestSource)
        return fail("The file {} is larger than {} KiB: it is not a chat template.", file.string(),
                    jinja::longestSource >> 10);
    std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (const auto unchanged = (*map)->unchanged(); !unchanged)
        return tl::unexpected(unchanged.error());
    return text;
}

/// "chat_template" is a text, or a list of named ones of which "default" is for conversations.
Result<std::optional<std::string>> templateOfConfig(const json& config, const fs::path& model)
{
    const auto found = config.find("chat_template");
    if (found == config.end() || found->is_null())
        return std::optional<std::string>();
    if (found->is_string())
        return std::optional(found->get<std::string>());
    if (found->is_array()) {
        for (const json& named : *found)
            if (named.is_object() && named.value("name", json()) == "default")
                if (const auto text = named.find("template"); text != named.end() && text->is_string())
                    return std::optional(text->get<std::string>());
        if (!found->empty())
            return refuseWithoutDefault(model);
    }
    return std::optional<std::string>();
}

bool hasAdditionalTemplates(const fs::path& model)
{
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(model / additionalTemplates, ignored))
        if (entry.path().extension() == ".jinja")
            return true;
    return false;
}

Result<json> configOf(const fs::path& model)
{
    std::error_code ignored;
    const fs::path file = model / tokenizerConfigName;
    return fs::exists(file, ignored) ? readJsonObject(file) : Result<json>(json::object());
}

/// A token's text stands alone, or in an object as "content".
std::optional<std::string> textOfToken(const json& token)
{
    if (token.is_string())
        return token.get<std::string>();
    if (token.is_object())
        if (const auto content = token.find("content"); content != token.end() && content->is_string())
            return content->get<std::string>();
    return std::nullopt;
}

/// All tokens that have a name: "bos_token", "image_token", …
void addNamed(std::map<std::string, std::string>& tokens, const json& object, bool takesAllNames)
{
    for (const auto& [name, token] : object.items())
        if (takesAllNames || name.ends_with("_token"))
            if (auto text = textOfToken(token))
                tokens.emplace(name, std::move(*text));
}

void addFromTokenizer(std::map<std::string, std::string>& tokens, const json& config, const Tokenizer& tokenizer)
{
    const std::pair<const char*, TokenId> ids[] = {{"bos_token", tokenizer.bos()}, {"eos_token", tokenizer.eos()}};
    for (const auto& [name, id] : ids)
        if (id != noToken && !config.contains(name)) // what is stated as null is none
            tokens.emplace(name, tokenizer.piece(id));
}

Result<std::map<std::string, std::string>> specialTokensOf(const fs::path& model, const json& config,
                                                           const Tokenizer& tokenizer)
{
    std::map<std::string, std::string> tokens;
    addNamed(tokens, config, false);
    for (const char* group : {"extra_special_tokens", "model_specific_special_tokens"})
        if (const auto named = config.find(group); named != config.end() && named->is_object())
            addNamed(tokens, *named, true);
    // Of earlier versions of transformers. Where it is read at all, what it says counts.
    std::error_code ignored;
    if (const fs::path file = model / specialTokensName;
        !config.contains("added_tokens_decoder") && fs::exists(file, ignored)) {
        const auto map = readJsonObject(file);
        if (!map)
            return tl::unexpected(map.error());
        std::map<std::string, std::string> stated;
        addNamed(stated, *map, false);
        stated.merge(tokens);
        tokens = std::move(stated);
    }
    // Of a tokenizer.json transformers knows the tokens that are stated, and those of these classes; other files bring
    // theirs along.
    const std::string kind = config.value("tokenizer_class", json()).is_string()
        ? config["tokenizer_class"].get<std::string>()
        : std::string();
    const bool isKnown = kind.starts_with("GPT2Tokenizer") || kind.starts_with("GemmaTokenizer");
    if (isKnown || !fs::exists(model / "tokenizer.json", ignored))
        addFromTokenizer(tokens, config, tokenizer);
    return tokens;
}

Result<std::optional<ChatSource>> sourceOfGguf(const fs::path& model, const Tokenizer& tokenizer)
{
    const auto file = Gguf::open(model);
    if (!file)
        return tl::unexpected(file.error());
    const auto text = (*file)->text("tokenizer.chat_template");
    if (!text)
        return std::optional<ChatSource>();
    ChatSource source{std::string(*text), "tokenizer.chat_template", {}};
    addFromTokenizer(source.specialTokens, json::object(), tokenizer);
    const std::pair<const char*, const char*> others[] = {{"unk_token", "tokenizer.ggml.unknown_token_id"},
                                                          {"pad_token", "tokenizer.ggml.padding_token_id"},
                                                          {"sep_token", "tokenizer.ggml.seperator_token_id"}};
    for (const auto& [name, key] : others)
        if (const auto id = (*file)->integer(key); id && *id >= 0 && *id < tokenizer.size())
            source.specialTokens.emplace(name, tokenizer.piece(TokenId(*id)));
    return std::optional(std::move(source));
}

} // namespace

Result<std::optional<ChatSource>> chatSourceOf(const fs::path& model, const Tokenizer& tokenizer)
{
    std::error_code ignored;
    if (!fs::is_directory(model, ignored))
        return sourceOfGguf(model, tokenizer);
    if (!fs::exists(model / "config.json", ignored) && !fs::exists(model / tokenizerConfigName, ignored)) {
        const auto gguf = ggufModelOf(model); // a folder may have a GGUF file in it, or the parts of one
        if (!gguf)
            return tl::unexpected(gguf.error());
        if (!gguf->empty())
            return sourceOfGguf(*gguf, tokenizer);
    }
    const auto config = configOf(model);
    if (!config)
        return tl::unexpected(config.error());
    ChatSource source;
    const fs::path files[] = {fs::path(additionalTemplates) / "default.jinja", "chat_template.jinja"};
    for (const fs::path& name : files)
        if (source.place.empty() && fs::exists(model / name, ignored)) {
            auto text = templateOfFile(model / name);
            if (!text)
                return tl::unexpected(text.error());
            source.jinja = std::move(*text);
            source.place = name.string();
        }
    if (source.place.empty()) {
        if (hasAdditionalTemplates(model))
            return refuseWithoutDefault(model);
        auto text = templateOfConfig(*config, model);
        if (!text)
            return tl::unexpected(text.error());
        if (!*text)
            return std::optional<ChatSource>();
        source.jinja = std::move(**text);
        source.place = tokenizerConfigName;
    }
    auto tokens = specialTokensOf(model, *config, tokenizer);
    if (!tokens)
        return tl::unexpected(tokens.error());
    source.specialTokens = std::move(*tokens);
    return std::optional(std::move(source));
}

} // namespace draftscope
