// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/dock_panel.h"

class QStackedWidget;

namespace draftscope {

class DistributionView;
class OverlapView;

/// p, q and residual where the moment happens, or after the node that was clicked; or how much p and q overlap there.
class DistributionPanel : public DockPanel {
    Q_OBJECT
public:
    explicit DistributionPanel(Navigation& navigation);
    [[nodiscard]] ExportedView exported() override;

protected:
    void refresh() override;

private:
    [[nodiscard]] bool showsOverlap() const;
    void refreshSubtitle();

    QStackedWidget* m_pages;
    DistributionView* m_view;
    OverlapView* m_overlap;
};

} // namespace draftscope
