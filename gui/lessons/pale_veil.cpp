// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/pale_veil.h"

#include <QEvent>
#include <QPainter>

#include "widgets/style/theme.h"

namespace draftscope {

PaleVeil::PaleVeil(QWidget& view, std::function<QRegion()> lit) : QWidget(&view), m_view(view), m_lit(std::move(lit))
{
    setObjectName(QStringLiteral("paleVeil"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    setFocusPolicy(Qt::NoFocus);
    view.installEventFilter(this);
    setGeometry(view.rect());
    raise();
    show();
}

bool PaleVeil::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        setGeometry(m_view.rect());
    return QWidget::eventFilter(watched, event);
}

void PaleVeil::paintEvent(QPaintEvent*)
{
    const QRegion lit = m_lit();
    if (lit.isEmpty())
        return;
    QPainter painter(this);
    painter.setClipRegion(QRegion(rect()) - lit);
    QColor veil = Theme::color(Role::surface);
    veil.setAlphaF(float(1 - Theme::opacity(0.30)));
    painter.fillRect(rect(), veil);
}

} // namespace draftscope
