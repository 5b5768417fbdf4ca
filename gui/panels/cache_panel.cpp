// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/cache_panel.h"

#include "widgets/cache_view.h"

namespace draftscope {

CachePanel::CachePanel(Navigation& nav)
    : DockPanel(QStringLiteral("cache"), tr("K/V cache"), nav), m_view(new CacheView)
{
    setContent(m_view);
    connect(m_view, &CacheView::positionClicked, &nav, &Navigation::goToToken);
    connect(&nav, &Navigation::recordingReplaced, this, [this] {
        m_history.clear();
        m_view->setNothing({});
    });
}

void CachePanel::refresh()
{
    header().setSubtitle({});
    const Recording& recording = playhead().recording();
    const auto& round = playhead().round();
    if (!navigation().hasRecording() || !round) {
        m_view->setNothing(tr("No pass has been run yet."));
        return;
    }
    const CacheTables& tables = m_history.at(recording, playhead().position());
    if (tables.target.empty()) {
        m_view->setNothing(tr("What the caches did was not recorded in this trace."));
        return;
    }
    std::vector<CacheStrip> strips = cacheStripsOf(tables, *round, playhead().text(), recording.header());
    header().setSubtitle(slotsInUse(strips));
    m_view->setCaches(std::move(strips), &recording);
}

} // namespace draftscope
