// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/words/speed_figures.h"
#include "widgets/style/data_table.h"

#include <utility>

#include <QCoreApplication>
#include <QStringList>

#include "widgets/style/number_text.h"
#include "widgets/words/token_text.h"

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

QString intervalText(const Interval& interval, int decimals)
{
    return SpeedFigureWords::tr("%1 to %2").arg(number(interval.lower, decimals), number(interval.upper, decimals));
}

QString timesText(std::optional<double> factor, const std::optional<Interval>& interval)
{
    return factor && interval ? QStringLiteral("%1 (%2)").arg(timesText(factor), intervalText(*interval))
                              : timesText(factor);
}

QString busyWords(const Steadiness& steadiness)
{
    if (!steadiness.isBusy())
        return {};
    const QString spread = steadiness.spread ? number(100 * *steadiness.spread, 0) : QStringLiteral("–");
    return steadiness.processorShare
        ? SpeedFigureWords::tr(
              "The machine was busy with something else meanwhile (%1 % of the processor time that the "
              "threads could have had; quartiles of a round's times %2 % apart): measure again when it "
              "is quiet.")
              .arg(number(100 * *steadiness.processorShare, 0), spread)
        : SpeedFigureWords::tr("The machine was busy with something else meanwhile (quartiles of a round's times %1 % "
                               "apart): measure again when it is quiet.")
              .arg(spread);
}

QString sentenceOf(const SpeedFigures& figures)
{
    if (!figures.whyNone.isEmpty())
        return figures.whyNone;
    const double factor = figures.speed.measuredSpeedUp.value_or(0);
    const auto whole = [](std::optional<double> value) {
        return value ? grouped(qRound(*value)) : QStringLiteral("–");
    };
    const auto& interval = figures.speed.speedUpInterval;
    const bool isNone = interval && interval->contains(1);
    const QString with =
        interval ? QStringLiteral("%1 (%2)").arg(number(factor), intervalText(*interval)) : number(factor);
    return (isNone ? SpeedFigureWords::tr("Measured: %1 tokens/s against %2 of plain decoding of the same prompt: no "
                                          "difference that can be told, %3 times as fast.")
                : factor < 1
                ? SpeedFigureWords::tr(
                    "Measured: %1 tokens/s against %2 of plain decoding of the same prompt. Drafting makes this "
                    "run slower, %3 of that speed.")
                : SpeedFigureWords::tr(
                    "Measured: %1 tokens/s against %2 of plain decoding of the same prompt, %3 times as fast."))
        .arg(whole(figures.speed.tokensPerSecond), whole(figures.plainTokensPerSecond), with);
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
    const Speed& speed = figures.speed;
    if (speed.measuredSpeedUp) {
        sentences
            << SpeedFigureWords::tr(
                   "Decoded in the background in turns of a few rounds, without pauses, again and again, whatever was "
                   "stepped, stopped or forced in the run shown: %1 rounds of this run's setup and %2 of plain "
                   "decoding. Measured and expected are of the same rounds.")
                   .arg(QString::number(figures.rounds), QString::number(figures.plainRounds));
        if (!figures.isSettled)
            sentences << SpeedFigureWords::tr("The time for measuring was up before the interval was narrow.");
        if (const QString busy = busyWords(figures.steadiness); !busy.isEmpty())
            sentences << busy;
        if (speed.firstTokenMs && figures.plainFirstTokenMs)
            sentences << SpeedFigureWords::tr(
                             "Time to the first token, prompt included: %1 ms (%2 prompt tokens/s); of "
                             "plain decoding %3 ms.")
                             .arg(number(speed.firstTokenMs, 1), number(speed.promptTokensPerSecond, 0),
                                  number(figures.plainFirstTokenMs, 1));
    }
    if (figures.isBatch)
        sentences << SpeedFigureWords::tr(
            "Against a plain batch of the same size: all sequences together. No formula is of batches.");
    else
        sentences << SpeedFigureWords::tr(
            "γ: steps that draft a round; c: a step, and v: the target's pass, each over a plain step. The formula "
            "counts passes only, not sampling and judging.");
    return sentences.join(QLatin1Char(' '));
}

QString csvOf(const SpeedFigures& figures)
{
    const Metrics& metrics = figures.rounds > 0 ? figures.measured : figures.metrics;
    const Speed& speed = figures.speed;
    const auto& interval = speed.speedUpInterval;
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
        {"speed_up_lower", interval ? std::optional(interval->lower) : std::nullopt},
        {"speed_up_upper", interval ? std::optional(interval->upper) : std::nullopt},
        {"ms_to_first_token", speed.firstTokenMs},
        {"prompt_tokens_per_second", speed.promptTokensPerSecond},
        {"busy", figures.steadiness.isBusy() ? 1 : 0},
    };
    DataTable table;
    QStringList& cells = table.rows.emplace_back();
    for (const auto& [title, value] : columns) {
        table.columns << QLatin1String(title);
        cells << exactCell(value);
    }
    return csvOf(table);
}

} // namespace draftscope
