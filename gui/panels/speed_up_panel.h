// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "gui/panels/run_panel.h"

class QBoxLayout;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace draftscope {

class LengthTheoryPage;
class OtherMachinePage;
class SpeedView;
struct LengthTheory;

/// How fast the run is beside plain decoding of its prompt, at the moment shown: measured, and as the formula expects;
/// and what the formula expects of other draft lengths and acceptance rates.
class SpeedUpPanel : public RunPanel {
    Q_OBJECT
public:
    explicit SpeedUpPanel(Navigation& navigation);
    [[nodiscard]] ExportedView exported() override;

    void showTheory(bool on) { showPage(on ? theory : measured); } ///< or what was measured
    void showNotes(bool on) override;
    [[nodiscard]] OtherMachinePage& otherMachinePage() const { return *m_other; }
    void showOtherMachine() { showPage(otherMachine); }

protected:
    void refresh() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    enum Page { measured, theory, otherMachine };
    QWidget* makeMeasured();
    QWidget* makeWords();
    void setSides();
    void addPageButton(Page page, const QString& title, const QString& tip);
    void showPage(int page);
    void refreshAgain(const SpeedFigures& figures);
    [[nodiscard]] LengthTheory theoryOf(const SpeedFigures& figures) const;

    QStackedWidget* m_pages;
    std::vector<QToolButton*> m_pageButtons; ///< by page; a QButtonGroup would have Tab lead to one of them only
    LengthTheoryPage* m_theory;
    OtherMachinePage* m_other;
    SpeedView* m_view;
    QBoxLayout* m_sides;
    QWidget* m_words = nullptr; ///< beside the view
    QToolButton* m_again;       ///< measures again
    QLabel *m_sentence, *m_formula, *m_note;
    bool m_showsNotes = true;
};

} // namespace draftscope
