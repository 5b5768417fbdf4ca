// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <vector>

#include "engine/remote/server_times.h"
#include "gui/panels/run_panel.h"
#include "widgets/charts/phase_chart.h"

class QBoxLayout;
class QLabel;
class QToolButton;

namespace draftscope {

class StageTimesTable;

/// Where the time goes: what draft, verify and sampling take, a bar a round, as measured without pauses, and what the
/// stages of a pass of the target cost, measured on request.
class TimePanel : public RunPanel {
    Q_OBJECT
public:
    explicit TimePanel(Navigation& navigation);
    [[nodiscard]] ExportedView exported() override;
    void showNotes(bool on) override;

protected:
    void refresh() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeStages();
    void refreshBars();
    [[nodiscard]] QString whyNoBars() const;
    void refreshButton();
    /// What asking the target's server has taken, network apart from computing; empty where there is none.
    [[nodiscard]] static QString networkOf(const NetworkTimes& times);
    void showTimes(const StageTimes& times);
    void showNoTimes(const QString& sentence);
    void forget();

    std::vector<PhaseBar> m_bars; ///< of the rounds up to the one shown
    int m_branch = 0, m_kept = 0; ///< m_bars[0, m_kept) are of whole rounds of that branch
    static constexpr int everyRound = std::numeric_limits<int>::max();
    int m_departure = everyRound;         ///< the round in which the branch leaves the text that was measured
    const void* m_measuredText = nullptr; ///< that m_bars are of; null: none
    QString m_problem;                    ///< why the last measurement gave nothing
    bool m_hasTimes = false, m_showsNotes = true;
    PhaseChart* m_chart;
    QBoxLayout* m_sides;
    QToolButton* m_measure;
    QLabel *m_sentence, *m_measured, *m_note;
    StageTimesTable* m_table;
    QWidget* m_stages = nullptr; ///< beside the chart
};

} // namespace draftscope
