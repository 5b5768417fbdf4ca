// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "engine/speculation/draft_context.h"
#include "engine/speculation/drafter.h"
#include "engine/speculation/fed_nodes.h"
#include "engine/speculation/local_target.h"

namespace draftscope {

/// A part of the target drafts: without some of its sublayers (Draft & Verify, arXiv 2309.08168), or its first layers
/// alone, whose work the verify pass goes on from (early exit: LayerSkip, arXiv 2404.16710). It reads the target's keys
/// and values of the text, and those of its drafts lie in slots of the target's that LocalTarget::plan() takes over or
/// frees. So it has no cache of its own.
class SelfDrafter final : public Drafter {
public:
    /// The target outlives the drafter and is aligned to a round's text before its first level.
    SelfDrafter(LocalTarget& target, PassPart part);

    void begin(std::span<const TokenId> text, const Progress& progress = {}) override;
    [[nodiscard]] int roomAfter(int textLength) const override;
    int addLevel(DraftTree& tree, std::span<const Expansion> level, const LevelDraws& draws,
                 const Progress& progress = {}) override;

private:
    /// Runs the parents of a level, and leaves their logits in m_logits, in order.
    void feedParents(const DraftTree& tree, std::span<const Expansion> level, const Progress& progress);
    void feedRoot(const Progress& progress);

    LocalTarget& m_target;
    PassPart m_part;
    DraftVocabulary m_vocabulary;
    std::vector<TokenId> m_text;
    FedNodes m_fed;              ///< of this round; the root is node -1
    std::vector<float> m_logits; ///< [parents of a level, vocabulary]
};

} // namespace draftscope
