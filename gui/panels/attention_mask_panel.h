// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/panels/run_panel.h"

namespace draftscope {

class AttentionMaskView;

/// Which rows of the round's target pass see which.
class AttentionMaskPanel : public RunPanel {
    Q_OBJECT
public:
    explicit AttentionMaskPanel(Navigation& navigation);
    [[nodiscard]] ExportedView exported() override;

protected:
    void refresh() override;

private:
    AttentionMaskView* m_view;
};

} // namespace draftscope
