// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "gui/playback/decode.h"
#include "gui/playback/transport.h"

namespace draftscope {

/// Plays one decode or several by one clock, until a stop condition is met: what is recorded is shown, what is not is
/// computed. What a step is, and when all of them have ended, a derived class says: MomentPlayer (gui/navigation) steps
/// through the moments of one decode, LanePlayer (gui/compare) through the rounds of up to four. The decodes outlive it
/// or are left before they go. Lives on the window's thread.
class Player : public QObject {
    Q_OBJECT
public:
    enum class Activity { nothing, loading, paused, playing };
    static constexpr double fastest = Transport::fastest;

    explicit Player(QObject* parent = nullptr);

    /// Its speed and stop conditions. To play or stop, ask the player.
    [[nodiscard]] Transport& transport() { return m_transport; }
    [[nodiscard]] const Transport& transport() const { return m_transport; }
    [[nodiscard]] Activity activity() const;
    [[nodiscard]] bool isPlaying() const { return m_transport.isPlaying(); }
    [[nodiscard]] bool isLoading() const;   ///< one of the decodes is being loaded
    [[nodiscard]] bool isComputing() const; ///< the models go on with one of the decodes
    void noteActivity();                    ///< a decode is being loaded, is there, or will not come
    /// Stops playing and the commands at hand; what has been computed still arrives.
    virtual void halt();

public slots:
    virtual void playOrPause();
    virtual void pause();
    virtual void nextRound() = 0;
    virtual void previousRound() = 0;
    virtual void first() = 0;
    virtual void last() = 0; ///< what is recorded last

signals:
    void activityChanged(); ///< activity(), or whether the models compute
    void stood();           ///< what was asked of the models is done and shown

protected:
    void drive(Decode& decode);
    void leave(Decode& decode);
    /// By the clock: shows the next recorded step, or stops where none will come. `isFast`: all that is to be seen at
    /// once. False where the step has to be computed.
    [[nodiscard]] virtual bool showNext(bool isFast) = 0;
    [[nodiscard]] virtual bool computeNext() = 0;   ///< false where nothing can be computed
    [[nodiscard]] virtual bool computeFreely() = 0; ///< likewise: until a stop condition is met
    /// While it is led to a moment, which is no playing: other speeds and stop conditions change nothing.
    [[nodiscard]] virtual bool isLed() const { return false; }

private:
    void onBeat();
    void onFreeRunChanged();

    std::vector<Decode*> m_decodes;
    Transport m_transport;
    Activity m_noted = Activity::nothing; ///< that activityChanged() has told of last
};

} // namespace draftscope
