// SPDX-License-Identifier: MIT
#include "engine/remote/known_texts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/core/fnv1a.h"

namespace draftscope {
namespace {

constexpr std::size_t mostKeptBytes = std::size_t(256) << 20;
constexpr double roundingOfSum = 0.01;   ///< what float sums over a large vocabulary may be wrong by
constexpr double roundingOfLog = 1e-3;   ///< over ln 1
constexpr double lowestLogP = -1e30;     ///< under it a server says that a token cannot come
constexpr double roundingOfOrder = 1e-6; ///< of logarithms that are equal
constexpr double spreadOfAnswers = 0.1;  ///< of a sum of p from several answers: each computes the text anew
constexpr double leastOfAnswers = 1e-5;  ///< p that is left for a token where others have all of it

std::uint64_t hashOf(std::span<const TokenId> text)
{
    Fnv1a hash;
    hash.add(text.data(), text.size_bytes());
    return hash.value();
}

double sumOf(const std::vector<TokenLogProbability>& listed)
{
    double sum = 0;
    for (const TokenLogProbability& one : listed)
        sum += std::exp(one.logP);
    return sum;
}

} // namespace

bool KnownText::tells(TokenId token) const
{
    return isAll() || std::ranges::find(listed, token, &TokenLogProbability::token) != listed.end()
        || std::ranges::find(others, token, &TokenLogProbability::token) != others.end();
}

std::size_t KnownText::bytes() const
{
    constexpr std::size_t ofEntry = 512;
    return ofEntry + text.size() * sizeof(TokenId) + logP.size() * sizeof(float)
        + (listed.size() + others.size()) * sizeof(TokenLogProbability);
}

std::shared_ptr<KnownText> KnownTexts::find(std::span<const TokenId> text) const
{
    const auto found = m_byHash.find(hashOf(text));
    return found != m_byHash.end() && std::ranges::equal(found->second.known->text, text) ? found->second.known
                                                                                          : nullptr;
}

void KnownTexts::keep(std::shared_ptr<KnownText> known)
{
    const std::uint64_t hash = hashOf(known->text);
    const std::size_t bytes = known->bytes();
    const auto [at, isNew] = m_byHash.try_emplace(hash);
    if (isNew)
        m_order.push_back(hash);
    m_bytes += bytes - at->second.bytes;
    at->second = {std::move(known), bytes};
    while (m_bytes > mostKeptBytes && m_order.size() > 1) {
        const auto oldest = m_byHash.find(m_order.front());
        m_bytes -= oldest->second.bytes;
        m_byHash.erase(oldest);
        m_order.pop_front();
    }
}

void KnownTexts::clear()
{
    m_byHash.clear();
    m_order.clear();
    m_bytes = 0;
}

TokenLogProbability checkedToken(const ServerConnection& server, TokenLogProbability told, int vocabularySize)
{
    if (told.token < 0 || told.token >= vocabularySize)
        server.refuse(message("it names token {}, and its vocabulary has {}", told.token, vocabularySize));
    if (std::isnan(told.logP) || told.logP > roundingOfLog)
        server.refuse(message("it gives token {} the log-probability {}", told.token, told.logP));
    if (told.logP < lowestLogP)
        told.logP = -std::numeric_limits<double>::infinity();
    told.logP = std::min(told.logP, 0.0);
    return told;
}

void takeTold(const ServerConnection& server, const ToldContext& told, int count, int vocabularySize, KnownText& known)
{
    const bool wantsAll = (count == 0 || count >= vocabularySize);
    auto wanted = std::size_t(wantsAll ? vocabularySize : count);
    std::vector<TokenLogProbability> listed;
    listed.reserve(told.likeliest.size());
    for (const TokenLogProbability& one : told.likeliest)
        listed.push_back(checkedToken(server, one, vocabularySize));
    if (told.lacksSome && !wantsAll && !listed.empty())
        wanted = std::min(wanted, listed.size());
    if (listed.size() < wanted)
        server.refuse(message("it lists {} tokens where {} were asked for", listed.size(), wanted));
    listed.resize(wanted);
    for (std::size_t i = 1; i < listed.size(); ++i) {
        if (listed[i].logP > listed[i - 1].logP + roundingOfOrder)
            server.refuse(
                message("it lists the likeliest tokens, and token {} has more than one before it", listed[i].token));
        listed[i].logP = std::min(listed[i].logP, listed[i - 1].logP);
    }
    std::vector<TokenId> ids;
    for (const TokenLogProbability& one : listed)
        ids.push_back(one.token);
    std::ranges::sort(ids);
    if (const auto twice = std::ranges::adjacent_find(ids); twice != ids.end())
        server.refuse(message("it lists token {} twice", *twice));
    const double sum = sumOf(listed);
    if (sum > 1 + roundingOfSum || (wantsAll && sum < 1 - roundingOfSum))
        server.refuse(message("the probabilities of {} tokens are {:.3f} together", listed.size(), sum));
    known.asked = count;
    known.likeliest = listed.front().token;
    known.logP.clear();
    known.listed.clear();
    if (wantsAll) {
        known.others.clear();
        known.logP.assign(std::size_t(vocabularySize), 0);
        for (const TokenLogProbability& one : listed)
            known.logP[std::size_t(one.token)] = float(one.logP);
        return;
    }
    known.listed = std::move(listed);
    for (const TokenLogProbability& other : told.others)
        if (!known.tells(other.token))
            addOther(server, other, vocabularySize, known);
}

void addOther(const ServerConnection& server, const TokenLogProbability& told, int vocabularySize, KnownText& known)
{
    TokenLogProbability other = checkedToken(server, told, vocabularySize);
    const double left = 1 - sumOf(known.listed) - sumOf(known.others);
    const double p = std::exp(other.logP);
    if (p > left + spreadOfAnswers)
        server.refuse(
            message("its probabilities do not go together ({})",
                    message("token {} has {:.3f}, and {:.3f} are left", other.token, p, std::max(0.0, left))));
    if (p > std::max(left, leastOfAnswers))
        other.logP = std::log(std::max(left, leastOfAnswers));
    known.others.push_back(other);
}

} // namespace draftscope
