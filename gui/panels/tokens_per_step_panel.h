// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "gui/panels/run_panel.h"

namespace draftscope {

class TokensPerStepChart;
struct StepBar;

/// What the last rounds committed, live, with the measured mean and what the formula expects; where the moment shown is
/// not the last one, what comes after it, too.
class TokensPerStepPanel : public RunPanel {
    Q_OBJECT
public:
    explicit TokensPerStepPanel(Navigation& navigation);
    [[nodiscard]] ExportedView exported() override;

protected:
    void refresh() override;
    void changeEvent(QEvent* event) override;

private:
    /// What the chart shows.
    struct Drawn {
        int branch = -1, first = 0, end = 0, finished = -1, shown = -1; ///< rounds; see refresh()
        friend bool operator==(const Drawn&, const Drawn&) = default;
    };
    [[nodiscard]] Drawn wanted() const;
    [[nodiscard]] int finishedCount() const; ///< rounds of the branch shown, those behind the moment shown too
    /// Of rounds of the branch shown, from number `first` to before `end`.
    [[nodiscard]] std::vector<StepBar> stepBars(int first, int end) const;

    Drawn m_drawn;
    TokensPerStepChart* m_chart = nullptr;
};

} // namespace draftscope
