// SPDX-License-Identifier: MIT
// Fields of a whole run, of its setup, of the measurement beside it, and of what others have published.
#include <algorithm>

#include "engine/analysis/published_figures.h"
#include "engine/core/utf8.h"
#include "engine/lessons/lesson_fields.h"

namespace draftscope {
namespace {

constexpr auto nothing = LessonField::Takes::nothing;

FieldValue orNotKnown(const std::optional<double>& value, const LessonFieldUse& use,
                      LessonValue::Unit unit = asProbability)
{
    return value ? FieldValue(LessonValue::of(*value, unit))
                 : notKnown(use.field->name, "nothing was drafted that it counts");
}

FieldFunction metricField(std::optional<double> (Metrics::*metric)() const)
{
    return [metric](const LessonScene& scene, const LessonFieldUse& use) {
        return orNotKnown((scene.metrics().*metric)(), use);
    };
}

FieldFunction countField(int (Metrics::*count)() const)
{
    return [count](const LessonScene& scene, const LessonFieldUse&) {
        return LessonValue::of((scene.metrics().*count)());
    };
}

FieldValue survivalField(const LessonScene& scene, const LessonFieldUse& use)
{
    return orNotKnown(scene.metrics().survivalAt(use.number), use);
}

FieldValue acceptanceField(const LessonScene& scene, const LessonFieldUse& use)
{
    return orNotKnown(scene.metrics().conditionalAcceptanceAt(use.number), use);
}

/// In how many rounds all drafts were accepted.
FieldValue allAcceptedField(const LessonScene& scene, const LessonFieldUse&)
{
    int rounds = 0;
    for (int round = 0; round < scene.recording().roundCount(0); ++round) {
        const RoundRecord& record = scene.recording().round(0, round);
        rounds += !record.nodes.empty() && record.acceptedCount() == int(record.nodes.size());
    }
    return LessonValue::of(rounds);
}

std::string firstWords(std::string text)
{
    constexpr std::size_t most = 60;
    for (char& letter : text)
        letter = letter == '\n' ? ' ' : letter;
    text = asUtf8(trimmed(text));
    if (text.size() <= most)
        return text;
    const std::string_view beginning = beginningOf(text, most);
    return std::string(beginning.substr(0, beginning.rfind(' '))) + " …";
}

FieldValue textField(const LessonScene& scene, const LessonFieldUse&)
{
    std::string text;
    const Recording& recording = scene.recording();
    for (int round = 0; round < recording.roundCount(0); ++round)
        for (const CommittedToken& token : recording.round(0, round).committed)
            text += recording.tokenBytes(token.token);
    return LessonValue::of(firstWords(std::move(text)));
}

const TraceHeader& headerOf(const LessonScene& scene)
{
    return scene.recording().header();
}

FieldValue draftName(const LessonScene& scene, const LessonFieldUse& use)
{
    return headerOf(scene).draft ? FieldValue(LessonValue::of(headerOf(scene).draft->name))
                                 : notKnown(use.field->name, "there is no draft model");
}

enum class OfModel : std::uint8_t { target, draft };
FieldFunction modelField(double (*count)(const ModelRecord& model), OfModel which)
{
    return [count, which](const LessonScene& scene, const LessonFieldUse& use) -> FieldValue {
        if (which == OfModel::target)
            return LessonValue::of(count(headerOf(scene).target));
        return headerOf(scene).draft ? FieldValue(LessonValue::of(count(*headerOf(scene).draft)))
                                     : notKnown(use.field->name, "there is no draft model");
    };
}

double parametersOf(const ModelRecord& model)
{
    return double(model.parameters);
}

double layersOf(const ModelRecord& model)
{
    return model.layers;
}

double vocabularyOf(const ModelRecord& model)
{
    return model.vocabulary;
}

FieldFunction headerField(std::string (*text)(const TraceHeader& header))
{
    return [text](const LessonScene& scene, const LessonFieldUse&) { return LessonValue::of(text(headerOf(scene))); };
}

FieldFunction setupField(double (*number)(const LessonRun& run))
{
    return [number](const LessonScene& scene, const LessonFieldUse&) { return LessonValue::of(number(scene.run())); };
}

/// Nothing is wrong with a field that has not been measured yet.
FieldFunction measuredField(std::optional<double> (*figure)(const LessonMeasured& measured),
                            LessonValue::Unit unit = asProbability)
{
    return [figure, unit](const LessonScene& scene, const LessonFieldUse&) {
        const auto& measured = scene.run().measured;
        const auto value = measured ? figure(*measured) : std::nullopt;
        return value ? LessonValue::of(*value, unit) : LessonValue{};
    };
}

std::optional<ExpectedLength> bestOf(const LessonMeasured& measured, const LessonScene& scene)
{
    const auto alpha = scene.metrics().acceptanceRate();
    if (!alpha || !measured.costs)
        return std::nullopt;
    return bestLength(expectedByLength(*alpha, *measured.costs, 16));
}

/// Of the best length by theory.
FieldFunction bestField(LessonValue (*figure)(const ExpectedLength& best))
{
    return [figure](const LessonScene& scene, const LessonFieldUse&) {
        const auto best = scene.run().measured ? bestOf(*scene.run().measured, scene) : std::nullopt;
        return best ? figure(*best) : LessonValue{};
    };
}

FieldValue breakEvenField(const LessonScene& scene, const LessonFieldUse&)
{
    const auto& measured = scene.run().measured;
    const auto alpha =
        measured && measured->costs ? leastUsefulAcceptance(*measured->costs, 16) : std::optional<double>();
    return alpha ? LessonValue::of(*alpha, asProbability) : LessonValue{};
}

/// Of a number of rows that passes of this run really had.
FieldValue passField(const LessonScene& scene, const LessonFieldUse& use)
{
    const auto& measured = scene.run().measured;
    if (!measured || !measured->costs || !measured->plainStep || !measured->costs->isMeasured(use.number))
        return LessonValue{};
    return LessonValue::of(measured->costs->verifyRatio(use.number) * *measured->plainStep,
                           LessonValue::Unit::milliseconds);
}

FieldFunction publishedField(LessonValue (*figure)(const PublishedFigures& published))
{
    return [figure](const LessonScene&, const LessonFieldUse& use) {
        const auto& all = allPublishedFigures();
        const auto found = std::ranges::find(all, std::string_view(use.name), &PublishedFigures::name);
        return found != all.end() ? FieldValue(figure(*found))
                                  : notKnown(use.field->name, "no such figures are published");
    };
}

} // namespace

std::vector<LessonField> runFields()
{
    constexpr auto number = LessonField::Takes::number;
    constexpr auto published = LessonField::Takes::published;
    return {
        {"rounds", nothing, countField(&Metrics::rounds)},
        {"tokens", nothing, countField(&Metrics::committed)},
        {"accepted in all", nothing, countField(&Metrics::accepted)},
        {"judged in all", nothing, countField(&Metrics::judged)},
        {"drafted in all", nothing, countField(&Metrics::drafted)},
        {"all accepted rounds", nothing, allAcceptedField},
        {"tokens per step", nothing, metricField(&Metrics::tokensPerStep)},
        {"alpha", nothing, metricField(&Metrics::acceptanceRate)},
        {"acceptance rate", nothing, metricField(&Metrics::acceptanceRate)},
        {"draft yield", nothing, metricField(&Metrics::draftYield)},
        {"expected tokens", nothing, metricField(&Metrics::expectedTokensPerStep)},
        {"survival at", number, survivalField},
        {"acceptance at", number, acceptanceField},
        {"text", nothing, textField},
        {"prompt", nothing, headerField([](const TraceHeader& h) { return firstWords(h.prompt); })},
        {"K", nothing, setupField([](const LessonRun& run) { return double(run.setup.settings.draftLength); })},
        {"temperature", nothing,
         setupField([](const LessonRun& run) { return run.setup.settings.sampler.temperature; })},
        {"seed", nothing, setupField([](const LessonRun& run) { return double(run.setup.settings.seed); })},
        {"texts", nothing, setupField([](const LessonRun& run) { return double(run.texts.size()); })},
        {"target", nothing, headerField([](const TraceHeader& h) { return h.target.name; })},
        {"draft", nothing, draftName},
        {"method", nothing, headerField([](const TraceHeader& h) { return h.method; })},
        {"verifier", nothing, headerField([](const TraceHeader& h) { return h.verifier; })},
        {"fault", nothing, headerField([](const TraceHeader& h) { return h.fault; })},
        {"vocabulary", nothing, modelField(vocabularyOf, OfModel::target)},
        {"target parameters", nothing, modelField(parametersOf, OfModel::target)},
        {"draft parameters", nothing, modelField(parametersOf, OfModel::draft)},
        {"target layers", nothing, modelField(layersOf, OfModel::target)},
        {"draft layers", nothing, modelField(layersOf, OfModel::draft)},
        {"published tokens per step", published,
         publishedField([](const PublishedFigures& f) { return LessonValue::of(f.tokensPerStep, asProbability); })},
        {"published speed-up", published,
         publishedField([](const PublishedFigures& f) { return LessonValue::of(f.speedUp, asProbability); })},
        {"published source", published,
         publishedField([](const PublishedFigures& f) { return LessonValue::of(std::string(f.source)); })},
    };
}

std::vector<LessonField> measuredFields()
{
    using Measured = LessonMeasured;
    constexpr auto ms = LessonValue::Unit::milliseconds;
    const auto figure = [](std::string_view name, std::optional<double> (*of)(const Measured&),
                           LessonValue::Unit unit = asProbability) {
        return LessonField{name, nothing, measuredField(of, unit), true};
    };
    return {
        figure("tokens per step, measured", [](const Measured& m) { return m.tokensPerStep; }),
        figure("speed-up, measured", [](const Measured& m) { return m.speed.measuredSpeedUp; }),
        figure("speed-up, expected", [](const Measured& m) { return m.speed.predictedSpeedUp; }),
        figure("speed-up, from",
               [](const Measured& m) {
                   return m.speed.speedUpInterval ? std::optional(m.speed.speedUpInterval->lower) : std::nullopt;
               }),
        figure("speed-up, to",
               [](const Measured& m) {
                   return m.speed.speedUpInterval ? std::optional(m.speed.speedUpInterval->upper) : std::nullopt;
               }),
        figure("tokens per second, measured", [](const Measured& m) { return m.speed.tokensPerSecond; }),
        figure("plain tokens per second, measured", [](const Measured& m) { return m.plainTokensPerSecond; }),
        figure("c", [](const Measured& m) { return m.speed.costRatio; }),
        figure("v", [](const Measured& m) { return m.speed.verifyRatio; }),
        figure(
            "plain step", [](const Measured& m) { return m.plainStep; }, ms),
        figure(
            "draft step", [](const Measured& m) { return m.draftStep; }, ms),
        figure(
            "verify pass", [](const Measured& m) { return m.verifyPass; }, ms),
        {"pass of", LessonField::Takes::rows, passField, true},
        {"theory K", nothing, bestField([](const ExpectedLength& best) { return LessonValue::of(best.draftLength); }),
         true},
        {"theory speed-up", nothing,
         bestField([](const ExpectedLength& best) { return LessonValue::of(best.speedUp, asProbability); }), true},
        {"break-even alpha", nothing, breakEvenField, true},
    };
}

} // namespace draftscope
