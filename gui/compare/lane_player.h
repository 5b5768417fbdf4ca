// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "gui/compare/lane.h"
#include "gui/playback/player.h"

namespace draftscope {

class Lanes;

/// How the lanes of a comparison move. All show the same round; or all show the first round by whose end they have as
/// many tokens; or the player moves the current lane alone.
enum class LaneLock { byRound, byToken, none };

/// Plays the lanes of a comparison. Locked, they show the same round or the same count of tokens, but for those whose
/// text has ended before it. What is recorded is shown again without computing it; the rest is computed in turn, a
/// round each (SessionWorker::advanceInTurn()).
///
/// A step by tokens shows the first round of each lane by whose end it has one token more than the lane that is
/// furthest behind now, so that one goes on a round, and others only where they have to. Whenever lanes are locked
/// again, they come to where the current lane is, as far as all of them have decoded. The lanes outlive it. Lives on
/// the window's thread.
class LanePlayer : public Player {
    Q_OBJECT
public:
    explicit LanePlayer(Lanes& lanes);

    void add(Lane& lane);      ///< it is one of the lanes
    void remove(Lane& lane);   ///< it is still one of them
    void noteRemoved();        ///< it no longer is: the others show where they are
    void goOnWithoutRemoved(); ///< when all know of it

    [[nodiscard]] LaneLock lock() const { return m_lock; }
    void setLock(LaneLock lock); ///< playing ends
    /// The lane that is moved where each is on its own; null where there is no lane.
    [[nodiscard]] Lane* current() const { return m_current; }
    /// Where each is on its own; playing ends where it is another one.
    void setCurrent(Lane& lane);
    /// Where the lanes that are moved are: a round, from 1, or by tokens how many; 0: before the first round.
    [[nodiscard]] int place() const;
    void show(int place);                 ///< the nearest one that is recorded
    [[nodiscard]] bool haveEnded() const; ///< those that are moved, at what is shown

public slots:
    void playOrPause() override;
    void nextRound() override;
    void previousRound() override;
    void first() override;
    void last() override;                ///< the last recorded round
    void restart();                      ///< decodes again from the prompt
    void nextLane() { chooseBeside(1); } ///< becomes the current one, where each is on its own
    void previousLane() { chooseBeside(-1); }

signals:
    void shown();
    void lockChanged(); ///< which lanes are moved, and how

protected:
    [[nodiscard]] bool showNext(bool isFast) override;
    [[nodiscard]] bool computeNext() override;
    [[nodiscard]] bool computeFreely() override;

private:
    void onLoaded(const Lane& lane);
    void onGrown();
    void onDone();
    void compute(int place);
    void computeInTurn(const std::vector<Lane*>& lanes, int rounds);
    void put(int place);
    void putComputed();
    void chooseBeside(int step);
    void sayThatAllHaveEnded();
    [[nodiscard]] std::vector<Lane*> moved() const;
    [[nodiscard]] int decodedBy(const Lane& lane) const;
    [[nodiscard]] int decodedByAny() const;
    [[nodiscard]] int decodedByAll() const;
    [[nodiscard]] int nextPlace() const;
    [[nodiscard]] int previousPlace() const;
    [[nodiscard]] bool have(int place) const;

    Lanes& m_lanes;
    LaneLock m_lock = LaneLock::byRound;
    Lane* m_current = nullptr;
    int m_place = 0;        ///< while they are locked
    int m_wanted = 0;       ///< the place that is being computed
    bool m_follows = false; ///< what is computed is shown
    QTimer m_frame;         ///< until what has been computed is shown
};

} // namespace draftscope
