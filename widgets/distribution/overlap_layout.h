// SPDX-License-Identifier: GPL-3.0-or-later
// Where p, q and their overlap at a position are drawn; OverlapView paints it.
#pragma once

#include <vector>

#include <QRectF>

#include "engine/analysis/overlap.h"

namespace draftscope {

/// A token, or all that have no column of their own.
struct OverlapColumn {
    int entry = -1; ///< index into DistributionRecord::top; -1: the others
    int tokens = 1; ///< that it stands for
    double p = 0, q = 0;
    double overlap = 0; ///< of min(p, q), summed over its tokens: known
    double most = 0;    ///< what that may be at most; equal where it is known
    QRectF rect;        ///< from the axis to the end of the scale
};

struct OverlapLayout {
    std::vector<OverlapColumn> columns; ///< by falling p, of equal ones by falling q; the others last
    QRectF plot;
    double scaleEnd = 1; ///< the probability at the upper edge

    [[nodiscard]] double yOf(double probability) const;
    /// Of a column, what lies below this probability.
    [[nodiscard]] QRectF bar(const OverlapColumn& column, double probability) const;
    [[nodiscard]] int columnAt(QPointF position) const; ///< -1 for none
};

/// `leastWidth`: of a column, in pixels. As many of the likeliest tokens have a column as there is room for, and
/// `chosen`, what the matter is about, has one in any case. Precondition: overlapOf(here) is there.
[[nodiscard]] OverlapLayout overlapLayout(const DistributionRecord& here, const QRectF& plot, double leastWidth,
                                          const std::vector<TokenId>& chosen = {});

} // namespace draftscope
