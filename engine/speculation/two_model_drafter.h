// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/speculation/draft_context.h"
#include "engine/speculation/drafter.h"
#include "engine/speculation/fed_nodes.h"
#include "engine/speculation/level_plan.h"
#include "engine/speculation/sequence_cache.h"

namespace draftscope {

/// Speculative decoding with a draft model: a smaller model of the same vocabulary proposes tokens from its own
/// distribution: a chain, drawn after the sampler's steps (Leviathan et al., arXiv 2211.17192; Chen et al., arXiv
/// 2302.01318), or children of several nodes a level, whose parents are one pass. Deterministic children are the
/// likeliest at temperature 1 without filters (EAGLE-2, arXiv 2406.16858), so that there are several of them where the
/// target decodes greedily.
///
/// After a fully accepted round the draft has not seen its own last token, because nothing was drawn after it: its
/// cache is one token short, and the next first level feeds two. begin() feeds longer gaps (the prompt, a rewind) at
/// once.
class TwoModelDrafter final : public Drafter, public LevelPlanner, public PassDrafter {
public:
    /// vocabulary: of the model whose pass it is. promptCount: see SequenceCache.
    TwoModelDrafter(PassShare draft, DraftVocabulary vocabulary, int promptCount = 0);

    void begin(std::span<const TokenId> text, const Progress& progress = {}) override;
    /// Drafted tokens have positions of the draft's context, like all others.
    [[nodiscard]] int roomAfter(int textLength) const override;
    int addLevel(DraftTree& tree, std::span<const Expansion> level, const LevelDraws& draws,
                 const Progress& progress = {}) override;
    [[nodiscard]] LevelPlanner* asLevelPlanner() override { return this; }
    [[nodiscard]] PassDrafter* asPassDrafter() override { return this; }
    [[nodiscard]] std::optional<PassRequest> planLevel(const DraftTree& tree,
                                                       std::span<const Expansion> level) override;
    int drawLevel(DraftTree& tree, std::span<const Expansion> level, const LevelDraws& draws) override;
    [[nodiscard]] std::optional<PassRequest> planMissing() override;
    void fedMissing() override { m_cache.commitPlanned(); }
    [[nodiscard]] std::vector<ForwardPass*> passes() override { return {&m_cache.pass()}; }
    [[nodiscard]] const DraftVocabulary& vocabulary() const override { return m_vocabulary; }
    [[nodiscard]] std::span<const Rows> plan(const DraftTree& tree) override;
    [[nodiscard]] std::span<const Rows> plan(int levels, int parents) override;
    void adopt(const DraftTree& tree) override { m_plan.adopt(m_cache, m_fed, tree); }
    [[nodiscard]] SequenceCache* cache() override { return &m_cache; }
    [[nodiscard]] int slotOf(int node) const override { return m_fed.slotOf(node); }

private:
    /// Lays out the pass in front of the first level: the text behind what is cached.
    [[nodiscard]] const Rows& planFirst();

    SequenceCache m_cache;
    DraftVocabulary m_vocabulary;
    std::vector<TokenId> m_text;
    FedNodes m_fed;              ///< of this round
    std::vector<float> m_logits; ///< [parents of a level, logitCount]
    LevelPlan m_plan;
};

} // namespace draftscope
