// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/core/progress.h"
#include "engine/model/forward_pass.h"
#include "engine/model/slot_table.h"

namespace draftscope {

/// What rows of a drafting head begin with beside their tokens, one of them: Rows::inputStates or Rows::targetFeatures.
struct HeadInput {
    std::span<const float> states = {}, features = {};
};

/// A forward pass whose K/V cache follows a text: it keeps what agrees with the text, drops what does not and feeds
/// what is missing, so that a rewind, a rejected draft and a cache that is one token short are the same case. Tokens
/// past the text (drafts) are speculative slots that the owner takes, feeds and commits or releases. One sequence; one
/// thread.
///
/// The first tokens of the text are its prompt. They are always fed in the same chunks, a multiple of
/// ForwardPass::promptRowsPerPass() from the beginning, and of a chunk either all or nothing is kept: so a backend that
/// reads prompts in a way of its own (Rows::arePrompt) gives the same bits after a rewind and in every decode of the text.
class SequenceCache {
public:
    /// Texts begin with a prompt of so many tokens; see promptCountOf().
    explicit SequenceCache(std::unique_ptr<ForwardPass> pass, int promptCount = 0);

    /// Keeps the longest cached prefix of `text` that has no chunk of the prompt in part; all else, speculative slots
    /// included, is freed. Speculative slots whose tokens continue the text are committed first if `drafted` names them
    /// in path order. Returns the tokens cached.
    int align(std::span<const TokenId> text, std::span<const int> drafted = {});
    /// Runs tokens after the cached ones and commits them, 64 rows a pass at most behind the prompt. `logits` [vocab],
    /// if not empty, receives the last token's. Precondition: they fit the context and the slots, do not end within
    /// the prompt, and end behind it where logits are wanted.
    ///
    /// Several passes are reported as they come. Throws Cancelled: what whole passes have given is cached then, and
    /// feeding the rest goes on from there.
    void feed(std::span<const TokenId> tokens, std::span<float> logits = {}, const Progress& progress = {});

    /// A speculative slot for a token at a position; -1 when the cache is full.
    [[nodiscard]] int take(int position, TokenId token) { return m_table.take(0, position, token); }
    void setToken(int slot, TokenId token) { m_table.setToken(slot, token); }
    void commit(int slot) { m_table.commit(slot); }
    void release(int slot) { m_table.release(slot); } ///< a speculative one
    void releaseSpeculative() { m_table.releaseSpeculative(0); }
    /// Runs rows of speculative slots (Row::sequence 0) on top of the committed ones; logits as in ForwardPass::run.
    /// Throws Cancelled: the slots stay taken, with nothing of use in them.
    void run(std::span<const Row> rows, std::span<float> logits, const Progress& progress = {}, HeadInput input = {});
    /// The same through a part of the model: `rows` says part, inputStates and hiddenStates, too. For caches that keep no
    /// states.
    void runPart(Rows rows, std::span<float> logits, const Progress& progress = {});
    /// What run() would run. Refers to this cache, as long as it is not changed.
    [[nodiscard]] const Rows& rowsOf(std::span<const Row> rows);

    /// Has every row that runs from now on leave these hidden states (HiddenStates::entering) beside its key and value.
    /// Before anything is fed.
    void keepStates(std::vector<int> entering);
    /// What the row of a slot left: [states, hiddenSize], as keepStates() names them.
    [[nodiscard]] std::span<const float> statesOf(int slot) const;

    [[nodiscard]] int cachedCount() const { return m_table.committedCount(0); }
    [[nodiscard]] const ModelConfig& config() const { return m_pass->config(); }
    [[nodiscard]] const ForwardPass& pass() const { return *m_pass; }
    [[nodiscard]] ForwardPass& pass() { return *m_pass; }
    [[nodiscard]] const SlotTable& table() const { return m_table; }

private:
    /// Runs one pass's tokens and commits them, or frees their slots and throws Cancelled.
    void feedChunk(std::span<const TokenId> tokens, std::span<float> logits, const Progress& progress);
    /// Runs m_rows, and keeps the states that are wanted.
    void runRows(std::span<float> logits);
    /// Where the chunk of the prompt that holds a token begins, or behind the prompt the token itself.
    [[nodiscard]] int chunkBegin(int token) const;
    /// Tokens of the next pass when `count` are cached and `missing` are to come.
    [[nodiscard]] std::size_t nextChunk(int count, std::size_t missing) const;

    std::unique_ptr<ForwardPass> m_pass;
    int m_promptCount;
    SlotTable m_table;
    Rows m_rows;                  ///< kept between passes for their memory
    std::vector<int> m_passSlots; ///< slots of the rows that feedChunk() runs

    std::vector<int> m_kept;           ///< which hidden states are kept
    std::vector<float> m_states;       ///< [slots, m_kept, hiddenSize]
    std::vector<float> m_passedStates; ///< [m_kept, rows, hiddenSize] of a pass
};

/// What a SequenceCache of a decode takes for the prompt: all of it but the last token. That one's logits are wanted, and a
/// round begins with it wherever it comes from, so it is a row like those after it.
[[nodiscard]] inline int promptCountOf(std::span<const TokenId> prompt)
{
    return prompt.empty() ? 0 : int(prompt.size()) - 1;
}

} // namespace draftscope
