// SPDX-License-Identifier: GPL-3.0-or-later
// The main window's workspaces: which there are, and what they want of each other and of the window.

#include <QFileDialog>
#include <QMenu>
#include <QMenuBar>

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
#include "gui/window/window_look.h"
#include "gui/window/workspace_frame.h"
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

} // namespace

void MainWindow::makeWorkspaces(const QList<QAction*>& speedActions)
{
    connect(m_frame, &WorkspaceFrame::homeWanted, m_keys, &WindowKeys::goHome);
    connect(m_frame, &WorkspaceFrame::wordsChanged, this, &MainWindow::refreshWords);
    connect(m_frame, &WorkspaceFrame::shown, this, [this](Workspace& workspace) {
        m_keys->setWorkspace(workspace);
        m_keys->goHome();
        refreshWords();
    });
    connect(m_look, &WindowLook::textSizeChanged, m_frame, &WorkspaceFrame::fitNowAndSoon);
    for (Workspace* workspace : draftscope::makeWorkspaces({.window = *this,
                                .messages = *m_messages,
                                .navigation = m_navigation,
                                .isKept = m_memory == Memory::kept,
                                .speedActions = speedActions}))
        m_frame->put(*workspace);
    m_step = kindAmong<StepWorkspace>(m_frame->all());
    m_compare = kindAmong<CompareWorkspace>(m_frame->all());
    m_lessons = kindAmong<LessonWorkspace>(m_frame->all());
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
    m_frame->addAboveMessages(m_lessons->returnBar());
    connect(m_lessons, &LessonWorkspace::stepWanted, this, [this](const RunSetup& setup, Position shared) {
        showWorkspace(*m_step);
        m_navigation.starter().setSetup(setup);
        // The very decode: the same setup and seed give the same rounds. Another run may come in its place, where this
        // one was refused or given up.
        connect(
            &m_navigation, &Navigation::recordingReplaced, m_lessons,
            [this, setup, shared] {
                if (m_navigation.starter().trace().empty() && m_navigation.run().setup() == setup)
                    m_navigation.player().decodeTo(shared);
            },
            Qt::ConnectionType(Qt::SingleShotConnection));
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

void MainWindow::addWorkspace(Workspace& workspace)
{
    m_frame->put(workspace);
    m_frame->addToMenu(workspace, *m_viewMenu);
    workspace.addMenus(*menuBar());
    workspace.addToViewMenu(*m_viewMenu);
    m_frame->fitNowAndSoon();
}

void MainWindow::showWorkspace(Workspace& workspace)
{
    m_frame->show(workspace);
}

void MainWindow::showWorkspace(const QString& name)
{
    m_frame->show(m_frame->named(name));
}

Workspace& MainWindow::shownWorkspace() const
{
    return *m_frame->current();
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
    return {make(tr("Faster"), Qt::Key_Plus, [this] { m_frame->current()->changeSpeed(1); }),
            make(tr("Slower"), Qt::Key_Minus, [this] { m_frame->current()->changeSpeed(-1); }),
            make(tr("Measure the speed again"), QKeySequence(measureAgainKey),
                 [this] { m_frame->current()->measureAgain(); })};
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
