// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/panels/dock_panel.h"

namespace draftscope {

class AcceptanceChart;

/// How far drafts get: survival and conditional acceptance at each position, over the rounds finished at the moment
/// shown.
class AcceptancePanel : public DockPanel {
    Q_OBJECT
public:
    explicit AcceptancePanel(const Playhead& playhead);
    [[nodiscard]] ExportedView exported() override;

protected:
    void refresh() override;

private:
    AcceptanceChart* m_chart;
};

} // namespace draftscope
