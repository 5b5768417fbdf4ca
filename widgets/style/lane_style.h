// SPDX-License-Identifier: GPL-3.0-or-later
// How lanes look: the one place that cards, the table, charts and the race take it from. No lane is told by its colour
// alone.
#pragma once

#include <vector>

#include <QPixmap>
#include <QPointF>
#include <QRectF>

#include "widgets/style/theme.h"

class QPainter;

namespace draftscope {

/// What marks a point of a lane.
enum class LaneMark { disc, square, triangle, diamond };

struct LaneStyle {
    Role role = Role::text;                    ///< whose colour it has
    Qt::BrushStyle pattern = Qt::SolidPattern; ///< of what its colour fills
    Qt::PenStyle line = Qt::SolidLine;         ///< of what its colour draws
    LaneMark mark = LaneMark::disc;
    bool isMarkFull = true;
};

/// Of the lane with this index. Four differ in each of colour, pattern, line and mark; the fifth looks as the first.
[[nodiscard]] const LaneStyle& laneStyle(int lane);

/// The index that says how each lane looks, by their numbers: that of lane 2 is 1, wherever it stands. A lane without a
/// number, which is 0, has the first one that no other has, or where all four are taken that of its place.
[[nodiscard]] std::vector<int> styleIndexes(const std::vector<int>& numbers);

/// A bar, or whatever else is filled.
void fillAsLane(QPainter& painter, const QRectF& rect, int lane);
/// The mark of a point, as wide as twice laneMarkRadius and a little more.
void paintLaneMark(QPainter& painter, QPointF at, int lane);
constexpr double laneMarkRadius = 4;
/// What stands before the name of a lane: its mark as large as this square, filled as its bars are.
void paintLaneSwatch(QPainter& painter, const QRectF& square, int lane);
/// The same as a picture, `side` wide and high, for screens of up to twice the pixels.
[[nodiscard]] QPixmap laneSwatch(int lane, int side);
/// As high as the capitals of the window's letters, and a little more.
[[nodiscard]] int laneSwatchSide();

} // namespace draftscope
