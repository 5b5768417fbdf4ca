// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QString>

#include "engine/analysis/length_theory.h"
#include "widgets/style/drawn_view.h"

namespace draftscope {

/// What drafting other lengths is expected to come to, at a run's acceptance rate and times or at a rate that a person
/// tries.
struct LengthTheory {
    std::optional<double> acceptance;      ///< α; nothing while no draft has been judged
    bool isTried = false;                  ///< something of this is not the run's
    bool isCostTried = false;              ///< c is not
    bool isVerifyTried = false;            ///< v is not
    std::optional<PassCosts> costs;        ///< nothing where they have not been measured
    std::optional<double> runLength;       ///< γ: drafts of a round of the run
    std::optional<double> expectedSpeedUp; ///< of the run, at the lengths that it drafted, which need not be one K
    std::optional<double> measuredSpeedUp; ///< of the run
    bool draftsTrees = false;              ///< of which the formula says nothing

    /// Where a lane stands beside the one that the rest is of.
    struct LanePoint {
        int look = 0; ///< laneStyle() has it
        QString name; ///< "2 · Two models"
        std::optional<double> acceptance, draftLength, measuredSpeedUp;
    };
    std::vector<LanePoint> lanes = {}; ///< of a comparison, the one that the rest is of included; else empty

    [[nodiscard]] int longest() const; ///< that is looked at
    /// By length, from 0; empty where nothing can be expected. Without costs speedUp means nothing.
    [[nodiscard]] std::vector<ExpectedLength> lengths() const;
    /// The α below which no length that is looked at pays at these costs; nothing where none does at any, and without
    /// costs.
    [[nodiscard]] std::optional<double> leastUseful() const;
};

/// The best K, and whether drafting hurts. "At α 0.68 the best draft length is 3: 1.31 × is expected, and 1.12 × of
/// this run's 6."
[[nodiscard]] QString sentenceOf(const LengthTheory& theory);
/// "K 4: 2.77 tokens expected a round, 1.31 × expected (v 1.42, measured over 12 passes)."
[[nodiscard]] QString sentenceOf(const LengthTheory& theory, const ExpectedLength& length);
/// From which α on drafting pays at these costs, or that it never does; empty without costs.
[[nodiscard]] QString thresholdOf(const LengthTheory& theory);
/// The first of the two and, where it does not say from which α on drafting pays, the second.
[[nodiscard]] QString summaryOf(const LengthTheory& theory);
/// "2 · Two models: γ 6.00 on average, α 0.68, measured 1.12 ×."
[[nodiscard]] QString sentenceOf(const LengthTheory::LanePoint& lane);
/// Where c and v come from.
[[nodiscard]] QString noteOf(const LengthTheory& theory);
/// A line a length; unknown is empty.
[[nodiscard]] QString csvOf(const LengthTheory& theory);

/// Expected tokens of a round and expected speed-up over K, with a line at plain decoding, a mark at the best K and one
/// each for what is expected and what was measured of the run, or of each lane. Both have one scale: tokens are what
/// the speed-up would be if drafting and more rows cost nothing. Below it α from 0 to 1, cut where drafting begins to
/// pay, where there is room for it.
class LengthTheoryChart : public DrawnView {
    Q_OBJECT
public:
    explicit LengthTheoryChart(QWidget* parent = nullptr);
    void setTheory(const LengthTheory& theory);
    [[nodiscard]] const LengthTheory& theory() const { return m_theory; }
    /// Where a value at a length is drawn, which need not be a whole one.
    [[nodiscard]] QPointF pointOf(double draftLength, double value) const;
    /// The strip of acceptance rates; empty where it is not drawn.
    [[nodiscard]] QRectF acceptanceStrip() const;
    [[nodiscard]] double xOfAcceptance(double acceptance) const; ///< in it
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    [[nodiscard]] int itemCount() const override;
    [[nodiscard]] QString toolTipAt(QPoint position) const override;
    [[nodiscard]] QString spokenWords() const override;

private:
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] bool hasStrip() const;
    [[nodiscard]] QRectF columnRect(int draftLength) const;
    void paintAxes(QPainter& painter) const;
    void paintLegend(QPainter& painter) const;
    void paintLines(QPainter& painter) const;
    void paintBest(QPainter& painter) const;
    void paintRun(QPainter& painter) const;
    void paintLanes(QPainter& painter) const;
    void paintAcceptance(QPainter& painter) const;

    LengthTheory m_theory;
    std::vector<ExpectedLength> m_lengths;
    std::optional<double> m_leastUseful;
    double m_top = 1; ///< of the scale
};

} // namespace draftscope
