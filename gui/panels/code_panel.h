// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/panels/run_panel.h"

class QPushButton;

namespace draftscope {

class CodeView;

/// The round as lines of Python, with the one that the moment shown is about; and the way out, a script that repeats
/// the round from its record.
class CodePanel : public RunPanel {
    Q_OBJECT
public:
    explicit CodePanel(Navigation& navigation);
    [[nodiscard]] ExportedView exported() override;
    [[nodiscard]] QPushButton* copyButton() const { return m_copy; }

protected:
    void refresh() override;

private:
    void goToLine(int line);
    void copy();
    void refreshWords();

    CodeView* m_view;
    QPushButton* m_copy;
};

} // namespace draftscope
