// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/distribution_panel.h"

#include <QMenu>
#include <QStackedWidget>

#include "widgets/distribution/distribution_view.h"
#include "widgets/distribution/overlap_view.h"
#include "widgets/lanes/view_tables.h"

namespace draftscope {

DistributionPanel::DistributionPanel(Navigation& nav)
    : RunPanel(QStringLiteral("distribution"), tr("Distribution"), nav), m_pages(new QStackedWidget),
      m_view(new DistributionView), m_overlap(new OverlapView),
      m_wholeVocabulary(new QAction(tr("Whole vocabulary…"), this))
{
    auto* menu = new QMenu(this);
    const auto add = [&](const QString& words) {
        QAction* action = menu->addAction(words);
        action->setCheckable(true);
        return action;
    };
    QAction* const overlap = m_overlapWanted = add(tr("Overlap of p and q"));
    overlap->setToolTip(
        tr("What p and q have in common at the position, and so how probable it is that a draft is accepted"));
    for (const auto& [words, set] : {std::pair{tr("Before the sampler"), &DistributionView::setBeforeSampler},
                                     {tr("Logarithmic bars"), &DistributionView::setLogScale}}) {
        QAction* action = add(words);
        connect(action, &QAction::toggled, m_view, set);
        connect(action, &QAction::toggled, this, &DistributionPanel::refreshSubtitle);
        connect(overlap, &QAction::toggled, action, &QAction::setDisabled); // these are of the bars
    }
    connect(overlap, &QAction::toggled, this, [this](bool on) {
        m_pages->setCurrentWidget(on ? static_cast<QWidget*>(m_overlap) : m_view);
        refresh();
    });
    m_wholeVocabulary->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_V));
    m_wholeVocabulary->setToolTip(tr("Every token at the position shown, to be searched, sorted and saved as CSV"));
    connect(m_wholeVocabulary, &QAction::triggered, this, &DistributionPanel::showVocabulary);
    menu->addSeparator();
    menu->addAction(m_wholeVocabulary);
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_overlap);
    setContent(m_pages);
    offerMenu(menu);
}

void DistributionPanel::showVocabulary()
{
    if (!m_vocabulary)
        m_vocabulary = new VocabularyWindow(navigation(), window());
    m_vocabulary->show();
    m_vocabulary->raise();
    m_vocabulary->activateWindow();
}

bool DistributionPanel::showsOverlap() const
{
    return m_pages->currentWidget() == m_overlap;
}

ExportedView DistributionPanel::exported()
{
    ExportedView exported = RunPanel::exported();
    exported.view = m_pages->currentWidget();
    exported.least = {560, 420};
    exported.text = [this] {
        return showsOverlap()
            ? QStringList{m_overlap->headline(), m_overlap->origin(), m_overlap->sentence()}.join(QLatin1Char('\n'))
            : m_view->sentence();
    };
    exported.csv = [this] {
        const auto& round = playhead().round();
        return round ? csvOf(distributionTable(*round, playhead().selection().context(), playhead().recording()))
                     : QString();
    };
    if (showsOverlap())
        exported.title = tr("Overlap of p and q");
    return exported;
}

void DistributionPanel::refresh()
{
    const auto& round = playhead().round();
    const int context = playhead().selection().context();
    if (!round || context >= int(round->contexts.size())) {
        m_view->clear();
        m_overlap->clear();
    } else {
        m_view->setContext(*round, context, &playhead().recording());
        if (showsOverlap())
            m_overlap->setContext(*round, context, &playhead().recording());
        else
            m_overlap->clear();
        m_overlap->setMeasured(playhead().metrics().accepted(), playhead().metrics().judged());
    }
    refreshSubtitle();
}

void DistributionPanel::refreshSubtitle()
{
    header().setSubtitle(showsOverlap() ? m_view->where() : m_view->subtitle());
}

} // namespace draftscope
