// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/analysis/draft_diagnosis.h"
#include "gui/panels/run_panel.h"
#include "widgets/style/data_table.h"

class QComboBox;
class QLabel;
class QTableWidget;

namespace draftscope {

class DraftGroupsChart;

/// Why the draft is as good or as bad as it is, over all rounds of the branch shown: patterns of known faults in words,
/// acceptance by what drafts have in common, and the places that cost most, a click each.
class DraftPanel : public RunPanel {
    Q_OBJECT
public:
    explicit DraftPanel(Navigation& navigation);
    [[nodiscard]] ExportedView exported() override;
    [[nodiscard]] const DraftDiagnosis& diagnosis() const { return m_diagnosis; }

protected:
    void refresh() override;
    void changeEvent(QEvent* event) override;

private:
    /// What is looked at: all else follows from it.
    struct Subject {
        const Recording* recording = nullptr;
        int branch = 0, finishedRounds = 0, run = 0;
        friend bool operator==(const Subject&, const Subject&) = default;
    };
    void listGroupings();
    void showGroups();
    void showFindings();
    void showWorst();
    void goToWorst(int row);
    [[nodiscard]] std::vector<DraftGroup> groupsChosen() const;
    [[nodiscard]] DataTable worstPlaces() const; ///< with all digits

    DraftDiagnosis m_diagnosis;
    Subject m_subject;
    std::vector<DraftPlace> m_places; ///< by row of m_worst
    QLabel* m_findings;
    QComboBox* m_grouping;
    DraftGroupsChart* m_chart;
    QTableWidget* m_worst;
};

} // namespace draftscope
