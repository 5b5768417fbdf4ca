// SPDX-License-Identifier: GPL-3.0-or-later
// What of a view is lit by a step.
#pragma once

#include <QRegion>

#include "engine/lessons/lesson.h"

namespace draftscope {

class DistributionView;
class StageView;
class TreeView;

/// What of each is lit, in the coordinates of its viewport. Empty: all of it.
[[nodiscard]] QRegion litOf(const StageView& stage, const LessonLight& light, const LessonScene& scene);
[[nodiscard]] QRegion litOf(const TreeView& tree, const LessonLight& light, const LessonScene& scene);
[[nodiscard]] QRegion litOf(const DistributionView& distribution, const LessonLight& light, const LessonScene& scene);

} // namespace draftscope
