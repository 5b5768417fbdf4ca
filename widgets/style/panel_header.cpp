// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/panel_header.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

#include "widgets/style/elided_label.h"
#include "widgets/style/label_place.h"

namespace draftscope {

PanelHeader::PanelHeader(const QString& title, QWidget* parent)
    : QWidget(parent), m_mark(new QLabel), m_title(new QLabel(title)),
      m_subtitle(new ElidedLabel(ElidedLabel::First::parts)), m_titlePlace(new LabelPlace(m_title)),
      m_menu(new QToolButton), m_close(new QToolButton), m_layout(new QHBoxLayout(this))
{
    setObjectName(QStringLiteral("panelHeader"));
    setAttribute(Qt::WA_StyledBackground);
    m_title->setObjectName(QStringLiteral("panelTitle"));
    m_subtitle->setObjectName(QStringLiteral("panelSubtitle"));
    m_subtitle->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_menu->setObjectName(QStringLiteral("corner"));
    m_menu->setText(QStringLiteral("⋯"));
    m_menu->setFocusPolicy(Qt::TabFocus);
    m_menu->setPopupMode(QToolButton::InstantPopup);
    m_menu->hide();
    m_close->setObjectName(QStringLiteral("panelClose"));
    m_close->setText(QStringLiteral("×"));
    m_close->setToolTip(tr("Close this panel (the View menu brings it back)"));
    m_close->setAccessibleName(tr("Close %1").arg(title));
    m_close->setFocusPolicy(Qt::NoFocus); // Ctrl+W closes; Space on the way through the window must not
    connect(m_close, &QToolButton::clicked, this, &PanelHeader::closeRequested);
    m_layout->setContentsMargins(13, 5, 6, 5);
    m_layout->setSpacing(4);
    m_mark->setObjectName(QStringLiteral("panelMark"));
    m_mark->hide();
    m_layout->addWidget(m_mark);
    m_layout->addWidget(m_titlePlace);
    m_layout->addSpacing(3);
    m_layout->addWidget(new LabelPlace(m_subtitle), 1);
    m_layout->addWidget(m_menu);
    m_layout->addWidget(m_close);
}

void PanelHeader::setTitle(const QString& title)
{
    m_title->setText(title);
}

void PanelHeader::setSubtitle(const QString& subtitle, const QString& more)
{
    m_subtitle->setText(subtitle);
    m_subtitle->setToolTip(more.isEmpty() ? subtitle : subtitle + QLatin1Char('\n') + more);
}

void PanelHeader::setMark(const QPixmap& mark)
{
    m_mark->setPixmap(mark);
    m_mark->setVisible(!mark.isNull());
}

void PanelHeader::addCorner(QWidget* widget)
{
    m_layout->insertWidget(m_layout->count() - 2, widget);
}

void PanelHeader::setMenu(QMenu* menu, const QString& tip)
{
    m_menu->setMenu(menu);
    m_menu->setToolTip(tip);
    m_menu->setAccessibleName(tip);
    m_menu->show();
}

void PanelHeader::setTitleVisible(bool on)
{
    m_titlePlace->setVisible(on);
}

void PanelHeader::setCollapsed(bool on)
{
    if (on == m_isCollapsed)
        return;
    m_isCollapsed = on;
    setEnabled(!on); // Tab leads past it
    updateGeometry();
}

QSize PanelHeader::sizeHint() const
{
    const QSize full = QWidget::sizeHint();
    return m_isCollapsed ? QSize(full.width(), 0) : full;
}

QSize PanelHeader::minimumSizeHint() const
{
    const QSize full = QWidget::minimumSizeHint();
    // In little room a column is as wide as its share, whatever stands behind its tabs.
    return m_isCollapsed ? QSize(0, 0) : property("isTight").toBool() ? QSize(1, full.height()) : full;
}

void PanelHeader::setClosable(bool on)
{
    m_close->setVisible(on);
}

void PanelHeader::setCloseTip(const QString& tip)
{
    m_close->setToolTip(tip);
    m_close->setAccessibleName(tip);
    m_close->setFocusPolicy(Qt::TabFocus);
}

QString PanelHeader::title() const
{
    return m_title->text();
}

QString PanelHeader::subtitle() const
{
    return m_subtitle->text();
}

} // namespace draftscope
