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
    /// Tokens in the text at the moment shown, prompt first. Valid until the recording grows or another moment is
    /// shown.
    [[nodiscard]] std::span<const CommittedToken> textSoFar() const;
    [[nodiscard]] std::vector<CommittedToken> text() const; ///< the same to keep
    [[nodiscard]] int finishedRounds() const;               ///< at the moment shown
    /// Of the rounds finished at the moment shown.
    [[nodiscard]] const Metrics& metrics() const;
    /// Which of the round's contexts to look at: the one chosen, else where the moment happens.
    [[nodiscard]] int context() const;
    /// The drafted node that the context is about: the one proposed there, of several the one chosen, else the one that
    /// the moment is about, else the one judged last, else the first; -1 for none.
    [[nodiscard]] int nodeInQuestion() const;
    [[nodiscard]] std::optional<int> selectedToken() const { return m_selectedToken; } ///< index into text()
    /// What has been selected last, in the text or on the stage, where it is a token: a draft, or the one that ends the
    /// round.
    [[nodiscard]] std::optional<TokenId> tokenInHand() const;
    /// The run drafts trees, as far as its header and its rounds on the branch shown tell.
    [[nodiscard]] bool draftsTrees() const { return m_shape.draftsTrees(recording(), m_position.branch); }
    [[nodiscard]] Drafts drafts() const { return draftsTrees() ? Drafts::levels : Drafts::nodes; }

    // --- where one can go from there, in shared positions; nothing where that is not recorded
    [[nodiscard]] Position beginning() const { return {m_shared.branch, 0, 0}; }
    [[nodiscard]] Position end() const { return m_recordings.end(m_shared.branch); } ///< of the branch shown
    [[nodiscard]] bool isAtEnd() const { return m_shared == end(); }
    /// The moment shown is the last one of a round that is finished: of all sequences.
    [[nodiscard]] bool hasFinishedRound() const;
    [[nodiscard]] Position sharedOf(Position own) const
    {
        return m_recordings.sharedOf(m_recordings.currentSequence(), own);
    }
    [[nodiscard]] std::optional<Position> nextMoment() const;
    [[nodiscard]] std::optional<Position> previousMoment() const;
    /// The end of this round, or of the next one if this one has ended; the last moment where that round is not
    /// finished.
    [[nodiscard]] std::optional<Position> nextRound() const;
    /// The end of the round before; within the first round, its beginning.
    [[nodiscard]] Position previousRound() const;

    // --- going there
    /// Shows a recorded moment, or the nearest one to it, at once. Going to another moment ends the selection.
    void show(Position shared);
    /// The same for a person who wants to look at it: what is computed does not move it on.
    void goTo(Position shared);
    void showCurrentSequence();                     ///< another one of the batch is the current one
    void selectContext(int context, int node = -1); ///< `node`: the one meant of those drafted there
    void selectToken(int index);                    ///< the moment shown stays
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
    /// The recording has been replaced: from its beginning, following. The caller calls show() when all is
    /// ready.
    void rewind();

signals:
    void
    shown(); ///< the moment shown, its selection or the recording has changed; follow() emits it once a frame at most

private:
    void showSoon();
    void deselect();
    void refreshRound();

    const Recordings& m_recordings;
    Position m_shared;
    Position m_position; ///< of the current sequence there
    std::optional<RoundRecord> m_round;
    std::optional<int> m_context, m_selectedToken;
    int m_node = -1;             ///< chosen with m_context
    bool m_choseContext = false; ///< after m_selectedToken
    bool m_follows = true, m_followsByMoments = false;
    void forgetRecording();

    mutable RunMetrics m_metrics; ///< with the next two: what has been looked at already
    mutable RunShape m_shape;
    mutable BranchText m_text;
    QTimer m_frame; ///< until the next one
    QElapsedTimer m_sinceShown;
    double m_computedBefore = 0; ///< milliseconds that the window's thread had, before the last frame
};

} // namespace draftscope
