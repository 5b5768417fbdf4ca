// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playback/run_vocabulary.h"

namespace draftscope {

std::size_t RunVocabulary::size() const
{
    return m_tokenizer ? std::size_t(m_tokenizer->size()) : 0;
}

std::string RunVocabulary::bytesOf(TokenId token) const
{
    return m_tokenizer ? m_tokenizer->bytes(token) : std::string(recording().tokenBytes(token));
}

QString RunVocabulary::textOf(TokenId token, Spaces spaces) const
{
    if (m_tokenizer && !recording().knowsToken(token))
        if (const std::string bytes = m_tokenizer->bytes(token); !bytes.empty())
            return tokenText(bytes, spaces);
    return tokenText(recording(), token, spaces);
}

QString RunVocabulary::nameOf(TokenId token) const
{
    return m_tokenizer && token >= 0 && token < m_tokenizer->size() && m_tokenizer->bytes(token).empty()
        ? QString::fromStdString(m_tokenizer->piece(token))
        : QString();
}

std::optional<TokenId> RunVocabulary::tokenOf(const QString& text) const
{
    const std::string wanted = text.toStdString();
    if (wanted.empty())
        return std::nullopt;
    for (TokenId token = 0; m_tokenizer && token < m_tokenizer->size(); ++token)
        if (m_tokenizer->bytes(token) == wanted)
            return token;
    for (const auto& [token, bytes] : recording().tokens())
        if (bytes == wanted)
            return token;
    return std::nullopt;
}

} // namespace draftscope
