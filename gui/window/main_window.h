// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include <QMainWindow>

#include "gui/navigation/navigation.h"
#include "widgets/style/theme.h"

class QActionGroup;
class QBoxLayout;
class QLabel;
class QMenu;
class QStackedWidget;
class QTabBar;

namespace draftscope {

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
class WindowKeys;
class Workspace;
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
    /// How much larger than that the letters of views are.
    void setViewScale(double scale);
    [[nodiscard]] double viewScale() const { return m_viewScale; }
    [[nodiscard]] double textSize() const { return m_textSize; } ///< in points
    static constexpr double smallestText = 7, largestText = 24;  ///< likewise
    [[nodiscard]] ThemeKind theme() const { return m_theme; }
    /// A trace or a comparison, told apart by what it holds; of a model it is asked at `at`, or in the middle, what it
    /// is to be; of anything else a sentence says what it seems to be.
    void open(const std::filesystem::path& path, QPoint at = {});
    void openTrace(); ///< asks for the file first
    void saveTrace();
    void askWhichTracesToSave();
    /// As the last one of the tabs. The window owns it from then on.
    void addWorkspace(Workspace& workspace);
    /// What plays in the one before is paused.
    void showWorkspace(Workspace& workspace);
    void showWorkspace(const QString& name); ///< one of them has to have it
    [[nodiscard]] Workspace& shownWorkspace() const { return *m_shown; }
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
    void addThemes(QMenu& menu);
    void addLanguages(QMenu& menu);
    void makeHelpMenu();
    void makeStatusBar();
    [[nodiscard]] QList<QAction*> makeSpeedActions();
    void makeWorkspaces(const QList<QAction*>& speedActions);
    void putIn(Workspace& workspace);
    void addToMenus(Workspace& workspace);
    void showBars(Workspace& workspace, bool on);
    void nameTabs();
    void followNavigation();
    void followLessons();
    void makeShareActions();
    void makeShareMenu();
    void askForComparison();
    void askForFile(const QString& title, const QString& filter);
    void askWhereToSaveComparison();
    void refresh();
    void refreshTitle();
    void refreshWords();
    void refreshActivity();
    void fitHeight();
    void fitToolBars();
    void showAbout();
    void showSettings();
    /// Offers to save the what-ifs of a run before something makes an end of it; RunStarter::whatIfsWouldBeLost.
    void askToSave(const std::function<void()>& discard, const std::function<void()>& retry);
    void saveTraceThen(const std::function<void()>& goOn);
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
    std::vector<Workspace*> m_workspaces;  ///< in the order of their tabs
    StepWorkspace* m_step = nullptr;       ///< one of them
    CompareWorkspace* m_compare = nullptr; ///< likewise
    LessonWorkspace* m_lessons = nullptr;  ///< likewise
    Workspace* m_shown = nullptr;
    QBoxLayout *m_aboveMessages, *m_abovePage, *m_belowPage; ///< the bars of the workspaces
    QStackedWidget* m_pages;                                 ///< the workspaces
    QTabBar* m_tabs;                                         ///< likewise
    QLabel *m_where, *m_said;
    QActionGroup *m_themes, *m_languages;
    QMenu* m_viewMenu = nullptr;
    QAction* m_behindWorkspaces = nullptr; ///< in that menu
    QAction* m_saveTrace = nullptr;
    ShareActions* m_share = nullptr;
    std::function<void()> m_afterSaving; ///< what waits until all that is being saved is
    bool m_closesAfterSaving = false;    ///< it is the window's closing
    bool m_discards = false;             ///< was asked, and closes without saving
    bool m_isLow = false;                ///< bars take less height
    double m_textSize = 10.5, m_viewScale = 1;
    ThemeKind m_theme = ThemeKind::system;
};

} // namespace draftscope
