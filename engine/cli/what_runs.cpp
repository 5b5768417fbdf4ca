// SPDX-License-Identifier: MIT
#include "engine/cli/what_runs.h"

namespace draftscope {

std::string whatRuns(std::string_view backend, const ChosenBackend& chosen)
{
    std::string lines = fmt::format("{}\n", backend);
    if (!chosen.reason.empty())
        lines += chosen.reason + '\n';
    if (!chosen.plan.models.empty())
        lines += chosen.plan.fits() ? chosen.plan.summary() + ".\n" : chosen.plan.tooLarge().sentence + '\n';
    if (!chosen.plan.note.empty())
        lines += chosen.plan.note + '\n';
    return lines;
}

void addWhatRuns(JsonLine& line, std::string_view backend, const ChosenBackend& chosen)
{
    line.field("backend", backend).field("backend_reason", chosen.reason);
    line.field("backend_note", chosen.plan.note);
    const LoadPlan& plan = chosen.plan;
    line.key("memory").open('{').field("needed_bytes", plan.needed).field("free_bytes", plan.free);
    line.field("weight_bytes", plan.weights).field("cache_bytes", plan.cache).field("buffer_bytes", plan.buffers);
    line.close('}');
}

} // namespace draftscope
