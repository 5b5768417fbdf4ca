// SPDX-License-Identifier: MIT
// Which token it is, and what its p is, where an answer does not say so by a string.
#include <algorithm>
#include <cmath>

#include "engine/core/printable.h"
#include "engine/remote/openai_server.h"

namespace draftscope {
namespace {

constexpr double sameLogP = 1e-5;   ///< of one token, asked for twice
constexpr int mostOfSameString = 8; ///< tokens of one string that are gone through
constexpr int stepsOfHalving = 32;  ///< of a log-probability that is found by halving

} // namespace

/// Of several tokens of one string that which has this log-probability. Where all of them are made the choice, the
/// likeliest of them is chosen, and by halving it is found which one that is.
TokenLogProbability OpenaiServer::amongThoseOf(const std::string& text, const OpenaiPlace& place,
                                               const Progress& progress)
{
    if (const TokenId only = m_strings->only(place.token); only != noToken)
        return {only, place.logP};
    std::vector<TokenId> candidates = m_strings->all(place.token);
    const auto likeliestOf = [&](std::span<const TokenId> tokens) {
        Biases biases;
        for (const TokenId token : tokens)
            biases.emplace_back(token, chosenBias);
        const OpenaiAnswer answer = chosen(text, biases, 1, progress);
        return answer.isStopped || answer.places[0].token != place.token ? -HUGE_VAL : answer.places[0].logP;
    };
    for (int i = 0; i < mostOfSameString && !candidates.empty(); ++i) {
        const double logP = likeliestOf(candidates);
        std::span<const TokenId> among = candidates;
        while (among.size() > 1) {
            const auto half = among.first(among.size() / 2);
            among = std::abs(likeliestOf(half) - logP) < sameLogP ? half : among.subspan(half.size());
        }
        const TokenId found = among.front();
        if (std::abs(logP - place.logP) < sameLogP)
            return {found, place.logP};
        std::erase(candidates, found);
    }
    m_connection.refuse(
        message("it names a token \"{}\", and it cannot be found which one that is", printableName(place.token)));
}

/// A token that ends the text is not named, so its log-probability is that of the likeliest other one less the bias
/// from which on it is the choice.
double OpenaiServer::logProbabilityOfEnd(const std::string& text, TokenId token, const Progress& progress)
{
    Biases biases;
    for (const TokenId end : endTokens(text, progress))
        biases.emplace_back(end, -chosenBias);
    const OpenaiAnswer without = chosen(text, biases, 1, progress);
    if (without.isStopped)
        m_connection.refuse(message("it ends the text with a token that is not known"));
    double isNot = -chosenBias, is = chosenBias;
    for (int step = 0; step < stepsOfHalving; ++step) {
        const double bias = (isNot + is) / 2;
        for (auto& [end, of] : biases)
            of = end == token ? bias : -chosenBias;
        (chosen(text, biases, 1, progress).isStopped ? is : isNot) = bias;
    }
    return std::min(0.0, without.places[0].logP - is);
}

const std::vector<TokenId>& OpenaiServer::endTokens(const std::string& text, const Progress& progress)
{
    if (!m_knowsEnds) {
        m_ends.clear();
        for (const TokenId token : m_strings->controls())
            if (chosen(text, {{token, chosenBias}}, 1, progress).isStopped)
                m_ends.push_back(token);
        m_knowsEnds = true;
    }
    if (m_ends.empty())
        m_connection.refuse(message("it ends the text with a token that is not known"));
    return m_ends;
}

std::vector<TokenLogProbability> OpenaiServer::ends(const std::string& text, const Progress& progress)
{
    std::vector<TokenLogProbability> found;
    for (const TokenId token : endTokens(text, progress))
        found.push_back({token, logProbabilityOfEnd(text, token, progress)});
    return found;
}

double OpenaiServer::logProbabilityOf(const std::vector<TokenId>& ids, TokenId token, const Progress& progress)
{
    const std::string text = textOrRefuse(ids);
    const OpenaiAnswer answer = chosen(text, {{token, chosenBias}}, 1, progress);
    if (answer.isStopped)
        return logProbabilityOfEnd(text, token, progress);
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
    if (!answer.isStopped)
        m_connection.refuse(message("it does not say which token it drew"));
    const std::vector<TokenLogProbability> found = ends(text, progress);
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
