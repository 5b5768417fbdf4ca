// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "widgets/style/drawn_view.h"
#include "widgets/style/theme.h"

namespace draftscope {

/// How far texts were from a distribution, over the number of texts.
struct DistanceDrawing {
    struct Point {
        double texts = 1, distance = 0;
    };
    struct Line {
        QString name; ///< at its end, and in sentences
        Role role = Role::accepted;
        std::vector<Point> points; ///< by texts
        QString mark = {};         ///< "✓", "✗"; before the name
    };
    std::vector<Line> lines;        ///< at most two
    std::vector<Point> chance;      ///< what chance alone gives, a dashed line
    double most = 0;                ///< texts at the right end; 0: as far as the points go
    std::vector<double> looks = {}; ///< numbers of texts after which a verdict was taken
    QString nothing;                ///< why there is nothing to draw; a sentence

    [[nodiscard]] bool isEmpty() const;
    /// "After 2,000 texts: as it should be 0.018, p instead of the residual 0.27, chance alone 0.015." Of the point of
    /// that number, counted over the longest line.
    [[nodiscard]] QString sentenceOf(int point) const;
    [[nodiscard]] const Line* longest() const;
};

/// Both axes are logarithmic, so what chance alone gives is a straight line downwards where bins are full, and a bias
/// leaves it for a level of its own. A number of texts is chosen with the keys.
class DistanceChart : public DrawnView {
    Q_OBJECT
public:
    explicit DistanceChart(QWidget* parent = nullptr);

    void setDrawing(DistanceDrawing drawing);
    [[nodiscard]] const DistanceDrawing& drawing() const { return m_drawing; }
    [[nodiscard]] QPointF placeOf(DistanceDrawing::Point point) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    [[nodiscard]] int itemCount() const override;
    [[nodiscard]] int itemsOfPage() const override;
    [[nodiscard]] int firstCurrent() const override;
    [[nodiscard]] QString toolTipAt(QPoint position) const override;
    [[nodiscard]] QString spokenWords() const override;

private:
    struct Range {
        double least, most;
    };
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] Range texts() const;     ///< at the ends of the axis
    [[nodiscard]] Range distances() const; ///< likewise
    [[nodiscard]] int pointAt(double x) const;
    void paintAxes(QPainter& painter) const;
    void paintLines(QPainter& painter) const;
    void paintNames(QPainter& painter) const;

    DistanceDrawing m_drawing;
};

} // namespace draftscope
