// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "engine/analysis/speed.h"
#include "widgets/style/drawn_view.h"

namespace draftscope {

/// A figure over the values of one setting or of two.
struct SweepDrawing {
    struct Axis {
        QString name; ///< "K"
        std::vector<double> values;
        std::vector<QString> names = {};               ///< of the values, where they are no numbers: drafts
        [[nodiscard]] QString textOf(int index) const; ///< "4", "Tales 1M"
    };
    struct Point {
        std::optional<double> value;
        std::optional<Quartiles> spread; ///< over the prompts
        QString why;                     ///< why there is no value, a sentence
        /// What plain decoding has there: the same at each point, unless the temperature is varied.
        std::optional<double> plain = {};
        std::optional<Interval> interval = {}; ///< that the value lies in
    };
    QString figure; ///< "measured speed-up"
    QString unit;   ///< behind a value: " ×"; may be empty
    int decimals = 2;
    std::vector<Axis> axes = {};    ///< one or two; none: nothing to draw yet
    std::vector<Point> points = {}; ///< for each value of the second axis all of the first
    int best = -1;

    [[nodiscard]] int columns() const { return axes.empty() ? 0 : int(axes[0].values.size()); }
    [[nodiscard]] int rows() const { return axes.size() < 2 ? 1 : int(axes[1].values.size()); }
    /// "K 4, temperature 0.8"
    [[nodiscard]] QString nameOf(int point) const;
    /// "2.41 ×"
    [[nodiscard]] QString textOf(double value) const;
};

/// A chart of one setting: a dot a value with its interval (thick) and its quartiles over the prompts (thin), plain
/// decoding as a dashed line. A heat map of two settings: a cell a pair, darker the higher, with the number in it. The
/// best point is marked; one is chosen with the mouse or the keys.
class SweepView : public DrawnView {
    Q_OBJECT
public:
    explicit SweepView(QWidget* parent = nullptr);

    void setDrawing(SweepDrawing drawing); ///< what is chosen stays, if there is such a point
    [[nodiscard]] const SweepDrawing& drawing() const { return m_drawing; }
    [[nodiscard]] int chosen() const { return current(); } ///< -1 for none
    void choose(int point) { setCurrent(point); }
    /// The column or cell of a point.
    [[nodiscard]] QRectF cellRect(int point) const;
    [[nodiscard]] int pointAt(QPointF position) const; ///< -1 for none
    /// Values of an axis that have room to be written at it, by their numbers: all of them, or every second, or fewer.
    [[nodiscard]] std::vector<int> labelledValues(std::size_t axis) const;
    /// Points whose values are written down, and where: the best, the chosen one, and those that have room beside the
    /// others.
    [[nodiscard]] std::vector<std::pair<int, QRectF>> valueLabels() const;
    /// "K 4, temperature 0.8: measured speed-up 2.41 ×, quartiles 2.10 – 2.63."
    [[nodiscard]] QString sentenceOf(int point) const;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void pointChosen(int point); ///< by a person

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] int itemCount() const override { return int(m_drawing.points.size()); }
    [[nodiscard]] int firstCurrent() const override { return -1; } // what is chosen is for a person to say
    [[nodiscard]] QString toolTipAt(QPoint position) const override;
    [[nodiscard]] QString spokenWords() const override;

private:
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] double yOf(double value) const; ///< of a chart
    [[nodiscard]] double top() const;             ///< the value at the upper end of its axis
    void paintAxisOf(QPainter& painter, const SweepDrawing::Axis& axis) const;
    void paintChart(QPainter& painter) const;
    void paintPlain(QPainter& painter) const;
    void paintHeatMap(QPainter& painter) const;
    void paintValues(QPainter& painter) const;
    [[nodiscard]] QRectF valueRect(int point, double wide) const;

    SweepDrawing m_drawing;
};

} // namespace draftscope
