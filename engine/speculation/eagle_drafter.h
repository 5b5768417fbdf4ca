// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "engine/model/draft_head.h"
#include "engine/speculation/draft_context.h"
#include "engine/speculation/drafter.h"
#include "engine/speculation/fed_nodes.h"
#include "engine/speculation/level_plan.h"
#include "engine/speculation/local_target.h"
#include "engine/speculation/sequence_cache.h"

namespace draftscope {

/// An EAGLE head (Li et al., arXiv 2401.15077, 2406.16858; EAGLE-3: arXiv 2503.01840) drafts with the target's hidden
/// states. Its row P is made of token P + 1 and the target's states of token P, so its cache is one row shorter than
/// the text, and its last row says what follows the text. Rows of drafted tokens take for those states what the head
/// made itself of the row before. Once such tokens are committed, their rows are made anew of the target's states:
/// nothing that was drafted is kept.
///
/// Children are chosen as those of TwoModelDrafter are. A text of one token has no row, and nothing is drafted after
/// it.
class EagleDrafter final : public Drafter, public LevelPlanner, public PassDrafter {
public:
    /// pass: of the head's one model. Has the target keep the states that the head reads.
    EagleDrafter(std::shared_ptr<const DraftHead> head, PassShare pass, LocalTarget& target);

    /// Precondition: the target holds all of the text but its last token.
    void begin(std::span<const TokenId> text, const Progress& progress = {}) override;
    [[nodiscard]] int roomAfter(int textLength) const override;
    int addLevel(DraftTree& tree, std::span<const Expansion> level, const LevelDraws& draws,
                 const Progress& progress = {}) override;
    [[nodiscard]] LevelPlanner* asLevelPlanner() override { return this; }
    [[nodiscard]] PassDrafter* asPassDrafter() override { return this; }
    [[nodiscard]] std::optional<PassRequest> planLevel(const DraftTree& tree,
                                                       std::span<const Expansion> level) override;
    int drawLevel(DraftTree& tree, std::span<const Expansion> level, const LevelDraws& draws) override;
    [[nodiscard]] std::vector<ForwardPass*> passes() override { return {&m_cache.pass()}; }
    [[nodiscard]] const DraftVocabulary& vocabulary() const override { return m_vocabulary; }
    [[nodiscard]] bool canPlan() const override { return m_text.size() > 1; }
    [[nodiscard]] std::span<const Rows> plan(const DraftTree& tree) override;
    [[nodiscard]] std::span<const Rows> plan(int levels, int parents) override;
    void adopt(const DraftTree& tree) override { m_plan.adopt(m_cache, m_fed, tree); }
    [[nodiscard]] SequenceCache* cache() override { return &m_cache; }
    [[nodiscard]] int slotOf(int node) const override { return m_fed.slotOf(node); }

private:
    /// Makes the rows up to `end` that are missing of the target's states, 64 a pass at most.
    void feedText(int end, const Progress& progress);
    /// Lays out the pass that makes the next `count` rows of the text.
    [[nodiscard]] const Rows& planText(int count, bool wantLogits);
    /// That of all that are missing, which is in front of the first level.
    [[nodiscard]] const Rows& planFirst();
    /// Lays out the pass of the parents of a level.
    void planParents(const DraftTree& tree, std::span<const Expansion> level);
    /// What the head made of the row that a node was drafted after.
    [[nodiscard]] std::span<const float> stateBefore(int parent) const;
    [[nodiscard]] const ModelConfig& config() const { return m_cache.config(); }

    std::shared_ptr<const DraftHead> m_head;
    LocalTarget& m_target;
    SequenceCache m_cache; ///< its tokens are those of the text behind the first
    DraftVocabulary m_vocabulary;
    std::vector<TokenId> m_text;
    int m_targetRope = 0;        ///< ModelConfig::sameRopeUntil() of the text, by the target's configuration
    FedNodes m_fed;              ///< of this round
    std::vector<int> m_slots;    ///< of the rows of planText()
    std::vector<float> m_input;  ///< states or features of a pass's rows
    std::vector<float> m_logits; ///< [parents of a level, logitCount]
    LevelPlan m_plan;
};

} // namespace draftscope
