// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/core/progress.h"
#include "engine/core/thread_pool.h"
#include "engine/model/model.h"
#include "engine/record/records.h"
#include "engine/sampling/distribution.h"
#include "engine/speculation/draft_tree.h"
#include "engine/speculation/sequence_cache.h"

namespace draftscope {

/// What rounds are verified against: a target model with the K/V cache of one text, and what it says about a draft
/// tree. A round goes align() - plan() - verify(), or whoever runs the planned rows elsewhere - sample() - commit().
/// Contexts are numbered as everywhere: 0 after the root, n + 1 after node n. Belongs to the session's thread.
///
/// Side rows run in the same pass. They are no contexts: nothing is sampled or judged behind them, and commit() rolls
/// them back.
class Target {
public:
    /// promptCount: see SequenceCache. `threads` compute the distributions of contexts; null: the caller does.
    Target(std::shared_ptr<const Model> model, PassShare pass, int promptCount, std::shared_ptr<ThreadPool> threads);

    [[nodiscard]] const Model& model() const { return *m_model; }
    [[nodiscard]] const ModelConfig& config() const { return m_cache.config(); }
    [[nodiscard]] int tokenizerSize() const { return m_model->tokenizer->size(); }
    [[nodiscard]] ForwardPass& pass() { return m_cache.pass(); }
    [[nodiscard]] const ForwardPass& pass() const { return m_cache.pass(); }
    [[nodiscard]] const SlotTable& slotTable() const { return m_cache.table(); }

    /// For drafters that read the target's hidden states (HiddenStates::entering): every row leaves these. Before the
    /// first align().
    void keepStates(std::vector<int> entering) { m_cache.keepStates(std::move(entering)); }
    /// Those of a token of the text that the cache holds: [states, hiddenSize], as keepStates() names them.
    [[nodiscard]] std::span<const float> statesAt(int position) const
    {
        return m_cache.statesOf(m_cache.path()[std::size_t(position)]);
    }

    /// For drafters that draft with the target itself, which take slots there for what runDraft() is given.
    [[nodiscard]] SequenceCache& cache() { return m_cache; }
    /// Runs drafted nodes, or the root, which is node -1, through a part of the model, in speculative slots of the
    /// cache; logits as in ForwardPass::run. Nodes come in order, and in a round all through the same part. Where that
    /// is the first layers, and whole, verify() runs these rows through the others only. Throws Cancelled and
    /// BackendFailure: align() goes before anything else then.
    void runDraft(std::span<const Row> rows, std::span<const int> nodes, const PassPart& part, std::span<float> logits,
                  const Progress& progress = {});

    /// Has the cache hold all of `text` but its last token, which is the first row of the round's pass; what is missing
    /// is fed. Throws Cancelled: call it again to go on.
    void align(std::span<const TokenId> text, const Progress& progress = {});

    /// Drops the last tokens of the text that the cache holds, which come with the next round's pass again: cropping,
    /// for a batch whose draft is as many short. Behind the prompt.
    void crop(int count);

    /// Lays out the pass of a round: what was cropped, then the root, which is the last token of the text of
    /// `textLength` tokens, then every node that is not pruned, with its ancestors, each in a slot that is taken for
    /// it, or in the one that a drafter began it in. Other slots of drafts are freed. Then the side rows, which see the
    /// text, the root and their own path. Precondition: align() to that text; the deepest row is at a position of the
    /// context.
    void plan(TokenId root, int textLength, const DraftTree& tree, std::span<const SideRow> sideRows = {});
    /// The planned rows, for whoever runs them elsewhere (RoundRunner), with the states that are kept among what is
    /// wanted of them. Refers to this object until it is changed.
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
    void verify(const Progress& progress = {});
    /// The planned rows with the place of their logits, for whoever runs them with those of others.
    /// Precondition: verifiesInOnePass().
    [[nodiscard]] PassRequest request();
    void verified();
    /// What verify() would do is the planned pass and no more: no drafter has begun nodes.
    [[nodiscard]] bool verifiesInOnePass() const { return m_begun.empty(); }

    /// From now on p is what this sampler makes of the logits. Throws UnusableLogits.
    void beginSampling(const SamplerSettings& sampler);
    /// Computes p of every context that was verified, on all threads.
    void sampleAll();
    /// Whether p of a context is there already.
    [[nodiscard]] bool isSampled(int context) const;
    /// p after a context, computed if it is not there. Stays where it is until the next beginSampling(). Precondition:
    /// the context was verified.
    [[nodiscard]] const Distribution& p(int context);
    /// Whether the pass had a row for it: not, where its node was pruned.
    [[nodiscard]] bool isVerified(int context) const
    {
        return context < m_contextCount && m_rowOf[std::size_t(context)] >= 0;
    }
    /// Unchanged logits [vocabulary] after a context that was verified, until the next verify().
    [[nodiscard]] std::span<const float> logits(int context) const;
    /// Likewise after a side row, counted from 0.
    [[nodiscard]] std::span<const float> sideLogits(int sideRow) const { return logits(m_contextCount + sideRow); }

    /// The slot of a planned node; -1 where it was pruned.
    [[nodiscard]] int slotOf(int node) const
    {
        return isVerified(node + 1) ? m_rows[std::size_t(m_rowOf[std::size_t(node) + 1])].slot : -1;
    }
    [[nodiscard]] int sideSlot(int sideRow) const
    {
        return m_rows[std::size_t(m_rowOf[std::size_t(m_contextCount + sideRow)])].slot;
    }
    /// A fault on purpose: nodes that stay in the cache beside the text. Before commit(), and not of its path.
    void keepStale(std::span<const int> nodes);
    void forget() { m_cache.clear(); } ///< nothing is cached then
    /// Nodes of the accepted path, from the root's child on, that now belong to the text; all others and side rows are
    /// rolled back.
    void commit(std::span<const int> path);

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
