// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "widgets/charts/tried_theory.h"

class QBoxLayout;
class QGridLayout;
class QLabel;
class QSlider;
class QToolButton;

namespace draftscope {

/// The chart of draft lengths with its words, and sliders to try another acceptance rate α, cost c of a draft step and
/// cost v of verifying.
class LengthTheoryPage : public QWidget {
    Q_OBJECT
public:
    explicit LengthTheoryPage(QWidget* parent = nullptr);
    void setRun(const LengthTheory& ofRun); ///< what is tried stays
    void forgetTried();                     ///< α, c and v are the run's again
    void setSideBySide(bool isSideBySide);
    void showNotes(bool on); ///< what the numbers rest on
    [[nodiscard]] LengthTheoryChart& chart() const { return *m_chart; }
    [[nodiscard]] const LengthTheory& shown() const { return m_chart->theory(); }

protected:
    void changeEvent(QEvent* event) override;

private:
    /// One of the three numbers, in hundredths on its slider.
    struct Knob {
        std::optional<double> TriedTheory::*tried;
        QLabel* words;
        QSlider* slider;
    };
    QWidget* makeWords();
    void addKnob(QGridLayout& grid, const char* name, std::optional<double> TriedTheory::*tried);
    void refresh();
    void refreshKnobs(const LengthTheory& theory);

    LengthTheory m_ofRun;
    TriedTheory m_tried;
    LengthTheoryChart* m_chart;
    QBoxLayout* m_sides;
    std::vector<Knob> m_knobs; ///< α, c, v
    QToolButton* m_reset;
    QLabel *m_sentence, *m_note;
    bool m_showsNotes = true;
};

} // namespace draftscope
