// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include "engine/session/stop_conditions.h"

namespace draftscope {

/// The clock of the transport: whether it plays, how fast, and until what. It knows no run: what is driven by it,
/// one or several, goes on by a moment at each beat, or by a recorded round where it is to go as fast as it can. Where
/// nothing is recorded any more it lets the models go freely, without beats, until a stop condition is met. Lives on
/// the window's thread.
class Transport : public QObject {
    Q_OBJECT
public:
    static constexpr double fastest = 0; ///< speed: as fast as the models go

    explicit Transport(QObject* parent = nullptr);

    [[nodiscard]] bool isPlaying() const { return m_mode != Mode::still; }
    [[nodiscard]] bool hasBeats() const { return m_mode == Mode::beats; }    ///< it plays by them
    [[nodiscard]] bool isFree() const { return isPlaying() && !hasBeats(); } ///< it plays without them
    [[nodiscard]] double speed() const { return m_speed; }                   ///< moments per second, or fastest
    [[nodiscard]] const StopConditions& stopConditions() const { return m_stops; }

    void play();       ///< by the clock
    void playFreely(); ///< until the speed changes
    void playToStop(); ///< freely, whatever the speed
    void stop();
    void setSpeed(double momentsPerSecond);
    void setStopConditions(const StopConditions& conditions);

signals:
    void beat();
    void playingChanged(); ///< isPlaying() has
    /// While it played freely: it has beats now, or other stop conditions.
    void freeRunChanged();
    void stopConditionsChanged();

private:
    enum class Mode { still, beats, free, toStop };
    void setMode(Mode mode);
    void startBeats();

    Mode m_mode = Mode::still;
    double m_speed = 4;
    StopConditions m_stops{.onRejection = true};
    QTimer m_beats;
};

} // namespace draftscope
