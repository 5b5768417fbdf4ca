// SPDX-License-Identifier: MIT
#pragma once

#include "engine/speculation/copying_drafter.h"

namespace draftscope {

/// Prompt lookup (n-gram drafting): the last n tokens of the text are looked for earlier in it, prompt and answer
/// alike, n from `longest` down to `shortest` and the most recent place first; what followed there is proposed (Saxena
/// 2023, prompt lookup decoding; LLMA, arXiv 2304.04487).
class PromptLookupDrafter final : public CopyingDrafter {
public:
    /// 1 <= shortest <= longest.
    PromptLookupDrafter(int longest, int shortest, int vocabularySize);

private:
    void read(std::span<const TokenId>) override {}
    [[nodiscard]] int find(std::span<const TokenId> all, std::span<const TokenId> drafted) override;

    int m_longest, m_shortest;
};

} // namespace draftscope
