// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/step/step_workspace.h"

#include <QApplication>
#include <QLayout>
#include <QMenuBar>
#include <QSettings>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>

#include "engine/session/faults.h"
#include "gui/controls/fitted_button.h"
#include "gui/controls/message_bar.h"
#include "gui/controls/rejection_switch.h"
#include "gui/controls/speed_control.h"
#include "gui/controls/tab_order.h"
#include "gui/forms/advise_dialog.h"
#include "gui/language/engine_words.h"
#include "gui/navigation/undo_history.h"
#include "gui/panels/branches_window.h"
#include "gui/panels/distribution_panel.h"
#include "gui/panels/panels.h"
#include "gui/panels/setup_panel.h"
#include "gui/panels/what_if_menu.h"
#include "gui/step/bookmark_actions.h"
#include "gui/step/fault_bar.h"
#include "gui/step/panel_area.h"
#include "gui/step/panel_order.h"
#include "gui/step/setup_bar.h"
#include "gui/step/time_line_of_run.h"
#include "gui/step/transport_actions.h"
#include "widgets/charts/metric_strip.h"
#include "widgets/text/time_line.h"
#include "widgets/words/round_words.h"

namespace draftscope {

StepWorkspace::StepWorkspace(const WorkspaceSurroundings& surroundings)
    : Workspace(&surroundings.window), m_around(surroundings), m_navigation(surroundings.navigation),
      m_panels(new PanelArea(m_navigation)), m_fault(new FaultBar(m_navigation)),
      m_setupBar(new SetupBar(m_navigation)), m_transport(new TransportActions(m_navigation, this)),
      m_bookmarks(new BookmarkActions(m_navigation, &surroundings.window)), m_timeLine(new TimeLine),
      m_speed(new SpeedControl(m_navigation.player().transport(), SpeedControl::Beats::moments)),
      m_metrics(new MetricStrip), m_history(new UndoHistory(m_navigation, this)),
      m_rejections(new RejectionSwitch(m_navigation))
{
    m_panels->setPassingBars({&surroundings.messages, m_fault});
    makeToolBar();
    new TimeLineOfRun(m_navigation, *m_timeLine, this);
    connect(m_timeLine, &TimeLine::menuRequested, this, [this](QPoint at) {
        QMenu* menu = m_bookmarks->makeMenu(&m_around.window);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->popup(at);
    });
    for (DockPanel* panel : m_panels->panels())
        connect(panel, &QDockWidget::visibilityChanged, this, [this, panel](bool isInSight) {
            const bool isBehindATab = !isInSight && !m_around.window.isMinimized();
            if (QWidget* focus = QApplication::focusWidget(); isBehindATab && focus && panelOf(focus) == panel)
                emit homeWanted();
        });
    connect(m_setupBar, &SetupBar::fieldWanted, m_panels->findChild<SetupPanel*>(), &SetupPanel::goToField);
    connect(&m_navigation, &Navigation::shown, this, [this] {
        refreshMetrics();
        emit wordsChanged();
    });
    connect(&m_navigation.speedOfRun(), &RunSpeed::changed, this, &StepWorkspace::refreshMetrics);
    connect(&m_navigation.status(), &StatusLine::changed, this, &StepWorkspace::wordsChanged);
    connect(&m_navigation, &Navigation::failed, this, &StepWorkspace::failed);
}

QString StepWorkspace::title() const
{
    return tr("Step");
}

QString StepWorkspace::toolTip() const
{
    return tr("One run, moment by moment");
}

QWidget& StepWorkspace::page()
{
    return *m_panels;
}

Workspace::Bars StepWorkspace::bars()
{
    return {.aboveMessages = {m_setupBar},
            .abovePage = {m_fault},
            .belowPage = {m_timeLine},
            .inStatusBar = {m_rejections},
            .tools = {m_toolBar},
            .comingAndGoing = {m_setupBar, m_fault, m_rejections}};
}

// --- in sight and out of it

void StepWorkspace::setInSight(bool on)
{
    m_isInSight = on;
    m_navigation.speedOfRun().setWanted(on); // what is in sight has the machine for itself
    m_transport->setInSight(on);
    m_bookmarks->setInSight(on);
    m_history->setInSight(on);
    m_fault->setInSight(on);
    m_setupBar->setInSight(on);
    m_rejections->setInSight(on);
}

bool StepWorkspace::isPlaying() const
{
    return m_navigation.player().activity() == Player::Activity::playing;
}

void StepWorkspace::pause()
{
    if (isPlaying())
        m_navigation.player().pause();
}

void StepWorkspace::changeSpeed(int steps)
{
    m_speed->faster(steps);
}

void StepWorkspace::measureAgain()
{
    m_navigation.speedOfRun().measureAgain();
}

std::vector<QWidget*> StepWorkspace::tabStops()
{
    std::vector<QWidget*> stops = tabStopsIn(*m_panels);
    const std::vector<QWidget*> below = draftscope::tabStopsIn(*m_timeLine);
    stops.insert(stops.end(), below.begin(), below.end());
    return stops;
}

// --- the tool bar

void StepWorkspace::makeToolBar()
{
    auto* bar = m_toolBar = new QToolBar(tr("Transport"));
    bar->setObjectName(QStringLiteral("transport"));
    bar->setMovable(false);
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    bar->addAction(m_transport->restart);
    bar->addSeparator();
    for (QAction* action : {m_transport->previousRound, m_transport->previousMoment, m_transport->play,
                            m_transport->nextMoment, m_transport->nextRound, m_transport->toStop})
        bar->addAction(action);
    QWidget* play = bar->widgetForAction(m_transport->play);
    play->setObjectName(QStringLiteral("play"));
    for (QAction* action : bar->actions())
        if (auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(action)))
            button->setFocusPolicy(Qt::TabFocus); // a click leaves the keys to the transport
    bar->addSeparator();
    bar->addWidget(m_speed);
    bar->addWidget(m_metrics);
}

/// The numbers need their room more than the speed's words and those of the buttons do.
void StepWorkspace::fitToolBars(int width)
{
    fitButton(*m_toolBar->widgetForAction(m_transport->play),
              {TransportActions::wordForPlay(), TransportActions::wordForPause()});
    const auto needed = [this] {
        for (QLayout* layout : {m_speed->layout(), m_toolBar->layout()}) // they would find out later
            layout->invalidate();
        return m_toolBar->sizeHint().width() - m_metrics->sizeHint().width() + m_metrics->widthOfAll();
    };
    m_transport->setShort(false);
    m_speed->setCompact(false);
    m_speed->setCompact(needed() > width);
    m_transport->setShort(needed() > width);
    // Last, its slider: keys and the menu Run say the speed, too.
    for (QAction* action : m_toolBar->actions())
        if (m_toolBar->widgetForAction(action) == m_speed) {
            action->setVisible(true);
            action->setVisible(
                m_toolBar->sizeHint().width() - m_metrics->sizeHint().width() + m_metrics->widthOfNumbers() <= width);
        }
    for (QAction* action : m_toolBar->actions()) // signs say nothing to people who do not see them
        if (QWidget* button = m_toolBar->widgetForAction(action); button && action != m_transport->play)
            button->setAccessibleName(action->text());
}

void StepWorkspace::setLow(bool on)
{
    m_panels->setLow(on);
    m_timeLine->setLow(on);
    m_setupBar->setLow(on);
}

void StepWorkspace::retranslate()
{
    refreshMetrics();
    emit m_navigation.bookmarks().changed(); // the marks of the time line have words, too
}

void StepWorkspace::refreshMetrics()
{
    m_metrics->setBackend(QString::fromStdString(m_navigation.recording().header().backend));
    const Metrics& metrics = m_navigation.playhead().metrics();
    m_metrics->setChosen(metrics.chosen(), metrics.judged());
    const SpeedFigures figures = m_navigation.speedOfRun().figures();
    m_metrics->setWhyNoSpeedUp(figures.whyNone);
    m_metrics->setMetrics(figures.metrics.tokensPerStep(), figures.speed.measuredSpeedUp,
                          figures.metrics.acceptanceRate());
}

// --- menus

void StepWorkspace::addMenus(QMenuBar& bar)
{
    QMenu* menu = bar.addMenu(tr("&Run"));
    menu->addActions({m_transport->play, m_transport->nextMoment, m_transport->previousMoment});
    menu->addSeparator();
    menu->addActions({m_transport->nextRound, m_transport->previousRound, m_transport->finishRound});
    menu->addSeparator();
    menu->addActions({m_transport->toStop, m_transport->stop, m_transport->stopAtToken});
    menu->addSeparator();
    menu->addActions({m_transport->first, m_transport->last});
    menu->addActions(m_around.speedActions);
    menu->addMenu(m_bookmarks->makeMenu(&m_around.window));
    menu->addSeparator();
    menu->addAction(tr("Branches…"), QKeySequence(Qt::CTRL | Qt::Key_J), this,
                    [this] { BranchesWindow::show(m_navigation, &m_around.window); });
    QMenu* whatIf = menu->addMenu(tr("What if"));
    connect(whatIf, &QMenu::aboutToShow, this, [this, whatIf] {
        whatIf->clear();
        const int node = m_navigation.playhead().selection().nodeInQuestion();
        fillWhatIfMenu(*whatIf, m_navigation, node >= 0 ? node : nextNode(m_navigation), &m_around.window);
        if (whatIf->isEmpty())
            whatIf->addAction(tr("Nothing is drafted at this moment"))->setEnabled(false);
    });
    menu->addSeparator();
    menu->addAction(tr("&Advise…"), this, [this] { AdviseDialog::showFor(m_navigation, &m_around.window); })
        ->setToolTip(tr("Which method, K and shape is the fastest for these models and prompts, measured"));
    menu->addAction(m_transport->restart);
}

void StepWorkspace::addToViewMenu(QMenu& menu)
{
    for (DockPanel* panel : m_panels->panels())
        menu.addAction(panel->toggleViewAction());
    menu.addMenu(makePanelMenu());
    if (const auto* distribution = m_panels->findChild<DistributionPanel*>())
        menu.addAction(distribution->wholeVocabulary());
    menu.addSeparator();
    menu.addAction(tr("Next panel"), QKeySequence(Qt::Key_F6), this, [this] { goToPanel(true); });
    menu.addAction(tr("Previous panel"), QKeySequence(Qt::SHIFT | Qt::Key_F6), this, [this] { goToPanel(false); });
    menu.addAction(tr("Close this panel"), QKeySequence(Qt::CTRL | Qt::Key_W), this, &StepWorkspace::closePanel);
    menu.addAction(tr("Restore default layout"), this, [this] {
        m_panels->restoreDefaultLayout();
        emit homeWanted(); // panels that are taken out and put back have lost the focus
    });
}

/// In the order of the menu above.
QMenu* StepWorkspace::makePanelMenu()
{
    auto* menu = new QMenu(tr("Go to panel"), &m_around.window);
    for (std::size_t i = 0; i < m_panels->panels().size(); ++i) {
        DockPanel* panel = m_panels->panels()[i];
        QAction* action = menu->addAction(panel->accessibleName(), this, [this, panel] {
            emit wanted();
            goToPanel(*panel);
        });
        action->setShortcut(keyOfPanel(i));
    }
    return menu;
}

// --- going from panel to panel

void StepWorkspace::goToPanel(bool next)
{
    const auto panels = panelsInTabOrder(*m_panels);
    if (panels.empty() || !m_isInSight)
        return;
    const auto at = std::find(panels.begin(), panels.end(), panelOf(QApplication::focusWidget()));
    const std::size_t count = panels.size(), here = at == panels.end() ? count : std::size_t(at - panels.begin());
    const std::size_t there = next ? (here >= count - 1 ? 0 : here + 1) : (here == 0 ? count - 1 : here - 1);
    panels[there]->window()->activateWindow();
    panels[there]->firstStop()->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
}

void StepWorkspace::goToPanel(DockPanel& panel)
{
    panel.show();
    panel.raise();
    panel.window()->activateWindow();
    // When Qt has put the others behind it.
    QTimer::singleShot(0, &panel, [&panel] {
        if (QWidget* stop = panel.firstStop())
            stop->setFocus(Qt::TabFocusReason);
    });
}

void StepWorkspace::closePanel()
{
    DockPanel* panel = panelOf(QApplication::focusWidget());
    if (!panel) {
        m_navigation.status().say(tr("Ctrl+W closes the panel that has the focus: press F6 to go to one."),
                                  TrueFor::choice);
        return;
    }
    emit homeWanted();
    panel->close();
}

Result<void> StepWorkspace::showOnly(const QStringList& panels)
{
    auto shown = m_panels->showOnly(panels);
    if (shown)
        m_keepsLayout = false;
    return shown;
}

// --- the status bar

QString StepWorkspace::sentence() const
{
    return m_navigation.status().text();
}

Workspace::Where StepWorkspace::where() const
{
    const TraceHeader& header = m_navigation.recording().header();
    if (!m_navigation.run().isThere())
        return {};
    const Position at = m_navigation.playhead().position();
    const auto& round = m_navigation.playhead().round();
    const Drafts drafts = m_navigation.playhead().drafts();
    QString words = m_navigation.run().isBatch() ? whereInBatch()
        : !round || at.moment == 0
        ? tr("Before round %1").arg(at.round + 1)
        : tr("Round %1 · %2")
              .arg(at.round + 1)
              .arg(nameOf(round->moments.back(), round->moments, drafts,
                          nodeName(*round, round->moments.back(), m_navigation.recording(), drafts)));
    if (m_navigation.recording().branches().size() > 1)
        words += tr(" · branch %1").arg(at.branch);
    if (!header.fault.empty())
        words += tr(" · broken on purpose (%1), not lossless").arg(QString::fromStdString(header.fault));
    return {.words = words, .toolTip = engineWords(faultSentence(header.fault))};
}

QString StepWorkspace::whereInBatch() const
{
    const Playhead& playhead = m_navigation.playhead();
    const Position at = playhead.shared();
    const std::vector<Moment> all =
        at.moment > 0 ? playhead.recordings().moments(at.branch, at.round) : std::vector<Moment>();
    const QString where = at.moment == 0
        ? tr("Before round %1").arg(at.round + 1)
        : tr("Round %1 · %2")
              .arg(at.round + 1)
              .arg(nameOf(all[std::size_t(at.moment) - 1], {all.begin(), all.begin() + at.moment}, playhead.drafts()));
    const Recordings& sequences = playhead.recordings();
    const int first = sequences.firstRound(sequences.currentSequence());
    return where + tr(" · sequence %1 of %2").arg(sequences.currentSequence() + 1).arg(sequences.count())
        + (first > 0 ? tr(", which began in round %1").arg(first + 1) : QString());
}

// --- from start to start

void StepWorkspace::remember(QSettings& settings) const
{
    settings.remove(QStringLiteral("step/layout")); // of earlier versions, which kept wrong sizes
    if (m_keepsLayout)
        settings.setValue(QStringLiteral("step/panels"), m_panels->saveLayout());
    settings.setValue(QStringLiteral("setup/allFields"), m_panels->findChild<SetupPanel*>()->showsAllFields());
    settings.setValue(QStringLiteral("play/stopsAtRejections"),
                      m_navigation.player().transport().stopConditions().onRejection);
}

void StepWorkspace::recall(const QSettings& settings)
{
    m_panels->findChild<SetupPanel*>()->showAllFields(
        settings.value(QStringLiteral("setup/allFields"), false).toBool());
    StopConditions stops = m_navigation.player().transport().stopConditions();
    stops.onRejection = settings.value(QStringLiteral("play/stopsAtRejections"), stops.onRejection).toBool();
    m_navigation.player().transport().setStopConditions(stops);
    m_panels->restoreLayout(settings.value(QStringLiteral("step/panels")).toByteArray());
}

} // namespace draftscope
