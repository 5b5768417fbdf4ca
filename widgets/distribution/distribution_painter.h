// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

#include "engine/record/records.h"
#include "widgets/distribution/distribution_rows.h"
#include "widgets/style/theme.h"

class QPainter;

namespace draftscope {

/// Paints the rows of a position that has a record: legend, a row a token with its bars, numbers and note, and all
/// other tokens as one.
class DistributionPainter {
    Q_DECLARE_TR_FUNCTIONS(DistributionPainter)
public:
    /// `progress`: how far what the last moment has changed has come, 0 to 1.
    DistributionPainter(QPainter& painter, const DistributionRows& rows, bool logScale, double progress);
    void paint();

private:
    /// Of a row: where its bars begin, how long a full one is, how high they are, where they stand, and their values.
    struct Bars {
        double left, full, height, yq, yp, p, q;
    };

    void paintLegend();
    void paintRow(int row);
    [[nodiscard]] Bars barsOf(int row) const;
    void paintBars(const Bars& bars, std::size_t entry);
    void paintNotes(const QRectF& rect, const Bars& bars, TokenId token, Role role);
    void paintTail(const QRectF& rect);
    [[nodiscard]] double barLength(double probability, double width) const;
    /// The progress, if the last moment is of this kind; else 1.
    [[nodiscard]] double progressOf(MomentKind kind) const;
    [[nodiscard]] double residualGrown() const; ///< likewise the share of the residual's bars

    QPainter& m_painter;
    const DistributionRows& m_rows;
    const DistributionRecord& m_here;
    const RoundRecord& m_round;
    bool m_logScale;
    double m_progress;
};

} // namespace draftscope
