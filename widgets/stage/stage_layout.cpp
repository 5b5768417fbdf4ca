// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/stage_layout.h"

#include <algorithm>

namespace draftscope {

namespace {

/// A length in lines: where everything can just be read, and where there is room to spare.
struct Length {
    double tight, roomy;
    [[nodiscard]] constexpr double at(double share) const { return tight + share * (roomy - tight); }
};

// A column from top to bottom.
constexpr Length outside{0.15, 0.7}, aboveToken{0.1, 1.5}, token{1.2, 2.15}, aboveQ{0.15, 1.65}, bar{0.22, 1.1};
constexpr Length oneLine{0.82, 1.15}, aboveP{0.06, 1.5}, aboveGauge{0.52, 2.4}, gauge{0.42, 1.7},
    belowGauge{0.02, 0.25};
constexpr Length twoLines{1.5, 1.9}, aboveVerdict{0.02, 1.8}, verdictLine{0.95, 1.2}, belowVerdict{0.1, 0.5};

// Below it, what is drawn in the place of a rejected draft. Where there is little room its u is in words only.
constexpr Length aboveDrawn{0.04, 0.7}, drawnToken{1.15, 2.0}, aboveDrawnGauge{0, 0.9}, drawnGauge{0, 1.1};

constexpr double heightAt(double share, Length gaugeWords, bool drafts)
{
    double sum = 0;
    for (const Length part : {outside, aboveToken, token, aboveQ, bar, oneLine, aboveP, bar, oneLine, aboveGauge, gauge,
                              belowGauge, gaugeWords, aboveVerdict, verdictLine, belowVerdict, outside})
        sum += part.at(share);
    if (drafts)
        for (const Length part : {aboveDrawn, drawnToken, aboveDrawnGauge, drawnGauge, oneLine})
            sum += part.at(share);
    return sum;
}

// The columns from left to right.
constexpr Length usualColumn{3.75, 9}, usualGap{0.4, 0.75}, margin{0.3, 0.7}, labelWidth{4.6, 5};
constexpr Length closeColumn{3.55, 9}, closeGap{0.32, 0.75}; ///< where that is enough for nothing to scroll
constexpr double oneLineOfWords = 4.7;                       ///< a column as wide as this has a and u side by side

/// The width that so many columns need.
constexpr double leastLines(int columnCount, Length column, Length gap)
{
    return labelWidth.tight + 2 * margin.tight + columnCount * (column.tight + gap.tight);
}

} // namespace

double StageLayout::leastHeight(double lineHeight)
{
    return heightAt(0, oneLine, true) * lineHeight;
}

double StageLayout::leastWidth(int columnCount, double lineHeight)
{
    return leastLines(columnCount, usualColumn, usualGap) * lineHeight;
}

StageLayout StageLayout::chain(int columnCount, QSizeF view, double lineHeight, bool drafts)
{
    StageLayout layout;
    const double line = lineHeight, wide = view.width() / line, high = view.height() / line;

    const bool isClose =
        wide < leastLines(columnCount, usualColumn, usualGap) && wide >= leastLines(columnCount, closeColumn, closeGap);
    const Length columnWidth = isClose ? closeColumn : usualColumn, betweenColumns = isClose ? closeGap : usualGap;

    // In a narrow view margins and gaps close up before the columns do, and only then is there something to scroll.
    const auto perColumn = [&](double share) {
        return columnCount > 0 ? (wide - 2 * margin.at(share) - labelWidth.at(share)) / columnCount : 0;
    };
    const double room = columnWidth.tight + 2 * betweenColumns.roomy;
    const double side = std::clamp((perColumn(1) - columnWidth.tight - betweenColumns.tight)
                                       / (room - columnWidth.tight - betweenColumns.tight),
                                   0.0, 1.0);
    const double gap = betweenColumns.at(side) * line;
    const double width = columnCount > 0
        ? std::clamp(perColumn(side) - betweenColumns.at(side), columnWidth.tight, columnWidth.roomy) * line
        : 0;
    const bool isNarrow = width < oneLineOfWords * line;

    // The rows share what height there is: they stretch on a projector and close up in a small window.
    layout.gaugeWords = !isNarrow               ? GaugeWords::oneLine
        : high >= heightAt(0, twoLines, drafts) ? GaugeWords::twoLines
                                                : GaugeWords::bare;
    const Length gaugeWords = layout.gaugeWords == GaugeWords::twoLines ? twoLines : oneLine;
    const double least = heightAt(0, gaugeWords, drafts);
    const double share = std::clamp((high - least) / (heightAt(1, gaugeWords, drafts) - least), 0.0, 1.0);
    const auto length = [&](Length part) { return part.at(share) * line; };

    const double top = length(outside);
    layout.labels = {margin.at(side) * line, top, labelWidth.at(side) * line, view.height() - 2 * top};
    for (int i = 0; i < columnCount; ++i) {
        const double x = layout.labels.right() + i * (width + gap) + gap / 2;
        double y = top;
        const auto row = [&](Length above, Length height) {
            const QRectF rect(x, y + length(above), width, length(height));
            y = rect.bottom();
            return rect;
        };
        StageColumn column;
        column.token = row(aboveToken, token);
        column.q = row(aboveQ, bar);
        column.qText = row({0, 0}, oneLine);
        column.p = row(aboveP, bar);
        column.pText = row({0, 0}, oneLine);
        column.gauge = row(aboveGauge, gauge);
        column.gaugeText = row(belowGauge, gaugeWords);
        column.verdict = row(aboveVerdict, verdictLine);
        if (drafts) {
            column.drawn = row(aboveDrawn, drawnToken);
            column.drawnGauge = row(aboveDrawnGauge, drawnGauge);
            column.drawnText = row({0, 0.1}, oneLine);
        }
        const double pad = gap * 0.36;
        column.frame = QRectF(x, top, width, y + length(belowVerdict) - top).adjusted(-pad, 0, pad, 0);
        layout.columns.push_back(column);
    }
    if (layout.columns.empty())
        layout.contentSize = view;
    else
        layout.contentSize = {layout.columns.back().frame.right() + margin.at(side) * line,
                              std::max(view.height(), least * line)};
    return layout;
}

int StageLayout::columnAt(QPointF point) const
{
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (columns[i].frame.contains(point))
            return int(i);
    return -1;
}

} // namespace draftscope
