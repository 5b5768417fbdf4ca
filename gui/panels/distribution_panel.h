// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/dock_panel.h"

namespace draftscope {

class DistributionView;

/// p, q and residual where the moment happens, or after the node that was clicked.
class DistributionPanel : public DockPanel {
    Q_OBJECT
public:
    explicit DistributionPanel(Navigation& navigation);
    [[nodiscard]] ExportedView exported() override;

protected:
    void refresh() override;

private:
    DistributionView* m_view;
};

} // namespace draftscope
