// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "gui/navigation/status_line.h"
#include "gui/playback/decode.h"
#include "gui/playback/what_if_queue.h"

namespace draftscope {

/// The what-ifs of a decode (gui/setup/what_if.h): those that wait for the models to stand still, those that are in
/// force, and whether they may be made at all. A change at a moment whose round is already decided forks the recording
/// there; both branches stay. The decode and the status line outlive it. Lives on the window's thread.
class WhatIfs : public QObject {
    Q_OBJECT
public:
    /// `halt`: stops whatever runs.
    WhatIfs(Decode& decode, StatusLine& status, std::function<void()> halt, QObject* parent = nullptr);

    // --- what is in force
    /// Sampler and K of the next round that begins at the moment shown or after it, on the branch shown.
    [[nodiscard]] RoundSettings inForce() const;
    /// That round's number, from 0; nothing where the text ends before it.
    [[nodiscard]] std::optional<int> nextRoundToBegin() const;
    /// What has been changed about a node of the round shown, or the one about to begin, and has not taken effect.
    [[nodiscard]] std::vector<WhatIf> awaitedFor(int node) const;

    // --- changes
    /// Why nothing can be changed in a batch, a sentence; empty where no batch is shown.
    [[nodiscard]] QString whyNotInBatch() const;
    /// Why change() would do nothing, a sentence; else empty.
    [[nodiscard]] QString whyNot() const;
    /// As soon as nothing runs: at the moment `from` (the one shown now, if not given) or, where the node was decided
    /// before, from there as a fork. Token, u and verdict count where the node is decided; sampler and K count from the
    /// next round that begins. A fork keeps what was forced in the round that it does again, and says so.
    void change(const std::vector<WhatIf>& changes, std::optional<Position> from = {});
    /// Sampler and K for the round shown, too: it is drafted again, as a fork from before it.
    void changeFromStartOfRound(const std::vector<WhatIf>& changes);

    // --- while the models are busy, changes wait for them
    [[nodiscard]] bool areWaiting() const { return !m_waiting.isEmpty(); }
    void makeWaiting(); ///< makes them, in their order, until the models are busy again
    void forgetWaiting() { m_waiting.clear(); }

signals:
    void changing(); ///< one is about to be made
    /// One, `what` in words, has begun a branch: `from` was shown when it was made, `fork` is where the branch begins.
    void forked(draftscope::Position from, draftscope::Position fork, const QString& what);
    void failed(const QString& sentence); ///< for the message bar

private:
    void carryOut(const WantedChange& wanted);
    [[nodiscard]] bool mayChange();
    [[nodiscard]] QString sentenceOf(const ChangeMade& made, const std::vector<WhatIf>& changes) const;
    [[nodiscard]] const Recording& recording() const { return m_run.recording(); }
    [[nodiscard]] Position position() const { return m_playhead.position(); }

    Decode& m_decode;
    Run& m_run = m_decode.run();
    Computation& m_computation = m_run.computation();
    Playhead& m_playhead = m_decode.playhead();
    StatusLine& m_status;
    std::function<void()> m_halt;
    WhatIfQueue m_waiting;
};

} // namespace draftscope
