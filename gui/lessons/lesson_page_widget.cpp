// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/lesson_page_widget.h"

#include <algorithm>

#include <QFontMetrics>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "gui/lessons/lesson_label.h"
#include "gui/lessons/lesson_list.h"
#include "gui/lessons/lesson_sheet.h"
#include "gui/lessons/lesson_views.h"

#include "widgets/style/theme.h"

namespace draftscope {

namespace {

constexpr int frameOfCard = 2; ///< pixels, left and right

/// As panels of Step look.
QWidget* cardOf(QWidget* content)
{
    auto* card = new QWidget;
    card->setObjectName(QStringLiteral("panelBody"));
    card->setProperty("isBare", true);
    card->setAttribute(Qt::WA_StyledBackground);
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins(1, 1, 1, 1);
    column->addWidget(content);
    card->setMinimumSize(1, 1);
    return card;
}

} // namespace

LessonPageWidget::LessonPageWidget(LessonDriver& driver, QWidget* parent)
    : QWidget(parent), m_list(new LessonList), m_sheet(new LessonSheet(driver)), m_views(new LessonViews(driver)),
      m_listCard(cardOf(m_list)), m_sheetCard(cardOf(m_sheet))
{
    setObjectName(QStringLiteral("lessonsPage"));
    setAccessibleName(tr("Lessons"));
    setFocusPolicy(Qt::ClickFocus); // it is where the focus stays, and has no mark
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 8, 8, 8);
    row->setSpacing(8);
    row->addWidget(m_listCard);
    row->addWidget(m_sheetCard);
    row->addWidget(m_views, 1);
    connect(m_sheet, &LessonSheet::contentChanged, this, &LessonPageWidget::fit, Qt::QueuedConnection);
}

void LessonPageWidget::setForRoom(bool on)
{
    m_isForRoom = on;
    m_views->setForRoom(on);
    fit();
}

/// As narrow as it can be with all that the step says in sight, so that the views, which are what is drawn, have the
/// rest.
int LessonPageWidget::sheetWidth(int room) const
{
    if (!m_isForRoom)
        return int(room * 0.37);
    // Labels break their lines a little differently once they are laid out: half a line is kept free for that.
    constexpr int leastPercent = 30, mostPercent = 44;
    const int high = m_sheet->viewport()->height() - QFontMetrics(lessonFont()).lineSpacing() / 2;
    const int least = std::max(room * leastPercent / 100, m_sheet->neededWidth() + frameOfCard);
    for (int wide = least; wide < room * mostPercent / 100; wide += std::max(1, room / 100))
        if (m_sheet->neededHeight(wide - frameOfCard) <= high)
            return wide;
    return room * mostPercent / 100;
}

void LessonPageWidget::fit()
{
    constexpr int narrow = 1000; // pixels, below which the list is behind the menu
    const bool showsList = !m_isForRoom && width() >= narrow;
    m_listCard->setVisible(showsList);
    const int listWidth = showsList ? std::min(m_list->sizeHint().width(), width() / 5) : 0;
    m_listCard->setFixedWidth(std::max(1, listWidth));
    const int left = width() - listWidth;
    const bool hasViews = m_views->isVisibleTo(this);
    const int wide = hasViews ? sheetWidth(left) : std::max(1, left - 24);
    m_sheetCard->setFixedWidth(wide);
    // A scroll bar that was needed takes width, and Qt keeps it where the text would fit without it.
    const bool fits = m_sheet->neededHeight(wide - frameOfCard) <= m_sheet->viewport()->height();
    m_sheet->setVerticalScrollBarPolicy(fits ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
    layout()->setSpacing(m_isForRoom ? 6 : 8);
    layout()->setContentsMargins(m_isForRoom ? 6 : 8, m_isForRoom ? 6 : 8, m_isForRoom ? 6 : 8, m_isForRoom ? 6 : 8);
}

void LessonPageWidget::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

} // namespace draftscope
