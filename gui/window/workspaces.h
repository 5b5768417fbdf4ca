// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "gui/workspace/workspace.h"

namespace draftscope {

/// The workspaces of the main window, in the order of their tabs and keys. The first one is in sight at the start.
[[nodiscard]] std::vector<Workspace*> makeWorkspaces(const WorkspaceSurroundings& surroundings);

} // namespace draftscope
