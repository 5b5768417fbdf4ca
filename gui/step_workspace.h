// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QMainWindow>

#include "gui/dock_panel.h"

namespace draftscope {

/// The panels around one run, each dockable and closable.
class StepWorkspace : public QMainWindow {
    Q_OBJECT
public:
    explicit StepWorkspace(Navigation& navigation, QWidget* parent = nullptr);
    void restoreDefaultLayout();
    /// A layout that saveState() gave; false, and nothing changes, for anything else.
    bool restoreLayout(const QByteArray& state);
    [[nodiscard]] const std::vector<DockPanel*>& panels() const { return m_panels; }
    [[nodiscard]] DockPanel* panel(const QString& name) const; ///< nullptr if there is none

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    void shareOut();
    void refreshTabs();

    std::vector<DockPanel*> m_panels;
    bool m_hasDefaultLayout = true; ///< nobody has moved a panel yet: sizes follow the window
};

} // namespace draftscope
