// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>

#include <QPoint>
#include <QString>

class QFileDialog;
class QWidget;

namespace draftscope {

class Navigation;

/// Who takes a file that is opened, by what it holds.
struct OpenedFile {
    std::function<void(const std::filesystem::path&)> trace, comparison, lesson, scene;
    std::function<void(const QString& sentence)> failed; ///< it is none of these, and seems to be something else
};

/// Opens a trace, a comparison, a lesson or a scene, told apart by what is in it, or asks with a menu at `at` whether a
/// model is to be the target or the draft.
void openFile(QWidget* window, Navigation& navigation, const std::filesystem::path& path, const OpenedFile& opened,
              QPoint at);

/// The folder that the last file was opened from or saved into, from start to start where `isKept`; empty: none yet.
[[nodiscard]] QString lastFolder();
void noteFolderOf(const QString& file, bool isKept);

} // namespace draftscope
