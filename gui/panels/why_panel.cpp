// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/why_panel.h"

#include <QMenu>

#include "engine/explain/why.h"
#include "widgets/explain/formula_view.h"
#include "widgets/words/round_words.h"

namespace draftscope {

WhyPanel::WhyPanel(Navigation& nav) : RunPanel(QStringLiteral("why"), tr("Why"), nav), m_view(new FormulaView)
{
    setContent(m_view);
    offerMenu(new QMenu(this));
    connect(&nav, &Navigation::recordingChanged, this, [this] { m_view->setNothing({}); });
}

ExportedView WhyPanel::exported()
{
    ExportedView exported = RunPanel::exported();
    exported.least = {720, 260};
    exported.text = [this] { return m_view->description(); };
    return exported;
}

void WhyPanel::refresh()
{
    const auto& round = playhead().round();
    auto formula = whyAt(playhead().recordings(), playhead().shared());
    if (!round || !formula) {
        header().setSubtitle({});
        m_view->setNothing(tr("Each moment has its formula here: go to the first one."));
        return;
    }
    const Moment& moment = round->moments.back();
    header().setSubtitle(nameOf(moment, round->moments, playhead().drafts(),
                                nodeName(*round, moment, playhead().recording(), playhead().drafts())));
    m_view->setFormula(std::move(*formula), &playhead().recording());
}

} // namespace draftscope
