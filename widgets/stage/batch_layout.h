// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QRectF>
#include <QSizeF>

namespace draftscope {

/// Where rows, columns and cells of a batch's stage lie; no painting, no records. Units are logical pixels. The names
/// of rows at the left and of columns at the top stay where they are while the cells scroll below them.
struct BatchLayout {
    double labelWidth = 0, headHeight = 0, rowHeight = 0, columnWidth = 0;
    int rows = 0, columns = 0;
    QSizeF contentSize; ///< more than the view's size where not everything has room

    /// `lineHeight` is that of the user interface font; everything scales with it.
    [[nodiscard]] static BatchLayout of(int rows, int columns, QSizeF view, double lineHeight);
    [[nodiscard]] QRectF row(int row) const;     ///< over the whole width
    [[nodiscard]] QRectF label(int row) const;   ///< of the row's name
    [[nodiscard]] QRectF head(int column) const; ///< of the column's name
    [[nodiscard]] QRectF cell(int row, int column) const;
    [[nodiscard]] int rowAt(double y) const;    ///< -1 for none
    [[nodiscard]] int columnAt(double x) const; ///< -1 for none
};

} // namespace draftscope
