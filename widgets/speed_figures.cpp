// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/speed_figures.h"

#include <utility>

#include <QCoreApplication>
#include <QStringList>

#include "widgets/number_text.h"
#include "widgets/token_text.h"

namespace draftscope {

namespace {

/// The context of what is said here.
struct SpeedFigureWords {
    Q_DECLARE_TR_FUNCTIONS(SpeedFigureWords)
};

} // namespace

QString timesText(std::optional<double> factor)
{
    return factor ? number(factor) + QStringLiteral(" ×") : QStringLiteral("–");
}

QString sentenceOf(const SpeedFigures& figures)
{
    if (!figures.whyNone.isEmpty())
        return figures.whyNone;
    const double factor = figures.speed.measuredSpeedUp.value_or(0);
    const auto whole = [](std::optional<double> value) {
        return value ? grouped(qRound(*value)) : QStringLiteral("–");
    };
    return (factor < 1 ? SpeedFigureWords::tr(
                "Measured: %1 tokens/s against %2 of plain decoding of the same prompt. Drafting makes this "
                "run slower, %3 of that speed.")
                       : SpeedFigureWords::tr(
                           "Measured: %1 tokens/s against %2 of plain decoding of the same prompt, %3 times as fast."))
        .arg(whole(figures.speed.tokensPerSecond), whole(figures.plainTokensPerSecond), number(factor));
}

QString formulaOf(const SpeedFigures& figures)
{
    const Speed& speed = figures.speed;
    return SpeedFigureWords::tr("Expected: %1 %2 / (γ %3 · c %4 + v %5) = %6")
        .arg(number(speed.expectedTokens),
             figures.draftsTrees ? SpeedFigureWords::tr("tokens per step, as measured,")
                                 : SpeedFigureWords::tr("expected tokens"),
             number(speed.stepsPerRound), number(speed.costRatio, 3), number(speed.verifyRatio),
             timesText(speed.predictedSpeedUp));
}

QString noteOf(const SpeedFigures& figures)
{
    QStringList sentences;
    if (figures.speed.measuredSpeedUp)
        sentences
            << SpeedFigureWords::tr(
                   "Both decoded freely in the background, in turn, whatever was stepped, stopped or forced in the run "
                   "shown: over %1 rounds of this run's setup and %2 of plain decoding%3; the first of each reads the "
                   "prompt, too, and does not count.")
                   .arg(QString::number(figures.rounds), QString::number(figures.plainRounds),
                        figures.isGrowing ? SpeedFigureWords::tr(" so far") : QString());
    sentences << SpeedFigureWords::tr(
        "γ: steps that draft a round; c: a step, and v: the target's pass, each over a plain step. The formula "
        "counts passes only, not sampling and judging.");
    if (figures.writesDistributions)
        sentences << SpeedFigureWords::tr(
            "Both write down the distributions that are drawn here; Compare measures without.");
    return sentences.join(QLatin1Char(' '));
}

QString csvOf(const SpeedFigures& figures)
{
    const Metrics& metrics = figures.metrics;
    const Speed& speed = figures.speed;
    const std::pair<const char*, std::optional<double>> columns[] = {
        {"tokens_per_step", metrics.tokensPerStep()},
        {"acceptance_rate", metrics.acceptanceRate()},
        {"draft_yield", metrics.draftYield()},
        {"draft_steps_per_round", speed.stepsPerRound},
        {"cost_ratio", speed.costRatio},
        {"verify_ratio", speed.verifyRatio},
        {"expected_tokens", speed.expectedTokens},
        {"predicted_speed_up", speed.predictedSpeedUp},
        {"speed_up", speed.measuredSpeedUp},
        {"tokens_per_second", speed.tokensPerSecond},
        {"plain_tokens_per_second", figures.plainTokensPerSecond},
        {"rounds", figures.rounds},
        {"plain_rounds", figures.plainRounds},
    };
    QStringList titles, values;
    for (const auto& [title, value] : columns) {
        titles << QLatin1String(title);
        values << (value ? QString::number(*value, 'g', 17) : QString());
    }
    return titles.join(QLatin1Char(',')) + QLatin1Char('\n') + values.join(QLatin1Char(',')) + QLatin1Char('\n');
}

} // namespace draftscope
