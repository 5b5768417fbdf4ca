// SPDX-License-Identifier: GPL-3.0-or-later
// The main window's workspaces: how one comes to another, and what of the window belongs to Compare.
#include <QFileDialog>
#include <QMenuBar>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolBar>
#include <QToolButton>

#include "gui/compare/compare_actions.h"
#include "gui/compare/compare_workspace.h"
#include "gui/compare/lane_lock_box.h"
#include "gui/compare/sweep_panel.h"
#include "gui/controls/message_bar.h"
#include "gui/controls/rejection_switch.h"
#include "gui/controls/speed_control.h"
#include "gui/export/file_names.h"
#include "gui/navigation/undo_history.h"
#include "gui/setup/model_catalogue.h"
#include "gui/step/fault_bar.h"
#include "gui/step/setup_bar.h"
#include "gui/step/step_workspace.h"
#include "gui/window/bookmark_actions.h"
#include "gui/window/main_window.h"
#include "gui/window/open_file.h"
#include "gui/window/transport_actions.h"
#include "gui/window/window_keys.h"
#include "widgets/text/time_line.h"

namespace draftscope {

void MainWindow::makeWorkspaceTabs()
{
    m_tabs->setObjectName(QStringLiteral("workspaces"));
    m_tabs->setAccessibleName(tr("Workspaces"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setUsesScrollButtons(false);
    m_tabs->setFocusPolicy(Qt::TabFocus); // a click leaves the keys to the transport
    m_tabs->setTabToolTip(m_tabs->addTab(tr("Step")), tr("One run, moment by moment (Ctrl+1)"));
    m_tabs->setTabToolTip(m_tabs->addTab(tr("Compare")), tr("Two to four lanes beside each other (Ctrl+2)"));
    menuBar()->setCornerWidget(m_tabs, Qt::TopRightCorner);
    connect(m_tabs, &QTabBar::currentChanged, this,
            [this](int tab) { showWorkspace(tab == 0 ? Workspace::step : Workspace::compare); });

    auto* models = m_workspace->findChild<ModelCatalogue*>(); // the one that Setup's lists are made of
    m_compare->sweep().setModels(models);
    m_compareActions->setModels(models);
    connect(m_lanes, &Lanes::added, this, [this] { showWorkspace(Workspace::compare); });
    connect(m_lanes, &Lanes::failed, m_messages, &MessageBar::showProblem);
    connect(m_compare, &CompareWorkspace::failed, m_messages, &MessageBar::showProblem);
    connect(m_compare, &CompareWorkspace::saved, m_lanes, &Lanes::say);
    connect(m_compare, &CompareWorkspace::stepRequested, this, [this](RunSetup setup) {
        setup.settings.topTokens = m_navigation.setup().settings.topTokens; // lanes write no distributions down
        showWorkspace(Workspace::step);
        m_navigation.setSetup(setup);
        m_navigation.restart();
    });
    connect(m_lanes, &Lanes::sentenceChanged, this, &MainWindow::refreshSentence);
    connect(m_lanes, &Lanes::shown, this, &MainWindow::refreshWhere);
    connect(m_lanes, &Lanes::lockChanged, this, [this] {
        m_compareSpeed->setBeats(m_lanes->lock() == LaneLock::byToken ? SpeedControl::Beats::steps
                                                                      : SpeedControl::Beats::rounds);
        refreshWhere();
    });
    connect(m_lanes, &Lanes::changed, this, &MainWindow::refreshWhere);
    connect(m_lanes, &Lanes::changed, this, &MainWindow::refreshSentence);
}

void MainWindow::makeCompareMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Compare"));
    QMenu* begin = menu->addMenu(tr("Begin with"));
    begin->addActions({m_compareActions->begin.begin(), m_compareActions->begin.end()});
    begin->setToolTipsVisible(true);
    menu->addActions({m_compareActions->addShown, m_compareActions->addPlain, m_compareActions->addNew});
    menu->addSeparator();
    menu->addActions({m_compareActions->play, m_compareActions->stop});
    menu->addSeparator();
    menu->addActions({m_compareActions->nextRound, m_compareActions->previousRound, m_compareActions->first,
                      m_compareActions->last});
    QMenu* lock = menu->addMenu(tr("Lanes move"));
    lock->addActions({m_compareActions->locks.begin(), m_compareActions->locks.end()});
    lock->addSeparator();
    lock->addActions({m_compareActions->changeLock, m_compareActions->previousLane, m_compareActions->nextLane});
    lock->setToolTipsVisible(true);
    menu->addSeparator();
    menu->addAction(m_compareActions->restart);
    menu->addAction(tr("Copy figures as CSV"), m_compare, &CompareWorkspace::copyTable);
    menu->addSeparator();
    menu->addAction(tr("Open a comparison…"), this, &MainWindow::askForComparison);
    menu->addAction(tr("Save the comparison…"), this, &MainWindow::askWhereToSaveComparison);
}

void MainWindow::askWhereToSaveComparison()
{
    const QStringList kinds{tr("Comparison, to be opened again (*.json)"), tr("Report in Markdown (*.md)"),
                            tr("Figures as CSV (*.csv)")};
    auto* dialog = new QFileDialog(this, tr("Save the comparison"), lastFolder(), kinds.join(QStringLiteral(";;")));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    const auto takeEnding = [dialog, kinds](const QString& kind) {
        const char* endings[] = {"json", "md", "csv"};
        dialog->setDefaultSuffix(QLatin1String(endings[std::max(0, int(kinds.indexOf(kind)))]));
    };
    takeEnding(kinds.front());
    if (const QString name = m_compare->suggestedName(); !name.isEmpty())
        dialog->selectFile(freeNameIn(lastFolder(), name));
    connect(dialog, &QFileDialog::filterSelected, dialog, takeEnding);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        noteFolderOf(path, m_memory == Memory::kept);
        m_compare->save(path.toStdString());
    });
    dialog->open();
}

void MainWindow::makeCompareToolBar()
{
    auto* bar = m_compareToolBar = new QToolBar(tr("Transport of all lanes"));
    bar->setObjectName(QStringLiteral("compareTransport"));
    bar->setMovable(false);
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    bar->addAction(m_compareActions->restart);
    bar->addSeparator();
    bar->addActions({m_compareActions->previousRound, m_compareActions->play, m_compareActions->nextRound});
    QWidget* play = bar->widgetForAction(m_compareActions->play);
    play->setObjectName(QStringLiteral("play"));
    fitPlay();
    bar->addSeparator();
    bar->addWidget(m_compareSpeed);
    bar->addWidget(new LaneLockBox(*m_lanes));
    auto* room = new QWidget;
    room->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(room);
    bar->addActions({m_compareActions->addShown, m_compareActions->addPlain});
    for (QAction* action : bar->actions())
        if (auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(action)))
            button->setFocusPolicy(Qt::TabFocus); // a click leaves the keys to the transport
    addToolBar(bar);
    bar->hide();
}

/// Buttons that do not fit would hide behind an arrow.
void MainWindow::fitCompareToolBar()
{
    m_compareActions->setShort(false);
    m_compareSpeed->setCompact(false);
    auto* lock = m_compareToolBar->findChild<LaneLockBox*>();
    lock->setCompact(false);
    const auto fits = [this] { return m_compareToolBar->sizeHint().width() <= width(); };
    m_compareActions->setShort(!fits());
    m_compareSpeed->setCompact(!fits());
    lock->setCompact(!fits());
}

void MainWindow::showWorkspace(Workspace workspace)
{
    if (workspace == m_shown)
        return;
    m_shown = workspace;
    const bool isCompare = workspace == Workspace::compare;
    if (!isCompare)
        m_lanes->pause();
    else if (m_navigation.activity() == Navigation::Activity::playing)
        m_navigation.pause();
    m_navigation.setDecodesFreely(!isCompare); // lanes have the machine for themselves
    m_transport->setInSight(!isCompare);
    m_bookmarks->setInSight(!isCompare);
    m_history->setInSight(!isCompare);
    m_timeLine->setVisible(!isCompare);
    m_fault->setInSight(!isCompare);
    m_setupBar->setInSight(!isCompare);
    m_rejections->setInSight(!isCompare);
    m_compareActions->setInSight(isCompare);
    m_toolBar->setVisible(!isCompare);
    m_compareToolBar->setVisible(isCompare);
    if (isCompare) // the words on it may have changed out of sight
        QMetaObject::invokeMethod(this, &MainWindow::fitCompareToolBar, Qt::QueuedConnection);
    m_tabs->setCurrentIndex(isCompare ? 1 : 0);
    QWidget& page = isCompare ? static_cast<QWidget&>(*m_compare) : static_cast<QWidget&>(*m_workspace);
    m_pages->setCurrentWidget(&page);
    m_keys->setHome(page);
    m_keys->goHome();
    refreshWhere();
    refreshSentence();
}

/// What has just happened, else what holds of every comparison.
QString MainWindow::sentenceOfCompare() const
{
    return m_lanes->sentence().isEmpty() && m_lanes->count() > 0 ? Lanes::fairness() : m_lanes->sentence();
}

QString MainWindow::whereInCompare() const
{
    if (m_lanes->count() == 0)
        return {};
    const QString lanes = m_lanes->count() == 1 ? tr("1 lane") : tr("%1 lanes").arg(m_lanes->count());
    const int place = m_lanes->place();
    if (m_lanes->lock() == LaneLock::byToken)
        return tr("Tokens: %1 · %2").arg(QString::number(place), lanes);
    const QString where = place > 0 ? tr("Round %1").arg(place) : tr("Before round 1");
    return m_lanes->lock() == LaneLock::none && m_lanes->count() > 1
        ? tr("Lane %1: %2 · %3").arg(QString::number(m_lanes->indexOf(m_lanes->current()) + 1), where, lanes)
        : tr("%1 · %2").arg(where, lanes);
}

} // namespace draftscope
