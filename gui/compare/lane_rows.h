// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of lanes, as the engine's analysis defines them.
#pragma once

#include "engine/report/comparison_file.h"
#include "gui/compare/lanes.h"
#include "widgets/lanes/lane_table.h"

namespace draftscope {

class Measurement;

/// Over the prompts that were decoded of a list; null: none has been.
[[nodiscard]] LaneRow rowOver(const Lanes& lanes, const Lane& lane, const Measurement* measurement);
/// Over the rounds that are shown.
[[nodiscard]] LaneRow rowOf(const Lanes& lanes, const Lane& lane);
/// As a file has them; number 0: it is none of the lanes that are here.
[[nodiscard]] LaneRow rowOf(const ComparedLane& lane, int number);

} // namespace draftscope
