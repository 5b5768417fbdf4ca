// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include <QSize>
#include <QString>
#include <QStringList>

#include "engine/core/error.h"
#include "engine/record/records.h"
#include "gui/language/language.h"
#include "gui/setup/run_setup.h"
#include "gui/share/animation_job.h"
#include "gui/share/scene.h"
#include "widgets/style/theme.h"

namespace draftscope {

/// A picture of the window instead of the window.
struct ScreenshotOptions {
    QString file;
    QSize size{1600, 1000};                    ///< logical pixels
    double scale = 1;                          ///< device pixels of a logical one
    std::optional<Position> at = std::nullopt; ///< else the first telling rejection; of lanes the round counts
};

/// A moving picture of the run instead of the window.
struct AnimationOptions {
    QString file;
    int firstRound = 0, lastRound = 0; ///< lastRound -1: to the end of the text
    bool onePerRound = false;
    QSize size{960, 600};
    double perSecond = AnimationSettings().momentsPerSecond;
};

/// What the program was asked for.
struct CommandLine {
    RunSetup setup;
    std::string problem;              ///< said in the window once it is open
    std::filesystem::path trace;      ///< shown instead of a run
    std::filesystem::path comparison; ///< that Compare opens
    QString attached;                 ///< the address of a server that is watched, or a file of what one has told
    bool sendsPrompt = false;         ///< the server gets setup.prompt at once
    std::string lesson;               ///< a file, or the name of one that comes along; empty: none
    int lessonStep = 0;               ///< from 0
    bool isKiosk = false;             ///< what plays by itself begins again at its end, on the whole screen
    std::optional<ThemeKind> theme;
    std::optional<Language> language;
    std::optional<ScreenshotOptions> screenshot;
    std::optional<AnimationOptions> animation;
    std::string handout; ///< a lesson's file or name that is to be a PDF instead of a window
    std::filesystem::path handoutFile;
    std::optional<Scene> scene;          ///< a prepared one; its setup is `setup`, with what else was asked for
    std::optional<StopConditions> stops; ///< of the run
    std::vector<RunSetup> lanes;         ///< of a comparison that the window opens with
    QStringList panels;                  ///< of Step that are open, by their names; none: as they were left
    bool namesRun = false;       ///< says what is decoded or shown; else what was open the last time may come back
    bool isProjected = false;    ///< begins in projector mode
    bool measuresUnasked = true; ///< the speeds of what is shown, in the background
    bool isLab = false;          ///< opens the lossless lab and draws its texts
    BackendChoice backend;
    bool namesBackend = false; ///< says what computes; else it is as Settings have it
    QString message;           ///< for --help and --version: to be printed, and nothing else done
};

/// Reads the arguments, the program's name first. The Error's sentence goes to stderr, exit status 2.
[[nodiscard]] Result<CommandLine> readCommandLine(const QStringList& arguments);

} // namespace draftscope
