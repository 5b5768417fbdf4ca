// SPDX-License-Identifier: MIT
#include "engine/remote/server_json.h"

#include <limits>

#include "engine/core/error.h"
#include "engine/core/json_parser.h"
#include "engine/core/printable.h"
#include "engine/core/utf8.h"

namespace draftscope {

using nlohmann::json;

json jsonFrom(const ServerConnection& connection, const std::string& answer)
{
    ParsedJson parsed = parseJson(answer);
    if (parsed.flaw != ParsedJson::Flaw::none)
        connection.refuse(message("it is no JSON: \"{}\"", printableName(beginningOf(answer, 40))));
    return std::move(parsed.document);
}

json jsonOrNull(const std::string& answer)
{
    ParsedJson parsed = parseJson(answer);
    return parsed.flaw == ParsedJson::Flaw::none ? std::move(parsed.document) : json();
}

const json& memberOf(const json& object, const char* name)
{
    static const json nothing;
    if (!object.is_object())
        return nothing;
    const auto found = object.find(name);
    return found == object.end() ? nothing : *found;
}

std::string textIn(const json& object, const char* name)
{
    const json& member = memberOf(object, name);
    return member.is_string() ? member.get<std::string>() : std::string();
}

int intIn(const json& object, const char* name)
{
    const double number = numberIn(memberOf(object, name));
    return number >= 0 && number < 1e9 ? int(number) : 0;
}

double numberIn(const json& value)
{
    return value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN();
}

json firstModel(ServerConnection& connection, const Progress& progress)
{
    const json models = jsonFrom(connection, connection.get("/v1/models", mostOfPage, progress));
    const json& data = memberOf(models, "data");
    if (!data.is_array() || data.empty() || textIn(data[0], "id").empty())
        connection.refuse(message("it does not say which model it has"));
    return data[0];
}

std::vector<TokenId> tokensIn(const ServerConnection& connection, const json& list)
{
    if (!list.is_array())
        connection.refuse(message("it has no list of tokens"));
    std::vector<TokenId> tokens;
    for (const json& each : list) {
        const double id = numberIn(each.is_object() ? memberOf(each, "id") : each);
        tokens.push_back(id > -1e9 && id < 1e9 ? TokenId(id) : noToken);
    }
    return tokens;
}

std::optional<std::vector<TokenId>> tokenized(ServerConnection& connection, const std::string& model,
                                              std::string_view text, bool isPrompt, const Progress& progress)
{
    const json asked = {{"model", model}, {"prompt", text}, {"add_special_tokens", isPrompt}};
    constexpr std::size_t perByte = 64;
    const ServerAnswer answer = connection.ask("/tokenize", asked.dump(), mostOfPage + text.size() * perByte, progress);
    if (answer.status != 200)
        return std::nullopt;
    return tokensIn(connection, memberOf(jsonFrom(connection, answer.body), "tokens"));
}

} // namespace draftscope
