// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/command_line_options.h"

#include <cmath>

#include "engine/report/file_kind.h"
#include "engine/session/methods.h"
#include "gui/navigation/stop_words.h"
#include "gui/share/moment_scene.h"

namespace draftscope {

namespace {

const QString sceneOption = QStringLiteral("scene"), animationOption = QStringLiteral("animation"),
              roundsOption = QStringLiteral("rounds"), everyOption = QStringLiteral("per-round"),
              paceOption = QStringLiteral("pictures-per-second"), kOption = QStringLiteral("k"),
              temperatureOption = QStringLiteral("temperature"), seedOption = QStringLiteral("seed"),
              stopOption = QStringLiteral("stop"), handoutOption = QStringLiteral("handout"),
              toOption = QStringLiteral("to"), treeNodesOption = QStringLiteral("tree-nodes");

/// "3", "3-7" or "all"; rounds count from 1.
Result<void> takeRounds(const QString& text, AnimationOptions& options)
{
    if (text == QLatin1String("all")) {
        options.lastRound = -1;
        return {};
    }
    bool isFirst = false, isLast = false;
    const int first = text.section(QLatin1Char('-'), 0, 0).toInt(&isFirst);
    const int last = text.contains(QLatin1Char('-')) ? text.section(QLatin1Char('-'), 1).toInt(&isLast) : first;
    isLast |= !text.contains(QLatin1Char('-'));
    if (!isFirst || !isLast || first < 1 || last < first || last > 10'000)
        return fail("--rounds \"{}\" is not usable: give a round such as 3, some such as 3-7, or all.",
                    text.toStdString());
    options.firstRound = first - 1;
    options.lastRound = last - 1;
    return {};
}

Result<void> takeAnimation(const QCommandLineParser& parser, CommandLine& line)
{
    for (const QString& option : {roundsOption, everyOption, paceOption})
        if (parser.isSet(option) && !parser.isSet(animationOption))
            return fail("--{} is for moving pictures: give --animation, too.", option.toStdString());
    if (!parser.isSet(animationOption))
        return {};
    if (line.screenshot)
        return fail("--animation and --screenshot are two things: give one of them.");
    AnimationOptions options{.file = parser.value(animationOption)};
    if (parser.isSet(roundsOption))
        if (const auto taken = takeRounds(parser.value(roundsOption), options); !taken)
            return taken;
    options.onePerRound = parser.isSet(everyOption);
    if (parser.isSet(QStringLiteral("size"))) {
        const QStringList parts = parser.value(QStringLiteral("size")).split(QLatin1Char('x'));
        options.size = QSize(parts.value(0).toInt(), parts.value(1).toInt());
    }
    if (options.size.expandedTo(MomentScene::smallest) != options.size
        || options.size.boundedTo(MomentScene::largest) != options.size)
        return fail("--size \"{}\" is no size of an animation: give 480x360 to 1920x1440.",
                    parser.value(QStringLiteral("size")).toStdString());
    if (parser.isSet(paceOption)) {
        options.perSecond = parser.value(paceOption).toDouble();
        if (!(options.perSecond >= AnimationSettings::slowest && options.perSecond <= AnimationSettings::fastest))
            return fail("--pictures-per-second \"{}\" is not usable: give a number from 0.1 to 20.",
                        parser.value(paceOption).toStdString());
    }
    line.animation = options;
    return {};
}

} // namespace

QList<QCommandLineOption> lookOptions()
{
    return {
        {QStringLiteral("screenshot"),
         QStringLiteral("Write a picture of the window to FILE and end; needs no display."), QStringLiteral("FILE")},
        {QStringLiteral("size"), QStringLiteral("Size of the picture, 1600x1000 if not given."),
         QStringLiteral("WIDTHxHEIGHT")},
        {QStringLiteral("scale"), QStringLiteral("Device pixels of a pixel, 1 if not given."), QStringLiteral("NUMBER"),
         QStringLiteral("1")},
        {QStringLiteral("theme"), QStringLiteral("light, dark, high-contrast or system."), QStringLiteral("NAME")},
        {QStringLiteral("language"), QStringLiteral("en, de or system."), QStringLiteral("CODE")},
        {QStringLiteral("at"),
         QStringLiteral("The moment to show, 3:8 for moment 8 of round 3; otherwise a rejection is looked for."),
         QStringLiteral("ROUND:MOMENT")},
    };
}

QList<QCommandLineOption> openingOptions()
{
    return {
        {QStringLiteral("compare"),
         QStringLiteral("Open with a comparison of these methods, such as plain,two-model,two-model+block."),
         QStringLiteral("METHODS")},
        {QStringLiteral("method"),
         QStringLiteral("Decode with this method, such as prompt-lookup, eagle+dynamic or two-model+block."),
         QStringLiteral("METHOD")},
        {QStringLiteral("break"),
         QStringLiteral("Break it on purpose: a fault of draftscope-cli methods, such as keep-rejected-kv."),
         QStringLiteral("FAULT")},
        {QStringLiteral("panels"), QStringLiteral("Open only these panels of Step, such as text,stage, for this time."),
         QStringLiteral("NAMES")},
        {QStringLiteral("fresh"), QStringLiteral("Begin with the embedded pair, whatever was open the last time.")},
        {QStringLiteral("no-measuring"),
         QStringLiteral(
             "Measure no speeds of Step and Compare in the background; Ctrl+M measures. Their pictures are then "
             "written at once.")},
        {QStringLiteral("projector"),
         QStringLiteral("Begin in projector mode: large letters, the text, the stage and one chart.")},
        {QStringLiteral("lesson"),
         QStringLiteral("Open a lesson: a file, or the name of one that comes with the program, and perhaps a step."),
         QStringLiteral("FILE[:STEP]")},
        {QStringLiteral("kiosk"), QStringLiteral("Play \"In 60 seconds\" on the whole screen, again and again.")},
        {QStringLiteral("lab"), QStringLiteral("Open the lossless lab and draw its texts.")},
    };
}

QList<QCommandLineOption> promptOptions()
{
    return {
        {QStringLiteral("prompt"), QStringLiteral("Decode from this text."), QStringLiteral("TEXT")},
        {QStringLiteral("chat"),
         QStringLiteral(
             "The prompt is a message to an instruction-tuned model: its chat template makes the text of it.")},
        {QStringLiteral("system"),
         QStringLiteral("With --chat: what the model is told beforehand; without it the template says what it says."),
         QStringLiteral("TEXT")},
        {QStringLiteral("messages"),
         QStringLiteral("A conversation from a file of JSON, a list of objects with \"role\" and \"content\"."),
         QStringLiteral("FILE")},
        {QStringLiteral("batch"),
         QStringLiteral("Decode so many sequences at a time: the prompt with seeds of their own, or --prompts."),
         QStringLiteral("NUMBER"), QStringLiteral("1")},
        {QStringLiteral("prompts"),
         QStringLiteral("With --batch: a text for each prompt of these JSON Lines, or of \"embedded\", those that come "
                        "with the program."),
         QStringLiteral("FILE")},
        {QStringLiteral("gaps"),
         QStringLiteral("With --batch: keep the sequences in step, with gaps in their K/V caches.")},
    };
}

QList<QCommandLineOption> backendOptions()
{
    return {
        {QStringLiteral("backend"), QStringLiteral("auto, cpu or cuda; auto takes a CUDA device if there is one."),
         QStringLiteral("NAME"), QStringLiteral("auto")},
        {QStringLiteral("threads"), QStringLiteral("Threads of the engine; all cores if not given."),
         QStringLiteral("NUMBER"), QStringLiteral("0")},
        {QStringLiteral("arithmetic"),
         QStringLiteral(
             "What the CPU rounds activations to: f32 (nothing), int8 (for quantised weights), bf16 (for bf16 "
             "weights, too), amx (as bf16, in the tiles of AMX), or auto, the fastest that it has."),
         QStringLiteral("NAME"), QStringLiteral("auto")},
    };
}

QList<QCommandLineOption> sharingOptions()
{
    return {
        {sceneOption,
         QStringLiteral("Open a prepared scene (docs/scene-format.md): run, moment, panels and looks. Other options "
                        "count more than what it says."),
         QStringLiteral("FILE")},
        {kOption, QStringLiteral("K: tokens drafted a round; of a tree its levels."), QStringLiteral("NUMBER")},
        {treeNodesOption, QStringLiteral("Nodes of a draft tree; 0: as many as gain most on this machine."),
         QStringLiteral("NUMBER")},
        {temperatureOption, QStringLiteral("Temperature; 0 is greedy."), QStringLiteral("NUMBER")},
        {seedOption, QStringLiteral("Seed of the random numbers."), QStringLiteral("NUMBER")},
        {stopOption,
         QStringLiteral("When the run stops, with commas between: rejection, all-accepted, end-of-text, "
                        "acceptance-below=0.1, residual-above=0.5, round=5, token=ID, or none."),
         QStringLiteral("CONDITIONS")},
        {animationOption,
         QStringLiteral("Write a moving picture of the run (animated WebP) and end; needs no display."),
         QStringLiteral("FILE")},
        {roundsOption, QStringLiteral("Of the animation: 3, 3-7 or all; the first round if not given."),
         QStringLiteral("ROUNDS")},
        {everyOption, QStringLiteral("Of the animation: a picture for each round in place of each moment.")},
        {paceOption, QStringLiteral("Of the animation; 1.5 if not given."), QStringLiteral("NUMBER")},
        {handoutOption, QStringLiteral("Write a lesson as PDF, with its pictures, and end; needs no display."),
         QStringLiteral("LESSON")},
        {toOption, QStringLiteral("File of the handout; the lesson's name with .pdf if not given."),
         QStringLiteral("FILE")},
    };
}

Result<void> takeScene(const QCommandLineParser& parser, QStringList& files, CommandLine& line)
{
    QString path = parser.value(sceneOption);
    if (files.size() == 1 && path.isEmpty()) {
        const auto seen = lookInto(files.front().toStdString());
        if (seen && seen->kind == FileKind::scene)
            path = files.takeFirst();
    }
    if (path.isEmpty())
        return parser.isSet(sceneOption) ? fail("--scene needs the name of a file.") : Result<void>();
    if (!files.isEmpty())
        return fail("A scene says what is opened: leave {} out.", files.front().toStdString());
    auto scene = loadScene(path.toStdString());
    if (!scene)
        return tl::unexpected(scene.error());
    line.namesRun = true;
    line.setup = scene->setup;
    line.trace = scene->trace;
    line.theme = scene->theme;
    line.language = scene->language;
    line.isProjected = scene->isProjected;
    line.stops = scene->stops;
    line.scene = std::move(*scene);
    return {};
}

Result<void> takeNumbers(const QCommandLineParser& parser, CommandLine& line)
{
    SessionSettings& settings = line.setup.settings;
    const bool isOther = parser.isSet(kOption) || parser.isSet(treeNodesOption) || parser.isSet(temperatureOption)
        || parser.isSet(seedOption);
    if (isOther && !line.trace.empty())
        return fail("A trace says how it was decoded: leave --k, --tree-nodes, --temperature and --seed out.");
    bool isNumber = true;
    if (parser.isSet(kOption)) {
        settings.draftLength = parser.value(kOption).toInt(&isNumber);
        if (!isNumber)
            return fail("--k \"{}\" is not usable: give a whole number.", parser.value(kOption).toStdString());
    }
    if (parser.isSet(treeNodesOption)) {
        const int nodes = parser.value(treeNodesOption).toInt(&isNumber);
        if (!isNumber)
            return fail("--tree-nodes \"{}\" is not usable: give a whole number.",
                        parser.value(treeNodesOption).toStdString());
        if (!optionFor(settings, "tree-nodes"))
            return fail("--tree-nodes is for trees that have a number of nodes: give a --method with one, too, such "
                        "as eagle+dynamic.");
        setOption(settings, "tree-nodes", nodes);
    }
    if (parser.isSet(temperatureOption)) {
        settings.sampler.temperature = parser.value(temperatureOption).toDouble(&isNumber);
        if (!isNumber || !std::isfinite(settings.sampler.temperature))
            return fail("--temperature \"{}\" is not usable: give a number such as 0.8.",
                        parser.value(temperatureOption).toStdString());
    }
    if (parser.isSet(seedOption)) {
        settings.seed = parser.value(seedOption).toULongLong(&isNumber);
        if (!isNumber)
            return fail("--seed \"{}\" is not usable: give a whole number from 0.",
                        parser.value(seedOption).toStdString());
    }
    if (isOther)
        if (const auto usable = check(settings); !usable)
            return tl::unexpected(usable.error());
    if (parser.isSet(stopOption)) {
        const auto stops = stopsOf(parser.value(stopOption).split(QLatin1Char(','), Qt::SkipEmptyParts));
        if (!stops)
            return tl::unexpected(stops.error());
        line.stops = *stops;
    }
    if (line.scene) {
        line.scene->setup = line.setup;
        line.scene->stops = line.stops;
    }
    if (parser.isSet(toOption) && !parser.isSet(handoutOption))
        return fail("--to is for handouts: give --handout, too.");
    line.handout = parser.value(handoutOption).toStdString();
    line.handoutFile = parser.value(toOption).toStdString();
    return takeAnimation(parser, line);
}

} // namespace draftscope
