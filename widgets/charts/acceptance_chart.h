// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QPolygonF>

#include "engine/analysis/metrics.h"
#include "widgets/style/drawn_view.h"

namespace draftscope {

/// What became of the drafts at a depth, over the rounds so far.
struct AcceptanceBar {
    int depth = 1; ///< from 1
    DepthCounts counts;
    std::optional<double> survival, conditional; ///< as Metrics defines them
    std::optional<double> expected;              ///< survival of a chain at the acceptance rate; chains only
    friend bool operator==(const AcceptanceBar&, const AcceptanceBar&) = default;
};
/// `isChain`: whether the formula holds, which is of chains.
[[nodiscard]] std::vector<AcceptanceBar> acceptanceBarsOf(const Metrics& metrics, bool isChain);
/// "Position 3: survival 0.52 (21 of 40 rounds that drafted it), conditional acceptance 0.78 (21 of 27 judged)."
[[nodiscard]] QString sentenceOf(const AcceptanceBar& bar);

/// Two bars for each position of a draft: survival, full, and conditional acceptance, hatched; a dashed line for the
/// survival that the acceptance rate would give at every position.
class AcceptanceChart : public DrawnView {
    Q_OBJECT
public:
    explicit AcceptanceChart(QWidget* parent = nullptr);
    void setBars(std::vector<AcceptanceBar> bars);
    [[nodiscard]] QRectF columnRect(int index) const; ///< of m_bars, over the whole height
    [[nodiscard]] QRectF barRect(int index, std::optional<double> value, bool isConditional) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    [[nodiscard]] int itemCount() const override;
    [[nodiscard]] QString toolTipAt(QPoint position) const override;
    [[nodiscard]] QString spokenWords() const override;

private:
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] double yOf(double value) const;
    void paintAxes(QPainter& painter) const;
    void paintLegend(QPainter& painter) const;
    void paintBars(QPainter& painter, int index) const;
    void paintValues(QPainter& painter, int index) const;
    [[nodiscard]] QPolygonF expectedLine() const;
    void paintExpected(QPainter& painter, const QPolygonF& line) const;
    void paintDots(QPainter& painter, const QPolygonF& line) const;

    std::vector<AcceptanceBar> m_bars;
};

} // namespace draftscope
