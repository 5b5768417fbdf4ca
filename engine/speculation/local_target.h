// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/core/thread_pool.h"
#include "engine/model/model.h"
#include "engine/speculation/sequence_cache.h"
#include "engine/speculation/target.h"

namespace draftscope {

/// A target model in this process, with the K/V cache of one text. Its planned rows may also be run elsewhere: together
/// with those of other sequences (request()) or by a RoundRunner (rowsToRun()).
class LocalTarget final : public Target {
public:
    /// promptCount: see SequenceCache. `threads` compute the distributions of contexts; null: the caller does.
    LocalTarget(std::shared_ptr<const Model> model, PassShare pass, int promptCount,
                std::shared_ptr<ThreadPool> threads);

    [[nodiscard]] const ModelConfig& config() const { return m_cache.config(); }
    /// For drafters that draft with the target itself, which take slots there for what runDraft() is given, and for
    /// those that read its hidden states: they have the cache keep them before the first align().
    [[nodiscard]] SequenceCache& cache() { return m_cache; }
    [[nodiscard]] const SequenceCache& cache() const { return m_cache; }
    /// The hidden states of a token of the text that the cache holds: [states, hiddenSize], as
    /// SequenceCache::keepStates() names them.
    [[nodiscard]] std::span<const float> statesAt(int position) const
    {
        return m_cache.statesOf(m_cache.path()[std::size_t(position)]);
    }
    /// Runs drafted nodes, or the root, which is node -1, through a part of the model, in speculative slots of the
    /// cache; logits as in ForwardPass::run. Nodes come in order, and in a round all through the same part. Where that
    /// is the first layers, and whole, verify() runs these rows through the others only. Throws Cancelled and
    /// BackendFailure: align() goes before anything else then.
    void runDraft(std::span<const Row> rows, std::span<const int> nodes, const PassPart& part, std::span<float> logits,
                  const Progress& progress = {});

    [[nodiscard]] std::string name() const override { return m_model->name; }
    [[nodiscard]] std::string backendName() const override { return m_cache.pass().backendName(); }
    [[nodiscard]] int vocabularySize() const override { return config().vocabularySize; }
    [[nodiscard]] int tokenizerSize() const override { return m_model->tokenizer->size(); }
    [[nodiscard]] int roomOfRope(int textLength) const override { return m_cache.roomOfRope(textLength); }
    [[nodiscard]] LocalTarget* asLocal() override { return this; }

    /// Feeds what the cache lacks of the text.
    void align(std::span<const TokenId> text, const Progress& progress = {}) override;
    /// Drops the last tokens of the text that the cache holds, which come with the next round's pass again: cropping,
    /// for a batch whose draft is as many short. Behind the prompt.
    void crop(int count);
    /// What was cropped goes before the root. Every row takes a slot, or the one that a drafter began it in; other
    /// slots of drafts are freed.
    void plan(TokenId root, int textLength, const DraftTree& tree, std::span<const SideRow> sideRows = {}) override;
    /// The planned rows, to be run elsewhere (RoundRunner), with the states that are kept among what is wanted of them.
    /// Refers to this object until it is changed.
    [[nodiscard]] const Rows& rowsToRun();
    /// Those rows have been run elsewhere, and these are the tokens that the nodes turned out to be, none of them
    /// pruned. No side rows are among them. States are there of these rows.
    void adopt(std::span<const TokenId> tokens, std::span<const int> rowsWithStates);
    /// The same where a tree was planned for its number of nodes alone, and this is the one that came of it: as many of
    /// its nodes are not pruned.
    void adopt(TokenId root, int textLength, const DraftTree& tree, std::span<const int> rowsWithStates);
    /// Runs the planned rows and keeps their logits. The root is committed then, the nodes are speculative. Throws
    /// Cancelled (the slots stay taken until the next align()) and BackendFailure. The same as request(), what that
    /// asks for, and verified().
    void verify(const Progress& progress = {}) override;
    /// The planned rows with the place of their logits, to be run with those of others. Precondition:
    /// verifiesInOnePass().
    [[nodiscard]] PassRequest request();
    void verified();
    /// What verify() would do is the planned pass and no more: no drafter has begun nodes.
    [[nodiscard]] bool verifiesInOnePass() const { return m_begun.empty(); }
    [[nodiscard]] bool isVerified(int context) const override
    {
        return context < m_contextCount && m_rowOf[std::size_t(context)] >= 0;
    }

    void beginSampling(const SamplerSettings& sampler) override;
    void sampleAll() override;
    [[nodiscard]] bool isSampled(int context) const override;
    [[nodiscard]] const Distribution& p(int context) override;
    [[nodiscard]] std::span<const float> logits(int context) const override;
    /// Likewise after a side row, counted from 0.
    [[nodiscard]] std::span<const float> sideLogits(int sideRow) const { return logits(m_contextCount + sideRow); }

    /// The slot of a planned node; -1 where it was pruned.
    [[nodiscard]] int slotOf(int node) const
    {
        return isVerified(node + 1) ? m_rows[std::size_t(m_rowOf[std::size_t(node) + 1])].slot : -1;
    }
    [[nodiscard]] int shownSlotOf(int node) const override { return m_cache.shownSlot(slotOf(node)); }
    [[nodiscard]] int sideSlot(int sideRow) const
    {
        return m_rows[std::size_t(m_rowOf[std::size_t(m_contextCount + sideRow)])].slot;
    }
    /// A fault on purpose: nodes that stay in the cache beside the text. Before commit(), and not of its path.
    void keepStale(std::span<const int> nodes);
    void commit(std::span<const int> path) override;
    void reset() override { m_cache.clear(); }

private:
    /// A row that a drafter has run through the first layers.
    struct Begun {
        int node = -1, slot = -1;
    };
    [[nodiscard]] const Rows& plannedRows();
    [[nodiscard]] const Begun* begunAt(int node) const;
    void forgetDrafts();
    /// Runs the planned rows, each from where it was left.
    void finishBegun(std::span<float> logits, const Progress& progress);

    std::shared_ptr<const Model> m_model;
    SequenceCache m_cache;
    std::shared_ptr<ThreadPool> m_threads;
    int m_cropped = 0;                ///< tokens that align() leaves to the round's pass
    std::vector<TokenId> m_refed;     ///< these, once it has been aligned
    std::vector<int> m_refedSlots;    ///< as planned
    std::vector<Row> m_allRows;       ///< memory behind plannedRows() where there are some
    std::vector<Row> m_rows;          ///< of the pass: the root, then the nodes that are not pruned, then the side rows
    std::vector<int> m_rowOf;         ///< by context, then by side row; -1 where a node was pruned
    int m_contextCount = 0;           ///< of the tree: where side rows begin in m_rowOf
    std::vector<int> m_ancestors;     ///< memory behind the rows
    std::vector<Begun> m_begun;       ///< in the order of their nodes
    std::vector<float> m_begunStates; ///< [m_begun, hiddenSize]: what they enter layer m_begunLayers with
    int m_begunLayers = 0;
    std::vector<float> m_logits;   ///< [rows, vocabulary]; may be longer
    SamplerSettings m_sampler;     ///< that p follows
    std::vector<Distribution> m_p; ///< by row; may be longer
    std::vector<char> m_isSampled; ///< by row: whether p is there
};

} // namespace draftscope
