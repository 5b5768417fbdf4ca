// SPDX-License-Identifier: GPL-3.0-or-later
// The main window's menus and the few dialogs behind them.
#include <QApplication>
#include <QMenuBar>
#include <QMessageBox>
#include <QTabBar>

#include "engine/catalogue/embedded.h"
#include "engine/core/version.h"
#include "engine/report/comparison_report.h"
#include "gui/compare/compare_page.h"
#include "gui/compare/compare_workspace.h"
#include "gui/export/file_names.h"
#include "gui/language/language.h"
#include "gui/lessons/glossary_help.h"
#include "gui/lessons/lesson_workspace.h"
#include "gui/navigation/open_model.h"
#include "gui/navigation/undo_history.h"
#include "gui/setup/model_catalogue.h"
#include "gui/step/step_workspace.h"
#include "gui/window/compare_texts.h"
#include "gui/window/main_window.h"
#include "gui/window/motion_setting.h"
#include "gui/window/open_file.h"
#include "gui/window/projector_mode.h"
#include "gui/window/recent_files.h"
#include "gui/window/settings_dialog.h"
#include "gui/window/share_actions.h"
#include "gui/window/shortcut_list.h"
#include "gui/window/trace_saving.h"
#include "gui/window/window_look.h"
#include "gui/window/workspace_frame.h"
#include "gui/window/workspace_state_keeper.h"
#include "gui/workspace/workspace.h"

namespace draftscope {

void MainWindow::makeMenus()
{
    makeShareActions();
    makeFileMenu();
    makeEditMenu();
    makeViewMenu();
    for (Workspace* workspace : m_frame->all())
        workspace->addMenus(*menuBar());
    makeShareMenu();
    makeHelpMenu();
    menuBar()->setCornerWidget(&m_frame->tabs(), Qt::TopRightCorner);
}

void MainWindow::makeFileMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&File"));
    for (const ModelRole role : {ModelRole::target, ModelRole::draft}) {
        QMenu* open = menu->addMenu(role == ModelRole::target ? tr("Open &target") : tr("Open &draft"));
        open->addAction(tr("&Folder…"), this, [this, role] { chooseModelFolder(this, m_navigation, role); });
        open->addAction(tr("&GGUF file…"), this, [this, role] { chooseModelFile(this, m_navigation, role); });
    }
    menu->addSeparator();
    menu->addAction(tr("&Open trace or comparison…"), QKeySequence::Open, this, &MainWindow::openTrace);
    QMenu* recent = menu->addMenu(tr("Open &recent"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { m_recent->fill(*recent); });
    connect(m_recent, &RecentFiles::chosen, this, [this](RecentFiles::Kind kind, const QString& path) {
        if (kind == RecentFiles::Kind::comparison || kind == RecentFiles::Kind::trace) {
            open(path.toStdString()); // which may be something else by now
            return;
        }
        showWorkspace(*m_step);
        useModel(m_navigation, kind == RecentFiles::Kind::target ? ModelRole::target : ModelRole::draft,
                 path.toStdString());
    });
    connect(&m_compare->comparePage(), &ComparePage::fileUsed, m_recent,
            [this](const QString& path) { m_recent->note(RecentFiles::Kind::comparison, path.toStdString()); });
    menu->addAction(tr("Attac&h to a server…"), this, [this] { (void)attachDialog(); });
    menu->addAction(m_saving->action());
    menu->addAction(m_share->saveScene);
    menu->addAction(tr("&Compare texts…"), this, [this] { compareTexts(*this, m_navigation); });
    menu->addSeparator();
    QAction* afresh = menu->addAction(tr("Start &afresh"), this, [this] {
        showWorkspace(*m_step);
        m_session->startAfresh();
    });
    afresh->setToolTip(tr("The embedded pair on the usual story"));
    QAction* restore = menu->addAction(tr("&Begin where I left off"), m_session, &WorkspaceStateKeeper::setWanted);
    restore->setCheckable(true);
    restore->setChecked(m_session->isWanted());
    restore->setEnabled(m_session->isKept());
    restore->setToolTip(tr("The next start opens what is open when the program ends"));
    menu->setToolTipsVisible(true);
    menu->addSeparator();
    menu->addAction(tr("&Quit"), QKeySequence::Quit, this, &QWidget::close);
}

void MainWindow::makeEditMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Edit"));
    menu->addActions({m_step->history().undo, m_step->history().redo});
    menu->addSeparator();
    QAction* settings = menu->addAction(tr("&Settings…"), this, &MainWindow::showSettings);
    settings->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Comma));
    settings->setMenuRole(QAction::PreferencesRole);
}

/// What was opened belongs to the recent files; embedded models are always at hand.
void MainWindow::noteOpened()
{
    if (!m_navigation.starter().trace().empty()) {
        m_recent->note(RecentFiles::Kind::trace, m_navigation.starter().trace());
        return;
    }
    const auto embedded = embeddedModels();
    const auto note = [&](RecentFiles::Kind kind, const std::string& model) {
        std::error_code ignored;
        if (!(embedded && embedded->find(model)) && std::filesystem::exists(model, ignored))
            m_recent->note(kind, model);
    };
    const RunSetup& setup = m_navigation.run().setup();
    if (m_navigation.recording().header().draft)
        note(RecentFiles::Kind::draft, setup.draft);
    note(RecentFiles::Kind::target, setup.target);
}

void MainWindow::makeViewMenu()
{
    QMenu* menu = m_viewMenu = menuBar()->addMenu(tr("&View"));
    for (Workspace* workspace : m_frame->all()) {
        m_frame->addToMenu(*workspace, *menu);
        workspace->addToViewMenu(*menu);
    }
    menu->addSeparator();
    m_look->addThemes(*menu->addMenu(tr("Colours")));
    m_look->addLanguages(*menu->addMenu(tr("Language")));
    menu->addAction(m_motion->action());
    menu->addSeparator();
    m_look->addSizes(*menu);
    menu->addAction(tr("Full screen"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F), this,
                    [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
    QAction* projector = menu->addAction(tr("Projector mode"), QKeySequence(Qt::Key_F11), this,
                                         [this] { m_projector->isOn() ? m_projector->end() : m_projector->begin(); });
    projector->setCheckable(true);
    connect(m_projector, &ProjectorMode::changed, projector, &QAction::setChecked);
}

void MainWindow::makeHelpMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Help"));
    menu->addAction(tr("&Keys"), QKeySequence(Qt::Key_F1), this, [this] { showShortcuts(this, *menuBar()); });
    menu->addAction(tr("In &60 seconds"), this, [this] { m_lessons->playFilm(false); });
    menu->addAction(tr("&Glossary…"), this, [this] { m_lessons->showGlossary(); });
    auto* glossaryHelp = new GlossaryHelp(this);
    QAction* whatIsThis =
        menu->addAction(tr("&What is this?"), QKeySequence(Qt::SHIFT | Qt::Key_F1), glossaryHelp, &GlossaryHelp::begin);
    whatIsThis->setToolTip(tr("Then a click on anything says what it is"));
    menu->addAction(tr("&About Draftscope"), this, &MainWindow::showAbout);
}

void MainWindow::showSettings()
{
    auto* dialog = new SettingsDialog(*this, m_navigation, *m_motion, *m_session);
    connect(dialog, &SettingsDialog::modelFoldersChanged, this, [this] {
        for (auto* catalogue : findChildren<ModelCatalogue*>())
            catalogue->search();
    });
    dialog->open();
}

void MainWindow::showAbout()
{
    const QString backend = m_navigation.run().isThere()
        ? QString::fromStdString(m_navigation.recording().header().backend)
        : tr("none yet: nothing is loaded");
    const QString facts = QStringLiteral("<table cellspacing='3'>%1</table>").arg([&] {
        QString rows;
        const std::pair<QString, QString> all[] = {
            {tr("Version"), QString::fromStdString(version())},
            {tr("Backend"), backend},
            {tr("Machine"), QString::fromStdString(machineInWords())},
            {tr("Qt"), tr("%1, built with %2").arg(QString::fromLatin1(qVersion()), QStringLiteral(QT_VERSION_STR))},
        };
        for (const auto& [name, value] : all)
            rows += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>").arg(name, value.toHtmlEscaped());
        return rows;
    }());
    auto* box = new QMessageBox(QMessageBox::NoIcon, tr("About Draftscope"),
                                tr("<h3>Draftscope</h3><p>Opens up speculative decoding while it happens.</p>") + facts
                                    + tr("<p>The engine, the command line and the embedded models' recipes are under "
                                         "the MIT licence; the window is under the "
                                         "GNU General Public License, version 3 or later, because Qt Charts is. Qt is "
                                         "used under the LGPL, version 3, "
                                         "and Qt Charts under the GPL, version 3. There is no warranty.</p>"
                                         "<p>Of others: fmt, nlohmann/json, tl::expected and utf8proc (MIT or CC0), "
                                         "CLI11 and PCRE2 (BSD), Highway and SentencePiece "
                                         "(Apache-2.0), Zstandard and libwebp (BSD).</p>"),
                                QMessageBox::Close, this);
    box->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

} // namespace draftscope
