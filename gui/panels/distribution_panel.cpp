// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/distribution_panel.h"

#include <QMenu>
#include <QToolButton>

#include "widgets/distribution_view.h"

namespace draftscope {

DistributionPanel::DistributionPanel(Navigation& nav)
    : DockPanel(QStringLiteral("distribution"), tr("Distribution"), nav), m_view(new DistributionView)
{
    auto* options = new QToolButton;
    options->setObjectName(QStringLiteral("corner"));
    options->setText(QStringLiteral("⋯"));
    options->setToolTip(tr("How the distribution is drawn"));
    options->setAccessibleName(options->toolTip());
    options->setFocusPolicy(Qt::TabFocus);
    options->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(options);
    const auto add = [&](const QString& words, void (DistributionView::*set)(bool)) {
        QAction* action = menu->addAction(words);
        action->setCheckable(true);
        connect(action, &QAction::toggled, m_view, set);
        connect(action, &QAction::toggled, this, [this] { header().setSubtitle(m_view->subtitle()); });
    };
    add(tr("Before the sampler"), &DistributionView::setBeforeSampler);
    add(tr("Logarithmic bars"), &DistributionView::setLogScale);
    options->setMenu(menu);
    header().addCorner(options);
    setContent(m_view);
}

void DistributionPanel::refresh()
{
    const auto& round = playhead().round();
    const int context = playhead().context();
    if (!round || context >= int(round->contexts.size()))
        m_view->clear();
    else
        m_view->setContext(*round, context, &playhead().recording());
    header().setSubtitle(m_view->subtitle());
}

} // namespace draftscope
