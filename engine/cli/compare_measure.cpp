// SPDX-License-Identifier: MIT
#include "engine/cli/compare_measure.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "engine/analysis/speed.h"
#include "engine/cli/decode.h"

namespace draftscope {
namespace {

/// What all decodes of a row gave.
struct Measured {
    int prompts = 0;
    bool hasTrees = false;
    Metrics metrics;
    double timedTokens = 0, seconds = 0;
    double comparedTokens = 0, comparedSeconds = 0; ///< of prompts for which plain decoding was timed, too
    double plainTokens = 0, plainSeconds = 0;       ///< plain decoding's for these
    RoundTimes times;
    std::vector<std::pair<Metrics, Speed>> byPrompt;

    void add(const Decoded& decoded, const Decoded& plain)
    {
        if (decoded.timedSeconds > 0 && plain.timedSeconds > 0) {
            comparedTokens += double(decoded.timedTokens);
            comparedSeconds += decoded.timedSeconds;
            plainTokens += double(plain.timedTokens);
            plainSeconds += plain.timedSeconds;
        }
        ++prompts;
        metrics.add(decoded.metrics);
        timedTokens += double(decoded.timedTokens);
        seconds += decoded.timedSeconds;
        times.add(decoded.times);
        Speed speed = speedOf(decoded.metrics, decoded.times, &plain.times, hasTrees);
        speed.tokensPerSecond = decoded.tokensPerSecond; // by the clock on the wall, as all of them together
        speed.measuredSpeedUp.reset();
        if (decoded.tokensPerSecond && plain.tokensPerSecond)
            speed.measuredSpeedUp = *decoded.tokensPerSecond / *plain.tokensPerSecond;
        byPrompt.emplace_back(decoded.metrics, speed);
    }
    [[nodiscard]] std::optional<double> tokensPerSecond() const
    {
        return seconds > 0 ? std::optional(timedTokens / seconds) : std::nullopt;
    }
};

ComparisonRow rowOf(const Measured& measured, const Measured& plain)
{
    ComparisonRow row;
    row.prompts = measured.prompts;
    row.metrics = measured.metrics;
    row.tokensPerSecond = measured.tokensPerSecond();
    if (measured.plainTokens > 0 && measured.comparedSeconds > 0)
        row.speedUp = measured.comparedTokens / measured.comparedSeconds * measured.plainSeconds / measured.plainTokens;
    Speed speed = speedOf(measured.metrics, measured.times, &plain.times, measured.hasTrees);
    speed.tokensPerSecond = row.tokensPerSecond;
    speed.measuredSpeedUp = row.speedUp;
    row.costRatio = speed.costRatio;
    row.verifyRatio = speed.verifyRatio;
    row.predictedSpeedUp = speed.predictedSpeedUp;
    row.figures = figureValues(measured.metrics, speed, quartilesOf(measured.byPrompt));
    return row;
}

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
            addRows(result, kind, [&](double temperature, std::size_t way) -> const Measured& {
                return m_measured[{kind, temperature, way}];
            });
        addRows(result, "all", [&](double temperature, std::size_t way) -> const Measured& {
            return m_all[{temperature, way}];
        });
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
        for (std::size_t i = 0; i < m_ways.size(); ++i) {
            const std::size_t which = (i + std::size_t(number)) % m_ways.size();
            const Combination& way = m_ways[which];
            const Pair pair{m_pair.target, way.method->needsDraftModel ? m_pair.draft : nullptr};
            auto decoded = decode(pair, settingsAt(way, temperature), prompt.text, m_backend, m_quiet);
            if (!decoded)
                return tl::unexpected(decoded.error());
            if (m_progress.isCancelled())
                throw Cancelled();
            m_backendName = decoded->header.backend;
            given[which] = std::move(*decoded);
        }
        for (std::size_t i = 0; i < m_ways.size(); ++i)
            for (Measured* measured : {&m_measured[{prompt.kind, temperature, i}], &m_all[{temperature, i}]}) {
                measured->hasTrees = m_ways[i].shape && !m_ways[i].shape->isChain();
                measured->add(given[i], given[0]);
            }
        return {};
    }

    template <class MeasuredOf>
    void addRows(Comparison& result, const std::string& kind, const MeasuredOf& measuredOf)
    {
        for (const double temperature : m_plan.temperatures) {
            for (std::size_t i = 0; i < m_ways.size(); ++i) {
                ComparisonRow row = rowOf(measuredOf(temperature, i), measuredOf(temperature, 0));
                row.method = m_ways[i].name();
                row.kind = kind;
                row.temperature = temperature;
                result.rows.push_back(std::move(row));
            }
        }
    }

    const Pair& m_pair;
    const ComparisonPlan& m_plan;
    const std::shared_ptr<Backend>& m_backend;
    const Progress& m_progress;
    Progress m_quiet;                 ///< of one decode
    std::vector<Combination> m_ways;  ///< plain decoding first
    std::vector<std::string> m_kinds; ///< in the order in which they came
    std::map<std::tuple<std::string, double, std::size_t>, Measured> m_measured;
    std::map<std::pair<double, std::size_t>, Measured> m_all; ///< by temperature and way
    std::string m_backendName;
};

} // namespace

Result<Comparison> compare(const Pair& pair, const ComparisonPlan& plan, const std::shared_ptr<Backend>& backend,
                           const Progress& progress)
{
    return Comparing(pair, plan, backend, progress).run();
}

} // namespace draftscope
