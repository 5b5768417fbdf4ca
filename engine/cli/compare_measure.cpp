// SPDX-License-Identifier: MIT
#include "engine/cli/compare_measure.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <span>

#include "engine/analysis/decodes_in_turn.h"
#include "engine/session/methods.h"
#include "engine/session/tree_size.h"

namespace draftscope {
namespace {

constexpr std::size_t waysAtATime = 3; ///< beside plain decoding: more sessions take more memory

class Comparing {
public:
    Comparing(const Pair& pair, const ComparisonPlan& plan, const std::shared_ptr<Backend>& backend,
              const Progress& progress)
        : m_pair(pair), m_plan(plan), m_backend(backend), m_progress(progress)
    {
        m_quiet.cancelled = progress.cancelled;
        m_ways.push_back({*methodNamed("plain")});
        for (const Combination& way : plan.ways)
            if (way.method->drafts())
                m_ways.push_back(way);
        for (const double temperature : plan.temperatures)
            m_decodes.emplace(temperature, DecodesByPrompt(int(m_ways.size()), int(plan.prompts.size())));
    }

    Result<Comparison> run()
    {
        Comparison result;
        const auto start = std::chrono::steady_clock::now();
        const auto seconds = [&] {
            return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        };
        do {
            if (const auto done = decodeAllOnce(result.repetitions); !done)
                return tl::unexpected(done.error());
            ++result.repetitions;
            result.isSettled = seconds() >= std::min(m_plan.rule.leastSeconds, m_plan.rule.mostSeconds) && areSettled();
        } while (!result.isSettled && seconds() < m_plan.rule.mostSeconds);
        result.backend = m_backendName;
        result.steadiness = steadiness();
        std::vector<std::string> textKinds;
        for (const Prompt& prompt : m_plan.prompts)
            if (std::ranges::count(textKinds, prompt.kind) == 0)
                textKinds.push_back(prompt.kind);
        for (const std::string& kind : textKinds)
            addRows(result, kind, [&](const Prompt& prompt) { return prompt.kind == kind; });
        addRows(result, "all", [](const Prompt&) { return true; });
        return result;
    }

private:
    [[nodiscard]] SessionSettings settingsAt(const Combination& way, double temperature) const
    {
        SessionSettings settings = settingsOfWay(m_plan, way, temperature).value(); // checked before
        settings.topTokens = 0;
        return settings;
    }

    [[nodiscard]] Pair pairFor(const Combination& way) const
    {
        return {m_pair.target, way.method->needsDraftModel ? m_pair.draft : nullptr};
    }

    Result<void> decodeAllOnce(int repetition)
    {
        for (std::size_t prompt = 0; prompt < m_plan.prompts.size(); ++prompt) {
            m_progress.tell(double(prompt) / double(m_plan.prompts.size()),
                            repetition == 0 ? "Decoding with every method in turn"
                                            : "Again, until the figures are stable");
            for (const double temperature : m_plan.temperatures)
                if (const auto done = decodePrompt(int(prompt), temperature); !done)
                    return done;
        }
        return {};
    }

    /// Plain decoding goes on from group to group, and to the end of its text behind the last.
    Result<void> decodePrompt(int prompt, double temperature)
    {
        std::unique_ptr<MeasuredDecode> plain;
        bool hasPlainEnded = false;
        for (std::size_t first = 1; first == 1 || first < m_ways.size(); first += waysAtATime) {
            std::vector<int> group{0};
            for (std::size_t way = first; way < std::min(first + waysAtATime, m_ways.size()); ++way)
                group.push_back(int(way));
            const bool isLast = first + waysAtATime >= m_ways.size();
            if (const auto done = decodeGroup(group, prompt, temperature, plain, hasPlainEnded, isLast); !done)
                return done;
        }
        return {};
    }

    Result<void> decodeGroup(const std::vector<int>& group, int prompt, double temperature,
                             std::unique_ptr<MeasuredDecode>& plain, bool& hasPlainEnded, bool isLast)
    {
        const std::string& text = m_plan.prompts[std::size_t(prompt)].text;
        std::vector<DecodesInTurn::Begin> begins;
        for (const int number : group) {
            const Combination& way = m_ways[std::size_t(number)];
            const Pair models = pairFor(way);
            auto settings = withTreeSize(models, settingsAt(way, temperature), m_backend, 1, m_quiet);
            if (!settings)
                return tl::unexpected(settings.error());
            auto data = openMethodData(models, *settings);
            if (!data)
                return tl::unexpected(data.error());
            begins.push_back([this, models, &text, with = std::move(*settings), opened = std::move(*data)](
                                 const Progress& progress) -> Result<std::unique_ptr<MeasuredDecode>> {
                auto session = Session::create(models, with, text, opened, m_backend, progress);
                if (!session)
                    return tl::unexpected(session.error());
                m_backendName = (*session)->header().backend;
                return measured(std::move(*session));
            });
            DecodeFigures& figures = m_decodes.at(temperature).decodeOf(number, prompt);
            figures.draftsTrees = way.shape && !way.shape->isChain();
            if (!figures.memory)
                figures.memory = memoryOf(pairFor(way), settingsAt(way, temperature), text);
        }
        DecodesInTurn turns(std::move(begins), m_lap);
        turns.goOnWith(0, std::move(plain));
        std::vector<bool> hasEnded(group.size(), false);
        hasEnded[0] = hasPlainEnded || !isLast;
        while (!std::ranges::all_of(hasEnded, [](bool ended) { return ended; })) {
            if (m_progress.isCancelled())
                throw Cancelled();
            const auto lap = turns.lap(m_quiet);
            if (!lap)
                return tl::unexpected(lap.error());
            for (const MeasuredTurn& turn : *lap) {
                take(turn, m_decodes.at(temperature).decodeOf(group[std::size_t(turn.decode)], prompt));
                if (turn.endsText)
                    hasEnded[std::size_t(turn.decode)] = true;
                hasPlainEnded |= turn.decode == 0 && turn.endsText;
            }
        }
        m_lap = turns.nextLap();
        plain = turns.release(0);
        return {};
    }

    void take(const MeasuredTurn& turn, DecodeFigures& figures)
    {
        m_threads = std::max(m_threads, turn.threads);
        figures.add(turn.firstTokens, turn.rounds);
    }

    /// Planned megabytes; nothing where they cannot be planned.
    [[nodiscard]] std::optional<double> memoryOf(const Pair& pair, const SessionSettings& settings,
                                                 const std::string& prompt) const
    {
        const auto passes = passesFor(pair, settings, prompt);
        if (!passes)
            return std::nullopt;
        const auto plan = m_backend->plan(*passes);
        return plan ? std::optional(double(plan->taken()) / 1e6) : std::nullopt;
    }

    [[nodiscard]] bool areSettled() const
    {
        for (const auto& [temperature, decodes] : m_decodes)
            for (int way = 1; way < decodes.ways(); ++way) {
                const Speed speed = decodes.over(way, 0).speed;
                if (!speed.measuredSpeedUp)
                    continue; // its texts end with the round that reads the prompt: more of them say no more
                if (!speed.speedUpInterval || speed.speedUpInterval->relativeHalfWidth() > m_plan.rule.halfWidth)
                    return false;
            }
        return true;
    }

    [[nodiscard]] Steadiness steadiness() const
    {
        std::vector<const RoundTimes*> times;
        for (const auto& [temperature, decodes] : m_decodes)
            for (int way = 0; way < decodes.ways(); ++way)
                for (int prompt = 0; prompt < decodes.prompts(); ++prompt)
                    times.push_back(&decodes.at(way, prompt)->times);
        return steadinessOf(times, m_threads);
    }

    /// Over the prompts that are in.
    template <class IsIn>
    void addRows(Comparison& result, const std::string& kind, const IsIn& isIn)
    {
        std::vector<int> prompts;
        for (std::size_t i = 0; i < m_plan.prompts.size(); ++i)
            if (isIn(m_plan.prompts[i]))
                prompts.push_back(int(i));
        for (const double temperature : m_plan.temperatures)
            for (std::size_t way = 0; way < m_ways.size(); ++way)
                result.rows.push_back(
                    {m_ways[way].name(), kind, temperature, m_decodes.at(temperature).over(int(way), 0, prompts)});
    }

    const Pair& m_pair;
    const ComparisonPlan& m_plan;
    const std::shared_ptr<Backend>& m_backend;
    const Progress& m_progress;
    Progress m_quiet;                            ///< of one decode
    std::vector<Combination> m_ways;             ///< plain decoding first
    std::map<double, DecodesByPrompt> m_decodes; ///< by temperature
    std::string m_backendName;
    int m_lap = 0, m_threads = 0;
};

} // namespace

Result<SessionSettings> settingsOfWay(const ComparisonPlan& plan, const Combination& way, double temperature)
{
    SessionSettings given = plan.settings;
    given.sampler.temperature = temperature;
    auto settings = settingsFor(way, std::move(given));
    if (!settings || !way.method->drafts())
        return settings;
    if (!plan.settings.draws.empty())
        settings->draws = plan.settings.draws;
    settings->fault = plan.settings.fault;
    if (const auto fine = check(*settings); !fine)
        return tl::unexpected(fine.error());
    return settings;
}

Result<Comparison> compare(const Pair& pair, const ComparisonPlan& plan, const std::shared_ptr<Backend>& backend,
                           const Progress& progress)
{
    return Comparing(pair, plan, backend, progress).run();
}

} // namespace draftscope
