// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <QStringList>

#include "gui/playback/computation.h"

namespace draftscope {

/// What came of a change.
struct ChangeMade {
    Position at; ///< from where it counts: what was shown, or a moment before it where a node was decided by then
    std::optional<Position> fork; ///< the end of the branch that begins there; nothing where nothing recorded changes
    std::vector<WhatIf> kept;     ///< what the fork has of the changes on the branch before, besides the one wanted
    QStringList notKept;          ///< in words
};

/// The what-ifs that have been made in a run: makes one in its recording and its session, and knows whether a trace has
/// what followed from them. WhatIfs (gui/navigation) asks it, once a change may be made. What it is given has to
/// outlive it.
class RunChanges {
public:
    RunChanges(Recordings& recordings, const RunVocabulary& vocabulary, Computation& computation)
        : m_recordings(recordings), m_vocabulary(vocabulary), m_computation(computation)
    {
    }

    /// At this moment of the recording or, where a node was decided before, from there as a fork. No command may be
    /// out.
    ChangeMade make(Position from, const std::vector<WhatIf>& changes);
    void noteGrown(); ///< the models have computed more, which follows from the changes before
    /// There is what followed from a what-if and no trace keeps: unlike the rest of a run, it cannot be had again by
    /// asking for the same once more.
    [[nodiscard]] bool areUnsaved() const { return m_count > m_kept; }
    /// Changes to the recording since the first what-if, what followed from it among them.
    [[nodiscard]] std::uint64_t count() const { return m_count; }
    void keep(std::uint64_t count); ///< a trace has them: what count() was when it was saved
    void clear();                   ///< another run or trace has taken the place

private:
    void makeHere(Position at, const std::vector<WhatIf>& changes);
    void makeInFork(ChangeMade& made, const std::vector<WhatIf>& changes);
    [[nodiscard]] Recording& recording() { return m_recordings.current(); }

    Recordings& m_recordings;
    const RunVocabulary& m_vocabulary;
    Computation& m_computation;
    bool m_areThere = false; ///< there has been a what-if
    std::uint64_t m_count = 0, m_kept = 0;
};

} // namespace draftscope
