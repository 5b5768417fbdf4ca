// SPDX-License-Identifier: MIT
#pragma once

#include "engine/speculation/copying_drafter.h"
#include "engine/speculation/suffix_automaton.h"

namespace draftscope {

/// The longest ending of the text that occurs earlier in it is found in a suffix automaton, however long it is, and what
/// followed its earliest occurrence is proposed (SAM decoding, arXiv 2411.10666). Endings shorter than `shortest` tokens are
/// left alone.
class SuffixAutomatonDrafter final : public CopyingDrafter {
public:
    SuffixAutomatonDrafter(int shortest, int vocabularySize) : CopyingDrafter(vocabularySize), m_shortest(shortest) {}

private:
    void read(std::span<const TokenId> text) override;
    [[nodiscard]] int find(std::span<const TokenId> all, std::span<const TokenId> drafted) const override;

    int m_shortest;
    SuffixAutomaton m_automaton;
    std::vector<TokenId> m_text; ///< that it is of
};

} // namespace draftscope
