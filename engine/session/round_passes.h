// SPDX-License-Identifier: MIT
// Private to this folder.
#pragma once

#include <span>
#include <vector>

#include "engine/session/decode_sequence.h"
#include "engine/speculation/merged_pass.h"

namespace draftscope {

class BatchColumns;

/// Brings the rounds of one or several sequences on, and runs what they want of a pass as one pass: a session is a
/// batch of one. Each sequence judges and commits by its own random numbers.
class RoundPasses {
public:
    using Sequences = std::span<DecodeSequence* const>;

    /// Does the next moment of a sequence alone and returns it. Throws as Session::advance().
    Moment advance(DecodeSequence& sequence, const Progress& progress);
    /// Finishes the round of each, and begins it where none is open. columns: of a synchronised batch, else null.
    /// Moments in between are not looked at. Throws as Session::advance(); once a round is verified it is not
    /// cancelled.
    void finishRounds(Sequences sequences, BatchColumns* columns, const Progress& progress);

private:
    /// A sequence whose next level is being drafted.
    struct Drafting {
        DecodeSequence* sequence;
        std::vector<Expansion> level;
        PassDrafter* merged = nullptr; ///< null: its drafter does all of it alone
    };
    static void begin(DecodeSequence& sequence, const Progress& progress);
    /// A level of each that drafts on, in one pass for all; false where none does.
    bool draftLevel(Sequences sequences, bool isWatched, const Progress& progress);
    /// One pass of the target for all, and the verify moment of each.
    void verify(Sequences sequences, const Progress& progress);

    MergedPass m_merged;
    std::vector<PassRequest> m_requests; ///< of the pass to be run
};

} // namespace draftscope
