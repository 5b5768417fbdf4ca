// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/distribution_panel.h"

#include <QToolButton>

#include "widgets/distribution_view.h"

namespace draftscope {

namespace {

QToolButton* toggle(const QString& text, const QString& tip)
{
    auto* button = new QToolButton;
    button->setObjectName(QStringLiteral("corner"));
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setCheckable(true);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

} // namespace

DistributionPanel::DistributionPanel(Navigation& nav)
    : DockPanel(QStringLiteral("distribution"), tr("Distribution"), nav), m_view(new DistributionView)
{
    auto* before = toggle(tr("raw"), tr("Before the sampler: the softmax of the unchanged logits"));
    auto* log = toggle(tr("log"), tr("Draw the bars on a logarithmic scale"));
    header().addCorner(before);
    header().addCorner(log);
    connect(before, &QToolButton::toggled, m_view, &DistributionView::setBeforeSampler);
    connect(log, &QToolButton::toggled, m_view, &DistributionView::setLogScale);
    setContent(m_view);
}

void DistributionPanel::refresh()
{
    const auto& round = navigation().round();
    const int context = navigation().context();
    if (!round || context >= int(round->contexts.size()))
        m_view->clear();
    else
        m_view->setContext(*round, context, &navigation().recording());
    header().setSubtitle(m_view->subtitle());
}

} // namespace draftscope
