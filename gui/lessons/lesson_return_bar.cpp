// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/lesson_return_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include "widgets/style/theme.h"

namespace draftscope {

LessonReturnBar::LessonReturnBar(QWidget* parent) : QWidget(parent), m_words(new QLabel), m_back(new QPushButton)
{
    setObjectName(QStringLiteral("lessonReturnBar"));
    setAttribute(Qt::WA_StyledBackground);
    m_words->setTextFormat(Qt::PlainText);
    m_words->setWordWrap(true);
    m_back->setFocusPolicy(Qt::TabFocus);
    m_back->setShortcut(Qt::CTRL | Qt::Key_Backspace);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 5, 14, 5);
    row->addWidget(m_words, 1);
    row->addWidget(m_back);
    connect(m_back, &QPushButton::clicked, this, &LessonReturnBar::returnWanted);
    hide();
}

void LessonReturnBar::offer(const QString& lesson, const QString& toTry)
{
    m_lesson = lesson;
    m_toTry = toTry;
    refresh();
    show();
}

void LessonReturnBar::refresh()
{
    const QString from = tr("This is the decode of the lesson %1, at the moment it speaks of.").arg(m_lesson);
    m_words->setText(m_toTry.isEmpty() ? from : tr("To try, from %1: %2").arg(m_lesson, m_toTry));
    m_back->setText(tr("Back to the lesson"));
    m_back->setToolTip(tr("The lesson is where you left it (Ctrl+Backspace)"));
    const QString sheet = QStringLiteral("#lessonReturnBar { background: %1; border-bottom: 1px solid %2; }")
                              .arg(Theme::tint(Role::target, 0.10).name(), Theme::color(Role::line).name());
    if (sheet != styleSheet()) // else each sheet would change the palette, which asks for the next refresh
        setStyleSheet(sheet);
}

void LessonReturnBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        QMetaObject::invokeMethod(this, &LessonReturnBar::refresh, Qt::QueuedConnection);
}

} // namespace draftscope
