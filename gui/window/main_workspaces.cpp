// SPDX-License-Identifier: GPL-3.0-or-later
// The main window's workspaces: their tabs and keys, how one comes to another, and what they want of each other.
#include <algorithm>

#include <QBoxLayout>
#include <QFileDialog>
#include <QMenu>
#include <QMenuBar>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabBar>
#include <QToolBar>

#include "gui/compare/compare_page.h"
#include "gui/compare/compare_workspace.h"
#include "gui/controls/empty_workspace.h"
#include "gui/controls/message_bar.h"
#include "gui/export/file_names.h"
#include "gui/lessons/lesson_return_bar.h"
#include "gui/lessons/lesson_workspace.h"
#include "gui/setup/model_catalogue.h"
#include "gui/step/panel_area.h"
#include "gui/step/step_workspace.h"
#include "gui/window/main_window.h"
#include "gui/window/open_file.h"
#include "gui/window/projector_mode.h"
#include "gui/window/window_keys.h"
#include "gui/window/workspaces.h"

namespace draftscope {

namespace {

/// The first that is one of this kind.
template <class Kind>
Kind* kindAmong(const std::vector<Workspace*>& workspaces)
{
    for (Workspace* workspace : workspaces)
        if (auto* found = qobject_cast<Kind*>(workspace))
            return found;
    return nullptr;
}

QKeySequence keyOfWorkspace(int index)
{
    return index < 9 ? QKeySequence(Qt::CTRL | Qt::Key(Qt::Key_1 + index)) : QKeySequence();
}

} // namespace

void MainWindow::makeWorkspaces(const QList<QAction*>& speedActions)
{
    m_tabs->setObjectName(QStringLiteral("workspaces"));
    m_tabs->setAccessibleName(tr("Workspaces"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setUsesScrollButtons(false);
    m_tabs->setFocusPolicy(Qt::TabFocus); // a click leaves the keys to the transport
    for (Workspace* workspace : draftscope::makeWorkspaces({.window = *this,
                                .messages = *m_messages,
                                .navigation = m_navigation,
                                .isKept = m_memory == Memory::kept,
                                .speedActions = speedActions}))
        putIn(*workspace);
    connect(m_tabs, &QTabBar::currentChanged, this,
            [this](int tab) { showWorkspace(*m_workspaces.at(std::size_t(tab))); });

    m_step = kindAmong<StepWorkspace>(m_workspaces);
    m_compare = kindAmong<CompareWorkspace>(m_workspaces);
    m_lessons = kindAmong<LessonWorkspace>(m_workspaces);
    followLessons();
    m_compare->setModels(m_step->panels().findChild<ModelCatalogue*>()); // the one that Setup's lists are made of
    connect(m_compare, &CompareWorkspace::openWanted, this, &MainWindow::askForComparison);
    connect(m_compare, &CompareWorkspace::saveWanted, this, &MainWindow::askWhereToSaveComparison);
    connect(&m_compare->comparePage(), &ComparePage::stepRequested, this, [this](RunSetup setup) {
        setup.settings.topTokens =
            m_navigation.starter().setup().settings.topTokens; // lanes write no distributions down
        showWorkspace(*m_step);
        m_navigation.starter().setSetup(setup);
        m_navigation.starter().restart();
    });
}

/// What lessons want of Step and of the window.
void MainWindow::followLessons()
{
    m_aboveMessages->addWidget(&m_lessons->returnBar());
    connect(m_lessons, &LessonWorkspace::stepWanted, this, [this](const RunSetup& setup, Position shared) {
        showWorkspace(*m_step);
        m_navigation.starter().setSetup(setup);
        // The very decode: the same setup and seed give the same rounds.
        connect(
            &m_navigation, &Navigation::recordingReplaced, m_lessons,
            [this, shared] { m_navigation.player().decodeTo(shared); }, Qt::ConnectionType(Qt::SingleShotConnection));
        m_navigation.starter().restart();
    });
    connect(m_lessons, &LessonWorkspace::projectorWanted, this,
            [this] { m_projector->isOn() ? m_projector->end() : m_projector->begin(); });
    connect(m_projector, &ProjectorMode::changed, m_lessons, &LessonWorkspace::setForRoom);
    connect(m_lessons, &LessonWorkspace::fileWanted, this,
            [this] { askForFile(tr("Open a lesson"), tr("Lessons (*.md)")); });
    connect(m_step->panels().findChild<EmptyWorkspace*>(), &EmptyWorkspace::filmWanted, m_lessons,
            [this] { m_lessons->playFilm(false); });
}

/// Its page and bars, out of sight; its menus come later.
void MainWindow::putIn(Workspace& workspace)
{
    workspace.setParent(this);
    m_workspaces.push_back(&workspace);
    m_pages->addWidget(&workspace.page());
    const Workspace::Bars bars = workspace.bars();
    for (const auto& [layout, widgets] :
         {std::pair{m_aboveMessages, bars.aboveMessages}, {m_abovePage, bars.abovePage}, {m_belowPage, bars.belowPage}})
        for (QWidget* bar : widgets)
            layout->addWidget(bar);
    for (QWidget* widget : bars.inStatusBar)
        statusBar()->insertWidget(1, widget); // behind the sentence
    for (QToolBar* bar : bars.tools)
        addToolBar(bar);
    showBars(workspace, false);
    workspace.setInSight(false);
    connect(&workspace, &Workspace::wanted, this, [this, &workspace] { showWorkspace(workspace); });
    connect(&workspace, &Workspace::homeWanted, m_keys, &WindowKeys::goHome);
    connect(&workspace, &Workspace::failed, m_messages, &MessageBar::showProblem);
    connect(&workspace, &Workspace::wordsChanged, this, [this, &workspace] {
        if (m_shown == &workspace)
            refreshWords();
    });
    const QSignalBlocker isNotShown(m_tabs); // the first tab becomes the current one
    m_tabs->addTab(workspace.icon(), workspace.title());
    nameTabs();
}

void MainWindow::nameTabs()
{
    for (int i = 0; i < m_tabs->count(); ++i) {
        const Workspace& workspace = *m_workspaces.at(std::size_t(i));
        m_tabs->setTabText(i, workspace.title());
        const QString key = keyOfWorkspace(i).toString(QKeySequence::NativeText);
        m_tabs->setTabToolTip(
            i, key.isEmpty() ? workspace.toolTip() : QStringLiteral("%1 (%2)").arg(workspace.toolTip(), key));
    }
}

/// The entries of the View menu that show them, before what else is in there.
void MainWindow::addToMenus(Workspace& workspace)
{
    const auto at = std::ranges::find(m_workspaces, &workspace) - m_workspaces.begin();
    auto* show = new QAction(workspace.title(), m_viewMenu);
    show->setShortcut(keyOfWorkspace(int(at)));
    connect(show, &QAction::triggered, this, [this, &workspace] { showWorkspace(workspace); });
    m_viewMenu->insertAction(m_behindWorkspaces, show);
}

void MainWindow::addWorkspace(Workspace& workspace)
{
    putIn(workspace);
    addToMenus(workspace);
    workspace.addMenus(*menuBar());
    workspace.addToViewMenu(*m_viewMenu);
    fitToolBars();
}

void MainWindow::showBars(Workspace& workspace, bool on)
{
    const Workspace::Bars bars = workspace.bars();
    for (const QList<QWidget*>& widgets : {bars.aboveMessages, bars.abovePage, bars.belowPage, bars.inStatusBar})
        for (QWidget* bar : widgets)
            if (!bars.comingAndGoing.contains(bar))
                bar->setVisible(on);
    for (QToolBar* bar : bars.tools)
        bar->setVisible(on);
}

void MainWindow::showWorkspace(Workspace& workspace)
{
    if (&workspace == m_shown)
        return;
    if (Workspace* before = std::exchange(m_shown, &workspace)) {
        before->pause();
        before->setInSight(false);
        showBars(*before, false);
    }
    showBars(workspace, true);
    workspace.setInSight(true);
    // The words on its bars may have changed out of sight.
    QMetaObject::invokeMethod(
        this, [this, &workspace] { workspace.fitToolBars(width()); }, Qt::QueuedConnection);
    m_tabs->setCurrentIndex(int(std::ranges::find(m_workspaces, &workspace) - m_workspaces.begin()));
    m_pages->setCurrentWidget(&workspace.page());
    m_keys->setWorkspace(workspace);
    m_keys->goHome();
    refreshWords();
}

void MainWindow::showWorkspace(const QString& name)
{
    const auto found =
        std::ranges::find_if(m_workspaces, [&](const Workspace* workspace) { return workspace->name() == name; });
    Q_ASSERT(found != m_workspaces.end());
    showWorkspace(**found);
}

/// For the menu of a workspace: they are about whichever is in sight.
QList<QAction*> MainWindow::makeSpeedActions()
{
    const auto make = [this](const QString& text, const QKeySequence& key, auto does) {
        auto* action = new QAction(text, this);
        action->setShortcut(key);
        connect(action, &QAction::triggered, this, does);
        return action;
    };
    return {make(tr("Faster"), Qt::Key_Plus, [this] { m_shown->changeSpeed(1); }),
            make(tr("Slower"), Qt::Key_Minus, [this] { m_shown->changeSpeed(-1); }),
            make(tr("Measure the speed again"), QKeySequence(measureAgainKey), [this] { m_shown->measureAgain(); })};
}

PanelArea& MainWindow::workspace() const
{
    return m_step->panels();
}

ComparePage& MainWindow::compare() const
{
    return m_compare->comparePage();
}

Lanes& MainWindow::lanes() const
{
    return m_compare->lanes();
}

void MainWindow::askWhereToSaveComparison()
{
    const QStringList kinds{tr("Comparison, to be opened again (*.json)"), tr("Report in Markdown (*.md)"),
                            tr("Figures as CSV (*.csv)"), tr("Report for a browser (*.html)"),
                            tr("Report as PDF (*.pdf)")};
    auto* dialog = new QFileDialog(this, tr("Save the comparison"), lastFolder(), kinds.join(QStringLiteral(";;")));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    const auto takeEnding = [dialog, kinds](const QString& kind) {
        const char* endings[] = {"json", "md", "csv", "html", "pdf"};
        dialog->setDefaultSuffix(QLatin1String(endings[std::max(0, int(kinds.indexOf(kind)))]));
    };
    takeEnding(kinds.front());
    if (const QString name = m_compare->comparePage().suggestedName(); !name.isEmpty())
        dialog->selectFile(freeNameIn(lastFolder(), name));
    connect(dialog, &QFileDialog::filterSelected, dialog, takeEnding);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        noteFolderOf(path, m_memory == Memory::kept);
        m_compare->comparePage().save(path.toStdString());
    });
    dialog->open();
}

} // namespace draftscope
