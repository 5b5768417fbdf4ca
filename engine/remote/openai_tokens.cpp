// SPDX-License-Identifier: MIT
// Which token it is, and what its p is, where an answer does not say so by a string.
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/core/printable.h"
#include "engine/core/target_unavailable.h"
#include "engine/remote/openai_server.h"

namespace draftscope {
namespace {

constexpr double sameLogP = 1e-5;   ///< of one token, asked for twice
constexpr int mostOfSameString = 8; ///< tokens of one string that are gone through
constexpr int stepsOfHalving = 32;  ///< of a log-probability that is found by halving

/// The token that is looked for, where isAmong() says whether it is among some of the candidates.
template <class IsAmong>
std::span<const TokenId> foundByHalving(std::span<const TokenId> candidates, const IsAmong& isAmong)
{
    while (candidates.size() > 1) {
        const auto half = candidates.first(candidates.size() / 2);
        candidates = isAmong(half) ? half : candidates.subspan(half.size());
    }
    return candidates;
}

} // namespace

/// Of several tokens of one string that which is the likeliest of all: by halving, without the others of that string.
/// None is made the choice, as behind one that ends inside of a character that would go on without end.
TokenLogProbability OpenaiServer::likeliestOf(const std::string& text, const OpenaiPlace& place,
                                              const Progress& progress)
{
    if (const TokenId only = m_strings->only(place.token); only != noToken)
        return {only, place.logP};
    const std::vector<TokenId> candidates = m_strings->all(place.token);
    const auto isAmong = [&](std::span<const TokenId> tokens) {
        Biases without;
        for (const TokenId token : candidates)
            if (std::ranges::find(tokens, token) == tokens.end())
                without.emplace_back(token, -chosenBias);
        const OpenaiAnswer answer = chosen(text, without, 1, progress);
        return !answer.places.empty() && answer.places[0].token == place.token
            && std::abs(answer.places[0].logP - place.logP) < sameLogP;
    };
    const std::span<const TokenId> among = foundByHalving(candidates, isAmong);
    if (among.empty() || !isAmong(among))
        m_connection.refuse(
            message("it names a token \"{}\", and it cannot be found which one that is", printableName(place.token)));
    return {among.front(), place.logP};
}

/// Of several tokens of one string that which has this log-probability. Where all of them are made the choice, the
/// likeliest of them is chosen, and by halving it is found which one that is.
TokenLogProbability OpenaiServer::amongThoseOf(const std::string& text, const OpenaiPlace& place,
                                               const Progress& progress)
{
    if (const TokenId only = m_strings->only(place.token); only != noToken)
        return {only, place.logP};
    std::vector<TokenId> candidates = m_strings->all(place.token);
    const auto unfinished = std::erase_if(candidates, [this](TokenId token) { return m_strings->isUnfinished(token); });
    const auto mostOf = [&](std::span<const TokenId> tokens) {
        Biases biases;
        for (const TokenId token : tokens)
            biases.emplace_back(token, chosenBias);
        const OpenaiAnswer answer = chosen(text, biases, 1, progress);
        return answer.places.empty() || answer.places[0].token != place.token ? -HUGE_VAL : answer.places[0].logP;
    };
    for (int i = 0; i < mostOfSameString && !candidates.empty(); ++i) {
        const double logP = mostOf(candidates);
        const auto isAmong = [&](std::span<const TokenId> half) { return std::abs(mostOf(half) - logP) < sameLogP; };
        const TokenId found = foundByHalving(candidates, isAmong).front();
        if (std::abs(logP - place.logP) < sameLogP)
            return {found, place.logP};
        std::erase(candidates, found);
    }
    if (unfinished > 0) // it is probably one of those
        throw TargetUnavailable(insideOfACharacter());
    m_connection.refuse(
        message("it names a token \"{}\", and it cannot be found which one that is", printableName(place.token)));
}

/// The log-probability of a token that is not named is that of the likeliest other one less the bias from which on it
/// is the choice.
double OpenaiServer::logProbabilityOfUnnamed(const std::string& text, TokenId token, const Progress& progress)
{
    Biases biases;
    for (const TokenId unnamed : unnamedTokens(text, progress))
        biases.emplace_back(unnamed, -chosenBias);
    const OpenaiAnswer without = chosen(text, biases, 1, progress);
    if (without.places.empty())
        m_connection.refuse(message("it ends the text with a token that is not known"));
    double isNot = -chosenBias, is = chosenBias;
    for (int step = 0; step < stepsOfHalving; ++step) {
        const double bias = (isNot + is) / 2;
        for (auto& [unnamed, of] : biases)
            of = unnamed == token ? bias : -chosenBias;
        (chosen(text, biases, 1, progress).places.empty() ? is : isNot) = bias;
    }
    return std::min(0.0, without.places[0].logP - is);
}

/// They are looked for once. Of llama-cpp-python these are the tokens that end a text, and BOS, which it leaves out of
/// its lists (0.3.36, llama.py: _create_completion) and behind which a text goes on.
const std::vector<TokenId>& OpenaiServer::unnamedTokens(const std::string& text, const Progress& progress)
{
    if (m_unnamed.empty()) {
        std::vector<TokenId> found; // all or none, also where the server goes away in between
        for (const TokenId token : m_strings->controls())
            if (chosen(text, {{token, chosenBias}}, 1, progress).places.empty())
                found.push_back(token);
        m_unnamed = std::move(found);
    }
    if (m_unnamed.empty())
        m_connection.refuse(message("it does not say which token it chose"));
    return m_unnamed;
}

std::vector<TokenLogProbability> OpenaiServer::allUnnamed(const std::string& text, const Progress& progress)
{
    std::vector<TokenLogProbability> found;
    for (const TokenId token : unnamedTokens(text, progress))
        found.push_back({token, logProbabilityOfUnnamed(text, token, progress)});
    return found;
}

double OpenaiServer::logProbabilityOf(const std::vector<TokenId>& ids, TokenId token, const Progress& progress)
{
    const std::string text = textOrRefuse(ids);
    if (m_strings->isUnfinished(token)) // it would be chosen until there is no room for more
        throw TargetUnavailable(insideOfACharacter());
    const OpenaiAnswer answer = chosen(text, {{token, chosenBias}}, 1, progress);
    if (answer.places.empty())
        return logProbabilityOfUnnamed(text, token, progress);
    const std::string& named = answer.places[0].token;
    if (named != m_strings->shown(token) && named != m_strings->tokenizer().piece(token))
        m_connection.refuse(message("it was to choose token {}, and chose \"{}\"", token, printableName(named)));
    return answer.places[0].logP;
}

TokenLogProbability OpenaiServer::draw(const std::vector<TokenId>& ids, double u, const Progress& progress)
{
    constexpr double seeds = 2147483647.0;
    const std::string text = textOrRefuse(ids);
    nlohmann::json asked = request(text, 1);
    asked["temperature"] = 1;
    asked["seed"] = std::uint32_t(u * seeds);
    const OpenaiAnswer answer = answerTo(asked, 1, progress);
    if (!answer.places.empty())
        return amongThoseOf(text, answer.places[0], progress);
    const std::vector<TokenLogProbability> found = allUnnamed(text, progress);
    double mass = 0;
    for (const TokenLogProbability& one : found)
        mass += std::exp(one.logP);
    double left = (u * seeds - std::floor(u * seeds)) * mass; // of the number's lower digits, which the seed has not
    for (const TokenLogProbability& one : found)
        if ((left -= std::exp(one.logP)) < 0)
            return one;
    return found.back();
}

} // namespace draftscope
