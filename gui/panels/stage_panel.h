// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/dock_panel.h"

class QComboBox;

namespace draftscope {

class MomentBar;
class StageView;

/// The round shown, its moments as pills, and the branches where there are several.
class StagePanel : public DockPanel {
    Q_OBJECT
public:
    explicit StagePanel(Navigation& navigation);

protected:
    void refresh() override;

private:
    void refreshBranches();
    void refreshWords();

    MomentBar* m_moments;
    StageView* m_stage;
    QComboBox* m_branches;
};

} // namespace draftscope
