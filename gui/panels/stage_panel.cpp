// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/stage_panel.h"

#include <QComboBox>
#include <QMenu>
#include <QVBoxLayout>

#include "gui/what_if_menu.h"
#include "widgets/moment_bar.h"
#include "widgets/stage_view.h"

namespace draftscope {

StagePanel::StagePanel(Navigation& nav)
    : DockPanel(QStringLiteral("stage"), tr("Round"), nav), m_moments(new MomentBar), m_stage(new StageView),
      m_branches(new QComboBox)
{
    m_branches->setFocusPolicy(Qt::TabFocus);
    m_branches->setAccessibleName(tr("Branch"));
    m_branches->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_branches->setMaximumWidth(360);
    header().addCorner(m_branches);

    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(6);
    layout->addWidget(m_moments);
    layout->addWidget(m_stage, 1);
    setContent(content);

    connect(m_branches, &QComboBox::activated, &nav, &Navigation::goToBranch);
    connect(&nav, &Navigation::recordingReplaced, m_branches, &QComboBox::clear);
    connect(m_moments, &MomentBar::momentClicked, this, [this](int moment) {
        const Position at = navigation().position();
        navigation().goTo({at.branch, at.round, moment});
    });
    connect(m_stage, &StageView::contextSelected, &nav, &Navigation::selectContext);
    connect(m_stage, &StageView::nodeMenuRequested, this, [this](int node, QPoint at) {
        auto* menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        fillWhatIfMenu(*menu, navigation(), node, this);
        if (!menu->isEmpty())
            menu->popup(at);
    });
}

void StagePanel::refresh()
{
    refreshBranches();
    refreshWords();
    const auto& round = navigation().round();
    if (!round) {
        m_moments->setMoments({}, 0);
        m_stage->clear(navigation().canCompute() ? tr("Press Space to decode, or the right arrow key for one moment.")
                           : navigation().hasRecording()
                           ? tr("Press the right arrow key for the first moment.")
                           : tr("Drop a model's folder or GGUF file here, or open one from the File menu."));
        return;
    }
    const Position at = navigation().position();
    m_moments->setMoments(navigation().recording().round(at.branch, at.round).moments, at.moment);
    m_stage->setRound(*round, &navigation().recording());
    m_stage->setSelectedContext(navigation().context());
}

void StagePanel::refreshBranches()
{
    const auto& branches = navigation().recording().branches();
    m_branches->setVisible(branches.size() > 1);
    if (m_branches->count() != int(branches.size())) {
        m_branches->clear();
        for (const BranchRecord& branch : branches)
            m_branches->addItem(
                branch.parent < 0 ? tr("Branch 0, the first run")
                                  : tr("Branch %1: %2").arg(branch.branch).arg(QString::fromStdString(branch.reason)));
    }
    m_branches->setCurrentIndex(navigation().position().branch);
}

void StagePanel::refreshWords()
{
    const auto& round = navigation().round();
    const QString title = round ? tr("Round %1").arg(round->round + 1) : tr("Round");
    if (title != header().title())
        header().setTitle(title);
    if (!round)
        header().setSubtitle({});
    else if (round->nodes.empty() && round->moments.front().kind != MomentKind::draft)
        header().setSubtitle(tr("no drafts, one target pass"));
    else
        header().setSubtitle(round->nodes.size() == 1 ? tr("one draft, one target pass")
                                                      : tr("%1 drafts, one target pass").arg(round->nodes.size()));
}

} // namespace draftscope
