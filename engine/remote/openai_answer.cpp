// SPDX-License-Identifier: MIT
#include "engine/remote/openai_answer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/remote/server_json.h"

namespace draftscope {
namespace {

using nlohmann::json;

constexpr double roundingOfListed = 1e-5; ///< of the sum of what is listed

} // namespace

OpenaiAnswer openaiAnswerIn(const ServerConnection& connection, const std::string& body)
{
    OpenaiAnswer answer;
    answer.document = jsonFrom(connection, body);
    const json& choices = memberOf(answer.document, "choices");
    if (!choices.is_array() || choices.empty())
        connection.refuse(message("it has {} parts where {} were asked for", 0, 1));
    answer.promptTokens = intIn(memberOf(answer.document, "usage"), "prompt_tokens");
    const json& told = memberOf(choices[0], "logprobs");
    const json &tokens = memberOf(told, "tokens"), &own = memberOf(told, "token_logprobs");
    const json& top = memberOf(told, "top_logprobs");
    if (!tokens.is_array() || !own.is_array() || !top.is_array() || own.size() != tokens.size()
        || top.size() != tokens.size())
        connection.refuse(message("it has no lists of tokens with their log-probabilities"));
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (!tokens[i].is_string())
            connection.refuse(message("it does not name its token {}", i + 1));
        answer.places.push_back(
            {tokens[i].get<std::string>(), numberIn(own[i]), top[i].is_object() ? &top[i] : nullptr});
    }
    return answer;
}

std::optional<std::vector<int>> placesOf(const OpenaiAnswer& answer, std::span<const TokenId> ids,
                                         const TokenStrings& strings)
{
    const Tokenizer& tokenizer = strings.tokenizer();
    std::vector<int> places;
    std::size_t at = 0;
    for (const TokenId id : ids) {
        const std::string written = tokenizer.isControl(id) ? tokenizer.piece(id) : strings.shown(id);
        const bool isThere = at < answer.places.size()
            && (answer.places[at].token == written
                || (id != tokenizer.bos() && answer.places[at].token == strings.shown(id)));
        if (!isThere && id != tokenizer.bos())
            return std::nullopt;
        places.push_back(isThere ? int(at) : -1);
        at += isThere ? 1 : 0;
    }
    if (answer.places.size() > at + 1)
        return std::nullopt;
    places.push_back(at < answer.places.size() ? int(at) : -1);
    return places;
}

ToldContext toldAt(const OpenaiPlace& place, int asked, int count, const TokenStrings& strings)
{
    std::vector<TokenLogProbability> known;
    double sum = 0, most = -HUGE_VAL, least = HUGE_VAL;
    bool hasUnknown = false;
    for (const auto& [string, value] : place.top->items()) {
        const double logP = numberIn(value);
        if (std::isnan(logP))
            continue;
        if (string != place.token)
            least = std::min(least, logP);
        if (const TokenId token = strings.only(string); token != noToken) {
            known.push_back({token, logP});
            sum += std::exp(logP);
            continue;
        }
        hasUnknown = true;
        most = std::max(most, logP);
    }
    std::ranges::stable_sort(known, std::greater(), &TokenLogProbability::logP);
    // Its own token may stand below the likeliest ones. Where fewer strings are left than were asked for, some stand
    // for several tokens, or for its own one in the place of another, and nothing is known of the first of those but
    // what is left for it.
    const auto listed = int(place.top->size()) - (std::isnan(place.logP) || place.logP <= least ? 1 : 0);
    const double bound = !hasUnknown ? -HUGE_VAL
        : listed >= asked && strings.only(place.token) != noToken
        ? most
        : std::log(std::max(roundingOfListed, 1 - sum + roundingOfListed));
    ToldContext told;
    for (const TokenLogProbability& one : known) {
        const bool isSure = one.logP > bound && int(told.likeliest.size()) < count;
        (isSure && told.others.empty() ? told.likeliest : told.others).push_back(one);
    }
    told.lacksSome = hasUnknown;
    return told;
}

} // namespace draftscope
