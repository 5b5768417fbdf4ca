// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QMainWindow>

#include "engine/core/error.h"
#include "gui/panels/dock_panel.h"
#include "gui/panels/panels.h"
#include "gui/step/centre_room.h"
#include "gui/step/panel_sizes.h"

namespace draftscope {

class EmptyWorkspace;

/// The panels around one run, each dockable and closable. How large they are follows from the size of the workspace and
/// from what people have last done to them: from the default layout's shares, or from the sizes that were left. The
/// stage is the last one to get less than it needs: where the workspace is too small for a layout that people have
/// made, a default one stands in for it until there is room again.
class PanelArea : public QMainWindow {
    Q_OBJECT
public:
    explicit PanelArea(Navigation& navigation, QWidget* parent = nullptr);
    void restoreDefaultLayout(); ///< that of the size it has, and from then on of the size it gets
    /// Closes all panels but these, where they are; charts among them are there as long as there is room below the
    /// stage. Error, and nothing changes: there is no panel of such a name.
    [[nodiscard]] Result<void> showOnly(const QStringList& names);
    /// Where the panels are, which are closed, and how large they are, for restoreLayout() in another window.
    [[nodiscard]] QByteArray saveLayout() const;
    /// False, and nothing changes, for what saveLayout() has not given. May be called before the workspace has its
    /// size.
    bool restoreLayout(const QByteArray& saved);
    [[nodiscard]] bool hasDefaultLayout() const { return m_hasDefaultLayout; }
    [[nodiscard]] const std::vector<DockPanel*>& panels() const { return m_panels; }
    [[nodiscard]] DockPanel* panel(const QString& name) const; ///< nullptr if there is none
    /// What comes and goes above it, such as messages: it takes height from panels, but never changes the layout.
    void setPassingBars(const QList<QWidget*>& bars) { m_passingBars = bars; }
    void setLow(bool on); ///< tabs and what is around the panels take less height
    /// Any: it has a layout for every size.
    [[nodiscard]] QSize minimumSizeHint() const override { return {1, 1}; }

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    enum class Floating { dock, leave };
    void layOut(const std::vector<bool>& closed,
                Floating floating = Floating::dock); ///< by default, all but these panels
    void putInColumns(LayoutShape shape, Floating floating);
    void raiseFronts(LayoutShape shape);
    [[nodiscard]] LayoutShape wantedShape() const;
    enum class Width { asShared, asItIs }; ///< of the column: others may need more than their share
    [[nodiscard]] CentreNeeds centreNeeds(LayoutShape shape,
                                          Width of = Width::asShared) const; ///< of the panels that are there
    [[nodiscard]] bool isDocked(const DockPanel* panel) const;
    [[nodiscard]] int columnHeight() const;
    [[nodiscard]] int heightOfTabs() const;
    void arrange(); ///< gives every panel the size that it should have here
    void arrangeSoon();
    void shareOut();
    void standIn(); ///< changes between the layout that people have made and the default one, as there is room
    void yieldCharts(LayoutShape shape);
    void panelMoved();
    void panelToggled();
    void panelRaised(const DockPanel* panel);
    [[nodiscard]] QStringList frontsNow() const; ///< m_fronts, and what people have brought to the front since
    void keepSizes();
    void refreshTabs();

    EmptyWorkspace* m_empty; ///< in sight where no panel is
    std::vector<DockPanel*> m_panels;
    bool m_hasDefaultLayout = true;     ///< no panel has been moved or resized yet
    std::optional<LayoutShape> m_shape; ///< that the default layout stands as
    PanelSizes m_sizes;                 ///< that people have left, unless that is so
    [[nodiscard]] std::vector<bool> closedPanels() const;
    std::vector<bool> m_closed; ///< which of m_panels were when they were arranged last
    bool m_isRestoring = false, m_isShown = false, m_isLow = false, m_raisesWhenShown = false;
    PanelSizes m_pressedAt;        ///< the sizes when a mouse button went down between two panels
    QStringList m_fronts;          ///< panels whose tabs people have brought to the front, the last one at the end
    QStringList m_frontsLaidOut;   ///< that a default layout has put there
    QByteArray m_leftState;        ///< where panels were before the default layout stood in; empty where it does not
    QStringList m_only, m_yielded; ///< of showOnly(); which of them have no room now
    QList<QWidget*> m_passingBars;
};

} // namespace draftscope
