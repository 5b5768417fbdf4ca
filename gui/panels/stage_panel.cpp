// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/stage_panel.h"

#include <cmath>

#include <QComboBox>
#include <QCoreApplication>
#include <QMenu>
#include <QScrollBar>
#include <QVBoxLayout>

#include "engine/speculation/verifier.h"
#include "gui/controls/fitting_box.h"
#include "gui/export/view_exports.h"
#include "gui/panels/branches_window.h"
#include "gui/panels/what_if_menu.h"
#include "gui/playback/branches.h"
#include "widgets/distribution/distribution_sentence.h"
#include "widgets/lanes/view_tables.h"
#include "widgets/stage/batch_view.h"
#include "widgets/stage/moment_bar.h"
#include "widgets/stage/sentence_strip.h"
#include "widgets/stage/stage_view.h"
#include "widgets/stage/tree_view.h"
#include "widgets/style/theme.h"
#include "widgets/words/moments_in_sight.h"
#include "widgets/words/round_tree.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

QString draftsInWords(const RoundRecord& round)
{
    const QString drafts =
        round.nodes.size() == 1 ? StagePanel::tr("one draft") : StagePanel::tr("%1 drafts").arg(round.nodes.size());
    if (round.copied)
        return drafts + StagePanel::tr(", copied from the text");
    if (isChain(round))
        return drafts;
    const int levels = round.nodes.back().depth, pruned = prunedCount(round);
    return drafts + (levels == 1 ? StagePanel::tr(" in one level") : StagePanel::tr(" in %1 levels").arg(levels))
        + (pruned > 0 ? StagePanel::tr(", %1 pruned").arg(pruned) : QString());
}

/// Whether the round's rule keeps the target's distribution. Of the run's own rule the header says it, faults included.
bool isLossless(const RoundRecord& round, const TraceHeader& header)
{
    return round.verifier != header.verifier ? round.traits.isLossless : header.lossless;
}

constexpr int beside = 12; ///< what is in the panel, in pixels

double lineOfTheStage()
{
    return QFontMetricsF(Theme::font()).height();
}

} // namespace

StagePanel::StagePanel(Navigation& nav)
    : RunPanel(QStringLiteral("stage"), tr("Round"), nav), m_moments(new MomentBar), m_stage(new StageView),
      m_tree(new TreeView), m_batch(new BatchView), m_sentence(new SentenceStrip), m_branches(new FittingBox)
{
    m_branches->setFocusPolicy(Qt::TabFocus);
    m_branches->setAccessibleName(tr("Branch"));
    m_branches->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_branches->setMaximumWidth(360);
    header().addCorner(m_branches);
    auto* content = new QWidget;
    m_layout = new QVBoxLayout(content);
    m_layout->setContentsMargins(beside, 8, beside, 8);
    m_layout->setSpacing(6);
    m_layout->addWidget(m_moments);
    m_layout->addWidget(m_stage, 1);
    m_layout->addWidget(m_tree, 1);
    m_layout->addWidget(m_batch, 1);
    m_layout->addWidget(m_sentence);
    for (QWidget* view :
         {static_cast<QWidget*>(m_stage), static_cast<QWidget*>(m_tree), static_cast<QWidget*>(m_batch)})
        view->setSizePolicy(QSizePolicy::Expanding,
                            QSizePolicy::Ignored); // the sentence comes first, then all else is theirs
    setContent(content);
    auto* menu = new QMenu(this);
    addTreeActions(*menu);
    menu->addAction(tr("Branches…"), this, [this] { BranchesWindow::show(navigation(), window()); });
    showAs(Shape::chain);
    offerMenu(menu);

    connect(m_branches, &QComboBox::activated, this,
            [this](int row) { navigation().player().goToBranch(m_branches->itemData(row).toInt()); });
    connect(&nav, &Navigation::recordingReplaced, m_branches, &QComboBox::clear);
    connect(&nav.branches(), &BranchList::changed, this, [this] {
        m_branches->clear(); // names may be others
        refreshSoon();
    });
    connect(m_moments, &MomentBar::momentClicked, this, [this](int moment) {
        const Position at = playhead().shared();
        navigation().player().goToShared({at.branch, at.round, moment});
    });
    connect(m_batch, &BatchView::rowSelected, &nav.player(), &MomentPlayer::goToSequence);
    connect(m_batch, &BatchView::contextSelected, &nav.decode().playhead().selection(), &RoundSelection::selectContext);
    connect(&nav, &Navigation::recordingReplaced, this, [this] {
        m_batchRows.clear();
        m_batch->clear();
    });
    connect(m_stage, &StageView::contextSelected, &nav,
            [&nav](int context) { nav.decode().playhead().selection().selectContext(context); });
    connect(m_stage, &StageView::nodeMenuRequested, this, &StagePanel::askWhatIf);
    connect(m_tree, &TreeView::contextSelected, &nav.decode().playhead().selection(), &RoundSelection::selectContext);
    connect(m_tree, &TreeView::nodeMenuRequested, this, &StagePanel::askWhatIf);
}

void StagePanel::askWhatIf(int node, QPoint at)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fillWhatIfMenu(*menu, navigation(), node, this);
    exports()->addTo(*menu);
    menu->popup(at);
}

void StagePanel::addTreeActions(QMenu& menu)
{
    constexpr double step = 1.25;
    menu.addAction(tr("Larger"), m_tree, [this] { m_tree->zoomBy(step); });
    menu.addAction(tr("Smaller"), m_tree, [this] { m_tree->zoomBy(1 / step); });
    menu.addAction(tr("Large enough to read"), m_tree, [this] { m_tree->setZoom({TreeZoom::Kind::readable}); });
    QAction* whole = menu.addAction(tr("All of it"));
    whole->setCheckable(true);
    connect(whole, &QAction::triggered, m_tree,
            [this](bool on) { m_tree->setZoom({on ? TreeZoom::Kind::whole : TreeZoom::Kind::readable}); });
    connect(m_tree, &TreeView::zoomChanged, whole,
            [this, whole] { whole->setChecked(m_tree->zoom().kind == TreeZoom::Kind::whole); });
    menu.addSeparator();
    QAction* follow = menu.addAction(tr("Follow the moment"));
    follow->setCheckable(true);
    follow->setChecked(m_tree->isFollowing());
    connect(follow, &QAction::toggled, m_tree, &TreeView::setFollowing);
    m_treeActions = menu.actions();
}

void StagePanel::showAs(Shape shape)
{
    m_stage->setVisible(shape == Shape::chain);
    m_tree->setVisible(shape == Shape::tree);
    m_batch->setVisible(shape == Shape::batch);
    for (QAction* action : m_treeActions)
        action->setVisible(shape == Shape::tree);
}

ExportedView StagePanel::exported()
{
    ExportedView exported = RunPanel::exported();
    exported.title = header().title();
    exported.least = {900, 420};
    exported.text = [this] {
        return navigation().run().isBatch()         ? m_batch->description()
            : playhead().drafts() == Drafts::levels ? m_tree->description()
                                                    : m_stage->description();
    };
    exported.csv = [this] {
        const auto& round = playhead().round();
        return round ? csvOf(tableOf(*round, playhead().recording())) : QString();
    };
    return exported;
}

int StagePanel::usableHeight(int width) const
{
    constexpr int above = 10; // margins, what is between the parts, and the frame, where there is little room
    const int room = width - 2 * beside - 2; // the frame
    const bool scrolls = StageLayout::leastWidth(int(m_stage->stageLayout().columns.size()), lineOfTheStage()) > room;
    const int scrollBar = scrolls ? m_stage->horizontalScrollBar()->sizeHint().height() : 0;
    return m_moments->leastHeight() + int(std::ceil(StageLayout::leastHeight(lineOfTheStage()))) + scrollBar
        + m_sentence->leastHeight(room) + above;
}

void StagePanel::refresh()
{
    refreshBranches();
    refreshSentence();
    if (navigation().run().isBatch())
        return refreshBatch();
    refreshWords();
    const auto& round = playhead().round();
    if (!round) {
        refreshMoments();
        showAs(Shape::chain);
        m_tree->clear();
        m_stage->clear(navigation().run().computation().canCompute()
                           ? tr("Press Space to decode, or the right arrow key for one moment.")
                           : navigation().run().isThere()
                           ? tr("Press the right arrow key for the first moment.")
                           : tr("Drop a model's folder or GGUF file here, or open one from the File menu."));
        return;
    }
    const Position at = playhead().position();
    const bool isTree = playhead().drafts() == Drafts::levels;
    const RoundRecord& whole = playhead().recording().round(at.branch, at.round);
    refreshMoments();
    if (isTree) {
        m_tree->setRound(*round, whole, &playhead().recording());
        m_tree->setSelectedContext(playhead().selection().context());
    } else {
        m_tree->clear();
        m_stage->setRound(*round, &playhead().recording());
        m_stage->setSelectedContext(playhead().selection().context());
    }
    showAs(isTree ? Shape::tree : Shape::chain);
}

RoundRecord StagePanel::notBegun() const
{
    RoundRecord round;
    round.draftLength =
        playhead().recording().header().draftLength > 0 ? navigation().whatIfs().inForce().draftLength : 0;
    return round;
}

/// Of a round that has not begun, those that it will have if it drafts as it is asked to.
void StagePanel::refreshMoments()
{
    const Position at = playhead().position();
    const Recording& recording = playhead().recording();
    const TraceHeader& header = recording.header();
    if (!navigation().run().isThere()) {
        m_moments->setMoments({}, 0);
        return;
    }
    const RoundRecord* whole =
        at.round < recording.roundCount(at.branch) ? &recording.round(at.branch, at.round) : nullptr;
    const auto& round = playhead().round();
    MomentsInSight sight = momentsInSight(round ? *round : notBegun(), whole, header);
    std::vector<QString> nodes =
        whole ? nodeNames(*whole, sight.moments, recording, playhead().drafts()) : std::vector<QString>();
    m_moments->setMoments(std::move(sight.moments), at.moment, playhead().drafts(), std::move(sight.recorded),
                          std::move(nodes));
}

void StagePanel::refreshBatch()
{
    const Position at = playhead().shared();
    m_stage->clear({});
    m_tree->clear();
    if (at.moment > 0) {
        m_moments->setMoments(playhead().recordings().moments(at.branch, at.round), at.moment, playhead().drafts());
    } else {
        MomentsInSight sight = momentsInSight(notBegun(), nullptr, playhead().recording().header());
        m_moments->setMoments(std::move(sight.moments), 0, playhead().drafts(), std::move(sight.recorded));
    }
    m_batch->setRows(m_batchRows.of(navigation()), playhead().recordings().currentSequence());
    showAs(Shape::batch);
    refreshBatchWords();
}

void StagePanel::refreshBatchWords()
{
    const Position at = playhead().shared();
    const QString title = at.moment > 0 ? tr("Round %1").arg(at.round + 1) : tr("Round");
    if (title != header().title())
        header().setTitle(title);
    const BatchFigures figures = figuresOf(navigation());
    QStringList words;
    const int all = playhead().recordings().count(),
              together = std::min(all, navigation().run().setup().batch.sequences);
    words << (all > together ? tr("%1 sequences, %2 at a time").arg(all).arg(together) : tr("%1 sequences").arg(all));
    if (figures.ended > 0)
        words << tr("%1 ended").arg(figures.ended);
    if (const auto efficiency = figures.blockEfficiency())
        words << tr("block efficiency %1").arg(number(efficiency))
              << tr("%1 tokens a round of all").arg(number(figures.tokensPerRound(), 1));
    header().setSubtitle(words.join(QStringLiteral(" · ")));
}

void StagePanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        m_branches->clear(); // so that they are listed again
    RunPanel::changeEvent(event);
}

void StagePanel::resizeEvent(QResizeEvent* event)
{
    constexpr int roomy = 20; // lines of the whole panel
    const bool isLow = height() < roomy * lineOfTheStage();
    m_sentence->setLow(isLow);
    m_moments->setLow(isLow);
    m_layout->setContentsMargins(beside, isLow ? 2 : 8, beside, isLow ? 3 : 8);
    m_layout->setSpacing(isLow ? 2 : 6);
    DockPanel::resizeEvent(event);
}

void StagePanel::refreshBranches()
{
    const std::vector<int> listed = listedBranches(playhead().recording());
    m_branches->setVisible(listed.size() > 1);
    if (m_branches->count() != int(listed.size())) {
        m_branches->clear();
        for (const int branch : listed)
            m_branches->addItem(branchWords(playhead().recording().branches()[std::size_t(branch)]), branch);
    }
    m_branches->setCurrentIndex(m_branches->findData(playhead().position().branch));
}

/// Of what the panel Distribution shows, too. Rounds that are recorded without distributions have none.
void StagePanel::refreshSentence()
{
    const auto& round = playhead().round();
    const int context = playhead().selection().context();
    const bool isKnown = round && context >= 0 && context < int(round->contexts.size());
    m_sentence->setSentence(isKnown ? distributionSentence(*round, context, playhead().recording()) : QString());
    m_sentence->setVisible(m_showsSentence && round && !round->contexts.empty());
}

void StagePanel::setSentenceShown(bool on)
{
    m_showsSentence = on;
    refreshSoon();
}

void StagePanel::refreshWords()
{
    const auto& round = playhead().round();
    const QString title = round ? tr("Round %1").arg(round->round + 1) : tr("Round");
    if (title != header().title())
        header().setTitle(title);
    if (!round)
        header().setSubtitle({});
    else if (round->nodes.empty() && round->moments.front().kind != MomentKind::draft)
        header().setSubtitle(round->draftContextFull ? tr("no drafts, as the draft's context is full; one target pass")
                                                     : tr("no drafts, one target pass"));
    else
        header().setSubtitle(
            draftsInWords(*round)
            + (round->steps > 1 ? tr(", %1 target passes told at once").arg(round->steps) : tr(", one target pass"))
            + (round->traits.isWatched                                   ? tr(", told by a server")
                   : isLossless(*round, playhead().recording().header()) ? QString()
                                                                         : tr(", not lossless")));
}

} // namespace draftscope
