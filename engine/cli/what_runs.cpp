// SPDX-License-Identifier: MIT
#include "engine/cli/what_runs.h"

#include "engine/core/printable.h"

namespace draftscope {

std::string whatRuns(std::string_view backend, const ChosenBackend& chosen)
{
    std::string lines;
    const auto add = [&](std::string_view line) { // it may name models as their files do
        if (!line.empty())
            lines += printableName(line) + '\n';
    };
    add(backend);
    add(chosen.reason.text);
    if (!chosen.plan.models.empty())
        add(chosen.plan.summary() + '.'); // what does not fit is not chosen
    add(chosen.plan.note);
    return lines;
}

void addWhatRuns(JsonLine& line, std::string_view backend, const ChosenBackend& chosen)
{
    line.field("backend", backend).field("backend_reason", chosen.reason.text);
    line.field("backend_note", chosen.plan.note);
    const LoadPlan& plan = chosen.plan;
    line.key("memory").open('{').field("needed_bytes", plan.needed).field("free_bytes", plan.free);
    line.field("weight_bytes", plan.weights).field("cache_bytes", plan.cache).field("buffer_bytes", plan.buffers);
    line.close('}');
}

} // namespace draftscope
