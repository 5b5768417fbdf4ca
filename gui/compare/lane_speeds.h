// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "gui/compare/lane.h"
#include "gui/worker/background_speed.h"

namespace draftscope {

class Lanes;

/// How fast the lanes of a comparison are, measured beside each other in the background, whatever of them is played:
/// that counts for tokens only. The lanes outlive it. Lives on the window's thread.
class LaneSpeeds : public QObject {
    Q_OBJECT
public:
    explicit LaneSpeeds(Lanes& lanes);

    [[nodiscard]] const BackgroundSpeed& background() const { return m_measured; }
    /// Of background(): its number; -1: it is not measured, because it has no models.
    [[nodiscard]] int subjectOf(const Lane& lane) const;
    /// What is measured of a lane; null before all of it is known well enough.
    [[nodiscard]] const DecodeFigures* measuredOf(const Lane& lane) const;
    [[nodiscard]] std::optional<Speed> of(const Lane& lane) const;
    /// Why there is none, a sentence; empty where there is one.
    [[nodiscard]] QString whyNone(const Lane& lane) const;

    void chooseSubjects(); ///< lanes have come, gone, or been loaded
    [[nodiscard]] bool canMeasureAgain() const;
    void measureAgain();
    void setRule(const MeasuringRule& rule) { m_measured.setRule(rule); } ///< of what is measured from now on
    /// Likewise: whether it is measured at once, or by measureAgain() alone.
    void setMeasuresUnasked(bool measuresUnasked) { m_measured.setMeasuresUnasked(measuresUnasked); }
    void setAllowed(bool isAllowed); ///< while they are in sight and nothing of them is computed

signals:
    void changed(); ///< more has been measured

private:
    Lanes& m_lanes;
    BackgroundSpeed m_measured;
};

} // namespace draftscope
