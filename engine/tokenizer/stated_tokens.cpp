// SPDX-License-Identifier: MIT
#include "engine/tokenizer/stated_tokens.h"

#include <charconv>

#include "engine/formats/json_document.h"
#include "engine/tokenizer/tokenizer.h"

namespace draftscope {

namespace {

using nlohmann::json;

/// The object in a file of the directory; an empty one where there is no such file.
Result<json> objectIn(const std::filesystem::path& directory, std::string_view name)
{
    std::error_code ignored;
    const auto file = directory / name;
    return std::filesystem::exists(file, ignored) ? readJsonObject(file) : Result<json>(json::object());
}

/// A token's text, which is either a string or an object with "content".
std::optional<std::string> tokenTextOf(const json& object, std::string_view key)
{
    const auto found = object.find(key);
    if (found == object.end())
        return std::nullopt;
    if (found->is_string())
        return found->get<std::string>();
    const auto content = found->is_object() ? found->find("content") : found->end();
    return found->is_object() && content != found->end() && content->is_string()
        ? std::optional(content->get<std::string>())
        : std::nullopt;
}

} // namespace

std::optional<AddedToken> addedTokenOf(const json& object, std::int64_t id)
{
    if (!object.is_object() || id < 0 || id >= std::int64_t(largestVocabulary))
        return std::nullopt;
    const auto content = object.find("content");
    if (content == object.end() || !content->is_string())
        return std::nullopt;
    const auto flag = [&](const char* key, bool unstated) {
        const auto found = object.find(key);
        return found != object.end() && found->is_boolean() ? found->get<bool>() : unstated;
    };
    AddedToken token;
    token.text = content->get<std::string>();
    token.id = TokenId(id);
    token.isSpecial = flag("special", false);
    token.isNormalized = flag("normalized", !token.isSpecial);
    token.takesSpaceBefore = flag("lstrip", false);
    token.takesSpaceBehind = flag("rstrip", false);
    token.isWord = flag("single_word", false);
    return token;
}

Result<StatedTokens> readStatedTokens(const std::filesystem::path& directory, int rows)
{
    const auto config = objectIn(directory, tokenizerConfigName);
    if (!config)
        return tl::unexpected(config.error());
    const auto map = objectIn(directory, specialTokensName);
    if (!map)
        return tl::unexpected(map.error());
    const auto added = objectIn(directory, addedTokensName);
    if (!added)
        return tl::unexpected(added.error());

    StatedTokens stated;
    stated.rows = rows;
    if (const auto found = config->find("add_bos_token"); found != config->end() && found->is_boolean())
        stated.addsBos = found->get<bool>();
    if (const auto found = config->find("legacy"); found != config->end() && found->is_boolean())
        stated.legacy = found->get<bool>();
    const auto text = [&](const char* key) {
        const auto first = tokenTextOf(*config, key);
        return first ? first : tokenTextOf(*map, key);
    };
    stated.bos = text("bos_token");
    stated.eos = text("eos_token");
    stated.unknown = text("unk_token");

    std::vector<AddedToken> decoded, listed;
    if (const auto decoder = config->find("added_tokens_decoder"); decoder != config->end() && decoder->is_object())
        for (const auto& [key, object] : decoder->items()) {
            std::int64_t id = -1;
            const auto read = std::from_chars(key.data(), key.data() + key.size(), id);
            const auto token =
                read.ec == std::errc() && read.ptr == key.data() + key.size() ? addedTokenOf(object, id) : std::nullopt;
            if (!token)
                return fail("The added token {} of {} has no text or no usable id: download the file again.", key,
                            (directory / tokenizerConfigName).string());
            decoded.push_back(*token);
        }
    for (const auto& [content, id] : added->items()) {
        if (!id.is_number_integer() || id.get<std::int64_t>() < 0
            || id.get<std::int64_t>() >= std::int64_t(largestVocabulary))
            return fail("The added token \"{}\" of {} has no usable id: download the file again.", content,
                        (directory / addedTokensName).string());
        const bool isSpecial = content == stated.bos || content == stated.eos || content == stated.unknown
            || (content.starts_with("<|") && content.ends_with("|>"));
        listed.push_back({.text = content, .id = TokenId(id.get<std::int64_t>()), .isSpecial = isSpecial});
    }
    addMissing(stated.added, decoded);
    addMissing(stated.added, listed);
    std::erase_if(stated.added, [rows](const AddedToken& token) { return token.id >= rows; });
    return stated;
}

} // namespace draftscope
