// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include <functional>
#include <optional>

#include <QMainWindow>

#include "gui/navigation/navigation.h"
#include "widgets/style/theme.h"

class QActionGroup;
class QLabel;
class QMenu;
class QStackedWidget;
class QTabBar;
class QToolBar;

namespace draftscope {

class BookmarkActions;
class CompareActions;
class CompareWorkspace;
class FaultBar;
class Lanes;
class MessageBar;
class MetricStrip;
class MotionSetting;
class ProjectorMode;
class RecentFiles;
class RejectionSwitch;
class WorkspaceStateKeeper;
class SetupBar;
class SpeedControl;
class StepWorkspace;
class TimeLine;
class TransportActions;
class UndoHistory;
class WindowKeys;

/// Menus, the transports, messages and the workspaces: Step around one navigation, Compare around lanes.
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
    enum class Workspace { step, compare };
    /// What plays in the other one is paused.
    void showWorkspace(Workspace workspace);
    [[nodiscard]] Workspace shownWorkspace() const { return m_shown; }
    [[nodiscard]] StepWorkspace& workspace() const { return *m_workspace; }
    [[nodiscard]] CompareWorkspace& compare() const { return *m_compare; }
    [[nodiscard]] Lanes& lanes() const { return *m_lanes; }
    [[nodiscard]] MessageBar& messages() const { return *m_messages; }
    [[nodiscard]] ProjectorMode& projector() const { return *m_projector; }
    [[nodiscard]] RecentFiles& recent() const { return *m_recent; }
    [[nodiscard]] WorkspaceStateKeeper& session() const { return *m_session; }
    /// Closes all panels of Step but these, for this time: what was left the last time stays kept. Errors: those of
    /// StepWorkspace::showOnly().
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
    void makeRunMenu();
    void makeViewMenu();
    [[nodiscard]] QMenu* makePanelMenu();
    void addThemes(QMenu& menu);
    void addLanguages(QMenu& menu);
    void fitPlay();
    void makeHelpMenu();
    void makeCompareMenu();
    void askForComparison();
    void askForFile(const QString& title, const QString& filter);
    void askWhereToSaveComparison();
    void makeCompareToolBar();
    void fitCompareToolBar();
    void makeWorkspaceTabs();
    void makeToolBar();
    void refresh();
    void refreshTitle();
    void refreshMetrics();
    void refreshWhere();
    [[nodiscard]] QString whereInCompare() const;
    [[nodiscard]] QString whereInBatch() const;
    [[nodiscard]] QString sentenceOfCompare() const;
    void refreshActivity();
    void refreshSentence();
    void fitSpeed();
    void fitHeight();
    void fitToolBars();
    void showAbout();
    void showSettings();
    /// Offers to save the what-ifs of a run before something makes an end of it; Navigation::whatIfsWouldBeLost.
    void askToSave(const std::function<void()>& discard, const std::function<void()>& retry);
    void saveTraceThen(const std::function<void()>& goOn);
    void remember();
    void recall();

    Navigation& m_navigation;
    Memory m_memory;
    std::optional<UnstyledMeanwhile> m_unstyled; ///< while it is built
    StepWorkspace* m_workspace;
    MessageBar* m_messages;
    FaultBar* m_fault;
    SetupBar* m_setupBar; ///< of Step
    TransportActions* m_transport;
    BookmarkActions* m_bookmarks;
    TimeLine* m_timeLine; ///< of Step
    SpeedControl* m_speed;
    MetricStrip* m_metrics;
    WindowKeys* m_keys;
    ProjectorMode* m_projector;
    MotionSetting* m_motion;
    RecentFiles* m_recent;
    WorkspaceStateKeeper* m_session;
    UndoHistory* m_history;
    Lanes* m_lanes;
    CompareActions* m_compareActions;
    CompareWorkspace* m_compare;
    SpeedControl* m_compareSpeed;
    QStackedWidget* m_pages; ///< the workspaces
    QTabBar* m_tabs;         ///< likewise
    Workspace m_shown = Workspace::step;
    QLabel *m_where, *m_said;
    RejectionSwitch* m_rejections;
    QActionGroup *m_themes, *m_languages;
    QToolBar *m_toolBar = nullptr, *m_compareToolBar = nullptr;
    QAction* m_saveTrace = nullptr;
    std::function<void()> m_afterSaving; ///< what waits until all that is being saved is
    bool m_closesAfterSaving = false;    ///< it is the window's closing
    bool m_discards = false;             ///< was asked, and closes without saving
    bool m_isLow = false;                ///< bars take less height
    bool m_keepsLayout = true;           ///< for the next time
    double m_textSize = 10.5, m_viewScale = 1;
    ThemeKind m_theme = ThemeKind::system;
};

} // namespace draftscope
