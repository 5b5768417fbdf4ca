// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "gui/compare/lane.h"
#include "gui/transport.h"

namespace draftscope {

/// The lanes of a comparison and the transport that drives all of them, by rounds: they show the same round, but for those whose
/// text has ended before it. What is recorded is shown again without computing it; the rest is computed in turn, a round
/// each (SessionWorker::advanceInTurn()).
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
    /// The first lane that decodes plainly what another one's target would on the same backend; null where there is none.
    [[nodiscard]] const Lane* plainLaneFor(const Lane& lane) const;
    [[nodiscard]] int round() const { return m_round; } ///< that is shown, from 1; 0: before the first
    [[nodiscard]] int recordedRounds() const;           ///< of the lane that has most
    [[nodiscard]] bool isLoading() const;
    [[nodiscard]] bool isComputing() const;
    [[nodiscard]] bool isPlaying() const { return m_transport.isPlaying(); }
    [[nodiscard]] bool haveEnded() const;                                ///< all of them, at the round shown
    [[nodiscard]] Transport& transport() { return m_transport; }         ///< its speed counts rounds here
    [[nodiscard]] const QString& sentence() const { return m_sentence; } ///< for the status line

    /// Begins with its loading; playing ends, and when it is loaded all lanes go to the beginning. With lanes there,
    /// prompt, seed and token limit are those of the first. Nothing happens where there are `most` lanes.
    void add(RunSetup setup);
    /// In the place of those there are. Prompt, seed and token limit are those of the first.
    void replaceBy(const std::vector<RunSetup>& setups);
    /// Plain decoding with the target of the first lane or, where there is none, of this setup.
    void addPlain(const RunSetup& otherwise);
    /// Another setup for a lane, which decodes from the beginning; all show that. It keeps prompt, seed and token limit.
    void change(Lane& lane, RunSetup setup);
    void remove(Lane* lane);
    void clear();

public slots:
    void playOrPause();
    void pause();
    void nextRound();
    void previousRound();
    void first();
    void last();    ///< the last recorded round
    void restart(); ///< decodes all lanes again from the prompt

public:
    void say(const QString& sentence); ///< for the status line, until something else happens
    void showRound(int round);         ///< the nearest one that is recorded

signals:
    void shown();
    void added(draftscope::Lane* lane);
    void aboutToRemove(draftscope::Lane* lane);
    void changed();         ///< lanes have come, gone, or been loaded
    void activityChanged(); ///< playing, computing or loading may have
    void stood();           ///< what was asked of the models is done and shown
    void sentenceChanged();
    void failed(const QString& sentence); ///< for the message bar

private:
    void connectLane(Lane& lane);
    void fitToFirst(RunSetup& setup) const;
    void onLoaded();
    void onGrown();
    void onDone();
    void onBeat();
    void onFreeRunChanged();
    void compute(int rounds);
    void halt();
    void show(int round);
    [[nodiscard]] int commonRounds() const;
    [[nodiscard]] bool haveRound(int round) const;

    SessionThread& m_thread;
    std::vector<std::unique_ptr<Lane>> m_lanes;
    Transport m_transport;
    int m_round = 0;
    bool m_follows = false; ///< what is computed is shown
    QTimer m_frame;         ///< until what has been computed is shown
    QString m_sentence;
};

} // namespace draftscope
