// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/batch_layout.h"

#include <algorithm>
#include <cmath>

namespace draftscope {

namespace {

// In lines.
constexpr double leastLabel = 8, mostLabel = 17, shareOfLabel = 0.26;
constexpr double leastColumn = 3.4, mostColumn = 7;
constexpr double leastRow = 2.25, mostRow = 3.2, headLines = 1.35;
constexpr double gapInCell = 3; ///< pixels between two cells

} // namespace

BatchLayout BatchLayout::of(int rows, int columns, QSizeF view, double lineHeight)
{
    BatchLayout layout;
    layout.rows = rows;
    layout.columns = columns;
    layout.labelWidth =
        std::round(std::clamp(view.width() * shareOfLabel, leastLabel * lineHeight, mostLabel * lineHeight));
    layout.headHeight = std::round(headLines * lineHeight);
    const double perRow = rows > 0 ? (view.height() - layout.headHeight) / rows : 0;
    layout.rowHeight = std::floor(std::clamp(perRow, leastRow * lineHeight, mostRow * lineHeight));
    const double perColumn = columns > 0 ? (view.width() - layout.labelWidth) / columns : 0;
    layout.columnWidth = std::floor(std::clamp(perColumn, leastColumn * lineHeight, mostColumn * lineHeight));
    layout.contentSize = {layout.labelWidth + columns * layout.columnWidth,
                          layout.headHeight + rows * layout.rowHeight};
    return layout;
}

QRectF BatchLayout::row(int row) const
{
    return {0, headHeight + row * rowHeight, contentSize.width(), rowHeight};
}

QRectF BatchLayout::label(int row) const
{
    return {0, headHeight + row * rowHeight, labelWidth, rowHeight};
}

QRectF BatchLayout::head(int column) const
{
    return {labelWidth + column * columnWidth, 0, columnWidth, headHeight};
}

QRectF BatchLayout::cell(int row, int column) const
{
    return QRectF(labelWidth + column * columnWidth, headHeight + row * rowHeight, columnWidth, rowHeight)
        .adjusted(gapInCell / 2, gapInCell / 2, -gapInCell / 2, -gapInCell / 2);
}

int BatchLayout::rowAt(double y) const
{
    const int row = int(std::floor((y - headHeight) / rowHeight));
    return y >= headHeight && row < rows ? row : -1;
}

int BatchLayout::columnAt(double x) const
{
    const int column = int(std::floor((x - labelWidth) / columnWidth));
    return x >= labelWidth && column < columns ? column : -1;
}

} // namespace draftscope
