// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's metrics in the window's language.
#pragma once

#include <string_view>

#include <QString>

namespace draftscope {

/// By the metric's name in the engine ("tokens per step"; engine/analysis/metrics.h), as the window calls it.
[[nodiscard]] QString titleOfMetric(std::string_view metric);
/// metricDefinition(), in the window's language.
[[nodiscard]] QString definitionOf(std::string_view metric);

} // namespace draftscope
