// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/acceptance_panel.h"

#include <QMenu>

#include "widgets/charts/acceptance_chart.h"
#include "widgets/lanes/view_tables.h"
#include "widgets/words/round_words.h"
#include "widgets/words/token_text.h"

namespace draftscope {

AcceptancePanel::AcceptancePanel(const Playhead& shown)
    : DockPanel(QStringLiteral("acceptance"), tr("Acceptance by position"), shown, tr("Acceptance")),
      m_chart(new AcceptanceChart)
{
    setContent(m_chart);
    offerMenu(new QMenu(this));
}

ExportedView AcceptancePanel::exported()
{
    ExportedView exported = DockPanel::exported();
    exported.csv = [this] {
        return csvOf(tableOf(acceptanceBarsOf(playhead().metrics(), playhead().drafts() == Drafts::nodes)));
    };
    return exported;
}

void AcceptancePanel::refresh()
{
    const Metrics& metrics = playhead().metrics();
    m_chart->setBars(acceptanceBarsOf(metrics, playhead().drafts() == Drafts::nodes));
    const QString note = chosenNote(metrics.chosen(), metrics.judged());
    const QString rate = number(metrics.acceptanceRate()) + (note.isEmpty() ? QString() : QStringLiteral("*"));
    header().setSubtitle(
        metrics.judged() == 0 ? tr("nothing has been judged yet")
            : metrics.rounds() == 1
            ? tr("α̂ %1: %2 of %3 judged in 1 round").arg(rate).arg(metrics.accepted()).arg(metrics.judged())
            : tr("α̂ %1: %2 of %3 judged in %4 rounds")
                  .arg(rate)
                  .arg(metrics.accepted())
                  .arg(metrics.judged())
                  .arg(metrics.rounds()),
        note);
}

} // namespace draftscope
