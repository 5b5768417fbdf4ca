// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/cache_panel.h"

#include <algorithm>

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
    const Position at = playhead().position();
    const CacheTables& tables = m_history.at(recording, at);
    if (tables == CacheTables()) {
        const auto isPass = [](const Moment& moment) { return moment.kind != MomentKind::draft; };
        const bool hasPass = at.round > 0 || (round && std::ranges::any_of(round->moments, isPass));
        m_view->setNothing(hasPass ? tr("What the caches did was not recorded in this trace.")
                                   : tr("No pass has been run yet."));
        return;
    }
    // Before a round has begun nothing has changed in it.
    std::vector<CacheStrip> strips =
        cacheStripsOf(tables, round.value_or(RoundRecord()), playhead().text(), recording.header());
    header().setSubtitle(slotsInUse(strips));
    m_view->setCaches(std::move(strips), &recording);
}

} // namespace draftscope
