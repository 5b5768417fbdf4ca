// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/attention_mask_panel.h"

#include <algorithm>

#include <QMenu>

#include "widgets/cache/attention_mask_view.h"
#include "widgets/lanes/view_tables.h"

namespace draftscope {

AttentionMaskPanel::AttentionMaskPanel(Navigation& nav)
    : RunPanel(QStringLiteral("attention-mask"), tr("Attention mask"), nav), m_view(new AttentionMaskView)
{
    setContent(m_view);
    offerMenu(new QMenu(this));
    connect(m_view, &AttentionMaskView::nodeClicked, this, [this](int node) {
        const auto& round = playhead().round();
        if (!round)
            return;
        if (node < 0)
            navigation().decode().playhead().selection().selectContext(0);
        else if (node < int(round->nodes.size()))
            navigation().decode().playhead().selection().selectContext(round->nodes[std::size_t(node)].parent + 1,
                                                                       node);
    });
    connect(&nav, &Navigation::recordingChanged, this, [this] { m_view->setNothing({}); });
}

ExportedView AttentionMaskPanel::exported()
{
    ExportedView exported = RunPanel::exported();
    exported.least = {640, 60};
    exported.csv = [this] {
        const auto& round = playhead().round();
        return round ? csvOf(tableOf(maskRowsOf(*round), playhead().recording())) : QString();
    };
    return exported;
}

void AttentionMaskPanel::refresh()
{
    const auto& round = playhead().round();
    const std::vector<MaskRow> rows = round ? maskRowsOf(*round) : std::vector<MaskRow>();
    if (rows.empty()) {
        header().setSubtitle({});
        m_view->setNothing(round ? tr("The target has not seen the drafts of this round yet.")
                               : playhead().position().round > 0 ? tr("This round has not begun yet.")
                                                                 : tr("No pass has been run yet."));
        return;
    }
    const auto beside = std::ranges::count(rows, true, &MaskRow::isSideRow);
    header().setSubtitle(
        rows.size() == 1 ? tr("1 row in one pass of the target")
            : beside > 0
            ? tr("%1 rows in one pass, of which %2 are guesses beside the drafts: each sees the context and "
                 "its own path")
                  .arg(QString::number(rows.size()), QString::number(beside))
            : playhead().drafts() == Drafts::levels
            ? tr("%1 rows in one pass: each sees the context and its own ancestors").arg(rows.size())
            : tr("%1 rows in one pass: each sees the context and the rows before it").arg(rows.size()));
    m_view->setRows(rows, round->prefixLength - 1, &playhead().recording());
}

} // namespace draftscope
