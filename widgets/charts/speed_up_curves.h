// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "widgets/style/drawn_view.h"
#include "widgets/style/theme.h"

namespace draftscope {

/// Speed-ups over something that doubles from point to point: sequences together, tokens of context, rows.
struct SpeedUpCurves {
    struct Point {
        int at = 1;
        double speedUp = 1;
        double lower = 0, upper = 0; ///< of its interval; both 0: it has none
    };
    struct Line {
        QString name; ///< in the legend, and in sentences
        Role role = Role::target;
        std::vector<Point> points; ///< rising
        bool isComputed = false;   ///< dashed: nothing of it was measured
    };
    QString axis; ///< what is along it: "sequences together"
    std::vector<Line> lines;
    QString nothing; ///< why there is nothing to draw; a sentence

    [[nodiscard]] bool isEmpty() const;
    [[nodiscard]] std::vector<int> places() const; ///< of all lines, rising
    /// "8 sequences together: K = 4 1.31, best K 1.52 (computed)."
    [[nodiscard]] QString sentenceOf(int place) const; ///< of places()
};

/// Speed-ups over a logarithmic axis, with a line at plain decoding, under which the ground is tinted: it is a loss
/// there. A place is chosen with the keys or a click.
class SpeedUpCurvesChart : public DrawnView {
    Q_OBJECT
public:
    explicit SpeedUpCurvesChart(QWidget* parent = nullptr);

    void setCurves(SpeedUpCurves curves);
    [[nodiscard]] const SpeedUpCurves& curves() const { return m_curves; }
    [[nodiscard]] QPointF pointOf(double at, double speedUp) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    [[nodiscard]] int itemCount() const override { return int(m_places.size()); }
    [[nodiscard]] int itemsOfPage() const override { return 4; }
    [[nodiscard]] QString toolTipAt(QPoint position) const override;
    [[nodiscard]] QString spokenWords() const override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] int placeAt(double x) const; ///< -1 for none
    void paintAxes(QPainter& painter) const;
    void paintLines(QPainter& painter) const;
    void paintLegend(QPainter& painter) const;

    SpeedUpCurves m_curves;
    std::vector<int> m_places; ///< the items
    double m_top = 2;          ///< of the scale
};

} // namespace draftscope
