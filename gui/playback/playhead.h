// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "engine/record/recordings.h"
#include "gui/playback/branch_text.h"
#include "gui/playback/recorded_ways.h"
#include "gui/playback/round_selection.h"
#include "gui/playback/run_metrics.h"
#include "gui/playback/run_shape.h"
#include "widgets/words/round_words.h"

namespace draftscope {

/// The moment of a recording that is shown, and what is selected there: all that a view draws. It moves among what is
/// recorded and asks no model for anything. Of a batch all sequences stand at the same shared position (Recordings),
/// and the current one is what views draw. The recordings have to outlive it. Lives on the window's thread.
class Playhead : public QObject {
    Q_OBJECT
public:
    explicit Playhead(const Recordings& recordings, QObject* parent = nullptr);

    // --- what is shown
    [[nodiscard]] const Recordings& recordings() const { return m_recordings; }
    [[nodiscard]] const Recording& recording() const { return m_recordings.current(); }
    [[nodiscard]] Position position() const { return m_position; } ///< in recording()
    [[nodiscard]] Position shared() const { return m_shared; }     ///< the same, but in a batch of all its sequences
    /// The round at the moment shown; nothing before the first moment.
    [[nodiscard]] const std::optional<RoundRecord>& round() const { return m_round; }
    /// The whole text of the branch shown, with what comes after the moment shown.
    [[nodiscard]] const BranchText& branchText() const;
    /// Tokens in the text at the moment shown, prompt first. Valid until the recording grows or another moment comes.
    [[nodiscard]] std::span<const CommittedToken> textSoFar() const;
    [[nodiscard]] std::vector<CommittedToken> text() const; ///< the same to keep
    [[nodiscard]] int finishedRounds() const;               ///< at the moment shown
    /// Of the rounds finished at the moment shown.
    [[nodiscard]] const Metrics& metrics() const;
    [[nodiscard]] RoundSelection& selection() { return m_selection; }
    [[nodiscard]] const RoundSelection& selection() const { return m_selection; }
    /// Levels where the run drafts trees, as far as its header and its rounds on the branch shown tell.
    [[nodiscard]] Drafts drafts() const
    {
        return m_shape.draftsTrees(recording(), m_position.branch) ? Drafts::levels : Drafts::nodes;
    }

    /// Where one can go from there.
    [[nodiscard]] RecordedWays ways() const { return {m_recordings, m_shared}; }

    // --- going there
    /// Shows a recorded moment, or the nearest one to it, at once. Going to another moment ends the selection.
    void show(Position shared);
    /// The same for a person who wants to look at it: what is computed does not move it on.
    void goTo(Position shared);
    void showCurrentSequence(); ///< another one of the batch is the current one
    /// From now on the moment shown moves on with what is computed, or stays.
    void setFollowing(bool follows) { m_follows = follows; }
    [[nodiscard]] bool isFollowing() const { return m_follows; }
    /// What is computed next moves it on by a moment, although a batch computes whole rounds.
    void followByMoments(bool on) { m_followsByMoments = on; }
    /// The branch has grown. What follows it has the new end from now on; it is shown with the next frame.
    void follow(int branch);
    /// Shows what follow() has left for the next frame, if anything.
    void showWhatIsDue();
    /// Shows the same moment again, because what counts there has changed.
    void showAgain();
    /// The recording has been replaced: from its beginning, following. The caller calls show() when all is ready.
    void rewind();

signals:
    /// The moment shown, its selection or the recording has changed; follow() emits it once a frame at most.
    void shown();

private:
    void showSoon();
    void refreshRound();
    void forgetRecording();

    const Recordings& m_recordings;
    RoundSelection m_selection{*this};
    Position m_shared;
    Position m_position; ///< of the current sequence there
    std::optional<RoundRecord> m_round;
    bool m_follows = true, m_followsByMoments = false;
    mutable RunMetrics m_metrics; ///< with the next two: what has been looked at already
    mutable RunShape m_shape;
    mutable BranchText m_text;
    QTimer m_frame; ///< until the next one
    QElapsedTimer m_sinceShown;
    double m_computedBefore = 0; ///< milliseconds that the window's thread had, before the last frame
};

} // namespace draftscope
