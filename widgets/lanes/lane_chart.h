// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "widgets/lanes/lane_drawing.h"
#include "widgets/style/drawn_view.h"

namespace draftscope {

/// Draws figures of lanes. These look as everywhere (lane_style.h) and bear their numbers. A point is chosen with the
/// keys.
class LaneChart : public DrawnView {
    Q_OBJECT
public:
    explicit LaneChart(QWidget* parent = nullptr);

    void setDrawing(LaneDrawing drawing);
    [[nodiscard]] const LaneDrawing& drawing() const { return m_drawing; }
    [[nodiscard]] int pointAt(QPointF position) const; ///< -1 for none
    /// What a point fills: its bar from the axis up, or the room around its mark. Empty where it has no value.
    [[nodiscard]] QRectF rectOf(int point) const;
    [[nodiscard]] double yOf(double value) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    [[nodiscard]] int itemCount() const override;
    [[nodiscard]] int itemsOfPage() const override;
    [[nodiscard]] QString toolTipAt(QPoint position) const override;
    [[nodiscard]] QString spokenWords() const override;

private:
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] double top() const; ///< the value at the upper end of the axis
    [[nodiscard]] double legendHeight() const;
    [[nodiscard]] QRectF groupRect(int group) const;
    [[nodiscard]] QRectF slotRect(int point) const; ///< over the whole height
    void paintAxes(QPainter& painter) const;
    void paintLevel(QPainter& painter) const;
    void paintBars(QPainter& painter) const;
    void paintValues(QPainter& painter) const;
    void paintLines(QPainter& painter) const;
    void paintSpread(QPainter& painter, int point) const;
    void paintLegend(QPainter& painter) const;

    LaneDrawing m_drawing;
    std::vector<int> m_styles; ///< by lane: the index that says how it looks
};

} // namespace draftscope
