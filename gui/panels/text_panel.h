// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/panels/run_panel.h"

namespace draftscope {

class SourceLegend;
class TextView;

/// Prompt and tokens, those to come faint; a click goes to the moment that made the token.
class TextPanel : public RunPanel {
    Q_OBJECT
public:
    explicit TextPanel(Navigation& navigation);
    [[nodiscard]] ExportedView exported() override;
    [[nodiscard]] int usableHeight(int width) const override;

protected:
    void refresh() override;

private:
    void showDifference(); ///< from plain decoding

    TextView* m_view;
    SourceLegend* m_legend;
};

} // namespace draftscope
