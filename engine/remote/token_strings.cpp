// SPDX-License-Identifier: MIT
#include "engine/remote/token_strings.h"

#include <algorithm>
#include <utility>

#include "engine/core/utf8.h"

namespace draftscope {
namespace {

/// Without what is no whole character.
std::string wholeCharacters(std::string_view bytes)
{
    std::string whole;
    while (!bytes.empty()) {
        const std::size_t valid = validUtf8Length(bytes);
        whole += bytes.substr(0, valid);
        bytes.remove_prefix(std::min(bytes.size(), valid + 1));
    }
    return whole;
}

bool isOneLetter(std::string_view text)
{
    return text.size() == 1 && ((text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z'));
}

} // namespace

TokenStrings::TokenStrings(std::shared_ptr<const Tokenizer> tokenizer) : m_tokenizer(std::move(tokenizer))
{
    for (TokenId token = 0; token < m_tokenizer->size(); ++token) {
        const auto [at, isNew] = m_only.try_emplace(shown(token), token);
        if (!isNew)
            at->second = noToken;
    }
    m_only[std::string()] = noToken; // of control tokens, or of none
    for (const auto& [string, token] : m_only) {
        m_distinct += token != noToken ? 1 : 0;
        if (token != noToken && isOneLetter(string) && !m_tokenizer->isByte(token)
            && (m_letter == noToken || token < m_letter))
            m_letter = token;
    }
}

std::string TokenStrings::shown(TokenId token) const
{
    return m_tokenizer->isControl(token) ? std::string() : wholeCharacters(m_tokenizer->bytes(token));
}

TokenId TokenStrings::only(const std::string& shown) const
{
    const auto found = m_only.find(shown);
    return found == m_only.end() ? noToken : found->second;
}

std::vector<TokenId> TokenStrings::all(const std::string& shown) const
{
    std::vector<TokenId> tokens;
    for (TokenId token = 0; token < m_tokenizer->size(); ++token)
        if (!m_tokenizer->isControl(token) && this->shown(token) == shown)
            tokens.push_back(token);
    return tokens;
}

/// llama-cpp-python looks at the last three bytes, and takes two to be behind the first, also where there are fewer
/// (0.3.36, llama.py: _create_completion).
bool TokenStrings::isUnfinished(TokenId token) const
{
    constexpr std::size_t seen = 3;
    const std::string bytes = m_tokenizer->isControl(token) ? std::string() : m_tokenizer->bytes(token);
    const std::string_view last = std::string_view(bytes).substr(bytes.size() - std::min(bytes.size(), seen));
    for (std::size_t i = 0; i < last.size(); ++i) {
        const auto byte = static_cast<unsigned char>(last[i]);
        const std::size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 0;
        if (length > seen - i)
            return true;
    }
    return false;
}

std::vector<TokenId> TokenStrings::controls() const
{
    std::vector<TokenId> tokens;
    for (TokenId token = 0; token < m_tokenizer->size(); ++token)
        if (m_tokenizer->isControl(token))
            tokens.push_back(token);
    return tokens;
}

std::string TokenStrings::textOf(std::span<const TokenId> tokens) const
{
    if (m_tokenizer->addsBos() && !tokens.empty() && tokens.front() == m_tokenizer->bos())
        tokens = tokens.subspan(1);
    std::string text;
    while (!tokens.empty()) {
        const auto plain =
            std::size_t(std::ranges::find_if(tokens, [this](TokenId token) { return m_tokenizer->isControl(token); })
                        - tokens.begin());
        if (plain == 0) {
            text += m_tokenizer->piece(tokens.front());
            tokens = tokens.subspan(1);
            continue;
        }
        text += m_tokenizer->decode(tokens.first(plain)); // without the space that a text's first word gets
        tokens = tokens.subspan(plain);
    }
    return text;
}

bool TokenStrings::isSplitInto(std::string_view text, std::span<const TokenId> tokens) const
{
    if (!isUtf8(text))
        return false;
    const auto split = m_tokenizer->encodePrompt(text);
    return split && std::ranges::equal(*split, tokens);
}

} // namespace draftscope
