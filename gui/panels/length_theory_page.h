// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "widgets/length_theory_chart.h"

class QBoxLayout;
class QLabel;
class QSlider;
class QToolButton;

namespace draftscope {

/// The chart of draft lengths with its words, and a slider to try other acceptance rates.
class LengthTheoryPage : public QWidget {
    Q_OBJECT
public:
    explicit LengthTheoryPage(QWidget* parent = nullptr);
    void setRun(const LengthTheory& ofRun); ///< what is tried stays
    void forgetTried();                     ///< α is the run's again
    void setSideBySide(bool isSideBySide);
    [[nodiscard]] LengthTheoryChart& chart() const { return *m_chart; }
    [[nodiscard]] const LengthTheory& shown() const { return m_chart->theory(); }

private:
    QWidget* makeWords();
    void tryRate(int percent);
    void refresh();

    LengthTheory m_ofRun;
    std::optional<double> m_tried;
    LengthTheoryChart* m_chart;
    QBoxLayout* m_sides;
    QSlider* m_slider;
    QToolButton* m_reset;
    QLabel *m_rate, *m_sentence, *m_note;
};

} // namespace draftscope
