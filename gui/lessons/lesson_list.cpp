// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/lesson_list.h"

#include <QEvent>
#include <QPainter>

#include "widgets/style/qt_text.h"
#include "widgets/style/theme.h"

namespace draftscope {

namespace {

constexpr int markSize = 16; ///< pixels

/// A sign in the place of an icon, so that words on several lines stand below each other; an empty one keeps its room.
QIcon markIcon(const QString& mark, Role role)
{
    constexpr int scale = 3; // for screens with small pixels
    QPixmap pixmap(markSize * scale, markSize * scale);
    pixmap.setDevicePixelRatio(scale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setPen(Theme::color(role));
    painter.setFont(Theme::barFont(1, true));
    painter.drawText(QRect(0, 0, markSize, markSize), Qt::AlignCenter, mark);
    painter.end();
    QIcon icon;
    for (const QIcon::Mode mode : {QIcon::Normal, QIcon::Selected, QIcon::Active})
        icon.addPixmap(pixmap, mode);
    return icon;
}

constexpr int filmRow = -1, fileRow = -2, gapRow = -3;

} // namespace

LessonList::LessonList(QWidget* parent) : QListWidget(parent)
{
    setObjectName(QStringLiteral("lessonList"));
    setAccessibleName(tr("Lessons"));
    setWordWrap(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumSize(1, 1);
    setIconSize({markSize, markSize});
    setStyleSheet(QStringLiteral("QListWidget::item { padding: 4px 2px; }"));
    setFocusPolicy(Qt::TabFocus); // a click leaves the keys to the lesson
    connect(this, &QListWidget::itemClicked, this, &LessonList::chosen);
    connect(this, &QListWidget::itemActivated, this, &LessonList::chosen);
}

void LessonList::setLessons(std::vector<Lesson> lessons, bool hasFilm)
{
    m_lessons = std::move(lessons);
    m_hasFilm = hasFilm;
    refresh();
}

void LessonList::setDone(std::set<std::string> names)
{
    m_done = std::move(names);
    refresh();
}

void LessonList::setCurrentLesson(const std::string& name)
{
    m_current = name;
    refresh();
}

void LessonList::refresh()
{
    clear();
    const auto add = [this](const QString& words, int row, const QString& mark, Role role = Role::accepted) {
        auto* item = new QListWidgetItem(markIcon(mark, role), words, this);
        item->setData(Qt::UserRole, row);
        return item;
    };
    for (std::size_t i = 0; i < m_lessons.size(); ++i) {
        const Lesson& lesson = m_lessons[i];
        const bool isDone = m_done.contains(lesson.name);
        QListWidgetItem* item = add(qtText(lesson.title), int(i), isDone ? QStringLiteral("✓") : QString());
        item->setToolTip(qtText(lesson.summary));
        item->setData(Qt::AccessibleTextRole, isDone ? tr("%1, done").arg(qtText(lesson.title)) : qtText(lesson.title));
        if (lesson.name == m_current) {
            QFont bold = item->font();
            bold.setBold(true);
            item->setFont(bold);
            setCurrentItem(item);
        }
    }
    QListWidgetItem* gap = add({}, gapRow, {});
    gap->setFlags(Qt::NoItemFlags);
    if (m_hasFilm)
        add(tr("In 60 seconds"), filmRow, QStringLiteral("▶"))->setForeground(Theme::color(Role::muted));
    add(tr("Open a lesson of your own…"), fileRow, QStringLiteral("+"))->setForeground(Theme::color(Role::muted));
}

void LessonList::chosen(QListWidgetItem* item)
{
    const int row = item->data(Qt::UserRole).toInt();
    if (row >= 0)
        emit lessonWanted(row);
    else if (row == filmRow)
        emit filmWanted();
    else if (row == fileRow)
        emit fileWanted();
}

QSize LessonList::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 32, QListWidget::sizeHint().height()};
}

void LessonList::changeEvent(QEvent* event)
{
    QListWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Lessons"));
        refresh();
    }
}

} // namespace draftscope
