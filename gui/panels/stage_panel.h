// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/dock_panel.h"

class QComboBox;
class QMenu;

namespace draftscope {

class MomentBar;
class StageView;
class TreeView;

/// The round shown, its moments as pills, and the branches where there are several. In a run that drafts trees every round
/// is drawn as one, those that are a chain by chance, too; else as a chain.
class StagePanel : public DockPanel {
    Q_OBJECT
public:
    explicit StagePanel(Navigation& navigation);
    [[nodiscard]] ExportedView exported() override;

protected:
    void refresh() override;
    void changeEvent(QEvent* event) override;

private:
    void refreshBranches();
    void refreshWords();
    void addTreeActions(QMenu& menu);
    void askWhatIf(int node, QPoint at);
    void showAs(bool isTree);

    MomentBar* m_moments;
    StageView* m_stage;
    TreeView* m_tree;
    QList<QAction*> m_treeActions; ///< of the menu: how trees are drawn
    QComboBox* m_branches;
};

} // namespace draftscope
