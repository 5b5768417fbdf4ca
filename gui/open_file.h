// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include <QPoint>

class QWidget;

namespace draftscope {

class Navigation;

enum class FileKind { model, trace };

/// What a file seems to be: a directory or a file that begins like GGUF is a model, anything else is read as a trace.
[[nodiscard]] FileKind kindOf(const std::filesystem::path& path);

/// Opens a dropped trace, or asks with a menu at `at` whether a dropped model is to be the target or the draft.
void openDropped(QWidget* window, Navigation& navigation, const std::filesystem::path& path, QPoint at);

} // namespace draftscope
