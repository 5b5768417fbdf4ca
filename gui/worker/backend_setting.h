// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/setup/run_setup.h"

namespace draftscope {

/// What was chosen in Settings the last time; what this machine cannot do, and what was not chosen, is chosen by the
/// program.
[[nodiscard]] BackendChoice keptBackend();
void keepBackend(const BackendChoice& choice);

} // namespace draftscope
