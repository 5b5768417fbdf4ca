// SPDX-License-Identifier: GPL-3.0-or-later
// Where the window looks for models. For the window's thread.
#pragma once

#include <QStringList>

#include "engine/catalogue/found_models.h"

namespace draftscope {

/// Those that a person has added in Settings.
[[nodiscard]] const QStringList& addedModelFolders();
void setAddedModelFolders(const QStringList& folders);
void keepModelFolders();
void recallModelFolders();

/// defaultModelFolders() with those that a person has added among theirs.
[[nodiscard]] ModelFolders modelFolders();

} // namespace draftscope
