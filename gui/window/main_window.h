// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>

#include <QMainWindow>

#include "gui/navigation/navigation.h"
#include "widgets/style/theme.h"

class QLabel;
class QMenu;

namespace draftscope {

class AttachDialog;
class ComparePage;
class CompareWorkspace;
class LessonWorkspace;
class Lanes;
class MessageBar;
class MotionSetting;
class PanelArea;
class ProjectorMode;
class RecentFiles;
class ShareActions;
class StepWorkspace;
class TraceSaving;
class WindowKeys;
class WindowLook;
class Workspace;
class WorkspaceFrame;
class WorkspaceStateKeeper;

/// Menus, bars and messages around the workspaces (gui/window/workspaces.cpp), of which one is in sight.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    /// Whether size, layout, theme and text size are taken from last time and kept for the next: not in tests and
    /// pictures.
    enum class Memory { none, kept };

    explicit MainWindow(Navigation& navigation, Memory memory = Memory::none, QWidget* parent = nullptr);
    ~MainWindow() override;

    void setTheme(ThemeKind theme);
    void setTextSize(double points);
    [[nodiscard]] WindowLook& look() const { return *m_look; }
    [[nodiscard]] TraceSaving& saving() const { return *m_saving; }
    /// A trace or a comparison, told apart by what it holds; of a model it is asked at `at`, or in the middle, what it
    /// is to be; of anything else a sentence says what it seems to be.
    void open(const std::filesystem::path& path, QPoint at = {});
    void openTrace(); ///< asks for the file first
    /// Watches a server speculate, or reads what was kept of one (gui/attach).
    [[nodiscard]] AttachDialog& attachDialog();
    /// As the last one of the tabs. The window owns it from then on.
    void addWorkspace(Workspace& workspace);
    /// What plays in the one before is paused.
    void showWorkspace(Workspace& workspace);
    void showWorkspace(const QString& name); ///< one of them has to have it
    [[nodiscard]] Workspace& shownWorkspace() const;
    [[nodiscard]] PanelArea& workspace() const; ///< Step's panels
    [[nodiscard]] ComparePage& compare() const;
    [[nodiscard]] Lanes& lanes() const;
    [[nodiscard]] LessonWorkspace& lessons() const { return *m_lessons; }
    [[nodiscard]] MessageBar& messages() const { return *m_messages; }
    [[nodiscard]] ProjectorMode& projector() const { return *m_projector; }
    [[nodiscard]] RecentFiles& recent() const { return *m_recent; }
    [[nodiscard]] WorkspaceStateKeeper& session() const { return *m_session; }
    /// StepWorkspace::showOnly()
    [[nodiscard]] Result<void> showOnly(const QStringList& panels);

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeMenus();
    void makeFileMenu();
    void makeEditMenu();
    void noteOpened();
    void makeViewMenu();
    void makeHelpMenu();
    void makeStatusBar();
    [[nodiscard]] QList<QAction*> makeSpeedActions();
    void makeWorkspaces(const QList<QAction*>& speedActions);
    void followNavigation();
    void followLessons();
    void makeShareActions();
    void makeShareMenu();
    void addWatchedLane(const Recording& recording);
    void askForComparison();
    void askForFile(const QString& title, const QString& filter);
    void askWhereToSaveComparison();
    void refresh();
    void refreshTitle();
    void refreshWords();
    void refreshActivity();
    void showAbout();
    void showSettings();
    void remember();
    void recall();

    Navigation& m_navigation;
    Memory m_memory;
    std::optional<UnstyledMeanwhile> m_unstyled; ///< while it is built
    MessageBar* m_messages;
    WindowKeys* m_keys;
    ProjectorMode* m_projector;
    MotionSetting* m_motion;
    RecentFiles* m_recent;
    WorkspaceStateKeeper* m_session;
    TraceSaving* m_saving;
    WorkspaceFrame* m_frame;
    WindowLook* m_look;
    StepWorkspace* m_step = nullptr;       ///< one of the workspaces
    CompareWorkspace* m_compare = nullptr; ///< likewise
    LessonWorkspace* m_lessons = nullptr;  ///< likewise
    QLabel *m_where, *m_said;
    QMenu* m_viewMenu = nullptr;
    ShareActions* m_share = nullptr;
    AttachDialog* m_attach = nullptr; ///< once it has been asked for
};

} // namespace draftscope
