// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QDialog>

#include "gui/setup/run_setup.h"

class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QListWidget;
class QPushButton;

namespace draftscope {

class BackendFields;
class MainWindow;
class MotionSetting;
class Navigation;
class WorkspaceStateKeeper;

/// All that a person can choose about the program itself, in one place: what the menus have, where models are looked
/// for, and what runs compute on. A choice counts at once; there is nothing to confirm. It deletes itself when it is
/// closed.
class SettingsDialog : public QDialog {
    Q_OBJECT
public:
    SettingsDialog(MainWindow& window, Navigation& navigation, MotionSetting& motion, WorkspaceStateKeeper& session);

signals:
    void modelFoldersChanged();

private:
    void addSection(const QString& title);
    void addRow(const QString& name, QWidget* field);
    void addLooks();
    void addStart();
    void addComputing();
    void addModels();
    void onBackendAnswered(const QString& problem);
    void showBackend();
    void addFolder();
    void removeFolder();
    void setFolders(const QStringList& folders);
    void showFolders();

    MainWindow& m_window;
    Navigation& m_navigation;
    MotionSetting& m_motion;
    WorkspaceStateKeeper& m_session;
    QFormLayout* m_form = nullptr;
    BackendFields* m_backend;
    QLabel* m_backendSays;
    QListWidget* m_folders;
    QPushButton* m_remove;
};

} // namespace draftscope
