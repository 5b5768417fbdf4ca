// SPDX-License-Identifier: MIT
// A lesson's runs without a window: for the command line and tests.
#pragma once

#include "engine/analysis/speed_measurement.h"
#include "engine/backend/backends.h"
#include "engine/lessons/lesson.h"

namespace draftscope {

/// Target and draft of a setup, read once for all of its runs.
[[nodiscard]] Result<Pair> pairFor(const LessonSetup& setup, const Progress& progress = {});

/// Decodes a setup to its end. Errors: those of sessions; cancelled.
[[nodiscard]] Result<Recordings> decodeLesson(const Pair& pair, const LessonSetup& setup, Backends& backends,
                                              const Progress& progress = {});

/// What the window's background measurement says of a setup, measured for `rule` here. Errors as above.
[[nodiscard]] Result<LessonMeasured> measureLesson(const Pair& pair, const LessonSetup& setup, Backends& backends,
                                                   const MeasuringRule& rule, const Progress& progress = {});
/// Of a measurement whose decode 0 is the setup and decode 1 plain decoding.
[[nodiscard]] LessonMeasured measuredOf(const SpeedMeasurement& measurement);

} // namespace draftscope
