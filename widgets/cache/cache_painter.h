// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QRectF>

#include "widgets/cache/cache_strips.h"

class QPainter;

namespace draftscope {

/// Committed slots are full, speculative ones have a broken frame, those rolled back a stroke through them, gaps a dot;
/// free ones are hollow.
void paintCacheCell(QPainter& painter, const QRectF& rect, const CacheCell& cell);

struct CacheLegendEntry {
    CacheCell sample;
    QString word;
    friend bool operator==(const CacheLegendEntry&, const CacheLegendEntry&) = default;
};
/// Every state that is drawn of these caches. `hasFreeCells`: the last rows are filled with cells that were never
/// written.
[[nodiscard]] std::vector<CacheLegendEntry> cacheLegendOf(const std::vector<CacheStrip>& strips,
                                                          bool hasFreeCells = false);

} // namespace draftscope
