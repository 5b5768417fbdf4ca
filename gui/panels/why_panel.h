// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/panels/run_panel.h"

namespace draftscope {

class FormulaView;

/// Why the moment shown came out as it did: its rule as a formula with its numbers.
class WhyPanel : public RunPanel {
    Q_OBJECT
public:
    explicit WhyPanel(Navigation& navigation);
    [[nodiscard]] ExportedView exported() override;

protected:
    void refresh() override;

private:
    FormulaView* m_view;
};

} // namespace draftscope
