// SPDX-License-Identifier: MIT
#include "engine/tokenizer/added_tokens.h"

#include <algorithm>
#include <unordered_set>

#include <utf8proc.h>

namespace draftscope {

namespace {

struct Character {
    utf8proc_int32_t code = -1;
    std::size_t size = 0; ///< bytes; 0 at the end of the text
};

Character characterAt(std::string_view text, std::size_t at)
{
    Character character;
    const auto size = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()) + at,
                                       utf8proc_ssize_t(text.size() - at), &character.code);
    character.size = size > 0 ? std::size_t(size) : 0;
    return character;
}

Character characterBefore(std::string_view text, std::size_t end)
{
    if (end == 0)
        return {};
    std::size_t begin = end - 1;
    while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xc0) == 0x80)
        --begin;
    return characterAt(text, begin);
}

bool isSpace(Character character)
{
    const auto code = character.code;
    return character.size > 0
        && ((code >= 0x09 && code <= 0x0d) || code == 0x20 || code == 0x85 || code == 0xa0 || code == 0x1680
            || (code >= 0x2000 && code <= 0x200a) || code == 0x2028 || code == 0x2029 || code == 0x202f
            || code == 0x205f || code == 0x3000);
}

bool isWordCharacter(Character character)
{
    if (character.size == 0)
        return false;
    if (character.code == 0x200c || character.code == 0x200d) // joiners
        return true;
    switch (utf8proc_category(character.code)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_PC:
        return true;
    default:
        return false;
    }
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

AddedTokens::AddedTokens(std::vector<AddedToken> tokens) : m_tokens(std::move(tokens))
{
    m_tokens.erase(
        std::remove_if(m_tokens.begin(), m_tokens.end(), [](const AddedToken& token) { return token.text.empty(); }),
        m_tokens.end());
    std::stable_sort(m_tokens.begin(), m_tokens.end(), [](const AddedToken& a, const AddedToken& b) {
        return firstByte(a) != firstByte(b) ? firstByte(a) < firstByte(b) : a.text.size() > b.text.size();
    });
    for (const AddedToken& token : m_tokens)
        ++m_begins[firstByte(token) + 1];
    for (std::size_t byte = 1; byte < m_begins.size(); ++byte)
        m_begins[byte] += m_begins[byte - 1];
}

std::optional<AddedTokens::Found> AddedTokens::next(std::string_view text, std::size_t from) const
{
    if (empty())
        return std::nullopt;
    for (std::size_t at = from; at < text.size(); ++at) {
        const auto byte = static_cast<unsigned char>(text[at]);
        for (std::size_t i = m_begins[byte]; i < m_begins[byte + 1]; ++i) {
            const AddedToken& token = m_tokens[i];
            if (!text.substr(at).starts_with(token.text))
                continue;
            Found found{at, at + token.text.size(), token.id};
            if (token.isWord
                && (isWordCharacter(characterBefore(text, found.begin))
                    || isWordCharacter(characterAt(text, found.end)))) {
                at = found.end - 1; // a match that does not count is passed over
                break;
            }
            if (token.takesSpaceBefore)
                for (Character c = characterBefore(text, found.begin); isSpace(c) && found.begin >= from + c.size;
                     c = characterBefore(text, found.begin))
                    found.begin -= c.size;
            if (token.takesSpaceBehind)
                for (Character c = characterAt(text, found.end); isSpace(c); c = characterAt(text, found.end))
                    found.end += c.size;
            return found;
        }
    }
    return std::nullopt;
}

} // namespace draftscope
