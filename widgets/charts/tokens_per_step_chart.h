// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QChartView>
#include <QString>

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
    int drafted = 0; ///< nodes, those accepted included
};
/// "Round 12: 3 tokens (2 accepted draft, 1 residual); mean 2.94."
[[nodiscard]] QString sentenceOf(const StepBar& bar);

/// Tokens per step, live: a stacked bar a round, the measured mean as a line, and what the formula expects as a dashed
/// one. Rounds after the moment shown are behind a line that says so, and faint.
class TokensPerStepChart : public QChartView {
    Q_OBJECT
public:
    static constexpr int window = 40; ///< rounds shown at most
    static constexpr int fewest = 12; ///< there is room for so many before there are any

    explicit TokensPerStepChart(QWidget* parent = nullptr);
    /// At most `window` bars, oldest first; `expected` is (1 - a^(K+1)) / (1 - a) at the measured acceptance rate;
    /// `mark` stands behind its name where a person had a hand in that rate.
    void setSteps(const std::vector<StepBar>& steps, std::optional<double> expected, const QString& mark = {});
    /// How many of the bars are of rounds that have ended at the moment shown; all, until this is called behind
    /// setSteps(). `shown` is the round of that moment, whose bar has a frame; -1 for none.
    void setNow(int endedBars, int shown);
    [[nodiscard]] int endedBars() const { return m_ended; }
    [[nodiscard]] int shownRound() const { return m_shown; }
    [[nodiscard]] const std::vector<StepBar>& steps() const { return m_steps; }
    void applyTheme();
    [[nodiscard]] int roundAt(QPointF viewportPoint) const; ///< -1 for none
    [[nodiscard]] QRectF columnRect(int round) const;       ///< in viewport coordinates

signals:
    void roundClicked(int round); ///< 0-based; Enter on the bar that the keys have gone to does the same

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    [[nodiscard]] int placeCount() const; ///< bars that there is room for
    [[nodiscard]] int lastEnded() const;  ///< index; -1 where there are no bars
    void sayNames();
    void spaceTicks(); ///< of the tokens
    void setCurrent(int index);
    void paintFuture(QPainter& painter) const;

    std::vector<StepBar> m_steps;
    int m_ended = 0, m_shown = -1; ///< see setNow()
    int m_current = -1;            ///< of m_steps; that the keys have gone to; -1: there are none
    QBarSet *m_accepted, *m_residual, *m_bonus, *m_plain;
    QLineSeries *m_mean, *m_expected;
    QBarCategoryAxis* m_rounds;
    QValueAxis *m_tokens, *m_places;
};

} // namespace draftscope
