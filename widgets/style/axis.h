// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers at the axes of drawings.
#pragma once

#include <functional>

#include <QString>

class QPainter;
class QRectF;

namespace draftscope {

/// A step for an axis: 1, 2 or 5 times a power of ten, at least `least`.
[[nodiscard]] double axisStep(double least);

/// Where an axis from 0 ends that has room for values up to `most`: a multiple of a step, of which there are about
/// four. 1 where nothing is above 0.
[[nodiscard]] double axisTop(double most);

/// Lines across a plot, whose upper end is `top`, at 0 and each `step` above it; what `words` makes of each value
/// stands at the left of the plot. Leaves the small font and the muted pen.
void paintValueAxis(QPainter& painter, const QRectF& plot, double top, double step,
                    const std::function<QString(double)>& words);

} // namespace draftscope
