// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "widgets/style/scrolled_view.h"
#include "widgets/words/phases.h"

namespace draftscope {

/// "draft 41 % · verify 52 % · sampling 7 % of 1.81 s"; empty where nothing took any time.
[[nodiscard]] QString sharesOf(const std::vector<PhaseBar>& rounds);
/// "Round 12: draft 0.61 ms in 6 steps, verify 0.80 ms, sampling 0.05 ms; 1.46 ms in all."
[[nodiscard]] QString sentenceOf(const PhaseBar& bar);
/// "1.81 s", "12.4 ms", "0.05 ms".
[[nodiscard]] QString durationText(double milliseconds);

/// A stacked bar a round: draft, verify and sampling from the bottom up. The last one is the round shown and is marked.
/// Draws only the bars in sight, so ten thousand rounds cost no more than forty, and scrolls to the others; what is
/// appended is followed for as long as the last bar is in sight.
class PhaseChart : public ScrolledView {
    Q_OBJECT
public:
    explicit PhaseChart(QWidget* parent = nullptr);
    /// From round 0 to the one shown.
    void setRounds(const std::vector<PhaseBar>& rounds);
    /// The whole column of a round in viewport coordinates, also where it is scrolled out of sight.
    [[nodiscard]] QRectF columnRect(int round) const;
    /// The part of the column that the bar fills.
    [[nodiscard]] QRectF barRect(int round) const;
    [[nodiscard]] int roundAt(QPointF viewportPoint) const; ///< -1 for none
    /// It is so much longer than most that it would press them flat: its bar ends at the top and says its time.
    [[nodiscard]] bool isCut(int round) const;
    /// Said where no round has a time.
    void setNothing(const QString& sentence);

signals:
    void roundClicked(int round); ///< 0-based

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void wheelEvent(QWheelEvent* event) override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    struct Scale {
        double top = 1, step = 1; ///< milliseconds
    };
    void relayout() override;
    void setCurrent(int round);
    void describe() override;
    void forgetHovered() override;
    [[nodiscard]] QString toolTipAt(QPoint viewportPoint) const override;
    [[nodiscard]] Scale scale() const;
    [[nodiscard]] std::pair<int, int> roundsInSight() const; ///< first, and one past the last
    void paintEmpty(QPainter& painter) const;
    void paintAxes(QPainter& painter, const Scale& scale) const;
    void paintBar(QPainter& painter, const PhaseBar& bar) const;
    void paintCut(QPainter& painter, const PhaseBar& bar) const;
    void paintLegend(QPainter& painter) const;

    std::vector<PhaseBar> m_rounds;
    QRectF m_plot; ///< where bars stand, in viewport coordinates
    double m_pitch = 14;
    Scale m_scale;      ///< of the bars in sight
    int m_hovered = -1; ///< under the mouse
    int m_current = -1; ///< that the keys have gone to
    bool m_hasTimes = false;
    QString m_nothing; ///< why no round has a time; empty: the recording does not say
};

} // namespace draftscope
