// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/navigation/workspace_state.h"

#include <algorithm>
#include <array>

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "engine/catalogue/embedded.h"
#include "engine/session/methods.h"
#include "widgets/style/qt_text.h"

namespace draftscope {

namespace {

/// The context of what is said here.
struct WorkspaceStateWords {
    Q_DECLARE_TR_FUNCTIONS(WorkspaceStateWords)
};

constexpr int currentFormat = 1;

QJsonObject jsonOf(const SamplerSettings& sampler)
{
    return {{"temperature", sampler.temperature},
            {"top_k", sampler.topK},
            {"top_p", sampler.topP},
            {"min_p", sampler.minP},
            {"greedy", sampler.greedy}};
}

QJsonObject jsonOf(const SessionSettings& settings)
{
    QJsonObject options, files;
    for (const auto& [name, value] : settings.options)
        options[qtText(name)] = value;
    for (const auto& [name, path] : settings.files)
        files[qtText(name)] = qtText(path);
    return {{"method", qtText(settings.method)},
            {"options", options},
            {"files", files},
            {"verifier", qtText(settings.verifier)},
            {"shape", qtText(settings.shape)},
            {"draws", qtText(settings.draws)},
            {"fault", qtText(settings.fault)},
            {"draft_length", settings.draftLength},
            {"sampler", jsonOf(settings.sampler)},
            {"seed", QString::number(settings.seed)}, // numbers in JSON are doubles
            {"max_tokens", settings.maxTokens},
            {"top_tokens", settings.topTokens},
            {"whole_prompt", settings.isWholePrompt}};
}

std::string textIn(const QJsonObject& object, const char* key, const std::string& otherwise = {})
{
    return object[QLatin1String(key)].toString(qtText(otherwise)).toStdString();
}

SamplerSettings samplerOf(const QJsonObject& json)
{
    SamplerSettings sampler;
    sampler.temperature = json["temperature"].toDouble(sampler.temperature);
    sampler.topK = json["top_k"].toInt(sampler.topK);
    sampler.topP = json["top_p"].toDouble(sampler.topP);
    sampler.minP = json["min_p"].toDouble(sampler.minP);
    sampler.greedy = json["greedy"].toBool(sampler.greedy);
    return sampler;
}

SessionSettings settingsOf(const QJsonObject& json)
{
    SessionSettings settings;
    settings.method = textIn(json, "method", settings.method);
    const QJsonObject options = json["options"].toObject(), files = json["files"].toObject();
    for (auto each = options.begin(); each != options.end(); ++each)
        settings.options[each.key().toStdString()] = each.value().toInt();
    for (auto each = files.begin(); each != files.end(); ++each)
        settings.files[each.key().toStdString()] = each.value().toString().toStdString();
    settings.verifier = textIn(json, "verifier");
    settings.shape = textIn(json, "shape", settings.shape);
    settings.draws = textIn(json, "draws");
    settings.fault = textIn(json, "fault");
    settings.draftLength = json["draft_length"].toInt(settings.draftLength);
    settings.sampler = samplerOf(json["sampler"].toObject());
    settings.seed = json["seed"].toString(QString::number(settings.seed)).toULongLong();
    settings.maxTokens = json["max_tokens"].toInt(settings.maxTokens);
    settings.topTokens = json["top_tokens"].toInt(settings.topTokens);
    settings.isWholePrompt = json["whole_prompt"].toBool();
    return settings;
}

constexpr std::array remedies{"two-tokens", "extra-pass", "crop"}; ///< by ShortDraft, as draftscope-cli names them

QJsonObject jsonOf(const BatchSetup& batch)
{
    QJsonArray prompts;
    for (const std::string& prompt : batch.prompts)
        prompts.append(qtText(prompt));
    return {{"sequences", batch.sequences},
            {"prompts", prompts},
            {"in_step", batch.isSynchronised},
            {"short_draft", QLatin1String(remedies[std::size_t(batch.shortDraft)])}};
}

BatchSetup batchOf(const QJsonObject& json)
{
    BatchSetup batch;
    batch.sequences = json["sequences"].toInt(batch.sequences);
    for (const QJsonValue& prompt : json["prompts"].toArray())
        batch.prompts.push_back(prompt.toString().toStdString());
    batch.isSynchronised = json["in_step"].toBool();
    const auto named = std::ranges::find(remedies, json["short_draft"].toString());
    if (named != remedies.end())
        batch.shortDraft = ShortDraft(named - remedies.begin());
    return batch;
}

QJsonObject jsonOf(const StopConditions& stops)
{
    QJsonArray tokens;
    for (const TokenId token : stops.tokens)
        tokens.append(int(token));
    QJsonObject json{{"rejection", stops.onRejection},
                     {"all_accepted", stops.onAllAccepted},
                     {"end_of_text", stops.onEndOfText},
                     {"tokens", tokens}};
    if (stops.acceptanceBelow)
        json["acceptance_below"] = *stops.acceptanceBelow;
    if (stops.residualAbove)
        json["residual_above"] = *stops.residualAbove;
    if (stops.atRound)
        json["round"] = *stops.atRound;
    return json;
}

StopConditions stopsOf(const QJsonObject& json)
{
    StopConditions stops;
    stops.onRejection = json["rejection"].toBool();
    stops.onAllAccepted = json["all_accepted"].toBool();
    stops.onEndOfText = json["end_of_text"].toBool();
    for (const QJsonValue& token : json["tokens"].toArray())
        stops.tokens.push_back(TokenId(token.toInt()));
    if (json.contains("acceptance_below"))
        stops.acceptanceBelow = json["acceptance_below"].toDouble();
    if (json.contains("residual_above"))
        stops.residualAbove = json["residual_above"].toDouble();
    if (json.contains("round"))
        stops.atRound = std::max(json["round"].toInt(), 0);
    return stops;
}

QJsonObject jsonOf(const Position& position)
{
    return {{"branch", position.branch}, {"round", position.round}, {"moment", position.moment}};
}

Position positionOf(const QJsonObject& json)
{
    return {std::max(json["branch"].toInt(), 0), std::max(json["round"].toInt(), 0),
            std::max(json["moment"].toInt(), 0)};
}

QJsonArray jsonOf(const std::vector<BookmarkRecord>& bookmarks)
{
    QJsonArray json;
    for (const BookmarkRecord& bookmark : bookmarks) {
        QJsonObject each = jsonOf(bookmark.at);
        each["name"] = qtText(bookmark.name);
        json.append(each);
    }
    return json;
}

std::vector<BookmarkRecord> bookmarksOf(const QJsonArray& json)
{
    std::vector<BookmarkRecord> bookmarks;
    for (const QJsonValue& each : json)
        bookmarks.push_back({positionOf(each.toObject()), textIn(each.toObject(), "name")});
    return bookmarks;
}

/// That the models are where they were.
Result<void> checkModels(const RunSetup& setup)
{
    if (const auto target = resolveModel(setup.target); !target)
        return tl::unexpected(target.error());
    const auto method = methodNamed(setup.settings.method);
    if (!method)
        return tl::unexpected(method.error());
    if ((*method)->needsDraftModel)
        if (const auto draft = resolveModel(setup.draft); !draft)
            return tl::unexpected(draft.error());
    return {};
}

} // namespace

QByteArray jsonOf(const WorkspaceState& session)
{
    const RunSetup& setup = session.setup;
    QJsonObject json{{"format", currentFormat},        {"target", qtText(setup.target)},
                     {"draft", qtText(setup.draft)},   {"settings", jsonOf(setup.settings)},
                     {"prompt", qtText(setup.prompt)}, {"is_chat", setup.isChat},
                     {"stops", jsonOf(session.stops)}, {"moment", jsonOf(session.moment)}};
    if (!session.bookmarks.empty())
        json["bookmarks"] = jsonOf(session.bookmarks);
    if (setup.batch != BatchSetup{})
        json["batch"] = jsonOf(setup.batch);
    if (setup.system)
        json["system"] = qtText(*setup.system);
    if (!setup.turns.empty())
        json["turns"] = qtText(jsonOf(setup.turns));
    if (!session.trace.empty())
        json["trace"] = qtText(session.trace.string());
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

Result<WorkspaceState> keptSessionOf(const QByteArray& bytes)
{
    const QJsonDocument document = QJsonDocument::fromJson(bytes);
    const QJsonObject json = document.object();
    if (!document.isObject() || json["format"].toInt() < 1)
        return fail("{}", WorkspaceStateWords::tr("What was kept of it is damaged.").toStdString());
    if (json["format"].toInt() > currentFormat)
        return fail("{}", WorkspaceStateWords::tr("It was kept by a later version of Draftscope.").toStdString());
    WorkspaceState session;
    RunSetup& setup = session.setup;
    setup.target = textIn(json, "target");
    setup.draft = textIn(json, "draft");
    setup.settings = settingsOf(json["settings"].toObject());
    setup.prompt = textIn(json, "prompt");
    setup.isChat = json["is_chat"].toBool();
    setup.batch = batchOf(json["batch"].toObject());
    if (json.contains("system"))
        setup.system = textIn(json, "system");
    if (json.contains("turns")) {
        const auto turns = readConversation(textIn(json, "turns"), "The conversation");
        if (!turns)
            return tl::unexpected(turns.error());
        setup.turns = *turns;
    }
    if (json.contains("stops")) // earlier versions kept none
        session.stops = stopsOf(json["stops"].toObject());
    session.moment = positionOf(json["moment"].toObject());
    session.bookmarks = bookmarksOf(json["bookmarks"].toArray());
    if (json.contains("trace")) { // no model is needed
        session.trace = textIn(json, "trace");
        std::error_code ignored;
        if (!std::filesystem::exists(session.trace, ignored))
            return fail("{}",
                        WorkspaceStateWords::tr("The trace %1 is not there any more.")
                            .arg(qtText(session.trace.string()))
                            .toStdString());
        return session;
    }
    if (const auto usable = check(setup); !usable)
        return tl::unexpected(usable.error());
    if (const auto models = checkModels(setup); !models)
        return tl::unexpected(models.error());
    return session;
}

} // namespace draftscope
