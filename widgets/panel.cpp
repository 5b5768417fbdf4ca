// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panel.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>

#include "widgets/theme.h"

namespace draftscope {

Panel::Panel(const QString& title, QWidget* content, QWidget* parent)
    : QWidget(parent), m_title(new QLabel(title)), m_subtitle(new QLabel), m_header(new QHBoxLayout), m_content(content)
{
    setObjectName(QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    m_title->setObjectName(QStringLiteral("panelTitle"));
    m_subtitle->setObjectName(QStringLiteral("panelSubtitle"));
    m_subtitle->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_header->setContentsMargins(13, 8, 13, 7);
    m_header->setSpacing(10);
    m_header->addWidget(m_title);
    m_header->addWidget(m_subtitle, 1);

    auto* line = new QFrame;
    line->setObjectName(QStringLiteral("panelLine"));
    line->setFixedHeight(1);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->setSpacing(0);
    layout->addLayout(m_header);
    layout->addWidget(line);
    layout->addWidget(content, 1);
    setAccessibleName(title);
}

void Panel::setTitle(const QString& title)
{
    m_title->setText(title);
    setAccessibleName(title);
}

void Panel::setSubtitle(const QString& subtitle)
{
    m_subtitle->setText(subtitle);
    m_subtitle->setToolTip(subtitle);
}

void Panel::addCorner(QWidget* widget)
{
    m_header->addWidget(widget);
}

} // namespace draftscope
