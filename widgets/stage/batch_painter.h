// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "widgets/stage/batch_cells.h"
#include "widgets/stage/batch_layout.h"
#include "widgets/style/theme.h"

class QPainter;

namespace draftscope {

/// A sequence of a batch: what its row shows.
struct BatchRow {
    QString name;         ///< "3 · Once upon a time"
    QString note;         ///< how its text goes on or, where it takes no part in the round, why
    bool isApart = false; ///< it takes no part in the round: it waits for a place, or has ended
    std::optional<BatchRowRound> round = std::nullopt; ///< nothing where it is apart, and before its first moment
    const Recording* recording = nullptr;              ///< gives token texts; lives as long as the row is shown
};

/// Paints a batch's stage: cells first, then the names of columns and rows over what has been scrolled below them.
class BatchPainter {
public:
    /// `scrolled`: what of the drawing lies at the view's corner. The painter's origin is the view's.
    BatchPainter(QPainter& painter, const BatchLayout& layout, const BatchColumnsShown& columns, QPointF scrolled,
                 QSizeF view);
    void paint(const std::vector<BatchRow>& rows, int current);
    /// What stands above a column: "Root", "Draft 2", "K/V 61".
    [[nodiscard]] static QString nameOf(int column, const BatchColumnsShown& columns, bool isTree);

private:
    void paintCells(const BatchRow& row, int number);
    void paintCell(const BatchRow& row, const BatchCell& cell, const QRectF& rect);
    void paintLabel(const BatchRow& row, int number, bool isCurrent);
    void paintHeads(bool isTree);

    QPainter& m_painter;
    const BatchLayout& m_layout;
    const BatchColumnsShown& m_columns;
    QPointF m_scrolled;
    QSizeF m_view;
};

} // namespace draftscope
