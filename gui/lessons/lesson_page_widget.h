// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QSplitter;

namespace draftscope {

class LessonDriver;
class LessonList;
class LessonSheet;
class LessonViews;

/// The Lessons workspace: the list at the left, the page, and at the right what it speaks of. In a room the list gives
/// its place to the others.
class LessonPageWidget : public QWidget {
    Q_OBJECT
public:
    explicit LessonPageWidget(LessonDriver& driver, QWidget* parent = nullptr);

    [[nodiscard]] LessonList& list() const { return *m_list; }
    [[nodiscard]] LessonSheet& sheet() const { return *m_sheet; }
    [[nodiscard]] LessonViews& views() const { return *m_views; }
    void setForRoom(bool on);
    [[nodiscard]] QSize minimumSizeHint() const override { return {1, 1}; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();
    [[nodiscard]] int sheetWidth(int room) const;

    LessonList* m_list;
    LessonSheet* m_sheet;
    LessonViews* m_views;
    QWidget *m_listCard, *m_sheetCard;
    bool m_isForRoom = false;
};

} // namespace draftscope
