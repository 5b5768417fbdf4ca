// SPDX-License-Identifier: MIT
// Private to this folder.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "engine/record/records.h"

namespace draftscope {

/// Prompt and committed tokens: where each came from, and as models take them.
class DecodedText {
public:
    explicit DecodedText(std::span<const TokenId> prompt) : m_promptLength(int(prompt.size()))
    {
        for (const TokenId token : prompt)
            add({token, TokenSource::prompt, -1});
    }

    [[nodiscard]] const std::vector<CommittedToken>& committed() const { return m_committed; }
    [[nodiscard]] const std::vector<TokenId>& tokens() const { return m_tokens; }
    [[nodiscard]] int generatedCount() const { return int(m_tokens.size()) - m_promptLength; }

    void add(const CommittedToken& token)
    {
        m_committed.push_back(token);
        m_tokens.push_back(token.token);
    }
    /// By one with the same prompt.
    void replaceBy(std::vector<CommittedToken> text)
    {
        m_committed = std::move(text);
        m_tokens.clear();
        for (const CommittedToken& token : m_committed)
            m_tokens.push_back(token.token);
    }

private:
    int m_promptLength;
    std::vector<CommittedToken> m_committed;
    std::vector<TokenId> m_tokens;
};

} // namespace draftscope
