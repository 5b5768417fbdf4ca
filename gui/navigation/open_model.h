// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>

#include <QString>

class QWidget;

namespace draftscope {

class Navigation;

enum class ModelRole { target, draft };

/// Puts a model into the setup and starts with it. If it cannot be used a sentence says why and the run on screen
/// stays.
void useModel(Navigation& navigation, ModelRole role, const std::filesystem::path& path);

/// Ask for a Hugging Face directory or a GGUF file; `use` is called with what is chosen.
using UseModel = std::function<void(const QString& path)>;
void askForModelFolder(QWidget* window, ModelRole role, UseModel use);
void askForModelFile(QWidget* window, ModelRole role, UseModel use);

/// The same, then useModel().
void chooseModelFolder(QWidget* window, Navigation& navigation, ModelRole role);
void chooseModelFile(QWidget* window, Navigation& navigation, ModelRole role);

} // namespace draftscope
