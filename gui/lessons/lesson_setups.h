// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/lessons/lesson_setup.h"
#include "gui/setup/run_setup.h"

namespace draftscope {

/// What Step and the lessons' own navigation begin with for it.
[[nodiscard]] RunSetup runSetupOf(const LessonSetup& lesson);

} // namespace draftscope
