// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QMainWindow>

#include "engine/core/error.h"
#include "gui/dock_panel.h"
#include "gui/panel_sizes.h"
#include "gui/panels/panels.h"

namespace draftscope {

class EmptyWorkspace;

/// The panels around one run, each dockable and closable. How large they are follows from the size of the workspace and
/// from what people have last done to them: from the default layout's shares, or from the sizes that were left.
class StepWorkspace : public QMainWindow {
    Q_OBJECT
public:
    explicit StepWorkspace(Navigation& navigation, QWidget* parent = nullptr);
    void restoreDefaultLayout(); ///< that of the width it has, and from then on of the width it gets
    /// Closes all panels but these, where they are. Error, and nothing changes: there is no panel of such a name.
    [[nodiscard]] Result<void> showOnly(const QStringList& names);
    /// Where the panels are, which are closed, and how large they are, for restoreLayout() in another window.
    [[nodiscard]] QByteArray saveLayout() const;
    /// False, and nothing changes, for what saveLayout() has not given. May be called before the workspace has its size.
    bool restoreLayout(const QByteArray& saved);
    [[nodiscard]] bool hasDefaultLayout() const { return m_hasDefaultLayout; }
    [[nodiscard]] const std::vector<DockPanel*>& panels() const { return m_panels; }
    [[nodiscard]] DockPanel* panel(const QString& name) const; ///< nullptr if there is none

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void layOut(const std::vector<bool>& closed); ///< by default, all but these panels
    [[nodiscard]] LayoutWidth layoutWidth() const;
    void arrange(); ///< gives every panel the size that it should have here
    void arrangeSoon();
    void shareOut();
    void panelMoved();
    void panelToggled();
    void keepSizes();
    void refreshTabs();

    EmptyWorkspace* m_empty; ///< in sight where no panel is
    std::vector<DockPanel*> m_panels;
    bool m_hasDefaultLayout = true;     ///< no panel has been moved or resized yet
    std::optional<LayoutWidth> m_width; ///< that the default layout stands as
    PanelSizes m_sizes;                 ///< that people have left, unless that is so
    [[nodiscard]] std::vector<bool> closedPanels() const;
    std::vector<bool> m_closed; ///< which of m_panels were when they were arranged last
    bool m_isRestoring = false;
    PanelSizes m_pressedAt; ///< the sizes when a mouse button went down between two panels
};

} // namespace draftscope
