// SPDX-License-Identifier: GPL-3.0-or-later
// What a round's time goes into, and how it looks wherever it is drawn.
#pragma once

#include <array>

#include <QPainter>

#include "engine/analysis/speed.h"

namespace draftscope {

/// What a round took, in milliseconds.
struct PhaseBar {
    int round = 0;      ///< 0-based
    int draftSteps = 0; ///< that `draft` is the sum of
    double draft = 0, verify = 0, sample = 0;
    [[nodiscard]] double total() const { return draft + verify + sample; }
    friend bool operator==(const PhaseBar&, const PhaseBar&) = default;
};
[[nodiscard]] PhaseBar phaseBarOf(const RoundRecord& round);
/// At its measured time, which its phases share as they did when it was timed first; without a time where it has none.
[[nodiscard]] PhaseBar phaseBarOf(int round, const RoundTimes::Round& measured);

/// A part of a round's time. Phases differ by a pattern, too, not by their colours alone.
struct Phase {
    const char* word;
    double PhaseBar::*time;
    Qt::BrushStyle hatch; ///< over the colour
};
/// In the order in which they happen.
[[nodiscard]] const std::array<Phase, 3>& allPhases();
[[nodiscard]] QColor colorOf(const Phase& phase);
[[nodiscard]] QString wordOf(const Phase& phase); ///< "draft", "verify", "sampling"
void fill(QPainter& painter, const QRectF& rect, const Phase& phase);

} // namespace draftscope
