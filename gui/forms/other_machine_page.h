// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>

#include <QWidget>

#include "engine/analysis/roofline.h"
#include "gui/worker/advice_thread.h"

class QBoxLayout;
class QComboBox;
class QLabel;
class QSlider;
class QToolButton;

namespace draftscope {

class SpeedUpCurvesChart;

/// What speculative decoding would come to on another machine, computed by the roofline: machine, sizes of target and
/// draft, bits, K and α are chosen, and the chart has the speed-up over the sequences together. This machine can be
/// measured with the loaded target, and how far computed and measured are apart is said.
class OtherMachinePage : public QWidget {
    Q_OBJECT
public:
    /// What is loaded, and on what; asked when this machine is to be measured.
    struct Loaded {
        RunSetup setup;
        BackendChoice backend;
    };
    explicit OtherMachinePage(std::function<Loaded()> loaded, QWidget* parent = nullptr);

    [[nodiscard]] SpeedUpCurvesChart& chart() const { return *m_chart; }
    [[nodiscard]] RooflineCase shown() const;
    [[nodiscard]] const std::optional<MeasuredMachine>& measured() const { return m_measured; }
    void setSideBySide(bool isSideBySide);
    void showNotes(bool on);           ///< what is in small letters
    [[nodiscard]] QString csv() const; ///< of the chart

protected:
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QWidget* makeFields();
    void fillBoxes();
    void measure();
    void refresh();

    std::function<Loaded()> m_loaded;
    AdviceThread m_thread;
    std::optional<MeasuredMachine> m_measured;
    QString m_problem;
    SpeedUpCurvesChart* m_chart;
    QBoxLayout* m_sides;
    QComboBox *m_machine, *m_target, *m_draft, *m_bits, *m_length;
    QSlider* m_acceptance;
    QLabel *m_acceptanceWords, *m_sentence, *m_note;
    QToolButton* m_measure;
};

} // namespace draftscope
