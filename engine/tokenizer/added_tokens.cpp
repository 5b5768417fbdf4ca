// SPDX-License-Identifier: MIT
#include "engine/tokenizer/added_tokens.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <unordered_set>

#include "engine/tokenizer/unicode_text.h"

namespace draftscope {

namespace {

bool isSpace(TextCharacter character)
{
    return character.size > 0 && isWhiteSpace(character.code);
}

bool isWordCharacter(TextCharacter character)
{
    return character.size > 0 && isWordCode(character.code);
}

std::size_t firstByte(const AddedToken& token)
{
    return static_cast<unsigned char>(token.text.front());
}

} // namespace

void addMissing(std::vector<AddedToken>& tokens, const std::vector<AddedToken>& more)
{
    std::unordered_set<TokenId> ids;
    std::unordered_set<std::string> texts;
    for (const AddedToken& token : tokens) {
        ids.insert(token.id);
        texts.insert(token.text);
    }
    for (const AddedToken& token : more)
        if (!ids.contains(token.id) && !texts.contains(token.text)) {
            ids.insert(token.id);
            texts.insert(token.text);
            tokens.push_back(token);
        }
}

AddedTokens::AddedTokens(std::vector<AddedToken> tokens, Order order) : m_order(order), m_tokens(std::move(tokens))
{
    m_tokens.erase(
        std::remove_if(m_tokens.begin(), m_tokens.end(), [](const AddedToken& token) { return token.text.empty(); }),
        m_tokens.end());
    if (m_order == Order::longest) {
        // llama.cpp sorts ids by length with std::sort, so tokens of one length come in that function's order.
        std::stable_sort(m_tokens.begin(), m_tokens.end(),
                         [](const AddedToken& a, const AddedToken& b) { return a.id < b.id; });
        std::sort(m_tokens.begin(), m_tokens.end(),
                  [](const AddedToken& a, const AddedToken& b) { return a.text.size() > b.text.size(); });
    }
    std::vector<TokenId> inOrder;
    for (const AddedToken& token : m_tokens)
        inOrder.push_back(token.id);
    std::stable_sort(m_tokens.begin(), m_tokens.end(), [](const AddedToken& a, const AddedToken& b) {
        return firstByte(a) != firstByte(b) ? firstByte(a) < firstByte(b) : a.text.size() > b.text.size();
    });
    for (const AddedToken& token : m_tokens)
        ++m_begins[firstByte(token) + 1];
    for (std::size_t byte = 1; byte < m_begins.size(); ++byte)
        m_begins[byte] += m_begins[byte - 1];
    if (m_order == Order::longest) {
        std::unordered_map<TokenId, std::size_t> places;
        for (std::size_t place = 0; place < m_tokens.size(); ++place)
            places.emplace(m_tokens[place].id, place);
        for (const TokenId id : inOrder)
            m_ranks.push_back(places[id]);
    }
}

/// Places in m_tokens of those that a text contains, in the order in which they are looked for.
std::vector<std::size_t> AddedTokens::tokensIn(std::string_view text) const
{
    std::vector<bool> isThere(m_tokens.size());
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto byte = static_cast<unsigned char>(text[at]);
        for (std::size_t i = m_begins[byte]; i < m_begins[byte + 1]; ++i)
            isThere[i] = isThere[i] || text.substr(at).starts_with(m_tokens[i].text);
    }
    std::vector<std::size_t> found;
    std::copy_if(m_ranks.begin(), m_ranks.end(), std::back_inserter(found),
                 [&](std::size_t place) { return isThere[place]; });
    return found;
}

std::vector<AddedTokens::Found> AddedTokens::findLongestFirst(std::string_view text) const
{
    std::vector<Found> parts = {{0, text.size(), noToken}}; // noToken: text in which more may be found
    const auto isAsciiSpace = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
    for (const std::size_t place : tokensIn(text)) {
        const AddedToken& token = m_tokens[place];
        std::vector<Found> cut;
        for (Found part : parts) {
            while (part.id == noToken) {
                const std::size_t at = text.substr(0, part.end).find(token.text, part.begin);
                if (at == std::string_view::npos)
                    break;
                std::size_t begin = at, end = at + token.text.size();
                while (token.takesSpaceBefore && begin > part.begin && isAsciiSpace(text[begin - 1]))
                    --begin;
                while (token.takesSpaceBehind && end < part.end && isAsciiSpace(text[end]))
                    ++end;
                if (begin > part.begin)
                    cut.push_back({part.begin, begin, noToken});
                cut.push_back({begin, end, token.id});
                part.begin = end;
            }
            if (part.begin < part.end)
                cut.push_back(part);
        }
        parts = std::move(cut);
    }
    std::erase_if(parts, [](const Found& part) { return part.id == noToken; });
    return parts;
}

/// The place in m_tokens of the longest one that begins at a place of a text.
std::optional<std::size_t> AddedTokens::longestAt(std::string_view text, std::size_t at) const
{
    const auto byte = static_cast<unsigned char>(text[at]);
    for (std::size_t i = m_begins[byte]; i < m_begins[byte + 1]; ++i)
        if (text.substr(at).starts_with(m_tokens[i].text))
            return i;
    return std::nullopt;
}

/// As Hugging Face's tokenizers: what a token takes of the white space beside it may hold other tokens all the same,
/// which are found.
std::vector<AddedTokens::Found> AddedTokens::findLeftmost(std::string_view text) const
{
    std::vector<Found> all;
    if (empty())
        return all;
    std::size_t done = 0;
    for (std::size_t at = 0; at < text.size();) {
        const auto place = longestAt(text, at);
        if (!place) {
            ++at;
            continue;
        }
        const AddedToken& token = m_tokens[*place];
        Found found{at, at + token.text.size(), token.id};
        at = found.end;
        if (token.isWord
            && (isWordCharacter(characterBefore(text, found.begin)) || isWordCharacter(characterAt(text, found.end))))
            continue; // it does not count, and is passed over
        if (token.takesSpaceBefore) {
            while (found.begin > done && isSpace(characterBefore(text, found.begin)))
                found.begin -= characterBefore(text, found.begin).size;
            found.begin = std::max(found.begin, done);
        }
        if (token.takesSpaceBehind)
            while (isSpace(characterAt(text, found.end)))
                found.end += characterAt(text, found.end).size;
        done = found.end;
        all.push_back(found);
    }
    return all;
}

} // namespace draftscope
