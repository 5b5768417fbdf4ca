// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "gui/compare/lane_player.h"
#include "gui/compare/lane_speeds.h"

namespace draftscope {

/// The lanes of a comparison, with the player that moves them and how fast they are. Lanes decode one prompt with one
/// seed and one limit of tokens: those of the first. Lives on the window's thread.
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
    [[nodiscard]] LanePlayer& player() { return m_player; }
    [[nodiscard]] const LanePlayer& player() const { return m_player; }
    [[nodiscard]] LaneSpeeds& speeds() { return m_speeds; }
    [[nodiscard]] const LaneSpeeds& speeds() const { return m_speeds; }
    [[nodiscard]] int recordedRounds() const;                            ///< of the lane that has most
    [[nodiscard]] const QString& sentence() const { return m_sentence; } ///< for the status line

    /// Begins with its loading; playing ends, and when it is loaded the lanes that the player moves go to the
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
    /// Another setup for a lane, which decodes from the beginning; the lanes that the player moves show that. It
    /// keeps prompt, seed and token limit.
    void change(Lane& lane, RunSetup setup);
    void remove(Lane* lane);
    void clear();

    void say(const QString& sentence); ///< for the status line, until something else happens

signals:
    void added(draftscope::Lane* lane);
    void aboutToRemove(draftscope::Lane* lane);
    void changed(); ///< lanes have come, gone, or been loaded
    void sentenceChanged();
    void failed(const QString& sentence); ///< for the message bar

private:
    void connectLane(Lane& lane);
    void fitToFirst(RunSetup& setup) const;

    SessionThread& m_thread;
    std::vector<std::unique_ptr<Lane>> m_lanes;
    LaneSpeeds m_speeds{*this};
    LanePlayer m_player{*this};
    QString m_sentence;
};

} // namespace draftscope
