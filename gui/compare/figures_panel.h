// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "engine/report/comparison_file.h"
#include "gui/compare/lane_charts.h"
#include "gui/export/exported_view.h"
#include "widgets/lanes/lane_table.h"

class QComboBox;
class QToolButton;

namespace draftscope {

class LaneChart;
class MeasuringBar;
class PromptListBox;

/// The figures of the lanes: of the rounds that are shown, or over a list of prompts, which is decoded when a person
/// asks. As a table, or one of three charts, whose numbers can be read as a table, too.
class FiguresPanel : public QWidget {
    Q_OBJECT
public:
    explicit FiguresPanel(Lanes& lanes, QWidget* parent = nullptr);
    void refresh();
    [[nodiscard]] ExportedView exported();

    /// What the table shows, with what the lanes decode; nothing where no lane is ready.
    [[nodiscard]] std::optional<ComparisonFile> comparison() const;
    /// What the lanes have decoded, into their comparison() as it is now. One that was opened keeps what it has.
    void addRounds(ComparisonFile& comparison) const;
    /// Shows the figures of a file until its prompts are decoded again. `name`: of the file.
    void showSaved(const ComparisonFile& comparison, const QString& name);
    [[nodiscard]] bool showsSaved() const; ///< the list that is chosen has figures of a file

    [[nodiscard]] LaneTable& table() const { return *m_table; }
    [[nodiscard]] LaneChart& chart() const { return *m_chart; }
    [[nodiscard]] LanesShownAs shownAs() const;
    void showAs(LanesShownAs what);
    [[nodiscard]] QString csv() const; ///< of the table, in English
    [[nodiscard]] PromptListBox& promptList() const { return *m_list; }
    [[nodiscard]] Measurement& measurement() { return m_measurement; }
    [[nodiscard]] const Measurement& measurement() const { return m_measurement; }

signals:
    void failed(const QString& sentence);

private:
    [[nodiscard]] std::vector<RunSetup> setups() const; ///< of the lanes, each once
    void measure();
    [[nodiscard]] std::vector<LaneRow> rows() const;
    [[nodiscard]] LaneTable::Kind kindOfRows() const;
    [[nodiscard]] LaneDrawing drawing() const; ///< of the chart that is chosen
    [[nodiscard]] int wayOf(int row) const;    ///< of the measurement; -1 for none
    [[nodiscard]] QString whatToDo() const;    ///< where a chart has nothing to draw
    void refreshChart();
    void choosePage();
    void refreshBar();
    [[nodiscard]] QString speedsInWords() const;
    [[nodiscard]] bool isMeasured() const; ///< the list that is chosen, as far as it has got

    Lanes& m_lanes;
    Measurement m_measurement;
    PromptListBox* m_list;
    std::optional<ComparisonFile> m_saved;
    bool m_hidesTimes = false; ///< those of the file are of rounds as they were played
    int m_savedList = 0;       ///< the list that is its prompts
    int m_measured = 0;        ///< the list that the measurement is of
    MeasuringBar* m_bar;
    LaneTable* m_table;
    LaneChart* m_chart;
    QTableWidget* m_numbers; ///< of the chart
    QComboBox* m_shown;
    QToolButton* m_asNumbers;
};

} // namespace draftscope
