// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "gui/compare/lane.h"
#include "gui/playback/transport.h"
#include "gui/worker/background_speed.h"

namespace draftscope {

/// How the lanes of a comparison move. All show the same round; or all show the first round by whose end they have as
/// many tokens; or the transport moves the current lane alone.
enum class LaneLock { byRound, byToken, none };

/// The lanes of a comparison and the transport that drives them. Locked, they show the same round or the same count of
/// tokens, but for those whose text has ended before it. What is recorded is shown again without computing it; the rest
/// is computed in turn, a round each (SessionWorker::advanceInTurn()).
///
/// A step by tokens shows the first round of each lane by whose end it has one token more than the lane that is
/// furthest behind now, so that one goes on a round, and others only where they have to. Whenever lanes are locked
/// again, they come to where the current lane is, as far as all of them have decoded.
///
/// Lanes decode one prompt with one seed and one limit of tokens: those of the first. Lives on the window's thread.
class Lanes : public QObject {
    Q_OBJECT
public:
    static constexpr int most = 4;
    /// What is fair about it, for people.
    [[nodiscard]] static QString fairness();

    explicit Lanes(SessionThread& thread, QObject* parent = nullptr);
    ~Lanes() override;

    [[nodiscard]] SessionThread& thread() const { return m_thread; }
    [[nodiscard]] int count() const { return int(m_lanes.size()); }
    [[nodiscard]] Lane& lane(int index) const { return *m_lanes.at(std::size_t(index)); }
    [[nodiscard]] int indexOf(const Lane* lane) const; ///< -1 for none of them
    /// The first lane that decodes plainly what another one's target would on the same backend; null where there is
    /// none.
    [[nodiscard]] const Lane* plainLaneFor(const Lane& lane) const;
    /// How fast the lanes are, measured beside each other in the background, whatever of them is played: that counts
    /// for tokens only.
    [[nodiscard]] const BackgroundSpeed& speeds() const { return m_speeds; }
    [[nodiscard]] int subjectOf(const Lane& lane) const; ///< of these; -1: it is not measured, because it has no models
    /// What is measured of a lane; null before all of it is known well enough.
    [[nodiscard]] const DecodeFigures* measuredOf(const Lane& lane) const;
    [[nodiscard]] std::optional<Speed> speedOfLane(const Lane& lane) const;
    /// Why there is none, a sentence; empty where there is one.
    [[nodiscard]] QString whyNoSpeed(const Lane& lane) const;
    [[nodiscard]] bool canMeasureAgain() const;
    void measureAgain();
    void setMeasuringRule(const MeasuringRule& rule) { m_speeds.setRule(rule); } ///< of what is measured from now on
    void setMeasures(bool isAllowed); ///< while they are in sight and nothing of them is computed
    [[nodiscard]] LaneLock lock() const { return m_lock; }
    /// The lane that the transport moves where each is on its own; null where there is no lane.
    [[nodiscard]] Lane* current() const { return m_current; }
    /// Where the lanes that the transport moves are: a round, from 1, or by tokens how many; 0: before the first round.
    [[nodiscard]] int place() const;
    [[nodiscard]] int recordedRounds() const; ///< of the lane that has most
    [[nodiscard]] bool isLoading() const;
    [[nodiscard]] bool isComputing() const;
    [[nodiscard]] bool isPlaying() const { return m_transport.isPlaying(); }
    [[nodiscard]] bool haveEnded() const;                        ///< those that the transport moves, at what is shown
    [[nodiscard]] Transport& transport() { return m_transport; } ///< its speed counts steps here
    [[nodiscard]] const QString& sentence() const { return m_sentence; } ///< for the status line

    /// Begins with its loading; playing ends, and when it is loaded the lanes that the transport moves go to the
    /// beginning. With lanes there, prompt, seed and token limit are those of the first. Nothing happens where there
    /// are `most` lanes. `trace`: rounds that were saved of it, as Lane has it.
    void add(RunSetup setup, std::string trace = {});
    struct Saved {
        RunSetup setup;
        std::string trace; ///< as Lane has it
    };
    /// In the place of those there are. Prompt, seed and token limit are those of the first.
    void replaceBy(std::vector<Saved> lanes);
    /// Plain decoding with the target of the first lane or, where there is none, of this setup.
    void addPlain(const RunSetup& otherwise);
    /// Another setup for a lane, which decodes from the beginning; the lanes that the transport moves show that. It
    /// keeps prompt, seed and token limit.
    void change(Lane& lane, RunSetup setup);
    void remove(Lane* lane);
    void clear();

public slots:
    void playOrPause();
    void pause();
    void nextRound();
    void previousRound();
    void first();
    void last();                         ///< the last recorded round
    void restart();                      ///< decodes again from the prompt
    void nextLane() { chooseBeside(1); } ///< becomes the current one, where each is on its own
    void previousLane() { chooseBeside(-1); }

public:
    void setLock(LaneLock lock); ///< playing ends
    /// Where each is on its own; playing ends where it is another one.
    void setCurrent(Lane& lane);
    void say(const QString& sentence); ///< for the status line, until something else happens
    void show(int place);              ///< the nearest one that is recorded

signals:
    void shown();
    void added(draftscope::Lane* lane);
    void aboutToRemove(draftscope::Lane* lane);
    void changed();         ///< lanes have come, gone, or been loaded
    void activityChanged(); ///< playing, computing or loading may have
    void lockChanged();     ///< which lanes the transport moves, and how
    void speedsChanged();   ///< more has been measured
    void stood();           ///< what was asked of the models is done and shown
    void sentenceChanged();
    void failed(const QString& sentence); ///< for the message bar

private:
    void connectLane(Lane& lane);
    void chooseSubjects();
    void fitToFirst(RunSetup& setup) const;
    void onLoaded(const Lane& lane);
    void onGrown();
    void onDone();
    void onBeat();
    void onFreeRunChanged();
    void compute(int place);
    void computeInTurn(const std::vector<Lane*>& lanes, int rounds);
    void halt();
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

    SessionThread& m_thread;
    std::vector<std::unique_ptr<Lane>> m_lanes;
    BackgroundSpeed m_speeds{m_thread};
    Transport m_transport;
    LaneLock m_lock = LaneLock::byRound;
    Lane* m_current = nullptr;
    int m_place = 0;        ///< while they are locked
    int m_wanted = 0;       ///< the place that is being computed
    bool m_follows = false; ///< what is computed is shown
    QTimer m_frame;         ///< until what has been computed is shown
    QString m_sentence;
};

} // namespace draftscope
