// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "engine/record/recordings.h"

namespace draftscope {

/// Where one can go from a moment, in shared positions; nothing where that is not recorded. The recordings outlive it.
class RecordedWays {
public:
    RecordedWays(const Recordings& recordings, Position from) : m_recordings(recordings), m_from(from) {}

    [[nodiscard]] Position beginning() const { return {m_from.branch, 0, 0}; }
    [[nodiscard]] Position end() const { return m_recordings.end(m_from.branch); } ///< of the branch
    [[nodiscard]] bool isAtEnd() const { return m_from == end(); }
    /// The moment is the last one of a round that is finished: of all sequences.
    [[nodiscard]] bool hasFinishedRound() const;
    [[nodiscard]] std::optional<Position> nextMoment() const;
    [[nodiscard]] std::optional<Position> previousMoment() const;
    /// The end of this round, or of the next one if this one has ended; the last moment where that round is not
    /// finished.
    [[nodiscard]] std::optional<Position> nextRound() const;
    /// Of the current sequence's own moment.
    [[nodiscard]] Position sharedOf(Position own) const
    {
        return m_recordings.sharedOf(m_recordings.currentSequence(), own);
    }
    /// The end of the round before; within the first round, its beginning.
    [[nodiscard]] Position previousRound() const;

private:
    const Recordings& m_recordings;
    Position m_from;
};

} // namespace draftscope
