// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/kept_session.h"

#include <algorithm>
#include <array>

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "engine/model/embedded.h"
#include "engine/session/methods.h"
#include "widgets/qt_text.h"

namespace draftscope {

namespace {

/// The context of what is said here.
struct KeptSessionWords {
    Q_DECLARE_TR_FUNCTIONS(KeptSessionWords)
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
            {"top_tokens", settings.topTokens}};
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

QByteArray jsonOf(const KeptSession& session)
{
    const RunSetup& setup = session.setup;
    QJsonObject json{{"format", currentFormat},        {"target", qtText(setup.target)},
                     {"draft", qtText(setup.draft)},   {"settings", jsonOf(setup.settings)},
                     {"prompt", qtText(setup.prompt)}, {"is_chat", setup.isChat}};
    if (setup.batch != BatchSetup{})
        json["batch"] = jsonOf(setup.batch);
    if (setup.system)
        json["system"] = qtText(*setup.system);
    if (!session.trace.empty())
        json["trace"] = qtText(session.trace.string());
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

Result<KeptSession> keptSessionOf(const QByteArray& bytes)
{
    const QJsonDocument document = QJsonDocument::fromJson(bytes);
    const QJsonObject json = document.object();
    if (!document.isObject() || json["format"].toInt() < 1)
        return fail("{}", KeptSessionWords::tr("What was kept of it is damaged.").toStdString());
    if (json["format"].toInt() > currentFormat)
        return fail("{}", KeptSessionWords::tr("It was kept by a later version of Draftscope.").toStdString());
    KeptSession session;
    RunSetup& setup = session.setup;
    setup.target = textIn(json, "target");
    setup.draft = textIn(json, "draft");
    setup.settings = settingsOf(json["settings"].toObject());
    setup.prompt = textIn(json, "prompt");
    setup.isChat = json["is_chat"].toBool();
    setup.batch = batchOf(json["batch"].toObject());
    if (json.contains("system"))
        setup.system = textIn(json, "system");
    if (json.contains("trace")) { // no model is needed
        session.trace = textIn(json, "trace");
        std::error_code ignored;
        if (!std::filesystem::exists(session.trace, ignored))
            return fail("{}",
                        KeptSessionWords::tr("The trace %1 is not there any more.")
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
