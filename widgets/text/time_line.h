// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QAbstractSlider>
#include <QTimer>

#include "widgets/text/time_line_layout.h"

namespace draftscope {

/// Something that a round has, besides its numbers.
struct TimeLineMark {
    enum class Kind { bookmark, fork };
    Kind kind = Kind::bookmark;
    int round = 0; ///< from 0
    QString words; ///< for the tool tip
    friend bool operator==(const TimeLineMark&, const TimeLineMark&) = default;
};

/// The rounds of a run from the first to the last recorded, a cell each or, where there are many, some of them: as high
/// and as dark as drafts were accepted, in a box as high as drafts went. What comes after the round shown, which has a
/// frame, is faint. Triangles above are bookmarks, diamonds below are where branches leave, dots below where a stop
/// condition is met.
///
/// A slider whose value is the number of the round shown, from 1, and 0 before the first. valueChanged() comes only
/// from people: by a click or dragging, at most once a frame, by the wheel and by keys, or from assistive technology.
class TimeLine : public QAbstractSlider {
    Q_OBJECT
public:
    explicit TimeLine(QWidget* parent = nullptr);

    void clear();
    void append(const TimeLineRound& round);
    void replaceLast(const TimeLineRound& round);
    [[nodiscard]] int roundCount() const { return m_rounds.count(); }
    /// The round of the moment shown, from 1, or 0, and whether that is its last moment: what it came to is faint until
    /// then. Emits nothing.
    void showRound(int value, bool isOver = true);
    void setMarks(std::vector<TimeLineMark> marks); ///< by round
    [[nodiscard]] const std::vector<TimeLineMark>& marks() const { return m_marks; }

    [[nodiscard]] QRectF cellRect(int round) const; ///< of the cell that the round, from 0, is in
    [[nodiscard]] int roundAt(QPointF point) const; ///< from 0: the nearest one; -1 for none
    /// "Round 12: 5 tokens, 4 of 6 drafts accepted. A stop condition is met." of the cell that a round is in.
    [[nodiscard]] QString wordsAt(int round) const;
    void setLow(bool on); ///< where the window has little height
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void menuRequested(QPoint globalPosition);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    [[nodiscard]] QRectF track() const; ///< that the cells lie on
    [[nodiscard]] QString caption() const;
    [[nodiscard]] double captionWidth() const;
    /// Where cells lie: a track with its layout, which a frame works out once, as letters have to be measured for it.
    struct Places {
        QRectF track;
        TimeLineLayout layout;
        [[nodiscard]] QRectF cell(int number) const;
        [[nodiscard]] QRectF cellOf(int round) const { return cell(layout.cellOf(round)); }
    };
    [[nodiscard]] Places places() const;
    void paintCell(QPainter& painter, const QRectF& cell, const TimeLineSpan& span) const;
    void paintMarks(QPainter& painter, const Places& places) const;
    void paintShown(QPainter& painter, const Places& places) const;
    void dragTo(QPointF point);
    void goOn(int wanted); ///< value, not before the one shown
    void describe();

    TimeLineRounds m_rounds;
    bool m_isOver = true; ///< the round shown
    std::vector<TimeLineMark> m_marks;
    QTimer m_drag;        ///< until the round that is dragged to is shown
    int m_draggedTo = -1; ///< value; -1: nothing is dragged
    int m_wheel = 0;      ///< what is left of turns that were less than a notch
    bool m_isLow = false;
};

} // namespace draftscope
