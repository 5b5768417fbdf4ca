// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/distribution_panel.h"

#include <QMenu>

#include "widgets/distribution_view.h"
#include "widgets/view_tables.h"

namespace draftscope {

DistributionPanel::DistributionPanel(Navigation& nav)
    : DockPanel(QStringLiteral("distribution"), tr("Distribution"), nav), m_view(new DistributionView)
{
    auto* menu = new QMenu(this);
    const auto add = [&](const QString& words, void (DistributionView::*set)(bool)) {
        QAction* action = menu->addAction(words);
        action->setCheckable(true);
        connect(action, &QAction::toggled, m_view, set);
        connect(action, &QAction::toggled, this, [this] { header().setSubtitle(m_view->subtitle()); });
    };
    add(tr("Before the sampler"), &DistributionView::setBeforeSampler);
    add(tr("Logarithmic bars"), &DistributionView::setLogScale);
    setContent(m_view);
    offerMenu(menu);
}

ExportedView DistributionPanel::exported()
{
    ExportedView exported = DockPanel::exported();
    exported.least = {560, 420};
    exported.text = [this] { return m_view->sentence(); };
    exported.csv = [this] {
        const auto& round = playhead().round();
        return round ? csvOf(distributionTable(*round, playhead().context(), playhead().recording())) : QString();
    };
    return exported;
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
