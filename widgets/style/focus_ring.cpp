// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/focus_ring.h"

#include <QApplication>
#include <QEvent>
#include <QPainter>
#include <QScrollArea>
#include <QTabBar>

#include "widgets/style/theme.h"

namespace draftscope {

namespace {

int hidden = 0; ///< FocusMarksHidden that there are

/// Lies over a widget and lets everything through but its line.
class Ring : public QWidget {
public:
    explicit Ring(QWidget* around) : QWidget(around)
    {
        setObjectName(QStringLiteral("focusRing"));
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setAttribute(Qt::WA_NoSystemBackground);
        setFocusPolicy(Qt::NoFocus);
        resize(around->size());
        around->installEventFilter(this);
        raise();
        show();
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Resize && watched == parent())
            resize(parentWidget()->size());
        return false;
    }
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        const auto* tabs = qobject_cast<QTabBar*>(parentWidget());
        paintFocus(painter, tabs ? tabs->tabRect(tabs->currentIndex()) : rect());
    }
};

/// Through windows, too: a floating panel and a dialog belong to the window that they are of.
bool belongsTo(const QWidget* widget, const QWidget* window)
{
    while (widget && widget != window)
        widget = widget->parentWidget();
    return widget != nullptr;
}

void bringIntoSight(QWidget* widget)
{
    for (QWidget* outer = widget->parentWidget(); outer; outer = outer->parentWidget())
        if (auto* area = qobject_cast<QScrollArea*>(outer))
            area->ensureWidgetVisible(widget, 0, 12);
}

} // namespace

FocusMarksHidden::FocusMarksHidden()
{
    ++hidden;
}

FocusMarksHidden::~FocusMarksHidden()
{
    --hidden;
}

void paintFocus(QPainter& painter, const QRectF& rect, double radius)
{
    if (hidden > 0)
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Theme::color(Role::target), Theme::focusWidth()));
    painter.setBrush(Qt::NoBrush);
    const double half = Theme::focusWidth() / 2;
    painter.drawRoundedRect(rect.adjusted(half, half, -half, -half), radius, radius);
    painter.restore();
}

FocusRing::FocusRing(QWidget* window) : QObject(window), m_window(window)
{
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { mark(now); });
}

FocusRing::~FocusRing()
{
    delete m_ring;
}

void FocusRing::mark(QWidget* widget)
{
    if (m_ring && m_ring->parentWidget() == widget)
        return;
    if (widget && widget->window()->windowType() == Qt::Popup)
        return; // a menu or list shows its own, and what opened it stays marked
    delete m_ring;
    if (!widget || !(widget->focusPolicy() & Qt::TabFocus) || !belongsTo(widget, m_window))
        return;
    m_ring = new Ring(widget);
    bringIntoSight(widget);
}

} // namespace draftscope
