// SPDX-License-Identifier: MIT
#include "engine/cli/text_stream.h"

namespace draftscope {

TextStream::TextStream(std::shared_ptr<const Tokenizer> tokenizer, std::vector<TokenId> prompt)
    : m_tokenizer(std::move(tokenizer)), m_start(std::move(prompt)), m_started(!m_tokenizer->decode(m_start).empty())
{
}

std::string TextStream::add(TokenId token)
{
    if (m_started)
        return m_utf8.add(m_tokenizer->bytes(token));
    m_start.push_back(token);
    const std::string text = m_tokenizer->decode(m_start);
    m_started = !text.empty();
    return m_utf8.add(text);
}

} // namespace draftscope
