// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QRectF>
#include <QSizeF>

namespace draftscope {

/// Where the parts of one column of the stage lie: a draft node, or the token that ends the round.
struct StageColumn {
    QRectF frame; ///< the whole column
    QRectF token;
    QRectF q, qText;
    QRectF p, pText;
    QRectF gauge, gaugeText; ///< min(1, p/q) with u as a dart
    QRectF verdict;
};

/// Geometry of a chain round; no painting, no records. Units are logical pixels.
struct StageLayout {
    QRectF labels; ///< the words at the left of the rows
    std::vector<StageColumn> columns;
    double contentWidth = 0; ///< more than the view's width where columns would become too narrow

    /// `lineHeight` is that of the user interface font; everything scales with it.
    [[nodiscard]] static StageLayout chain(int columnCount, QSizeF view, double lineHeight);
    /// The column at a point; -1 for none.
    [[nodiscard]] int columnAt(QPointF point) const;
};

} // namespace draftscope
