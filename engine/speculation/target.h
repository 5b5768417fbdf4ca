// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/core/progress.h"
#include "engine/core/thread_pool.h"
#include "engine/model/model.h"
#include "engine/sampling/distribution.h"
#include "engine/speculation/draft_tree.h"
#include "engine/speculation/sequence_cache.h"

namespace draftscope {

/// What rounds are verified against: a target model with the K/V cache of one text, and what it says about a draft tree.
/// A round goes align() - plan() - verify(), or whoever runs the planned rows elsewhere - sample() - commit(). Contexts
/// are numbered as everywhere: 0 after the root, n + 1 after node n. Belongs to the session's thread.
class Target {
public:
    /// promptCount: see SequenceCache. `threads` compute the distributions of contexts; null: the caller does.
    Target(std::shared_ptr<const Model> model, std::unique_ptr<ForwardPass> pass, int promptCount,
           std::shared_ptr<ThreadPool> threads);

    [[nodiscard]] const Model& model() const { return *m_model; }
    [[nodiscard]] const ModelConfig& config() const { return m_cache.config(); }
    [[nodiscard]] int tokenizerSize() const { return m_model->tokenizer->size(); }
    [[nodiscard]] ForwardPass& pass() { return m_cache.pass(); }
    [[nodiscard]] const ForwardPass& pass() const { return m_cache.pass(); }
    [[nodiscard]] const SlotTable& slotTable() const { return m_cache.table(); }

    /// Has the cache hold all of `text` but its last token, which is the first row of the round's pass; what is missing
    /// is fed. Throws Cancelled: call it again to go on.
    void align(std::span<const TokenId> text, const Progress& progress = {});

    /// Lays out the pass of a round: the root, which is the last token of the text of `textLength` tokens, then every
    /// node with its ancestors, each in a slot that is taken for it. Precondition: align() to that text.
    void plan(TokenId root, int textLength, const DraftTree& tree);
    /// The planned rows, for whoever runs them elsewhere (ChainRunner). Refers to this object until it is changed.
    [[nodiscard]] const Rows& plannedRows() { return m_cache.rowsOf(m_rows); }
    /// Those rows have been run elsewhere, and these are the tokens that the nodes turned out to be.
    void adopt(std::span<const TokenId> tokens);
    /// Runs the planned rows and keeps their logits. The root is committed then, the nodes are speculative. Throws
    /// Cancelled (the slots stay taken until the next align()) and BackendFailure.
    void verify(const Progress& progress = {});

    /// Computes p of every context from the logits. Throws UnusableLogits.
    void sample(const SamplerSettings& sampler);
    /// p by context. Valid until the next sample().
    [[nodiscard]] std::span<const Distribution> p() const { return std::span(m_p).first(m_rows.size()); }
    /// Unchanged logits [vocabulary] after a context, until the next verify().
    [[nodiscard]] std::span<const float> logits(int context) const;

    /// The slot of a planned node.
    [[nodiscard]] int slotOf(int node) const { return m_rows[std::size_t(node) + 1].slot; }
    /// Nodes of the accepted path, from the root's child on, that now belong to the text; all others are rolled back.
    void commit(std::span<const int> path);

private:
    std::shared_ptr<const Model> m_model;
    SequenceCache m_cache;
    std::shared_ptr<ThreadPool> m_threads;
    std::vector<Row> m_rows;       ///< [contexts]
    std::vector<int> m_ancestors;  ///< memory behind them
    std::vector<float> m_logits;   ///< [contexts, vocabulary]; may be longer
    std::vector<Distribution> m_p; ///< by context; may be longer
};

} // namespace draftscope
