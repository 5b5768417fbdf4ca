// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/lesson_steps_strip.h"

#include <algorithm>

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>

#include "widgets/style/theme.h"

namespace draftscope {

namespace {

constexpr int widestPitch = 30, widestOfAll = 240, gap = 7;

} // namespace

LessonStepsStrip::LessonStepsStrip(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("lessonSteps"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
}

void LessonStepsStrip::setSteps(int shown, int count)
{
    m_shown = shown;
    m_count = count;
    setAccessibleName(tr("Step %1").arg(words()));
    updateGeometry();
    update();
}

QString LessonStepsStrip::words() const
{
    return m_count == 0 ? QString() : tr("%1 of %2").arg(m_shown + 1).arg(m_count);
}

int LessonStepsStrip::pitch() const
{
    return m_count == 0 ? widestPitch : std::min(widestPitch, widestOfAll / m_count);
}

QSize LessonStepsStrip::sizeHint() const
{
    const QFontMetrics metrics(Theme::barFont());
    return {m_count * pitch() + 6 + metrics.horizontalAdvance(tr("%1 of %2").arg(99).arg(99)), metrics.height() + 6};
}

void LessonStepsStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    for (int step = 0; step < m_count; ++step) {
        painter.setBrush(Theme::color(step <= m_shown ? Role::target : Role::line));
        painter.drawRoundedRect(QRectF(step * pitch(), height() / 2.0 - 2, pitch() - gap, 4), 2, 2);
    }
    painter.setPen(Theme::color(Role::muted));
    painter.setFont(Theme::barFont());
    painter.drawText(rect().adjusted(m_count * pitch(), 0, 0, 0), int(Qt::AlignLeft) | int(Qt::AlignVCenter), words());
}

void LessonStepsStrip::mousePressEvent(QMouseEvent* event)
{
    const int step = int(event->position().x()) / std::max(1, pitch());
    if (event->button() == Qt::LeftButton && step < m_count)
        emit stepClicked(step);
}

void LessonStepsStrip::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (changesSizes(*event))
        setSteps(m_shown, m_count);
}

} // namespace draftscope
