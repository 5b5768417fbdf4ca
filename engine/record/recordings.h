// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "engine/record/recording.h"

namespace draftscope {

/// What a run records: one recording or, of a batch, one for each of its sequences. One of them is the current one.
///
/// The sequences of a batch go through their rounds together. A *shared* position counts rounds of the batch and, in
/// each, the moments that its sequences have in common: Draft 1, 2, ... of all that draft so many, Verify, Judge 1, 2,
/// ..., the tokens that end the round, Commit. A sequence with fewer of a kind waits meanwhile, one that has ended
/// stays where it ended, and one that takes its place begins in a later round of the batch. Of a single recording
/// shared positions are its own. Belongs to one thread.
class Recordings {
public:
    Recordings() : Recordings(Recording()) {}
    explicit Recordings(Recording only);
    /// A batch that has decoded nothing yet.
    explicit Recordings(const std::vector<TraceHeader>& sequences);
    Recordings(Recordings&&) = default;
    /// Recordings lie where they lay: views may still point to them, and see other contents. Those that there are too
    /// many of are empty.
    Recordings& operator=(Recordings&& other) noexcept;
    Recordings(const Recordings&) = delete;
    Recordings& operator=(const Recordings&) = delete;
    ~Recordings() = default;

    [[nodiscard]] bool isBatch() const { return m_isBatch; }
    [[nodiscard]] int count() const { return int(m_firstRounds.size()); }
    [[nodiscard]] const Recording& of(int sequence) const { return *m_recordings[std::size_t(sequence)]; }
    [[nodiscard]] Recording& of(int sequence) { return *m_recordings[std::size_t(sequence)]; }
    [[nodiscard]] int currentSequence() const { return m_current; }
    void setCurrentSequence(int sequence) { m_current = sequence; }
    [[nodiscard]] const Recording& current() const { return of(m_current); }
    [[nodiscard]] Recording& current() { return of(m_current); }

    /// What the sequences of a batch did in its next round, all of it finished, by RoundRecord::sequence.
    void putTogether(const std::vector<RoundRecord>& rounds);
    /// The round of the batch in which a sequence began; -1 while it waits for a place.
    [[nodiscard]] int firstRound(int sequence) const { return m_firstRounds[std::size_t(sequence)]; }

    // --- shared positions
    [[nodiscard]] int roundCount(int branch) const;
    /// Those of a round. In a batch the node of a draft or verdict only counts them, from 0: each sequence has its own.
    [[nodiscard]] std::vector<Moment> moments(int branch, int round) const;
    [[nodiscard]] int momentCount(int branch, int round) const;
    [[nodiscard]] bool isFinished(int branch, int round) const;
    [[nodiscard]] Position end(int branch) const;
    /// It takes part in that round of the batch: it does not wait for a place, and has not ended. Without a batch it
    /// always does.
    [[nodiscard]] bool isDecoding(int sequence, Position shared) const
    {
        return !m_isBatch || roundOf(sequence, shared.round) != nullptr;
    }
    /// Where a sequence stands at a shared position. Before it has begun: {0, 0, 0}.
    [[nodiscard]] Position ownOf(int sequence, Position shared) const;
    /// The first shared position at which a sequence stands there. Precondition: it has begun, or `own` is its
    /// beginning.
    [[nodiscard]] Position sharedOf(int sequence, Position own) const;

private:
    [[nodiscard]] const RoundRecord* roundOf(int sequence, int round) const;
    std::vector<std::unique_ptr<Recording>> m_recordings; ///< by sequence, and some that are empty
    std::vector<int> m_firstRounds;                       ///< by sequence
    int m_rounds = 0;                                     ///< of the batch
    int m_current = 0;
    bool m_isBatch = false;
};

} // namespace draftscope
