// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "engine/model/draft_head.h"
#include "engine/speculation/draft_context.h"
#include "engine/speculation/drafter.h"
#include "engine/speculation/local_target.h"

namespace draftscope {

/// Medusa's heads (Cai et al., arXiv 2401.10774) each read the target's hidden state of the last token but one, which
/// the target gave the last token from: the first head says what follows that, the next what follows one token later.
/// So q of a level does not depend on the tokens between, and all its parents share it. No tree is deeper than there
/// are heads.
///
/// Children are chosen as those of TwoModelDrafter are. A text of one token has no such state, and nothing is drafted
/// after it.
class MedusaDrafter final : public Drafter, public LevelPlanner, public PassDrafter {
public:
    /// heads: of the passes of the head's models, in order. Has the target keep the states that they read.
    MedusaDrafter(const DraftHead& head, std::span<const PassShare> heads, LocalTarget& target);

    /// Precondition: the target holds all of the text but its last token.
    void begin(std::span<const TokenId> text, const Progress& progress = {}) override;
    [[nodiscard]] int roomAfter(int textLength) const override;
    int addLevel(DraftTree& tree, std::span<const Expansion> level, const LevelDraws& draws,
                 const Progress& progress = {}) override;
    [[nodiscard]] LevelPlanner* asLevelPlanner() override { return this; }
    [[nodiscard]] PassDrafter* asPassDrafter() override { return this; }
    [[nodiscard]] std::vector<ForwardPass*> passes() override;
    [[nodiscard]] const DraftVocabulary& vocabulary() const override { return m_vocabulary; }
    [[nodiscard]] bool canPlan() const override { return m_textLength > 1; }
    [[nodiscard]] std::span<const Rows> plan(const DraftTree& tree) override { return plan(tree.depth(), 1); }
    [[nodiscard]] std::span<const Rows> plan(int levels, int parents) override;
    void adopt(const DraftTree&) override {} // nothing was fed
    [[nodiscard]] std::optional<PassRequest> planLevel(const DraftTree& tree,
                                                       std::span<const Expansion> level) override;
    int drawLevel(DraftTree& tree, std::span<const Expansion> level, const LevelDraws& draws) override;

private:
    void fillRows(Rows& rows) const;

    LocalTarget& m_target;
    std::vector<PassShare> m_heads;
    DraftVocabulary m_vocabulary;
    int m_textLength = 0;
    Rows m_rows;                 ///< one, of the pass in front of a level
    std::vector<Rows> m_plan;    ///< the same, by level
    std::vector<float> m_logits; ///< [vocabulary]
};

} // namespace draftscope
