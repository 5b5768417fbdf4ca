// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/speculation/drafter.h"
#include "engine/speculation/sequence_cache.h"

namespace draftscope {

/// A smaller model of the same vocabulary proposes a chain, each token drawn from its own distribution after the
/// sampler's steps (Leviathan et al., arXiv 2211.17192; Chen et al., arXiv 2302.01318).
///
/// After a fully accepted round the draft has not seen its own last token, because nothing was drawn after it: its
/// cache is one token short, and the next first level feeds two. begin() feeds longer gaps (the prompt, a rewind) at
/// once.
class TwoModelDrafter final : public Drafter, public ChainDrafter {
public:
    /// modelName: the draft's, for the sentence of an error. tokenizerSize: ids from there on are padding and get no
    /// probability. targetVocabulary: size that q is made to have, because padded vocabularies may differ. promptCount:
    /// see SequenceCache.
    TwoModelDrafter(std::unique_ptr<ForwardPass> draft, std::string modelName, int tokenizerSize, int targetVocabulary,
                    int promptCount = 0);

    void begin(std::span<const TokenId> text, const Progress& progress = {}) override;
    /// Drafted tokens have positions of the draft's context, like all others.
    [[nodiscard]] int roomAfter(int textLength) const override;
    int addLevel(DraftTree& tree, const LevelDraws& draws, const Progress& progress = {}) override;
    [[nodiscard]] ChainDrafter* asChainDrafter() override { return this; }
    [[nodiscard]] ForwardPass& pass() override { return m_cache.pass(); }
    [[nodiscard]] int tokenizerSize() const override { return m_tokenizerSize; }
    [[nodiscard]] std::span<const Rows> plan(int count) override;
    void adopt(std::span<const TokenId> tokens) override;
    [[nodiscard]] const SlotTable* slotTable() const override { return &m_cache.table(); }
    [[nodiscard]] int slotOf(int node) const override;

private:
    /// Runs whatever the draft has not seen up to the last node; false when its context or cache is full.
    bool feedUpTo(const DraftTree& tree, const Progress& progress);

    SequenceCache m_cache;
    std::string m_modelName;
    int m_tokenizerSize, m_targetVocabulary;
    std::vector<TokenId> m_text;
    std::vector<int> m_chain; ///< slots of the nodes fed so far
    std::vector<float> m_logits;
    std::vector<Rows> m_plan;   ///< by node
    std::vector<int> m_planned; ///< slots of its rows: of text that was not seen, then of nodes
};

} // namespace draftscope
