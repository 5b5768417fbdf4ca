// SPDX-License-Identifier: MIT
#include "engine/analysis/prompt_figures.h"

#include <algorithm>

namespace draftscope {
namespace {

constexpr ComparedFigure figures[] = {
    {"tokens_per_step", "tokens per step", 2, [](const WayFigures& way) { return way.metrics.tokensPerStep(); }},
    {"acceptance_rate", "acceptance rate", 3, [](const WayFigures& way) { return way.metrics.acceptanceRate(); }},
    {"draft_yield", "draft yield", 3, [](const WayFigures& way) { return way.metrics.draftYield(); }},
    {"cost_ratio", "cost ratio", 3, [](const WayFigures& way) { return way.speed.costRatio; }},
    {"verify_ratio", "verify ratio", 2, [](const WayFigures& way) { return way.speed.verifyRatio; }},
    {"predicted_speed_up", "predicted speed-up", 2, [](const WayFigures& way) { return way.speed.predictedSpeedUp; }},
    {"speed_up", "measured speed-up", 2, [](const WayFigures& way) { return way.speed.measuredSpeedUp; }},
    {"tokens_per_second", "tokens per second", 0, [](const WayFigures& way) { return way.speed.tokensPerSecond; }},
    {"ms_to_first_token", "ms to first token", 1, [](const WayFigures& way) { return way.speed.firstTokenMs; }},
    {"prompt_tokens_per_second", "prompt tokens per second", 0,
     [](const WayFigures& way) { return way.speed.promptTokensPerSecond; }},
    {"memory_mb", "memory", 1, [](const WayFigures& way) { return way.memory; }},
};

Speed speedBeside(const DecodeFigures& decode, const DecodeFigures* plain, Intervals intervals)
{
    return speedOf(decode.times, plain ? &plain->times : nullptr, decode.draftsTrees, intervals);
}

} // namespace

std::span<const ComparedFigure> comparedFigures()
{
    return figures;
}

bool isTimed(const ComparedFigure& figure)
{
    constexpr std::string_view untimed[] = {"tokens_per_step", "acceptance_rate", "draft_yield", "memory_mb"};
    return std::ranges::count(untimed, figure.name) == 0;
}

std::vector<std::optional<Quartiles>> quartilesOf(std::span<const WayFigures> prompts)
{
    std::vector<std::optional<Quartiles>> all;
    for (const ComparedFigure& figure : figures) {
        std::vector<double> values;
        for (const WayFigures& prompt : prompts)
            if (const auto value = figure.valueOf(prompt))
                values.push_back(*value);
        all.push_back(quartiles(values));
    }
    return all;
}

std::vector<FigureValue> figureValues(const WayFigures& way, const std::vector<std::optional<Quartiles>>& quartiles)
{
    std::vector<FigureValue> values;
    for (std::size_t f = 0; f < std::size(figures); ++f) {
        values.push_back({figures[f].valueOf(way), quartiles.empty() ? std::nullopt : quartiles.at(f)});
        if (figures[f].name == "speed_up")
            values.back().interval = way.speed.speedUpInterval;
    }
    return values;
}

void DecodeFigures::add(const TimedRound& round)
{
    if (round.record.round == metrics.rounds())
        metrics.add(round.record);
    times.add(round);
}

void DecodeFigures::add(const std::vector<FirstToken>& firstTokens, const std::vector<TimedRound>& rounds)
{
    for (const FirstToken& first : firstTokens)
        times.add(first);
    for (const TimedRound& round : rounds)
        add(round);
}

DecodesByPrompt::DecodesByPrompt(int ways, int prompts)
    : m_prompts(prompts), m_decodes(std::size_t(ways), std::vector<Decode>(std::size_t(prompts)))
{
}

void DecodesByPrompt::add(int way, int prompt, DecodeFigures figures)
{
    m_decodes.at(std::size_t(way)).at(std::size_t(prompt)) = {std::move(figures), {}};
}

void DecodesByPrompt::refuse(int way, int prompt, std::string sentence)
{
    m_decodes.at(std::size_t(way)).at(std::size_t(prompt)) = {std::nullopt, std::move(sentence)};
}

DecodeFigures& DecodesByPrompt::decodeOf(int way, int prompt)
{
    Decode& decode = m_decodes.at(std::size_t(way)).at(std::size_t(prompt));
    return decode.figures ? *decode.figures : decode.figures.emplace();
}

const std::optional<DecodeFigures>& DecodesByPrompt::at(int way, int prompt) const
{
    return m_decodes.at(std::size_t(way)).at(std::size_t(prompt)).figures;
}

bool DecodesByPrompt::isRefused(int way, int prompt) const
{
    return !m_decodes.at(std::size_t(way)).at(std::size_t(prompt)).whyNot.empty();
}

std::string DecodesByPrompt::whyOut(int way) const
{
    std::string why;
    for (const Decode& decode : m_decodes.at(std::size_t(way))) {
        if (decode.figures)
            return {};
        if (why.empty())
            why = decode.whyNot;
    }
    return why;
}

bool DecodesByPrompt::isOut(int way) const
{
    return !whyOut(way).empty();
}

bool DecodesByPrompt::isLeftOut(int prompt) const
{
    for (int way = 0; way < ways(); ++way)
        if (!isOut(way) && !m_decodes[std::size_t(way)][std::size_t(prompt)].whyNot.empty())
            return true;
    return false;
}

int DecodesByPrompt::leftOut() const
{
    int count = 0;
    for (int prompt = 0; prompt < m_prompts; ++prompt)
        count += isLeftOut(prompt) ? 1 : 0;
    return count;
}

std::string DecodesByPrompt::whyLeftOut() const
{
    for (int prompt = 0; prompt < m_prompts; ++prompt)
        for (int way = 0; way < ways(); ++way)
            if (const Decode& decode = m_decodes[std::size_t(way)][std::size_t(prompt)];
                !isOut(way) && !decode.whyNot.empty())
                return decode.whyNot;
    return {};
}

std::vector<int> DecodesByPrompt::counted(int way) const
{
    std::vector<int> ofAll, own;
    std::vector<int> running;
    for (int each = 0; each < ways(); ++each)
        if (!isOut(each))
            running.push_back(each);
    for (int prompt = 0; prompt < m_prompts; ++prompt) {
        if (!at(way, prompt) || isLeftOut(prompt))
            continue;
        own.push_back(prompt);
        if (std::ranges::all_of(running, [&](int each) { return at(each, prompt).has_value(); }))
            ofAll.push_back(prompt);
    }
    return ofAll.empty() ? own : ofAll;
}

FiguresOverPrompts DecodesByPrompt::over(int way, int plain) const
{
    return over(way, plain, counted(way));
}

FiguresOverPrompts DecodesByPrompt::over(int way, int plain, std::span<const int> prompts) const
{
    FiguresOverPrompts result;
    DecodeFigures all, allPlain;
    std::vector<WayFigures> byPrompt;
    bool hasPlain = plain >= 0;
    for (const int prompt : prompts) {
        const DecodeFigures& decode = *at(way, prompt);
        const DecodeFigures* const beside = plain >= 0 && at(plain, prompt) ? &*at(plain, prompt) : nullptr;
        ++result.prompts;
        all.metrics.add(decode.metrics);
        all.times.add(decode.times);
        all.draftsTrees |= decode.draftsTrees;
        hasPlain &= beside != nullptr;
        if (beside)
            allPlain.times.add(beside->times);
        byPrompt.push_back({decode.metrics, speedBeside(decode, beside, Intervals::none), decode.memory});
        if (decode.memory)
            result.memory = std::max(result.memory.value_or(0), *decode.memory);
    }
    result.metrics = all.metrics;
    result.speed = speedBeside(all, hasPlain ? &allPlain : nullptr, way == plain ? Intervals::none : Intervals::wanted);
    result.quartiles = quartilesOf(byPrompt);
    return result;
}

} // namespace draftscope
