// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engine/core/progress.h"
#include "engine/model/forward_pass.h"
#include "engine/model/slot_table.h"
#include "engine/speculation/shared_pass.h"

namespace draftscope {

/// What rows of a drafting head begin with beside their tokens, one of them: Rows::inputStates or Rows::targetFeatures.
struct HeadInput {
    std::span<const float> states = {}, features = {};
};

/// A forward pass whose K/V cache follows a text: it keeps what agrees with the text, drops what does not and feeds
/// what is missing, so that a rewind, a rejected draft and a cache that is one token short are the same case. Tokens
/// past the text (drafts) are speculative slots that the owner takes, feeds and commits or releases. One sequence, of a
/// pass that others may share; one thread.
///
/// The first tokens of the text are its prompt (chunked prefill). They are always fed in the same chunks, a multiple of
/// ForwardPass::promptRowsPerPass() from the beginning, and of a chunk either all or nothing is kept: so a backend that
/// reads prompts in a way of its own (Rows::arePrompt) gives the same bits after a rewind and in every decode of the
/// text.
class SequenceCache {
public:
    /// Texts begin with a prompt of so many tokens; see promptCountOf().
    explicit SequenceCache(PassShare pass, int promptCount = 0);

    /// Keeps the longest cached prefix of `text` that has no chunk of the prompt in part; all else, speculative slots
    /// included, is freed. Speculative slots whose tokens continue the text are committed first if `drafted` names them
    /// in path order. Returns the tokens cached.
    ///
    /// Behind `text` comes one more token, the root of a round. Where rotary frequencies follow the length of the text,
    /// and this one is rotated otherwise than the cached one, nothing is kept: its keys and all that came of them are
    /// made again. Drafts behind the root may be as deep as roomOfRope().
    int align(std::span<const TokenId> text, std::span<const int> drafted = {});
    /// The same for a text of so many tokens, its root with them, before it is there. Returns whether everything was
    /// freed.
    bool expectLength(int textLength);
    /// Runs tokens after the cached ones and commits them, 64 rows a pass at most behind the prompt. `logits` [vocab],
    /// if not empty, receives the last token's. Precondition: they fit the context and the slots, do not end within
    /// the prompt, and end behind it where logits are wanted.
    ///
    /// Several passes are reported as they come. Throws Cancelled: what whole passes have given is cached then, and
    /// feeding the rest goes on from there.
    void feed(std::span<const TokenId> tokens, std::span<float> logits = {}, const Progress& progress = {});

    /// A speculative slot for a token at a position; -1 when the cache is full.
    [[nodiscard]] int take(int position, TokenId token) { return m_table.take(m_pass.sequence, position, token); }
    void setToken(int slot, TokenId token) { m_table.setToken(slot, token); }
    void commit(int slot) { m_table.commit(slot); }
    void release(int slot) { m_table.release(slot); } ///< a speculative one
    void releaseSpeculative() { m_table.releaseSpeculative(m_pass.sequence); }

    /// The last so many tokens of the text are dropped.
    void drop(int count) { m_table.truncate(m_pass.sequence, cachedCount() - count); }
    /// In columns (SlotTable): the column that is taken next, and a gap before another one. Returns how long it is.
    [[nodiscard]] int nextColumn() const { return m_table.nextColumn(m_pass.sequence); }
    [[nodiscard]] int columnCount() const { return m_table.columnCount(); }
    int leaveGap(int column) { return m_table.leaveGap(m_pass.sequence, column); }
    [[nodiscard]] int shownSlot(int slot) const { return m_table.shownSlot(slot); }

    /// A fault on purpose: what lies in a speculative slot stays there beside the text, for all rows to come to see. Of
    /// more than mostLeftBehind the oldest go; so many slots are needed beside those of the text.
    void keepStale(int slot);
    static constexpr int mostLeftBehind = 64;
    void clear(); ///< frees everything, what was left behind, too

    /// Lays out the pass that runs rows of speculative slots (Row::sequence 0) on top of the committed ones. Refers to
    /// this cache until it is changed, and to `input`.
    [[nodiscard]] const Rows& plan(std::span<const Row> rows, HeadInput input = {});
    /// Lays out the pass that feeds tokens after the cached ones, at most textRowsPerPass of them, all behind the
    /// prompt; only the last one's logits are wanted, if any. Once it has been run, commitPlanned().
    [[nodiscard]] const Rows& planFeed(std::span<const TokenId> tokens, bool wantLogits = true);
    /// Makes all rows of the planned pass part of the text.
    void commitPlanned();
    /// Runs the planned pass; logits as in ForwardPass::run. Throws Cancelled: the slots stay taken, with nothing of
    /// use in them.
    void run(std::span<float> logits, const Progress& progress = {});
    /// The planned pass, for a caller that runs it with those of others.
    [[nodiscard]] PassRequest request(std::span<float> logits) { return {m_pass.shared.get(), &m_rows, logits}; }
    /// The same through a part of the model: `rows` says part, inputStates and hiddenStates, too. For caches that keep
    /// no states.
    void runPart(Rows rows, std::span<float> logits, const Progress& progress = {});

    /// Has every row that runs from now on leave these hidden states (HiddenStates::entering) beside its key and value.
    /// Before anything is fed.
    void keepStates(std::vector<int> entering) { m_pass.shared->keepStates(std::move(entering)); }
    /// The planned pass for a caller that runs it elsewhere, with the states that are kept among what is wanted of it;
    /// once it has been run, keepAskedStates().
    [[nodiscard]] const Rows& askForStates();
    void keepAskedStates(std::span<const int> ofRows) { m_pass.shared->keepAskedStates(m_rows, ofRows); }
    /// What the row of a slot left: [states, hiddenSize], as keepStates() names them.
    [[nodiscard]] std::span<const float> statesOf(int slot) const { return m_pass.shared->statesOf(slot); }

    /// Positions behind the last token of a text of so many that are rotated as it is.
    [[nodiscard]] int roomOfRope(int textLength) const { return config().sameRopeUntil(textLength) - textLength; }

    [[nodiscard]] int cachedCount() const { return int(path().size()); }
    [[nodiscard]] bool hasPrompt() const { return cachedCount() >= m_promptCount; } ///< all of it
    /// Slots of the text in its order.
    [[nodiscard]] std::span<const int> path() const { return m_table.path(m_pass.sequence); }
    [[nodiscard]] int slotCount() const { return m_pass.slotCount; } ///< of the pass's, that this sequence may take
    [[nodiscard]] const ModelConfig& config() const { return pass().config(); }
    [[nodiscard]] const ForwardPass& pass() const { return *m_pass.shared->pass; }
    [[nodiscard]] ForwardPass& pass() { return *m_pass.shared->pass; }
    [[nodiscard]] const SlotTable& table() const { return m_table; }
    [[nodiscard]] int sequence() const { return m_pass.sequence; } ///< in the table
    void keepEvents() { m_table.keepEvents(m_pass.sequence); }     ///< of its sequence: SlotTable::keepEvents()

private:
    /// The slots that rows see before their ancestors: the text's, and what was left behind.
    [[nodiscard]] std::span<const int> visible();
    /// Runs one pass's tokens and commits them, or frees their slots and throws Cancelled.
    void feedChunk(std::span<const TokenId> tokens, std::span<float> logits, const Progress& progress);
    /// Lays out rows for tokens after the cached ones, in slots that are taken for them.
    void planTokens(std::span<const TokenId> tokens, bool wantLogits);
    void setRopeLength(std::vector<Row>& rows) const;
    /// Where the chunk of the prompt that holds a token begins, or behind the prompt the token itself.
    [[nodiscard]] int chunkBegin(int token) const;
    /// Tokens of the next pass when `count` are cached and `missing` are to come.
    [[nodiscard]] std::size_t nextChunk(int count, std::size_t missing) const;

    PassShare m_pass;
    SlotTable& m_table; ///< of the pass
    int m_promptCount;
    int m_ropeLength = 0;         ///< of the text that was aligned last, its root with it
    Rows m_rows;                  ///< as planned; kept between passes for their memory
    std::vector<int> m_passSlots; ///< slots of the rows of planTokens()

    std::vector<int> m_left;    ///< slots left behind, the oldest first
    std::vector<int> m_visible; ///< memory behind visible()
};

/// What a SequenceCache of a decode takes for the prompt: all of it but the last token. That one's logits are wanted,
/// and a round begins with it wherever it comes from, so it is a row like those after it.
[[nodiscard]] inline int promptCountOf(std::span<const TokenId> prompt)
{
    return prompt.empty() ? 0 : int(prompt.size()) - 1;
}

} // namespace draftscope
