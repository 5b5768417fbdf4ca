// SPDX-License-Identifier: MIT
#include "engine/cli/stage_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/core/printable.h"

namespace draftscope {
namespace {

std::string rowOf(const StageTime& stage, double whole, double bandwidth)
{
    const double rate = stage.bytesPerSecond();
    return fmt::format("  {:<22} {:9.4f} {:5.1f} % {:10.3f} {:8.1f} {:8.1f} %{}\n", stage.stage, stage.milliseconds,
                       100 * stage.milliseconds / whole, stage.bytes / 1e6, rate / 1e9, 100 * rate / bandwidth,
                       rate > bandwidth ? "  (from caches)" : "");
}

} // namespace

std::string tableOf(const StageTimes& times)
{
    const StageTime all = {"all", times.milliseconds(), times.bytes()};
    std::string table = fmt::format("a pass of {} row{} of {} after {} tokens, by its stages:\n", times.rows,
                                    times.rows == 1 ? "" : "s", printableName(times.model), times.context);
    table +=
        fmt::format("  {:<22} {:>9} {:>7} {:>10} {:>8} {:>10}\n", "", "ms", "share", "MB read", "GB/s", "of memory");
    for (const StageTime& stage : times.stages)
        table += rowOf(stage, all.milliseconds, times.bandwidth);
    table += rowOf(all, all.milliseconds, times.bandwidth);
    const auto isFromCaches = [&](const StageTime& stage) { return stage.bytesPerSecond() > times.bandwidth; };
    if (std::ranges::any_of(times.stages, isFromCaches))
        table += "  (Over 100 %: caches held it. Bytes are the least that a stage has to read.)\n";
    return table;
}

void addStages(JsonLine& line, const StageTimes& times)
{
    line.key("stages").open('{').field("model", times.model).field("rows", times.rows).field("context", times.context);
    line.field("bandwidth_bytes_per_second", times.bandwidth).key("stages").open('[');
    for (const StageTime& stage : times.stages) {
        line.open('{').field("stage", stage.stage).field("ms", stage.milliseconds).field("bytes", stage.bytes);
        line.field("bytes_per_second", stage.bytesPerSecond());
        line.field("share_of_bandwidth", stage.bytesPerSecond() / times.bandwidth).close('}');
    }
    line.close(']').close('}');
}

} // namespace draftscope
