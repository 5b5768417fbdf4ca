// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include <functional>

#include <QMainWindow>

#include "gui/navigation.h"
#include "widgets/theme.h"

class QActionGroup;
class QLabel;
class QMenu;
class QToolBar;

namespace draftscope {

class MessageBar;
class MetricStrip;
class SpeedControl;
class StepWorkspace;
class TransportActions;
class WindowKeys;

/// Menus, the transport, messages and the Step workspace around one navigation.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    /// Whether size, layout, theme and text size are taken from last time and kept for the next: not in tests and
    /// pictures.
    enum class Memory { none, kept };

    explicit MainWindow(Navigation& navigation, Memory memory = Memory::none, QWidget* parent = nullptr);

    void setTheme(ThemeKind theme);
    void setTextSize(double points);
    void openTrace();
    void saveTrace();
    [[nodiscard]] StepWorkspace& workspace() const { return *m_workspace; }
    [[nodiscard]] MessageBar& messages() const { return *m_messages; }

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeMenus();
    void makeFileMenu();
    void makeRunMenu();
    void makeViewMenu();
    void makeHelpMenu();
    void makeToolBar();
    void refresh();
    void refreshActivity();
    void refreshSentence();
    void refreshSetupNote();
    void fitSetupNote();
    void showKeys();
    void showAbout();
    /// Offers to save the what-ifs of a run before something makes an end of it; Navigation::whatIfsWouldBeLost.
    void askToSave(const std::function<void()>& discard, const std::function<void()>& retry);
    void saveTraceThen(const std::function<void()>& goOn);
    void remember();
    void recall();

    Navigation& m_navigation;
    Memory m_memory;
    StepWorkspace* m_workspace;
    MessageBar* m_messages;
    TransportActions* m_transport;
    SpeedControl* m_speed;
    MetricStrip* m_metrics;
    WindowKeys* m_keys;
    QLabel *m_where, *m_said, *m_setupNote;
    QActionGroup* m_themes;
    QToolBar* m_toolBar = nullptr;
    QAction *m_saveTrace = nullptr, *m_setupNoteAction = nullptr;
    std::function<void()> m_afterSaving; ///< what waits until all that is being saved is
    bool m_closesAfterSaving = false;    ///< it is the window's closing
    bool m_discards = false;             ///< was asked, and closes without saving
    double m_textSize = 10.5;
    ThemeKind m_theme = ThemeKind::system;
};

} // namespace draftscope
