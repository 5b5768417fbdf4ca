// SPDX-License-Identifier: MIT
#include "engine/cli/bench_shape.h"

#include <chrono>

#include "engine/cli/stage_table.h"
#include "engine/cli/terminal.h"

namespace draftscope {

Result<ShapeReport> benchShape(const std::shared_ptr<const Model>& model, Backend& backend, int context,
                               int repetitions, const Progress& progress)
{
    const std::vector<int> rowCounts = {1, 2, 4, 8, 16, 32, mostShapeRows};
    const int most = model->config.contextLength - rowCounts.back();
    if (context < 1 || context > most)
        return fail("A context of {} tokens cannot be measured: choose 1 to {}.", context, most);
    ShapeReport report;
    report.model = model->name;
    report.bytes = double(model->weights.bytesPerPass());
    report.context = context;
    const auto begin = std::chrono::steady_clock::now();
    auto pass = backend.makePass(model, context + rowCounts.back(), progress);
    if (!pass)
        return tl::unexpected(pass.error());
    report.secondsToLoad = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    report.backend = (*pass)->backendName();
    report.bandwidth = backend.measureBandwidth(progress);
    report.rows = timeRows(**pass, rowCounts, context, repetitions, progress);
    if (backend.name() == "cpu")
        report.note = "All layers read the same weights here, so caches can give more than the memory does.\n";
    pass->reset(); // one at a time was planned
    auto stages =
        timeStages(backend, model, tokensToMeasure(context, model->config.vocabularySize), 1, repetitions, progress);
    if (!stages)
        return tl::unexpected(stages.error());
    report.stages = std::move(*stages);
    report.bandwidth = report.stages.bandwidth = std::max(report.bandwidth, report.stages.bandwidth);
    return report;
}

std::string tableOf(const ShapeReport& report)
{
    std::string table =
        fmt::format("{}, {:.2f} GB of weights a pass, context {}\n{}\n{}{}ready after {:.2f} s, memory {:.1f} GB/s\n",
                    report.model, report.bytes / 1e9, report.context, report.backend, report.whyBackend,
                    report.whyBackend.empty() ? "" : "\n", report.secondsToLoad, report.bandwidth / 1e9);
    table += " rows  median ms  fastest ms  of 1 row     GB/s  of memory\n";
    for (const RowTiming& timing : report.rows) {
        const double rate = report.bytes / timing.seconds;
        table +=
            fmt::format("{:5} {:10.3f} {:11.3f} {:8.2f}x {:8.1f} {:8.1f} %{}\n", timing.rows, timing.seconds * 1e3,
                        timing.fastest * 1e3, timing.seconds / report.rows.front().seconds, rate / 1e9,
                        100 * rate / report.bandwidth, rate > report.bandwidth ? "  (caches held the weights)" : "");
    }
    return table + tableOf(report.stages) + report.note;
}

std::string jsonOf(const ShapeReport& report)
{
    JsonLine line;
    line.open('{').field("model", report.model).field("backend", report.backend).field("context", report.context);
    line.field("weight_bytes", report.bytes).field("seconds_to_load", report.secondsToLoad);
    line.field("bandwidth_bytes_per_second", report.bandwidth).key("rows").open('[');
    for (const RowTiming& timing : report.rows) {
        line.open('{')
            .field("rows", timing.rows)
            .field("ms", timing.seconds * 1e3)
            .field("fastest_ms", timing.fastest * 1e3);
        line.field("over_one_row", timing.seconds / report.rows.front().seconds);
        line.field("share_of_bandwidth", report.bytes / timing.seconds / report.bandwidth).close('}');
    }
    line.close(']');
    addStages(line, report.stages);
    line.close('}');
    return std::string(line.text()) + '\n';
}

} // namespace draftscope
