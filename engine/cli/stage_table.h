// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "engine/record/stage_times.h"
#include "engine/trace/json_line.h"

namespace draftscope {

/// A line a stage: milliseconds, bytes, GB/s and its share of the memory's bandwidth; and one of all together.
[[nodiscard]] std::string tableOf(const StageTimes& times);

/// Adds "stages": {...}.
void addStages(JsonLine& line, const StageTimes& times);

} // namespace draftscope
