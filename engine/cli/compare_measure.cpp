// SPDX-License-Identifier: MIT
#include "engine/cli/compare_measure.h"

#include <algorithm>
#include <map>

#include "engine/cli/decode.h"

namespace draftscope {
namespace {

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
    }

    Result<Comparison> run()
    {
        Comparison result;
        int number = 0;
        // Once unmeasured, so that caches and the clock are warm for whoever comes first.
        if (const auto warm = decode({m_pair.target, nullptr}, settingsAt(m_ways[0], 0), m_plan.prompts.front().text,
                                     m_backend, m_quiet);
            !warm)
            return tl::unexpected(warm.error());
        for (const Prompt& prompt : m_plan.prompts) {
            m_progress.tell(double(number) / double(m_plan.prompts.size()), "Decoding with every method in turn");
            if (m_progress.isCancelled())
                throw Cancelled();
            for (const double temperature : m_plan.temperatures)
                if (const auto done = decodeAll(prompt, temperature, number); !done)
                    return tl::unexpected(done.error());
            ++number;
        }
        result.backend = m_backendName;
        for (const std::string& kind : m_kinds)
            addRows(result, kind, [&](const Prompt& prompt) { return prompt.kind == kind; });
        addRows(result, "all", [](const Prompt&) { return true; });
        return result;
    }

private:
    [[nodiscard]] SessionSettings settingsAt(const Combination& way, double temperature) const
    {
        SessionSettings settings = m_plan.settings;
        settings.sampler.temperature = temperature;
        settings.topTokens = 0;
        return settingsFor(way, std::move(settings)).value(); // checked before
    }

    /// Every method begins once in a while.
    Result<void> decodeAll(const Prompt& prompt, double temperature, int number)
    {
        if (std::ranges::count(m_kinds, prompt.kind) == 0)
            m_kinds.push_back(prompt.kind);
        std::vector<Decoded> given(m_ways.size());
        std::vector<std::optional<double>> memory(m_ways.size());
        for (std::size_t i = 0; i < m_ways.size(); ++i) {
            const std::size_t which = (i + std::size_t(number)) % m_ways.size();
            const Combination& way = m_ways[which];
            const Pair pair{m_pair.target, way.method->needsDraftModel ? m_pair.draft : nullptr};
            const SessionSettings settings = settingsAt(way, temperature);
            auto decoded = decode(pair, settings, prompt.text, m_backend, m_quiet);
            if (!decoded)
                return tl::unexpected(decoded.error());
            if (m_progress.isCancelled())
                throw Cancelled();
            m_backendName = decoded->header.backend;
            given[which] = std::move(*decoded);
            memory[which] = memoryOf(pair, settings, prompt.text);
        }
        std::vector<DecodeFigures>& figures = m_figures[temperature].emplace_back();
        for (std::size_t i = 0; i < m_ways.size(); ++i)
            figures.push_back({std::move(given[i].metrics), std::move(given[i].times),
                               m_ways[i].shape && !m_ways[i].shape->isChain(), memory[i]});
        return {};
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

    /// Over the prompts that are in.
    template <class IsIn>
    void addRows(Comparison& result, const std::string& kind, const IsIn& isIn)
    {
        std::vector<std::size_t> prompts;
        for (std::size_t i = 0; i < m_plan.prompts.size(); ++i)
            if (isIn(m_plan.prompts[i]))
                prompts.push_back(i);
        for (const double temperature : m_plan.temperatures) {
            DecodesByPrompt decodes(int(m_ways.size()), int(prompts.size()));
            for (std::size_t p = 0; p < prompts.size(); ++p)
                for (std::size_t way = 0; way < m_ways.size(); ++way)
                    decodes.add(int(way), int(p), m_figures.at(temperature)[prompts[p]][way]);
            for (std::size_t way = 0; way < m_ways.size(); ++way)
                result.rows.push_back({m_ways[way].name(), kind, temperature, decodes.over(int(way), 0)});
        }
    }

    const Pair& m_pair;
    const ComparisonPlan& m_plan;
    const std::shared_ptr<Backend>& m_backend;
    const Progress& m_progress;
    Progress m_quiet;                                                    ///< of one decode
    std::vector<Combination> m_ways;                                     ///< plain decoding first
    std::vector<std::string> m_kinds;                                    ///< in the order in which they came
    std::map<double, std::vector<std::vector<DecodeFigures>>> m_figures; ///< by temperature, prompt, way
    std::string m_backendName;
};

} // namespace

Result<Comparison> compare(const Pair& pair, const ComparisonPlan& plan, const std::shared_ptr<Backend>& backend,
                           const Progress& progress)
{
    return Comparing(pair, plan, backend, progress).run();
}

} // namespace draftscope
