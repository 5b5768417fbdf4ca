// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/dock_panel.h"

namespace draftscope {

class TokensPerStepChart;

/// What the last rounds committed, live, with the measured mean and what the formula expects.
class TokensPerStepPanel : public DockPanel {
    Q_OBJECT
public:
    explicit TokensPerStepPanel(Navigation& navigation);

protected:
    void refresh() override;
    void changeEvent(QEvent* event) override;

private:
    Position m_drawn{-1, -1, -1}; ///< the branch and round whose end the chart shows
    TokensPerStepChart* m_chart = nullptr;
};

} // namespace draftscope
