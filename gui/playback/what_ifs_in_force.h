// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <vector>

#include <QStringList>

#include "engine/record/recordings.h"
#include "gui/setup/round_settings.h"

namespace draftscope {

/// What a person has changed about a run and no round shows yet, by branch: the session forgets it when it is brought
/// to another branch, and is told again when it comes back. A change of a node is awaited until a round shows its
/// outcome or has ended without; sampler and K that were changed at the end of a branch, until the round that they are
/// for has begun. The recording has to outlive this object.
class WhatIfsInForce {
public:
    explicit WhatIfsInForce(const Recordings& recordings) : m_recordings(recordings) {}

    // --- nodes
    /// Those of `changes`, made at this moment, that are about nodes.
    void await(Position at, const std::vector<WhatIf>& changes);
    /// In the order in which they were made.
    [[nodiscard]] std::vector<WhatIf> awaitedOn(int branch) const;
    /// Of a node of the round at this moment, or of the one about to begin, made at the moment or before.
    [[nodiscard]] std::vector<WhatIf> awaitedFor(int node, Position at) const;
    /// A round has come from the models: what it decides is awaited no longer.
    void take(int branch, const RoundRecord& round);

    // --- sampler and K
    /// For the round that begins next at this moment, which would have those of `before`.
    void setForNextRound(Position at, const RoundSettings& before, const RoundSettings& now);
    /// What was changed for the round that begins next at this moment.
    [[nodiscard]] std::vector<WhatIf> forNextRound(Position at) const;
    /// Sampler and K of the next round that begins at this moment or after it, recorded or not.
    [[nodiscard]] RoundSettings inForce(Position at) const;

    // --- changes that came to nothing
    /// There are some that have not been told yet.
    [[nodiscard]] bool hasWithoutEffect() const { return !m_withoutEffect.empty(); }
    /// A sentence on each whose round has ended at this moment. They are forgotten.
    [[nodiscard]] QStringList takeWithoutEffect(Position shown);
    void forgetWithoutEffect(int branch);

    /// What was changed on a branch after a moment of it.
    struct Later {
        std::vector<WhatIf> inRound; ///< nodes of the round that a fork at that moment does again
        QStringList later;           ///< in words: what is about rounds after it, whose text will be another one
    };
    [[nodiscard]] Later madeAfter(Position at) const;

    void clear();

private:
    struct Awaited {
        Position at; ///< where it was made
        int round;   ///< that the node is of
        WhatIf change;
    };
    struct NextRound {
        Position at;
        RoundSettings settings;
        std::vector<WhatIf> changes;
    };
    struct WithoutEffect {
        int branch, round;
        QString why; ///< a sentence
    };
    /// Of the round that begins next at `at` or after it; nullptr where nothing was changed for it.
    [[nodiscard]] const NextRound* changedForNextRound(Position at) const;

    [[nodiscard]] const Recording& recording() const { return m_recordings.current(); }
    const Recordings& m_recordings;
    std::map<int, std::vector<Awaited>> m_awaited; ///< by branch, in the order in which they were made
    std::map<int, NextRound> m_nextRound;          ///< by branch
    std::vector<WithoutEffect> m_withoutEffect;
};

} // namespace draftscope
