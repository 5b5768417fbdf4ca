// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QWidget>

#include "engine/analysis/statistics.h"
#include "widgets/data_table.h"

namespace draftscope {

/// A figure of lanes over groups: positions of a draft, kinds of text, or one group for each lane.
struct LaneDrawing {
    /// Bars beside each other; or a line a lane, one over the other.
    enum class Form { bars, lines };
    struct Lane {
        int number = 0; ///< from 1
        QString name;   ///< "Two models · chain · K 6"
    };
    struct Point {
        std::optional<double> value = {};
        std::optional<Quartiles> spread = {}; ///< over the prompts
        QString detail =
            {}; ///< what it is of, behind its number: "accepted in 21 of 40 rounds that drafted it"; may be empty
        QString why = {}; ///< why there is no value, a sentence; may be empty
        friend bool operator==(const Point&, const Point&) = default;
    };
    Form form = Form::bars;
    QString title = {};               ///< of the values: "measured speed-up"
    QString groupTitle = {};          ///< of the groups: "position in the draft"
    QString key = {}, groupKey = {};  ///< the two as columns of a table: "speed_up", "position"
    QString unit = {};                ///< behind a value: " ×"; may be empty
    QString nothing = {};             ///< what to do, where there is nothing to draw
    std::optional<double> least = {}; ///< that the axis reaches to
    std::optional<double> level = {}; ///< a line across, such as plain decoding
    QString levelName = {};
    std::vector<QString> groups = {};
    std::vector<Lane> lanes = {};
    std::vector<Point> points = {};     ///< for each group all lanes; where `isByLane` one for each group
    bool isByLane = false;              ///< the groups are the lanes
    [[nodiscard]] bool isEmpty() const; ///< no point has a value
    /// The lane that a point is of, an index.
    [[nodiscard]] int laneOf(int point) const;
    [[nodiscard]] int groupOf(int point) const;
    /// "2 · Two models, position 3: survival 0.52, …."
    [[nodiscard]] QString sentenceOf(int point) const;
};
/// A row a point that there is, with its quartiles.
[[nodiscard]] DataTable tableOf(const LaneDrawing& drawing);

/// Draws it. Lanes differ by pattern and mark, too, and bear their numbers. A point is chosen with the keys.
class LaneChart : public QWidget {
    Q_OBJECT
public:
    explicit LaneChart(QWidget* parent = nullptr);

    void setDrawing(LaneDrawing drawing);
    [[nodiscard]] const LaneDrawing& drawing() const { return m_drawing; }
    [[nodiscard]] int current() const { return m_current; } ///< that the keys have gone to; -1 for none
    [[nodiscard]] int pointAt(QPointF position) const;      ///< -1 for none
    /// What a point fills: its bar from the axis up, or the room around its mark. Empty where it has no value.
    [[nodiscard]] QRectF rectOf(int point) const;
    [[nodiscard]] double yOf(double value) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    void setCurrent(int point);
    void describe();
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] double top() const; ///< the value at the upper end of the axis
    [[nodiscard]] double legendHeight() const;
    [[nodiscard]] QRectF groupRect(int group) const;
    [[nodiscard]] QRectF slotRect(int point) const; ///< over the whole height
    void paintAxes(QPainter& painter) const;
    void paintLevel(QPainter& painter) const;
    void paintBars(QPainter& painter) const;
    void paintLines(QPainter& painter) const;
    void paintSpread(QPainter& painter, int point) const;
    void paintLegend(QPainter& painter) const;

    LaneDrawing m_drawing;
    int m_current = -1;
};

} // namespace draftscope
