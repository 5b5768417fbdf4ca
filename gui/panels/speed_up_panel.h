// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/dock_panel.h"

class QBoxLayout;
class QLabel;

namespace draftscope {

class SpeedView;

/// How fast the run is beside plain decoding of its prompt: measured, and as the formula expects, at the moment shown.
class SpeedUpPanel : public DockPanel {
    Q_OBJECT
public:
    explicit SpeedUpPanel(Navigation& navigation);
    void copyFigures() const; ///< to the clipboard, as CSV

protected:
    void refresh() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeWords();

    SpeedView* m_view;
    QBoxLayout* m_sides;
    QWidget* m_words = nullptr; ///< beside the view
    QLabel *m_sentence, *m_formula, *m_note;
};

} // namespace draftscope
