// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "engine/speculation/suffix_automaton_drafter.h"

namespace draftscope {

/// Proposes what followed an earlier place of the text where its end has one, and has another drafter propose elsewhere
/// (SAM decoding beside another method, Hu et al., arXiv 2411.10666). A copy costs nothing, and where a text repeats
/// itself it is right for longer than a model is. In rounds that copy one after another the other drafter is left
/// alone; what they committed it reads in its next round.
class CopyFirstDrafter final : public Drafter {
public:
    /// other: not null. shortest: tokens that the end of the text and an earlier place share at least. length: the most
    /// that is copied in a round; a copy is no longer than what they share (SuffixDecoding, Oliaro et al., arXiv
    /// 2411.04975).
    CopyFirstDrafter(std::unique_ptr<Drafter> other, int shortest, int length, int vocabularySize);

    void begin(std::span<const TokenId> text, const Progress& progress = {}) override;
    /// That of the other drafter.
    [[nodiscard]] int roomAfter(int textLength) const override { return m_other->roomAfter(textLength); }
    [[nodiscard]] std::optional<int> ownLengthAfter(std::span<const TokenId> text) override;
    int addLevel(DraftTree& tree, std::span<const Expansion> level, const LevelDraws& draws,
                 const Progress& progress = {}) override;
    [[nodiscard]] LevelPlanner* asLevelPlanner() override { return m_copies ? nullptr : m_other->asLevelPlanner(); }
    [[nodiscard]] PassDrafter* asPassDrafter() override { return m_copies ? nullptr : m_other->asPassDrafter(); }
    [[nodiscard]] SequenceCache* cache() override { return m_other->cache(); }
    [[nodiscard]] int slotOf(int node) const override { return m_copies ? -1 : m_other->slotOf(node); }

private:
    std::unique_ptr<Drafter> m_other;
    SuffixAutomatonDrafter m_copier;
    int m_length;
    bool m_copies = false;       ///< in the round that has begun
    std::vector<TokenId> m_text; ///< of that round
};

} // namespace draftscope
