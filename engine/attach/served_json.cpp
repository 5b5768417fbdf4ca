// SPDX-License-Identifier: MIT
#include <limits>

#include "engine/attach/served_rounds.h"
#include "engine/core/printable.h"

namespace draftscope {

const nlohmann::json& servedMember(const nlohmann::json& object, const char* name)
{
    static const nlohmann::json null;
    if (!object.is_object())
        return null;
    const auto found = object.find(name);
    return found == object.end() ? null : *found;
}

Result<std::optional<int>> servedCount(const nlohmann::json& object, const char* name)
{
    const nlohmann::json& value = servedMember(object, name);
    if (value.is_null())
        return std::optional<int>();
    if (!value.is_number_integer() || value < 0 || value > std::numeric_limits<int>::max())
        return fail("The server says {} for {}, which is no count: look at its log.",
                    printableName(value.dump().substr(0, 40)), name);
    return std::optional<int>(value.get<int>());
}

Result<void> checkSums(std::int64_t tokens, std::int64_t drafted)
{
    if (tokens > mostTokensOfText)
        return fail("The server says that a text has {} tokens, which cannot be: look at its log.", tokens);
    if (drafted > mostDraftedOfText)
        return fail("The server says that it drafted {} tokens for a text, which cannot be: look at its log.", drafted);
    return {};
}

std::optional<double> servedNumber(const nlohmann::json& object, const char* name)
{
    const nlohmann::json& value = servedMember(object, name);
    return value.is_number() && value >= 0.0 ? std::optional<double>(value.get<double>()) : std::nullopt;
}

std::string servedWords(const nlohmann::json& object, const char* name)
{
    const nlohmann::json& value = servedMember(object, name);
    return value.is_string() ? value.get<std::string>() : std::string();
}

Result<std::vector<TokenId>> servedIds(const nlohmann::json& object, const char* name)
{
    std::vector<TokenId> ids;
    const nlohmann::json& list = servedMember(object, name);
    if (!list.is_array())
        return ids;
    for (const nlohmann::json& id : list) {
        if (!id.is_number_integer() || id < 0 || id > std::numeric_limits<TokenId>::max())
            return fail("The server says {} for a token id, which is none: look at its log.",
                        printableName(id.dump().substr(0, 40)));
        ids.push_back(id.get<TokenId>());
    }
    return ids;
}

std::vector<ServedToken> tokensOfPiece(const std::vector<TokenId>& ids, const std::string& words,
                                       const std::vector<std::string>& texts)
{
    std::vector<ServedToken> tokens;
    // Parts of a character are told as U+FFFD each: what they are together is in `words` alone.
    std::string together;
    for (const std::string& text : texts)
        together += text;
    const bool areApart = ids.size() <= 1 || (texts.size() == ids.size() && together == words);
    for (std::size_t t = 0; t < ids.size(); ++t) {
        const bool isFirst = t == 0;
        tokens.push_back({ids[t], areApart && ids.size() > 1 ? texts[t] : isFirst ? words : std::string(), !areApart});
    }
    return tokens;
}

} // namespace draftscope
