// SPDX-License-Identifier: GPL-3.0-or-later
// Options of the command line with their help, and those that prepare a lecture: a scene, numbers of the run, when it
// stops, an animation.
#pragma once

#include <QCommandLineOption>
#include <QCommandLineParser>
#include <QList>
#include <QStringList>

#include "gui/window/command_line.h"

namespace draftscope {

[[nodiscard]] QList<QCommandLineOption> lookOptions();    ///< of the window, or of a picture of it
[[nodiscard]] QList<QCommandLineOption> openingOptions(); ///< what the window opens with
[[nodiscard]] QList<QCommandLineOption> promptOptions();  ///< what is decoded from
[[nodiscard]] QList<QCommandLineOption> backendOptions(); ///< what computes
[[nodiscard]] QList<QCommandLineOption> sharingOptions();

/// --scene FILE, or a scene among the files, which is taken out of them: its setup becomes the line's, as do its looks.
[[nodiscard]] Result<void> takeScene(const QCommandLineParser& parser, QStringList& files, CommandLine& line);

/// --k, --temperature, --seed, --stop, --handout and --animation. Errors: one that cannot be.
[[nodiscard]] Result<void> takeNumbers(const QCommandLineParser& parser, CommandLine& line);

} // namespace draftscope
