// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/workspaces.h"

#include "gui/compare/compare_workspace.h"
#include "gui/lab/lab_workspace.h"
#include "gui/lessons/lesson_workspace.h"
#include "gui/step/step_workspace.h"

namespace draftscope {

/// To add one, derive from Workspace in a folder of gui/ and add its line here.
std::vector<Workspace*> makeWorkspaces(const WorkspaceSurroundings& surroundings)
{
    return {
        new StepWorkspace(surroundings),
        new CompareWorkspace(surroundings),
        new LessonWorkspace(surroundings),
        new LabWorkspace(surroundings),
    };
}

} // namespace draftscope
