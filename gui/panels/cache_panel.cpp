// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/cache_panel.h"

#include <QMenu>
#include <algorithm>

#include "widgets/cache/cache_view.h"
#include "widgets/lanes/view_tables.h"

namespace draftscope {

CachePanel::CachePanel(Navigation& nav) : RunPanel(QStringLiteral("cache"), tr("K/V cache"), nav), m_view(new CacheView)
{
    setContent(m_view);
    offerMenu(new QMenu(this));
    connect(m_view, &CacheView::positionClicked, &nav.player(), &MomentPlayer::goToToken);
    connect(&nav, &Navigation::recordingChanged, this, [this] {
        m_history.clear();
        m_view->setNothing({});
    });
}

ExportedView CachePanel::exported()
{
    ExportedView exported = RunPanel::exported();
    exported.least = {640, 60};
    exported.csv = [this] {
        const std::vector<CacheStrip>& strips = m_view->strips();
        return strips.empty() ? QString() : csvOf(tableOf(strips, playhead().recording()));
    };
    return exported;
}

void CachePanel::refresh()
{
    const Recording& recording = playhead().recording();
    const auto& round = playhead().round();
    const Position at = playhead().position();
    const CacheTables& tables = m_history.at(recording, at);
    if (tables.target.empty() && tables.draft.empty()) {
        const auto isPass = [](const Moment& moment) { return moment.kind != MomentKind::draft; };
        const bool hasPass = at.round > 0 || (round && std::ranges::any_of(round->moments, isPass));
        header().setSubtitle({});
        m_view->setNothing(hasPass ? tr("What the caches did was not recorded in this trace.")
                                   : tr("No pass has been run yet."));
        return;
    }
    static const RoundRecord notBegun; // nothing has changed in it
    m_view->setCaches(cacheStripsOf(tables, round ? *round : notBegun, playhead().textSoFar(), recording.header()),
                      &recording, round);
    header().setSubtitle(slotsInUse(m_view->strips()));
}

} // namespace draftscope
