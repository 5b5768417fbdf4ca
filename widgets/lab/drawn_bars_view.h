// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/analysis/speed.h"
#include "widgets/style/drawn_view.h"

namespace draftscope {

/// What was drawn of a distribution, beside the distribution.
struct DrawnBars {
    struct Bar {
        QString label; ///< "a", "abca"
        double exact = 0;
        int drawn = 0;
        Interval interval = {0, 1}; ///< that the probability lies in which it was drawn with
    };
    std::vector<Bar> bars;
    Bar rest = {};   ///< all others together, in words above the bars; without a label: there are none
    int texts = 0;   ///< that were drawn
    QString nothing; ///< why there is nothing to draw; a sentence

    [[nodiscard]] int count() const { return int(bars.size()); }
    [[nodiscard]] const Bar& at(int bar) const { return bars.at(std::size_t(bar)); }
    [[nodiscard]] QString sentenceOf(const Bar& bar) const; ///< the same of the rest, too
    /// "b: drawn 43.5 % (869 of 2,000, interval 41.3 % to 45.6 %), exact 41.7 %."
    [[nodiscard]] QString sentenceOf(int bar) const;
};

/// A bar as high as the share that was drawn, with its interval as a thin line, and a thick line across it where the
/// target's own probability is. A bar is chosen with the keys.
class DrawnBarsView : public DrawnView {
    Q_OBJECT
public:
    explicit DrawnBarsView(QWidget* parent = nullptr);

    void setDrawing(DrawnBars drawing);
    [[nodiscard]] const DrawnBars& drawing() const { return m_drawing; }
    /// Two views beside each other have one scale: the value at the upper end; 0: as the bars want it.
    void setTop(double top);
    /// What they want.
    [[nodiscard]] double wantedTop() const;
    [[nodiscard]] int barAt(QPointF position) const; ///< -1 for none
    [[nodiscard]] QRectF barRect(int bar) const;     ///< from the axis up to the share that was drawn
    [[nodiscard]] double yOf(double probability) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    [[nodiscard]] int itemCount() const override;
    [[nodiscard]] int itemsOfPage() const override;
    [[nodiscard]] QString toolTipAt(QPoint position) const override;
    [[nodiscard]] QString spokenWords() const override;

private:
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] double top() const;
    [[nodiscard]] bool isUpright() const; ///< labels have no room beside each other
    [[nodiscard]] double labelsHeight() const;
    [[nodiscard]] QRectF slotRect(int bar) const;
    void paintAxis(QPainter& painter) const;
    void paintBar(QPainter& painter, int bar) const;
    void paintLabel(QPainter& painter, int bar) const;

    DrawnBars m_drawing;
    double m_top = 0;
};

} // namespace draftscope
