// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/playback/decode.h"
#include "gui/playback/plain_difference.h"
#include "gui/worker/background_speed.h"
#include "widgets/words/speed_figures.h"

namespace draftscope {

/// How fast the setup of a run decodes its prompt beside plain decoding, which the program decodes both ways by itself
/// while nothing else wants the models; and what is accepted of the run up to the moment shown, whose own times say
/// nothing, because it is stepped. The decode outlives it. Lives on the window's thread.
class RunSpeed : public QObject {
    Q_OBJECT
public:
    RunSpeed(Decode& decode, SessionThread& thread, QObject* parent = nullptr);

    [[nodiscard]] SpeedFigures figures() const; ///< takes the same time however long the run is
    /// Where the text shown leaves what plain decoding has written for figures().
    [[nodiscard]] std::optional<PlainDifference> differenceFromPlain() const;
    /// What has been measured so far.
    [[nodiscard]] const BackgroundSpeed& background() const { return m_measured; }
    [[nodiscard]] bool isPending() const { return m_measured.isPending(); } ///< it measures, or is about to
    void setRule(const MeasuringRule& rule) { m_measured.setRule(rule); }   ///< of runs that begin from now on
    /// Likewise: whether they are measured at once, or by measureAgain() alone.
    void setMeasuresUnasked(bool measuresUnasked) { m_measured.setMeasuresUnasked(measuresUnasked); }
    /// Whether it may at all; else its sessions are given back, because their memory may be wanted.
    void setWanted(bool isWanted);
    void setIdle(bool isIdle); ///< nothing else wants the models now
    /// Forgets what figures() measured and measures once more.
    void measureAgain();
    [[nodiscard]] bool canMeasureAgain() const;

    void begin(); ///< with the run that the decode has now
    void forget() { m_measured.forget(); }
    void giveBack() { m_measured.giveBack(); } ///< its sessions

signals:
    void changed(); ///< background() has come further

private:
    [[nodiscard]] QString whyNoSpeedUp(const Speed& speed) const;
    void allow();
    [[nodiscard]] bool isBehindServer() const;

    Decode& m_decode;
    BackgroundSpeed m_measured;
    bool m_isWanted = false, m_isIdle = false;
};

} // namespace draftscope
