// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QChartView>

QT_BEGIN_NAMESPACE
class QBarCategoryAxis;
class QBarSet;
class QLineSeries;
class QValueAxis;
QT_END_NAMESPACE

namespace draftscope {

/// What a round committed, by source, and the running mean after it.
struct StepBar {
    int round = 0; ///< 0-based
    int accepted = 0, residual = 0, bonus = 0, plain = 0;
    double mean = 0; ///< tokens per step over all rounds so far (measured)
};

/// Tokens per step, live: a stacked bar a round, the measured mean as a line, and what the formula expects as a dashed
/// one.
class TokensPerStepChart : public QChartView {
    Q_OBJECT
public:
    static constexpr int window = 40; ///< rounds shown

    explicit TokensPerStepChart(QWidget* parent = nullptr);
    /// At most `window` bars, oldest first; `expected` is (1 - a^(K+1)) / (1 - a) at the measured acceptance rate;
    /// `mark` stands behind its name where a person had a hand in that rate.
    void setSteps(const std::vector<StepBar>& steps, std::optional<double> expected, const QString& mark = {});
    void applyTheme();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QBarSet *m_accepted, *m_residual, *m_bonus, *m_plain;
    QLineSeries *m_mean, *m_expected;
    QBarCategoryAxis* m_rounds;
    QValueAxis *m_tokens, *m_places;
};

} // namespace draftscope
