// SPDX-License-Identifier: MIT
#include "engine/cli/compare_output.h"

#include <algorithm>
#include <utility>

#include "engine/cli/output.h"
#include "engine/cli/terminal.h"
#include "engine/cli/what_runs.h"
#include "engine/core/printable.h"

namespace draftscope {
namespace {

std::string shownInterval(const std::optional<Interval>& interval)
{
    return interval ? fmt::format("{:.2f} to {:.2f}", interval->lower, interval->upper) : std::string("–");
}

} // namespace

std::optional<PublishedFigures> publishedOf(const ComparisonRow& row)
{
    const auto way = combinationNamed(row.method);
    return way ? publishedFiguresOf(way->method->name, way->shape ? way->shape->name : std::string_view())
               : std::nullopt;
}

std::string howMeasured(const Comparison& comparison, const MeasuringRule& rule)
{
    std::string words =
        fmt::format("Every prompt was decoded {} by every method, in small turns beside plain decoding.",
                    comparison.repetitions == 1 ? "once" : fmt::format("{} times", comparison.repetitions));
    if (!comparison.isSettled)
        words += fmt::format(
            " Not all speed-ups are known to within {:.1f} % yet: a larger --max-seconds repeats more often.",
            100 * rule.halfWidth);
    if (comparison.steadiness.isBusy())
        words += " The machine was busy with something else: figures may be off.";
    return words;
}

std::string jsonOf(const Comparison& comparison)
{
    JsonLine line;
    line.open('[');
    for (const ComparisonRow& row : comparison.rows) {
        line.open('{').field("method", row.method);
        if (!row.side.empty())
            line.field("side", row.side);
        line.field("kind", row.kind).field("temperature", row.temperature);
        line.field("prompts", row.over.prompts);
        field(line, "tokens_per_step", row.over.metrics.tokensPerStep());
        field(line, "acceptance_rate", row.over.metrics.acceptanceRate());
        field(line, "draft_yield", row.over.metrics.draftYield());
        field(line, "cost_ratio", row.over.speed.costRatio);
        field(line, "verify_ratio", row.over.speed.verifyRatio);
        field(line, "speed_up", row.over.speed.measuredSpeedUp);
        if (const auto& interval = row.over.speed.speedUpInterval)
            line.field("speed_up_lower", interval->lower).field("speed_up_upper", interval->upper);
        field(line, "predicted_speed_up", row.over.speed.predictedSpeedUp);
        field(line, "tokens_per_second", row.over.speed.tokensPerSecond);
        field(line, "ms_to_first_token", row.over.speed.firstTokenMs);
        field(line, "prompt_tokens_per_second", row.over.speed.promptTokensPerSecond);
        field(line, "memory_mb", row.over.memory);
        line.field("repetitions", comparison.repetitions).field("busy", comparison.steadiness.isBusy());
        if (const auto published = publishedOf(row))
            line.key("published")
                .open('{')
                .field("name", published->name)
                .field("setting", published->setting)
                .field("tokens_per_step", published->tokensPerStep)
                .field("speed_up", published->speedUp)
                .field("source", published->source)
                .close('}');
        line.close('}');
    }
    line.close(']');
    return std::string(line.text()) + '\n';
}

std::string csvOf(const Comparison& comparison)
{
    const auto quoted = [](std::string text) {
        for (std::size_t at = text.find('"'); at != std::string::npos; at = text.find('"', at + 2))
            text.insert(at, 1, '"');
        return '"' + text + '"';
    };
    const auto number = [](std::optional<double> value) { return value ? fmt::format("{}", *value) : std::string(); };
    std::string csv = "method,kind,temperature,prompts,tokens_per_step,acceptance_rate,draft_yield,cost_ratio,"
                      "verify_ratio,speed_up,predicted_speed_up,tokens_per_second,ms_to_first_token,memory_mb,"
                      "speed_up_lower,speed_up_upper,prompt_tokens_per_second,repetitions,busy";
    const bool haveSides =
        std::ranges::any_of(comparison.rows, [](const ComparisonRow& row) { return !row.side.empty(); });
    csv += haveSides ? ",side\n" : "\n";
    for (const ComparisonRow& row : comparison.rows) {
        const auto& interval = row.over.speed.speedUpInterval;
        csv += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}{}\n", row.method, quoted(row.kind),
                           row.temperature, row.over.prompts, number(row.over.metrics.tokensPerStep()),
                           number(row.over.metrics.acceptanceRate()), number(row.over.metrics.draftYield()),
                           number(row.over.speed.costRatio), number(row.over.speed.verifyRatio),
                           number(row.over.speed.measuredSpeedUp), number(row.over.speed.predictedSpeedUp),
                           number(row.over.speed.tokensPerSecond), number(row.over.speed.firstTokenMs),
                           number(row.over.memory), number(interval ? std::optional(interval->lower) : std::nullopt),
                           number(interval ? std::optional(interval->upper) : std::nullopt),
                           number(row.over.speed.promptTokensPerSecond), comparison.repetitions,
                           comparison.steadiness.isBusy(), haveSides ? ',' + quoted(row.side) : std::string());
    }
    return csv;
}

std::string tableOf(const Comparison& comparison, const ComparisonPlan& plan, const std::string& whatRuns,
                    bool areLanes)
{
    constexpr const char* format =
        "{}  {}  {:>4}  {:>6}  {:>6}  {:>6}  {:>6}  {:>6}  {:>9}  {:>8}  {:>14}  {:>9}  {:>8}  {:>9}  {:>7}\n";
    std::string table = whatRuns;
    if (areLanes)
        table += "Each lane as it was saved. Measured, but for the predicted speed-up.\n\n";
    else
        table +=
            fmt::format("K = {}, at most {} tokens a prompt, seed {}. Measured, but for the predicted speed-up.\n\n",
                        plan.settings.draftLength, plan.settings.maxTokens, plan.settings.seed);
    std::size_t width = 4, nameWidth = 16;
    for (const ComparisonRow& row : comparison.rows) {
        width = std::max(width, printableName(row.kind).size());
        nameWidth = std::max(nameWidth, printableName(row.name()).size());
    }
    table += fmt::format(format, padded("kind", width), padded("method", nameWidth), "T", "τ", "α", "yield", "c", "v",
                         "predicted", "speed-up", "(95 %)", "tokens/s", "TTFT ms", "prompt/s", "MB");
    std::string kind = comparison.rows.front().kind;
    for (const ComparisonRow& row : comparison.rows) {
        if (std::exchange(kind, row.kind) != row.kind)
            table += '\n';
        table += fmt::format(format, padded(printableName(row.kind), width),
                             padded(printableName(row.name()), nameWidth), row.temperature,
                             shown(row.over.metrics.tokensPerStep(), 2), shown(row.over.metrics.acceptanceRate(), 3),
                             shown(row.over.metrics.draftYield(), 3), shown(row.over.speed.costRatio, 3),
                             shown(row.over.speed.verifyRatio, 2), shown(row.over.speed.predictedSpeedUp, 2),
                             shown(row.over.speed.measuredSpeedUp, 2), shownInterval(row.over.speed.speedUpInterval),
                             shown(row.over.speed.tokensPerSecond, 0), shown(row.over.speed.firstTokenMs, 1),
                             shown(row.over.speed.promptTokensPerSecond, 0), shown(row.over.memory, 1));
    }
    table +=
        "\nτ: tokens per step; α: accepted / judged drafts; yield: accepted / drafted; c, v: median draft step "
        "and verify "
        "pass over a plain step; (95 %): between which the speed-up lies in 95 of 100 measurements; TTFT: time to the "
        "first token, the prompt included; prompt/s: tokens of the prompt over that; MB: planned memory\n";
    return table + howMeasured(comparison, plan.rule) + '\n';
}

} // namespace draftscope
