// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/events_panel.h"

#include <QMenu>
#include <QTableView>

#include "widgets/style/data_table.h"
#include "widgets/text/events_view.h"

namespace draftscope {

EventsPanel::EventsPanel(Navigation& nav)
    : RunPanel(QStringLiteral("events"), tr("Events"), nav), m_view(new EventsView)
{
    header().setSubtitle(tr("every moment, a row each"));
    setContent(m_view);
    offerMenu(new QMenu(this));
    connect(m_view, &EventsView::positionActivated, &nav.player(), &MomentPlayer::goTo);
    connect(&nav, &Navigation::recordingChanged, this, [this] { m_view->setRecording(nullptr, 0); });
}

ExportedView EventsPanel::exported()
{
    ExportedView exported = RunPanel::exported();
    exported.view = m_view->table();
    exported.csv = [this] { return csvOf(tableOf(*m_view->table()->model())); };
    exported.markdown = [this] { return markdownOf(tableOf(*m_view->table()->model())); };
    return exported;
}

void EventsPanel::refresh()
{
    const Position at = playhead().position();
    m_view->setRecording(navigation().run().isThere() ? &playhead().recording() : nullptr, at.branch,
                         playhead().drafts());
    m_view->setPosition(at);
}

} // namespace draftscope
