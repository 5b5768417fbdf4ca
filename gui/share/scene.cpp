// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/share/scene.h"

#include <array>
#include <utility>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "engine/catalogue/embedded.h"
#include "engine/core/replacing_file.h"
#include "engine/core/text_file.h"
#include "engine/session/combinations.h"
#include "gui/navigation/stop_words.h"
#include "gui/share/scene_reader.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> noScene(const QString& sentence)
{
    return tl::unexpected(Error{sentence.toStdString()});
}

const QString sceneType = QStringLiteral("draftscope scene");
constexpr std::array sceneRemedies{"two-tokens", "extra-pass", "crop"}; ///< by ShortDraft
constexpr std::array<std::pair<const char*, ThemeKind>, 4> sceneThemes{{{"light", ThemeKind::light},
                                                                        {"dark", ThemeKind::dark},
                                                                        {"high-contrast", ThemeKind::highContrast},
                                                                        {"system", ThemeKind::system}}};

/// A path as it is from the scene's folder, where something lies there; names of embedded models stay.
std::string fromSceneFolder(const std::string& path, const fs::path& folder)
{
    std::error_code ignored;
    const auto embedded = embeddedModels();
    if (path.empty() || fs::path(path).is_absolute() || (embedded && embedded->find(path)))
        return path;
    const fs::path there = folder / path;
    return fs::exists(there, ignored) ? fs::absolute(there, ignored).string() : path;
}

std::string toSceneFolder(const std::string& path, const fs::path& folder)
{
    if (!fs::path(path).is_absolute())
        return path;
    const fs::path relative = fs::path(path).lexically_relative(fs::absolute(folder));
    return relative.empty() || *relative.begin() == ".." ? path : relative.string();
}

void readSampler(SceneReader& reader, SamplerSettings& sampler)
{
    reader.number("temperature", 0.0, 100.0, sampler.temperature);
    reader.number("top_k", 0, 1'000'000'000, sampler.topK);
    reader.number("top_p", 0.0, 1.0, sampler.topP);
    reader.number("min_p", 0.0, 1.0, sampler.minP);
    reader.flag("greedy", sampler.greedy);
}

void readSettings(SceneReader& reader, SessionSettings& settings, const fs::path& folder)
{
    reader.text("method", [&](const QString& name) {
        const auto way = combinationNamed(name.toStdString());
        const auto chosen = way ? settingsFor(*way, settings) : tl::unexpected(way.error());
        if (chosen)
            settings = *chosen;
        else
            reader.note(chosen.error().sentence);
    });
    reader.text("verifier", settings.verifier);
    reader.text("shape", settings.shape);
    reader.text("draws", settings.draws);
    reader.text("fault", settings.fault);
    reader.number("k", 0, 4096, settings.draftLength);
    readSampler(reader, settings.sampler);
    reader.number("tokens", 1, 100'000'000, settings.maxTokens);
    if (const QJsonValue seed = reader.taken("seed"); !seed.isUndefined()) {
        bool isNumber = seed.isDouble() && seed.toDouble() >= 0 && seed.toDouble() < 9e15
            && seed.toDouble() == double(std::uint64_t(seed.toDouble()));
        const std::uint64_t number = isNumber ? std::uint64_t(seed.toDouble()) : seed.toString().toULongLong(&isNumber);
        if (isNumber)
            settings.seed = number;
        else
            reader.wrong("seed", SceneWords::tr("a whole number from 0"));
    }
    reader.object("options", [&](SceneReader& options) {
        for (const QString& key : options.keys())
            options.number(key.toUtf8(), -1'000'000'000, 1'000'000'000, settings.options[key.toStdString()]);
    });
    reader.object("files", [&](SceneReader& files) {
        for (const QString& key : files.keys())
            files.text(key.toUtf8(), [&](const QString& path) {
                settings.files[key.toStdString()] = fromSceneFolder(path.toStdString(), folder);
            });
    });
}

void readChat(SceneReader& reader, RunSetup& setup)
{
    reader.flag("chat", setup.isChat);
    reader.text("system", [&](const QString& words) { setup.system = words.toStdString(); });
    if (const QJsonValue turns = reader.taken("turns"); !turns.isUndefined()) {
        const QByteArray list = QJsonDocument(turns.toArray()).toJson(QJsonDocument::Compact);
        const auto conversation = readConversation(list.toStdString(), "\"turns\" of the scene");
        if (!turns.isArray())
            reader.wrong("turns", SceneWords::tr("a list of messages"));
        else if (conversation)
            setup.turns = *conversation;
        else
            reader.note(conversation.error().sentence);
    }
    if (!setup.isChat && (setup.system || !setup.turns.empty()))
        reader.wrong("chat", SceneWords::tr("true where there is “system” or “turns”"));
}

void readBatch(SceneReader& reader, BatchSetup& batch)
{
    reader.object("batch", [&](SceneReader& inner) {
        inner.number("sequences", 1, BatchSetup::most, batch.sequences);
        inner.texts("prompts", [&](const QStringList& prompts) {
            for (const QString& prompt : prompts)
                batch.prompts.push_back(prompt.toStdString());
        });
        inner.flag("in_step", batch.isSynchronised);
        inner.text("short_draft", [&](const QString& name) {
            const auto found = std::ranges::find(sceneRemedies, name);
            if (found == sceneRemedies.end())
                inner.wrong("short_draft",
                            SceneWords::tr("one of: %1").arg(QStringLiteral("two-tokens, extra-pass, crop")));
            else
                batch.shortDraft = ShortDraft(found - sceneRemedies.begin());
        });
    });
}

void readLooks(SceneReader& reader, Scene& scene)
{
    reader.text("workspace", [&](const QString& name) { scene.workspace = name; });
    reader.texts("panels", [&](const QStringList& names) { scene.panels = names; });
    reader.text("layout", [&](const QString& packed) { scene.layout = QByteArray::fromBase64(packed.toLatin1()); });
    reader.text("theme", [&](const QString& name) {
        for (const auto& [word, kind] : sceneThemes)
            if (name == QLatin1String(word))
                scene.theme = kind;
        if (!scene.theme)
            reader.wrong("theme",
                         SceneWords::tr("one of: %1").arg(QStringLiteral("light, dark, high-contrast, system")));
    });
    reader.text("language", [&](const QString& code) {
        if (const auto language = languageOf(code))
            scene.language = *language;
        else
            reader.wrong("language", SceneWords::tr("one of: %1").arg(QStringLiteral("en, de, system")));
    });
    if (reader.has("text_size")) {
        scene.textSize = 0;
        reader.number("text_size", 7.0, 24.0, *scene.textSize);
    }
    reader.flag("projector", scene.isProjected);
}

QJsonObject wayOf(const RunSetup& setup, const fs::path& folder)
{
    const SessionSettings& settings = setup.settings;
    QJsonObject json{{"method", qtText(settings.method)}, {"shape", qtText(settings.shape)},
                     {"k", settings.draftLength},         {"temperature", settings.sampler.temperature},
                     {"top_k", settings.sampler.topK},    {"top_p", settings.sampler.topP},
                     {"min_p", settings.sampler.minP},    {"tokens", settings.maxTokens},
                     {"prompt", qtText(setup.prompt)}};
    constexpr std::uint64_t mostInJson = 9'007'199'254'740'991;
    json["seed"] = settings.seed <= mostInJson ? QJsonValue(qint64(settings.seed)) : QString::number(settings.seed);
    for (const auto& [key, value] :
         {std::pair("verifier", &settings.verifier), {"draws", &settings.draws}, {"fault", &settings.fault}})
        if (!value->empty())
            json[QLatin1String(key)] = qtText(*value);
    if (settings.sampler.greedy)
        json["greedy"] = true;
    QJsonObject options, files;
    for (const auto& [name, value] : settings.options)
        options[qtText(name)] = value;
    for (const auto& [name, path] : settings.files)
        files[qtText(name)] = qtText(toSceneFolder(path, folder));
    if (!options.isEmpty())
        json["options"] = options;
    if (!files.isEmpty())
        json["files"] = files;
    if (setup.isChat)
        json["chat"] = true;
    if (setup.system)
        json["system"] = qtText(*setup.system);
    if (!setup.turns.empty())
        json["turns"] = QJsonDocument::fromJson(QByteArray::fromStdString(jsonOf(setup.turns))).array();
    return json;
}

QJsonObject batchOfScene(const BatchSetup& batch)
{
    QJsonArray prompts;
    for (const std::string& prompt : batch.prompts)
        prompts.append(qtText(prompt));
    return {{"sequences", batch.sequences},
            {"prompts", prompts},
            {"in_step", batch.isSynchronised},
            {"short_draft", QLatin1String(sceneRemedies[std::size_t(batch.shortDraft)])}};
}

} // namespace

Result<Position> momentOf(const QString& text)
{
    const QStringList parts = text.split(QLatin1Char(':'));
    bool isRound = false, isMoment = false;
    const int round = parts.value(0).toInt(&isRound), moment = parts.value(1).toInt(&isMoment);
    if (parts.size() != 2 || !isRound || !isMoment || round < 1 || round > 10'000 || moment < 0 || moment > 10'000)
        return noScene(
            SceneWords::tr("“%1” is not a moment: give ROUND:MOMENT, such as 3:8; rounds count from 1, moments from 0.")
                .arg(text));
    return Position{0, round - 1, moment};
}

QByteArray jsonOf(const Scene& scene, const fs::path& folder)
{
    QJsonObject json;
    if (scene.trace.empty()) {
        json = wayOf(scene.setup, folder);
        json["target"] = qtText(toSceneFolder(scene.setup.target, folder));
        if (!scene.setup.draft.empty())
            json["draft"] = qtText(toSceneFolder(scene.setup.draft, folder));
        if (scene.setup.batch != BatchSetup{})
            json["batch"] = batchOfScene(scene.setup.batch);
    } else {
        json["trace"] = qtText(toSceneFolder(scene.trace.string(), folder));
    }
    json["type"] = sceneType;
    json["format"] = Scene::currentFormat;
    if (scene.stops)
        json["stop"] = QJsonArray::fromStringList(wordsOf(*scene.stops));
    json["at"] = QStringLiteral("%1:%2").arg(scene.at.round + 1).arg(scene.at.moment);
    if (!scene.trace.empty() && scene.at.branch > 0)
        json["branch"] = scene.at.branch;
    if (!scene.workspace.isEmpty())
        json["workspace"] = scene.workspace;
    if (!scene.panels.isEmpty())
        json["panels"] = QJsonArray::fromStringList(scene.panels);
    if (!scene.layout.isEmpty())
        json["layout"] = QString::fromLatin1(scene.layout.toBase64());
    for (const auto& [word, kind] : sceneThemes)
        if (scene.theme == kind)
            json["theme"] = QLatin1String(word);
    if (scene.language)
        json["language"] = codeOf(*scene.language);
    if (scene.textSize)
        json["text_size"] = *scene.textSize;
    if (scene.isProjected)
        json["projector"] = true;
    return QJsonDocument(json).toJson();
}

Result<Scene> sceneOf(const QByteArray& bytes, const std::string& name, const fs::path& folder)
{
    QJsonParseError flaw;
    const QJsonDocument document = QJsonDocument::fromJson(bytes, &flaw);
    if (flaw.error != QJsonParseError::NoError)
        return noScene(SceneWords::tr("The scene %1 is damaged in line %2: correct it there.")
                           .arg(qtText(name))
                           .arg(bytes.left(flaw.offset).count('\n') + 1));
    const QJsonObject json = document.object();
    if (!document.isObject() || json["type"].toString() != sceneType)
        return noScene(
            SceneWords::tr("The file %1 is no scene: its “type” has to be “draftscope scene”.").arg(qtText(name)));
    SceneReader reader(json, name, {});
    [[maybe_unused]] const QJsonValue type = reader.taken("type");
    const QJsonValue format = reader.taken("format");
    if (format.toInt() > Scene::currentFormat)
        return noScene(
            SceneWords::tr("The scene %1 is of format %2, and this Draftscope knows %3: use a later version.")
                .arg(qtText(name))
                .arg(format.toInt())
                .arg(Scene::currentFormat));
    if (format.toInt() < 1)
        return noScene(SceneWords::tr("In the scene %1, “%2” has to be %3.")
                           .arg(qtText(name), QStringLiteral("format"),
                                SceneWords::tr("a whole number from %1 to %2").arg(1).arg(Scene::currentFormat)));

    DefaultSetup start = defaultSetup();
    Scene scene{.setup = std::move(start.setup)};
    reader.text("trace", [&](const QString& path) { scene.trace = fromSceneFolder(path.toStdString(), folder); });
    if (!scene.trace.empty())
        for (const char* key : {"target", "draft",  "method", "shape",  "verifier",    "draws", "fault", "options",
                                "files",  "k",      "prompt", "seed",   "temperature", "top_k", "top_p", "min_p",
                                "greedy", "tokens", "chat",   "system", "turns",       "batch"})
            if (reader.has(key))
                return noScene(
                    SceneWords::tr(
                        "The scene %1 has both “trace” and “%2”: a trace says that itself, so leave one out.")
                        .arg(qtText(name), QLatin1String(key)));
    const bool namesTarget = reader.has("target"), namesWay = reader.has("method") || reader.has("draft");
    reader.text("target",
                [&](const QString& path) { scene.setup.target = fromSceneFolder(path.toStdString(), folder); });
    if (namesTarget && !namesWay && scene.setup.target != defaultSetup().setup.target)
        chooseWayFor(scene.setup);
    reader.text("draft", [&](const QString& path) { scene.setup.draft = fromSceneFolder(path.toStdString(), folder); });
    readSettings(reader, scene.setup.settings, folder);
    reader.text("prompt", scene.setup.prompt);
    readChat(reader, scene.setup);
    readBatch(reader, scene.setup.batch);
    reader.texts("stop", [&](const QStringList& words) {
        if (const auto stops = stopsOf(words))
            scene.stops = *stops;
        else
            reader.note(stops.error().sentence);
    });
    reader.text("at", [&](const QString& words) {
        if (const auto at = momentOf(words))
            scene.at = *at;
        else
            reader.note(at.error().sentence);
    });
    if (!scene.trace.empty()) // a run that is decoded again has no other
        reader.number("branch", 0, 1'000'000, scene.at.branch);
    readLooks(reader, scene);
    if (const auto ended = reader.ended(); !ended)
        return tl::unexpected(ended.error());
    if (scene.trace.empty())
        if (const auto usable = check(scene.setup); !usable)
            return tl::unexpected(usable.error());
    return scene;
}

Result<void> saveScene(const fs::path& path, const Scene& scene)
{
    return replaceFile(path, jsonOf(scene, path.parent_path()).toStdString(), "scene");
}

Result<Scene> loadScene(const fs::path& path)
{
    const auto text = readTextFile(path, Scene::mostBytes);
    if (!text)
        return tl::unexpected(text.error());
    return sceneOf(QByteArray::fromStdString(*text), path.string(), path.parent_path());
}

} // namespace draftscope
