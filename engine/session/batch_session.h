// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/session/session.h"

namespace draftscope {

/// What a sequence of a batch has of its own.
struct BatchText {
    std::string prompt;
    std::uint64_t seed = 42;
    SamplerSettings sampler;
};

/// What a synchronised batch does where a sequence has accepted all drafts: the draft model has not seen the last of
/// them, so its cache is one token short.
enum class ShortDraft : std::uint8_t {
    twoTokens, ///< the next round's first step of the draft feeds two tokens
    extraPass, ///< a pass of the draft more, at once
    crop, ///< the target's cache is cropped to the length of the draft's, and both feed two tokens in the next round
};

/// "two-tokens", "extra-pass", "crop", as on the command line. The Error lists them.
[[nodiscard]] Result<ShortDraft> shortDraftNamed(std::string_view name);

/// How many sequences decode at a time, and how they lie in the K/V caches.
struct BatchSettings {
    BatchSettings(int sequences = 8) : size(sequences) {} // NOLINT: a batch of so many
    int size;
    /// false: each sequence takes slots as it needs them, and nothing is wasted. true: one batch position for all. In
    /// every round the roots lie in one column of the caches, and what a sequence does not accept of what another one
    /// does is a gap: masked out, so positions differ from columns. The caches of target and draft model have room for
    /// twice the text. Chains only.
    bool isSynchronised = false;
    ShortDraft shortDraft = ShortDraft::twoTokens; ///< where it is synchronised, and there is a draft model
};

/// Whether such settings can decode as such a batch. Errors: a batch size under 1; a synchronised batch of trees, or
/// with a fault that leaves K/V behind. Precondition: check(settings) is fine.
[[nodiscard]] Result<void> checkBatch(const SessionSettings& settings, const BatchSettings& batch);

/// What a batch has run so far.
struct BatchCounts {
    std::int64_t targetPasses = 0, targetRows = 0; ///< prompts included
    std::int64_t draftPasses = 0, draftRows = 0;   ///< of a draft model or a head
    std::int64_t gaps = 0;                         ///< slots of the target's cache
    int rereads = 0;                               ///< how often the caches were emptied and all texts read again
};

/// The passes that BatchSession::create makes for these, so that their memory can be planned before. Loads nothing.
/// Errors: as there, but for memory.
[[nodiscard]] Result<std::vector<PlannedPass>> passesForBatch(const Pair& pair, const SessionSettings& settings,
                                                              const std::vector<BatchText>& texts,
                                                              const BatchSettings& batch);

/// Several decodes of one target, up to batchSize of them at a time (continuous batching): in a round every sequence
/// drafts, a level of all of them in one pass of the draft, model or head; one pass of the target verifies what all
/// have drafted, unless its own layers drafted it; then each judges and commits by its own random numbers. A sequence
/// whose text has ended leaves, and the next text takes its place. Each writes the very tokens that a Session of its
/// prompt, seed and sampler writes, because a row's bits do not depend on its neighbours. Passes have up to
/// maxRowsPerPass rows, so many trees are several passes.
///
/// Every sequence accepts as many tokens as it accepts and has a length of its own; BatchSettings say what that means
/// for the caches. Prompts are read sequence by sequence. Nothing can be forced in it and it does not go back: its
/// sequences go on together, or one of them is decoded again as a Session.
/// Lives on one thread.
class BatchSession {
public:
    /// `settings`: of all texts but sampler and seed. Loads nothing, reads no prompt. Errors: those of
    /// Session::create(), of a prompt with its number; no texts; a batch size under 1 (one above the number of texts
    /// means all of them); a synchronised batch of trees, or with a fault that leaves K/V behind.
    [[nodiscard]] static Result<std::unique_ptr<BatchSession>> create(Pair pair, SessionSettings settings,
                                                                      std::vector<BatchText> texts, BatchSettings batch,
                                                                      std::shared_ptr<Backend> backend,
                                                                      const Progress& progress = {});
    ~BatchSession();
    BatchSession(const BatchSession&) = delete;
    BatchSession& operator=(const BatchSession&) = delete;

    [[nodiscard]] bool hasEnded() const; ///< all texts have
    /// One round of every sequence in the batch; returns what they were, by RoundRecord::sequence rising. Times of a
    /// pass are those of the whole pass, in every record that had rows in it. Precondition: !hasEnded(). Throws as
    /// Session::advance() does; where it is cancelled, no sequence has gone on.
    const std::vector<RoundRecord>& finishRound(const Progress& progress = {});

    [[nodiscard]] int sequenceCount() const;       ///< all texts: those to come and those that have ended, too
    [[nodiscard]] int batchSize() const;           ///< at most so many at a time
    [[nodiscard]] std::string backendName() const; ///< as its passes say it
    [[nodiscard]] BatchCounts counts() const;
    /// Prompt and committed tokens.
    [[nodiscard]] const std::vector<CommittedToken>& text(int sequence) const;
    [[nodiscard]] int promptLength(int sequence) const; ///< tokens
    [[nodiscard]] EndReason ended(int sequence) const;  ///< none while it goes on or has not begun
    /// What a trace of the sequence begins with. Precondition: it has begun.
    [[nodiscard]] const TraceHeader& header(int sequence) const;
    /// Slot::sequence is the place in the batch, which later texts take again.
    [[nodiscard]] const SlotTable& targetSlots() const;
    [[nodiscard]] const SlotTable* draftSlots() const; ///< null without a draft model

private:
    struct State;
    explicit BatchSession(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace draftscope
