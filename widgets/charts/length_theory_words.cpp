// SPDX-License-Identifier: GPL-3.0-or-later
// What a chart of draft lengths says in words.
#include <algorithm>
#include <cmath>

#include <QStringList>

#include "widgets/charts/length_theory_chart.h"
#include "widgets/style/data_table.h"
#include "widgets/words/speed_figures.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

constexpr int leastLongest = 16, mostLongest = 64;

QString costsInWords(const LengthTheory& theory, int rows)
{
    if (rows == 1)
        return LengthTheoryChart::tr("a plain step");
    const auto measured = std::ranges::find(theory.costs->verify, rows, &PassCosts::Verify::rows);
    const QString v = number(theory.costs->verifyRatio(rows));
    if (theory.isVerifyTried)
        return LengthTheoryChart::tr("v %1, tried").arg(v);
    return measured != theory.costs->verify.end()
        ? LengthTheoryChart::tr("v %1, measured over %2")
              .arg(v,
                   measured->passes == 1 ? LengthTheoryChart::tr("1 pass")
                                         : LengthTheoryChart::tr("%1 passes").arg(measured->passes))
        : LengthTheoryChart::tr("v %1, not measured").arg(v);
}

} // namespace

int LengthTheory::longest() const
{
    return std::clamp(int(std::ceil(1.6 * runLength.value_or(0))), leastLongest, mostLongest);
}

std::vector<ExpectedLength> LengthTheory::lengths() const
{
    if (!acceptance || draftsTrees)
        return {};
    return expectedByLength(*acceptance, costs.value_or(PassCosts{0, {{1, 1, 0}}}), longest());
}

std::optional<double> LengthTheory::leastUseful() const
{
    return costs && !draftsTrees ? leastUsefulAcceptance(*costs, longest()) : std::nullopt;
}

QString thresholdOf(const LengthTheory& theory)
{
    if (!theory.costs || theory.draftsTrees)
        return {};
    const auto least = theory.leastUseful();
    return least ? LengthTheoryChart::tr("Below α %1 no draft length pays at these times.").arg(number(least))
                 : LengthTheoryChart::tr("At these times no draft length pays at any α.");
}

QString sentenceOf(const LengthTheory::LanePoint& lane)
{
    return LengthTheoryChart::tr("%1: γ %2 on average, α %3, measured %4.")
        .arg(lane.name, number(lane.draftLength), number(lane.acceptance), timesText(lane.measuredSpeedUp));
}

QString sentenceOf(const LengthTheory& theory)
{
    if (theory.draftsTrees)
        return LengthTheoryChart::tr("The formula is of chains, and this run drafts trees.");
    if (!theory.acceptance)
        return LengthTheoryChart::tr("Nothing has been drafted and judged yet.");
    if (!theory.costs)
        return LengthTheoryChart::tr(
            "Only the tokens of a round are expected so far: for the speed-up, c and v have to be measured, in "
            "this run "
            "and in plain decoding.");
    const std::vector<ExpectedLength> lengths = theory.lengths();
    const ExpectedLength best = bestLength(lengths);
    const QString alpha = number(theory.acceptance), factor = timesText(best.speedUp);
    if (best.speedUp <= 1) {
        const auto least = theory.leastUseful();
        const QString hurts =
            LengthTheoryChart::tr("At α %1 drafting hurts: K %2 comes closest to plain decoding with %3.")
                .arg(alpha, QString::number(best.draftLength), factor);
        return hurts + QLatin1Char(' ')
            + (least ? LengthTheoryChart::tr("It would pay from α %1 on.").arg(number(least))
                     : LengthTheoryChart::tr("At these times it would not pay at any α."));
    }
    const int own = int(std::lround(theory.runLength.value_or(0)));
    if (own < 1 || own >= int(lengths.size()))
        return LengthTheoryChart::tr("At α %1 the best draft length is %2: %3 is expected.")
            .arg(alpha, QString::number(best.draftLength), factor);
    // The run's own lengths may differ from round to round, so what is expected of it need not lie on the curve.
    const double ownFactor = theory.isTried ? lengths[std::size_t(own)].speedUp
                                            : theory.expectedSpeedUp.value_or(lengths[std::size_t(own)].speedUp);
    if (own == best.draftLength)
        return LengthTheoryChart::tr("At α %1 this run's draft length of %2 is the best: %3 is expected.")
            .arg(alpha, QString::number(own), factor);
    return (ownFactor < 1
                ? LengthTheoryChart::tr("At α %1 the best draft length is %2: %3 is expected. This run's %4 hurt: %5.")
                : LengthTheoryChart::tr(
                    "At α %1 the best draft length is %2: %3 is expected, and %5 of this run's %4."))
        .arg(alpha, QString::number(best.draftLength), factor, QString::number(own), timesText(ownFactor));
}

QString summaryOf(const LengthTheory& theory)
{
    const std::vector<ExpectedLength> lengths = theory.lengths();
    const bool pays = theory.costs && !lengths.empty() && bestLength(lengths).speedUp > 1;
    return pays ? sentenceOf(theory) + QLatin1Char(' ') + thresholdOf(theory) : sentenceOf(theory);
}

QString sentenceOf(const LengthTheory& theory, const ExpectedLength& length)
{
    const QString tokens =
        LengthTheoryChart::tr("K %1: %2 tokens expected a round").arg(length.draftLength).arg(number(length.tokens));
    return theory.costs ? LengthTheoryChart::tr("%1, %2 expected (%3).")
                              .arg(tokens, timesText(length.speedUp), costsInWords(theory, length.draftLength + 1))
                        : tokens + QLatin1Char('.');
}

QString noteOf(const LengthTheory& theory)
{
    if (!theory.costs)
        return {};
    const PassCosts::Verify& last = theory.costs->verify.back();
    QStringList measured;
    for (const PassCosts::Verify& each : theory.costs->verify)
        if (each.rows > 1 && (theory.costs->verify.size() <= 4 || each.rows == last.rows))
            measured << LengthTheoryChart::tr("%1 of %2 rows").arg(number(each.ratio)).arg(each.rows);
    const QString own = theory.expectedSpeedUp && theory.runLength && !theory.isTried
        ? LengthTheoryChart::tr(" The open diamond is what the formula expects of this run: %1 with γ %2 on average.")
              .arg(timesText(theory.expectedSpeedUp), number(theory.runLength))
        : QString();
    if (theory.isCostTried || theory.isVerifyTried)
        return LengthTheoryChart::tr(
                   "c %1 and v %2 are not measured, or not only: v of other numbers of rows lies on straight lines "
                   "through these and 1 of one row. Every draft is taken to be accepted with α, and "
                   "the curve is for a K that stays the same.")
            .arg(number(theory.costs->costRatio, 3), measured.join(QStringLiteral(", ")));
    return LengthTheoryChart::tr(
               "c %1, v %2 as measured; v of other numbers of rows lies on straight lines through these and 1 of one "
               "row. Every draft is taken to be accepted with α, and the curve is for a K that stays the same.")
               .arg(number(theory.costs->costRatio, 3), measured.join(QStringLiteral(", ")))
        + own;
}

QString csvOf(const LengthTheory& theory)
{
    DataTable table{{"draft_length", "acceptance_rate", "cost_ratio", "verify_ratio", "verify_is_measured",
                     "expected_tokens", "predicted_speed_up"},
                    {}};
    for (const ExpectedLength& length : theory.lengths()) {
        const int rows = length.draftLength + 1;
        QStringList cells{QString::number(length.draftLength), exactCell(*theory.acceptance)};
        if (theory.costs)
            cells << exactCell(theory.costs->costRatio) << exactCell(theory.costs->verifyRatio(rows))
                  << QString::number(int(!theory.isVerifyTried && theory.costs->isMeasured(rows)))
                  << exactCell(length.tokens) << exactCell(length.speedUp);
        else
            cells << QString() << QString() << QString() << exactCell(length.tokens) << QString();
        table.rows << cells;
    }
    return csvOf(table);
}

} // namespace draftscope
