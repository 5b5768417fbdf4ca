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
    QRectF drawn, drawnGauge, drawnText; ///< what stands in the place of a rejected draft; empty where no round drafts
};

/// How a and u stand below the gauge: side by side, below one another, or as bare numbers that a label at the left
/// explains.
enum class GaugeWords { oneLine, twoLines, bare };

/// Geometry of a chain round; no painting, no records. Units are logical pixels.
struct StageLayout {
    QRectF labels; ///< the words at the left of the rows
    std::vector<StageColumn> columns;
    GaugeWords gaugeWords = GaugeWords::oneLine;
    QSizeF contentSize; ///< more than the view's size where nothing can be read if it closes up further

    /// Below this height of a view there is something to scroll.
    [[nodiscard]] static double leastHeight(double lineHeight);
    /// The width below which a round with so many columns has something to scroll.
    [[nodiscard]] static double leastWidth(int columnCount, double lineHeight);
    /// `lineHeight` is that of the user interface font; everything scales with it. `drafts`: a token may be rejected,
    /// and another one drawn in its place.
    [[nodiscard]] static StageLayout chain(int columnCount, QSizeF view, double lineHeight, bool drafts = true);
    /// The column at a point; -1 for none.
    [[nodiscard]] int columnAt(QPointF point) const;
};

} // namespace draftscope
