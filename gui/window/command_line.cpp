// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/command_line.h"

#include <algorithm>
#include <array>

#include <QCommandLineParser>

#include "engine/backend/backends.h"
#include "engine/backend/cpu/arithmetic.h"
#include "engine/catalogue/embedded.h"
#include "engine/catalogue/prompts.h"
#include "engine/core/http_client.h"
#include "engine/core/text_file.h"
#include "engine/core/version.h"
#include "engine/lessons/lesson_files.h"
#include "engine/report/file_kind.h"
#include "engine/session/combinations.h"
#include "engine/session/faults.h"
#include "engine/session/methods.h"
#include "engine/tokenizer/tokenizer.h"
#include "gui/compare/lanes.h"
#include "gui/window/command_line_options.h"

namespace draftscope {

namespace {

constexpr int mostPixels = 16'384;

Result<QSize> sizeOf(const QString& text)
{
    const QStringList parts = text.split('x');
    const QSize size = parts.size() == 2 ? QSize(parts[0].toInt(), parts[1].toInt()) : QSize();
    if (size.width() < 320 || size.height() < 240 || size.width() > mostPixels || size.height() > mostPixels)
        return fail("--size \"{}\" is not a size: give WIDTHxHEIGHT, such as 1280x800.", text.toStdString());
    return size;
}

Result<ThemeKind> themeOf(const QString& text)
{
    for (const auto& [name, kind] : {std::pair("light", ThemeKind::light),
                                     {"dark", ThemeKind::dark},
                                     {"high-contrast", ThemeKind::highContrast},
                                     {"system", ThemeKind::system}})
        if (text == QLatin1String(name))
            return kind;
    return fail("--theme \"{}\" does not exist: choose light, dark, high-contrast or system.", text.toStdString());
}

/// ROUND counts from 1 as the window does, MOMENT from 0: nothing has happened yet.
Result<Position> positionOf(const QString& text)
{
    const QStringList parts = text.split(':');
    bool isRound = false, isMoment = false;
    const int round = parts.value(0).toInt(&isRound), moment = parts.value(1).toInt(&isMoment);
    if (parts.size() != 2 || !isRound || !isMoment || round < 1 || round > 10'000 || moment < 0)
        return fail("--at \"{}\" is not a moment: give ROUND:MOMENT, such as 3:8; rounds count from 1, moments from 0.",
                    text.toStdString());
    return Position{0, round - 1, moment};
}

Result<ScreenshotOptions> screenshotOf(const QCommandLineParser& parser)
{
    ScreenshotOptions options;
    options.file = parser.value(QStringLiteral("screenshot"));
    if (parser.isSet(QStringLiteral("size"))) {
        const auto size = sizeOf(parser.value(QStringLiteral("size")));
        if (!size)
            return tl::unexpected(size.error());
        options.size = *size;
    }
    if (parser.isSet(QStringLiteral("at"))) {
        const auto at = positionOf(parser.value(QStringLiteral("at")));
        if (!at)
            return tl::unexpected(at.error());
        options.at = *at;
    }
    options.scale = parser.value(QStringLiteral("scale")).toDouble();
    if (!(options.scale >= 0.5 && options.scale <= 4))
        return fail("--scale \"{}\" is not usable: give a number from 0.5 to 4.",
                    parser.value(QStringLiteral("scale")).toStdString());
    return options;
}

/// METHOD, METHOD+SHAPE, METHOD+VERIFIER or all three, as draftscope-cli compare takes them.
Result<SessionSettings> settingsOf(const QString& name, const SessionSettings& settings)
{
    const auto way = combinationNamed(name.trimmed().toStdString());
    if (!way)
        return tl::unexpected(way.error());
    return settingsFor(*way, settings);
}

/// Such methods, with commas between them.
Result<std::vector<RunSetup>> lanesOf(const QString& list, const RunSetup& setup)
{
    std::vector<RunSetup> lanes;
    for (const QString& name : list.split(',')) {
        auto settings = settingsOf(name, setup.settings);
        if (!settings)
            return tl::unexpected(settings.error());
        lanes.push_back(setup);
        lanes.back().settings = std::move(*settings);
    }
    if (lanes.size() > std::size_t(Lanes::most))
        return fail("--compare names {} lanes: there can be {} at most.", lanes.size(), Lanes::most);
    return lanes;
}

/// A conversation's turns, as Setup has them: the system message, what was said before, and the message.
Result<void> takeMessages(const QCommandLineParser& parser, RunSetup& setup)
{
    for (const char* other : {"prompt", "chat", "system"})
        if (parser.isSet(QLatin1String(other)))
            return fail("--messages takes the place of --{}: give one of them.", other);
    const std::string path = parser.value(QStringLiteral("messages")).toStdString();
    const auto json = readTextFile(path, longestText);
    if (!json)
        return tl::unexpected(json.error());
    auto turns = readConversation(*json, "The file " + path);
    if (!turns)
        return tl::unexpected(turns.error());
    setup.isChat = true;
    setup.prompt.clear();
    setup.turns = std::move(*turns);
    if (setup.turns.front().role == "system" && setup.turns.front().json.empty()) {
        setup.system = setup.turns.front().text;
        setup.turns.erase(setup.turns.begin());
    }
    if (!setup.turns.empty() && setup.turns.back().role == "user" && setup.turns.back().json.empty()) {
        setup.prompt = setup.turns.back().text;
        setup.turns.pop_back();
    }
    return {};
}

/// The same file for the next start of the program, too, which may stand in another folder.
std::filesystem::path fromAnywhere(const std::filesystem::path& path)
{
    std::error_code ignored;
    const auto absolute = std::filesystem::absolute(path, ignored);
    return absolute.empty() ? path : absolute;
}

/// What a setup says of a model that a person named: an embedded one keeps its name; of others the path, so that they
/// are looked for once. What is not there keeps its name, too, and opening it says so.
std::string found(const std::string& nameOrPath)
{
    const auto path = resolveModel(nameOrPath);
    if (!path || isServerAddress(nameOrPath))
        return nameOrPath;
    const auto embedded = embeddedModels();
    const EmbeddedModel* const ownName = embedded ? embedded->find(nameOrPath) : nullptr;
    return ownName && ownName->directory == *path ? nameOrPath : fromAnywhere(*path).string();
}

/// TARGET [DRAFT], TRACE or COMPARISON, told apart by what they hold. A name of an embedded model is a model, too.
/// choosesWay: how to draft is for the target to say, since nothing else on the command line does.
Result<void> takeFiles(const QStringList& files, CommandLine& line, bool choosesWay)
{
    if (files.size() > 2)
        return fail("There are {} files: give a target and perhaps a draft, or one trace.", files.size());
    if (files.isEmpty())
        return {};
    const std::string first = files[0].toStdString();
    const auto model = resolveModel(first);
    std::error_code ignored;
    for (const QString& file : files) {
        const std::string path = file.toStdString();
        const auto seen = std::filesystem::exists(path, ignored) ? lookInto(path) : SeenFile{FileKind::model};
        if (!seen)
            return tl::unexpected(seen.error());
        if (seen->kind == FileKind::other)
            return tl::unexpected(notToBeOpened(path, *seen));
        if (seen->kind != FileKind::model && files.size() > 1)
            return fail("{} is a {}, which is opened alone: leave the other file out.", path,
                        seen->kind == FileKind::trace        ? "trace"
                            : seen->kind == FileKind::lesson ? "lesson"
                            : seen->kind == FileKind::scene  ? "scene"
                                                             : "comparison");
        if (seen->kind == FileKind::model)
            continue;
        if (seen->kind == FileKind::lesson) {
            line.lesson = fromAnywhere(path);
            return {};
        }
        (seen->kind == FileKind::trace ? line.trace : line.comparison) = fromAnywhere(path);
        return {};
    }
    line.setup.target = found(first);
    if (files.size() == 2) {
        line.setup.draft = found(files[1].toStdString());
        return {};
    }
    // The draft that comes with the program knows the vocabulary of its own family only.
    const auto embedded = embeddedModels();
    const bool isEmbedded =
        embedded && model && std::ranges::count(embedded->models, *model, &EmbeddedModel::directory) > 0;
    if (!isEmbedded && choosesWay) {
        chooseWayFor(line.setup);
    } else if (!isEmbedded) {
        line.setup.draft = embeddedDraftFor(line.setup.target); // if there is one, for methods that want it
        chooseMethod(line.setup.settings, "prompt-lookup");
    }
    return {};
}

/// --batch, --prompts and --gaps.
Result<BatchSetup> batchOf(const QCommandLineParser& parser)
{
    BatchSetup batch;
    bool isNumber = false;
    batch.sequences = parser.value(QStringLiteral("batch")).toInt(&isNumber);
    if (!isNumber || batch.sequences < 1 || batch.sequences > BatchSetup::most)
        return fail("--batch \"{}\" is not usable: give a number from 1 to {}.",
                    parser.value(QStringLiteral("batch")).toStdString(), BatchSetup::most);
    batch.isSynchronised = parser.isSet(QStringLiteral("gaps"));
    for (const char* name : {"prompts", "gaps"})
        if (parser.isSet(QLatin1String(name)) && !batch.isBatch())
            return fail("--{} is for batches: give --batch with 2 or more, too.", name);
    if (!parser.isSet(QStringLiteral("prompts")))
        return batch;
    const std::string from = parser.value(QStringLiteral("prompts")).toStdString();
    const auto prompts = from == "embedded" ? embeddedPrompts() : promptsOfFile(from);
    if (!prompts)
        return tl::unexpected(prompts.error());
    for (const Prompt& prompt : *prompts)
        batch.prompts.push_back(prompt.text);
    return batch;
}

/// --prompt, --chat, --system and --messages.
Result<void> takePrompt(const QCommandLineParser& parser, RunSetup& setup)
{
    if (parser.isSet(QStringLiteral("prompt")))
        setup.prompt = parser.value(QStringLiteral("prompt")).toStdString();
    setup.isChat |= parser.isSet(QStringLiteral("chat"));
    if (parser.isSet(QStringLiteral("system"))) {
        if (!setup.isChat)
            return fail("--system is for conversations: give --chat, too.");
        setup.system = parser.value(QStringLiteral("system")).toStdString();
    }
    return parser.isSet(QStringLiteral("messages")) ? takeMessages(parser, setup) : Result<void>();
}

/// --backend, --threads and --arithmetic.
Result<void> takeBackend(const QCommandLineParser& parser, CommandLine& line)
{
    for (const char* option : {"backend", "threads", "arithmetic"})
        line.namesBackend = line.namesBackend || parser.isSet(QLatin1String(option));
    line.backend.name = parser.value(QStringLiteral("backend")).toStdString();
    if (const auto known = checkBackendName(line.backend.name); !known)
        return tl::unexpected(known.error());
    bool isNumber = false;
    line.backend.threads = parser.value(QStringLiteral("threads")).toInt(&isNumber);
    if (!isNumber || line.backend.threads < 0 || line.backend.threads > BackendChoice::mostThreads)
        return fail("--threads \"{}\" is not usable: give a number from 1 to 1024, or 0 for all cores.",
                    parser.value(QStringLiteral("threads")).toStdString());
    line.backend.arithmetic = parser.value(QStringLiteral("arithmetic")).toStdString();
    if (const auto known = arithmeticNamed(line.backend.arithmetic); !known)
        return tl::unexpected(known.error());
    return {};
}

/// --language, --theme and --screenshot.
Result<void> takeLook(const QCommandLineParser& parser, CommandLine& line)
{
    if (parser.isSet(QStringLiteral("language"))) {
        const auto language = languageOf(parser.value(QStringLiteral("language")));
        if (!language)
            return tl::unexpected(language.error());
        line.language = *language;
    }
    if (parser.isSet(QStringLiteral("theme"))) {
        const auto theme = themeOf(parser.value(QStringLiteral("theme")));
        if (!theme)
            return tl::unexpected(theme.error());
        line.theme = *theme;
    }
    const auto picture = screenshotOf(parser);
    if (!picture)
        return tl::unexpected(picture.error());
    if (parser.isSet(QStringLiteral("screenshot"))) {
        line.screenshot = *picture;
        if (line.scene && !picture->at)
            line.screenshot->at = line.scene->at;
    }
    return {};
}

/// --method and --break.
Result<void> takeMethod(const QCommandLineParser& parser, SessionSettings& settings)
{
    if (parser.isSet(QStringLiteral("method"))) {
        auto chosen = settingsOf(parser.value(QStringLiteral("method")), settings);
        if (!chosen)
            return tl::unexpected(chosen.error());
        settings = std::move(*chosen);
    }
    if (parser.isSet(QStringLiteral("break"))) {
        auto broken = settingsWithFault(settings, parser.value(QStringLiteral("break")).toStdString());
        if (!broken)
            return tl::unexpected(broken.error());
        settings = std::move(*broken);
    }
    return {};
}

/// --batch and what goes with it. The setup is complete then.
Result<void> takeBatch(const QCommandLineParser& parser, CommandLine& line)
{
    auto batch = batchOf(parser);
    if (!batch)
        return tl::unexpected(batch.error());
    if (batch->isBatch() && parser.isSet(QStringLiteral("compare")))
        return fail("--compare has lanes of one sequence each: leave --batch out.");
    if (batch->isBatch() && !line.trace.empty())
        return fail("A trace is of one sequence: leave --batch out.");
    if (batch->isBatch())
        line.setup.batch = std::move(*batch);
    if (const auto usable = check(line.setup); !usable && line.setup.batch.isBatch())
        return tl::unexpected(usable.error());
    return {};
}

/// What the window opens with.
Result<void> takeOpening(const QCommandLineParser& parser, CommandLine& line)
{
    if (parser.isSet(QStringLiteral("panels")))
        for (const QString& name : parser.value(QStringLiteral("panels")).split(',', Qt::SkipEmptyParts))
            line.panels << name.trimmed();
    line.namesRun = !parser.positionalArguments().isEmpty();
    for (const char* name : {"fresh", "compare", "method", "break", "prompt", "chat", "system", "messages", "batch",
                             "scene", "k", "tree-nodes", "temperature", "seed"})
        line.namesRun |= parser.isSet(QLatin1String(name));
    if (parser.isSet(QStringLiteral("lesson"))) {
        const LessonAddress address = lessonAddress(parser.value(QStringLiteral("lesson")).toStdString());
        line.lesson = address.file;
        line.lessonStep = address.step - 1;
    }
    line.isKiosk = parser.isSet(QStringLiteral("kiosk"));
    line.measuresUnasked = !parser.isSet(QStringLiteral("no-measuring"));
    line.isProjected = parser.isSet(QStringLiteral("projector"));
    line.isLab = parser.isSet(QStringLiteral("lab"));
    if (parser.isSet(QStringLiteral("compare"))) {
        auto lanes = lanesOf(parser.value(QStringLiteral("compare")), line.setup);
        if (!lanes)
            return tl::unexpected(lanes.error());
        line.lanes = std::move(*lanes);
    }
    return {};
}

/// In the order in which one needs another.
Result<void> takeAll(const QCommandLineParser& parser, CommandLine& line)
{
    QStringList files = parser.positionalArguments();
    if (files.size() == 2 && files.front() == QLatin1String("attach")) {
        line.attached = files.back();
        line.sendsPrompt = parser.isSet(QStringLiteral("prompt"));
        files.clear();
    }
    if (const auto taken = takeScene(parser, files, line); !taken)
        return taken;
    if (const auto taken = takePrompt(parser, line.setup); !taken)
        return taken;
    if (const auto taken = takeBackend(parser, line); !taken)
        return taken;
    if (const auto taken = takeLook(parser, line); !taken)
        return taken;
    const bool choosesWay = std::ranges::none_of(std::array{"method", "compare", "break", "gaps"},
                                                 [&](const char* name) { return parser.isSet(QLatin1String(name)); });
    if (const auto taken = takeFiles(files, line, choosesWay); !taken)
        return taken;
    if (const auto taken = takeMethod(parser, line.setup.settings); !taken)
        return taken;
    if (const auto taken = takeNumbers(parser, line); !taken)
        return taken;
    if (const auto taken = takeBatch(parser, line); !taken)
        return taken;
    return takeOpening(parser, line);
}

} // namespace

Result<CommandLine> readCommandLine(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral(
        "Opens up speculative decoding while it happens. Models are Hugging Face directories, GGUF files or names of "
        "embedded models;\n"
        "without any it decodes with the embedded pair. A target alone has its own draft, if one comes with the "
        "program, or copies\n"
        "of its own text (prompt lookup). A trace or a comparison that was saved is shown, whatever it is called."));
    const auto help = parser.addHelpOption();
    const auto version = parser.addVersionOption();
    parser.addPositionalArgument(QStringLiteral("files"),
                                 QStringLiteral("TARGET, TARGET and DRAFT, TRACE, COMPARISON or LESSON; or \"attach\" "
                                                "and the address of a server, or a file of what one streamed."),
                                 QStringLiteral("[TARGET [DRAFT] | TRACE | COMPARISON | LESSON | attach ADDRESS]"));
    for (const auto& options : {lookOptions(), openingOptions(), promptOptions(), backendOptions(), sharingOptions()})
        parser.addOptions(options);
    if (!parser.parse(arguments))
        return fail("{} See draftscope --help.", parser.errorText().toStdString());

    CommandLine line;
    if (parser.isSet(help))
        line.message = parser.helpText();
    if (parser.isSet(version))
        line.message = QString::fromStdString(programAndVersion()) + '\n';
    DefaultSetup start = defaultSetup();
    line.setup = std::move(start.setup);
    line.problem = std::move(start.problem);
    if (const auto taken = takeAll(parser, line); !taken)
        return tl::unexpected(taken.error());
    return line;
}

} // namespace draftscope
