// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>

#include "gui/navigation/branch_list.h"
#include "gui/navigation/what_ifs.h"
#include "gui/playback/player.h"
#include "gui/playback/recorded_steps.h"

namespace draftscope {

/// Plays one decode moment by moment, and goes wherever a person wants to look. Going back, and going on over what is
/// recorded, only changes the moment shown; at the end of a branch going on computes. What it is given outlives it.
/// Lives on the window's thread.
class MomentPlayer : public Player {
    Q_OBJECT
public:
    /// Called before a step that needs a run: where another one is to be begun first it is asked for, `then` is called
    /// when it is there, and the answer is true.
    using Begin = std::function<bool(std::function<void()> then)>;

    MomentPlayer(Decode& decode, StatusLine& status, BranchList& branches, WhatIfs& whatIfs, Begin begin,
                 QObject* parent = nullptr);

    [[nodiscard]] bool hasEnded() const; ///< nothing comes after the moment shown
    /// What stopped the run at the moment shown is that a draft was rejected there.
    [[nodiscard]] bool hasStoppedAtRejection() const;
    void forgetStop() { m_stoppedAt.reset(); } ///< another run has taken the place of the one that stopped
    void halt() override;

    void goTo(Position position); ///< of the current sequence
    /// To a moment that all sequences have in common, as Playhead::shared() counts it.
    void goToShared(Position shared);
    void goToSequence(int sequence); ///< of a batch: it is the current one; the moment shown stays
    void goToToken(int index);       ///< to the moment that made it
    void goToBranch(int branch);
    /// To a moment of branch `shared.branch`, as Playhead::shared() counts it, or the one nearest to it. What of the
    /// branch is not recorded yet is decoded first, as fast as the models go; whatever else is asked for, pause() too,
    /// ends that. Ends in stood().
    void decodeTo(Position shared);

public slots:
    void playOrPause() override;
    void pause() override;
    void nextMoment();
    void previousMoment();
    void nextRound() override;
    void previousRound() override;
    void finishRound();
    void continueToStop();
    void first() override;
    void last() override;
    void toggleStopAtSelectedToken();

signals:
    void aboutToCompute();
    void sequenceChanged();               ///< the recording shown is another one of the batch
    void failed(const QString& sentence); ///< for the message bar

protected:
    [[nodiscard]] bool showNext(bool isFast) override;
    [[nodiscard]] bool computeNext() override { return compute({Stride::Kind::moment, {}}); }
    [[nodiscard]] bool computeFreely() override;
    [[nodiscard]] bool isLed() const override { return m_decodedTo.has_value(); }

private:
    /// Computes from the end of the branch shown. False, and a sentence, where that cannot be.
    bool compute(const Stride& stride);
    void onDone(const QString& reason, EndReason end);
    [[nodiscard]] std::optional<RecordedStop> stopOfPlaying(bool haveStopped) const;
    void decodeOn(Position wanted, EndReason end);
    /// Ends the follow-up of a what-if's sentence with what came of it.
    void saySequel(const QString& reason);
    /// Says why it stops there; of a batch, the sequence that meets the condition is the current one.
    void sayStop(const RecordedStop& stop);
    void sayEnd();
    [[nodiscard]] bool begins(void (MomentPlayer::*then)());

    [[nodiscard]] const StopConditions& stopConditions() const { return transport().stopConditions(); }
    [[nodiscard]] const Recording& recording() const { return m_run.recording(); }
    [[nodiscard]] Position position() const { return m_playhead.position(); }

    Run& m_run;
    Computation& m_computation = m_run.computation();
    Playhead& m_playhead;
    StatusLine& m_status;
    BranchList& m_branches;
    WhatIfs& m_whatIfs;
    Begin m_begin;
    std::optional<Position> m_decodedTo; ///< decodeTo() is under way
    std::optional<Position> m_stoppedAt; ///< a stop condition was met there, as Playhead::shared() counts it
};

} // namespace draftscope
