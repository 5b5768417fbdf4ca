// SPDX-License-Identifier: MIT
#include "engine/cli/compare_measure.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "engine/analysis/statistics.h"
#include "engine/cli/decode.h"

namespace draftscope {
namespace {

/// What all decodes of a row gave.
struct Measured {
    int prompts = 0;
    Metrics metrics;
    std::size_t timedTokens = 0;
    double seconds = 0;
    std::vector<double> draftTimes;
    std::map<int, std::vector<double>> passTimes; ///< by rows

    void add(const Decoded& decoded)
    {
        ++prompts;
        metrics.add(decoded.metrics);
        timedTokens += decoded.timedTokens;
        seconds += decoded.timedSeconds;
        draftTimes.insert(draftTimes.end(), decoded.draftTimes.begin(), decoded.draftTimes.end());
        for (std::size_t i = 0; i < decoded.verifyTimes.size(); ++i)
            passTimes[decoded.verifyRows[i]].push_back(decoded.verifyTimes[i]);
    }
    /// Milliseconds of a target pass.
    [[nodiscard]] std::optional<double> passTime() const
    {
        double total = 0;
        std::size_t passes = 0;
        for (const auto& [rows, times] : passTimes) {
            total += *median(times) * double(times.size());
            passes += times.size();
        }
        return passes > 0 ? std::optional(total / double(passes)) : std::nullopt;
    }
    [[nodiscard]] std::optional<double> tokensPerSecond() const
    {
        return timedTokens > 0 && seconds > 0 ? std::optional(double(timedTokens) / seconds) : std::nullopt;
    }
};

ComparisonRow rowOf(const Measured& measured, const Measured& plain)
{
    ComparisonRow row;
    row.prompts = measured.prompts;
    row.metrics = measured.metrics;
    row.tokensPerSecond = measured.tokensPerSecond();
    if (row.tokensPerSecond && plain.tokensPerSecond())
        row.speedUp = *row.tokensPerSecond / *plain.tokensPerSecond();
    const std::optional<double> plainStep = plain.passTime();
    const auto ratio = [&](std::optional<double> time) {
        return time && plainStep && *plainStep > 0 ? std::optional(*time / *plainStep) : std::nullopt;
    };
    row.costRatio = ratio(median(measured.draftTimes));
    row.verifyRatio = ratio(measured.passTime());
    const auto expected = measured.metrics.expectedTokensPerStep();
    if (expected && row.costRatio && row.verifyRatio) {
        const double drafted = double(measured.metrics.drafted()) / measured.metrics.rounds();
        row.predictedSpeedUp = *expected / (drafted * *row.costRatio + *row.verifyRatio);
    }
    return row;
}

class Comparing {
public:
    Comparing(const Pair& pair, const ComparisonPlan& plan, const std::shared_ptr<Backend>& backend,
              const Progress& progress)
        : m_pair(pair), m_plan(plan), m_backend(backend), m_progress(progress)
    {
        m_quiet.cancelled = progress.cancelled;
        m_methods.push_back(*methodNamed("plain"));
        for (const Method* method : plan.methods)
            if (method->drafts())
                m_methods.push_back(method);
    }

    Result<Comparison> run()
    {
        Comparison result;
        int number = 0;
        for (const Prompt& prompt : m_plan.prompts) {
            m_progress.tell(double(number) / double(m_plan.prompts.size()), "Decoding with every method in turn");
            if (m_progress.isCancelled())
                throw Cancelled();
            if (const auto fits = passesFor(m_pair, settingsFor(*m_methods[0], 0), prompt.text); !fits) {
                if (++result.leftOut == 1)
                    result.whyLeftOut = fits.error().sentence;
                continue;
            }
            for (const double temperature : m_plan.temperatures)
                if (const auto done = decodeAll(prompt, temperature, number); !done)
                    return tl::unexpected(done.error());
            ++number;
        }
        if (number == 0)
            return fail("None of the prompts can be decoded: {}", result.whyLeftOut);
        result.backend = m_backendName;
        for (const std::string& kind : m_kinds)
            addRows(result, kind);
        addRows(result, allKinds);
        return result;
    }

private:
    using Key = std::tuple<std::string, double, const Method*>;

    [[nodiscard]] SessionSettings settingsFor(const Method& method, double temperature) const
    {
        SessionSettings settings = m_plan.settings;
        settings.method = method.name;
        settings.sampler.temperature = temperature;
        settings.topTokens = 0;
        std::erase_if(settings.options, [&](const auto& option) { return !method.option(option.first); });
        return settings;
    }

    /// Every method begins once in a while.
    Result<void> decodeAll(const Prompt& prompt, double temperature, int number)
    {
        if (std::ranges::count(m_kinds, prompt.kind) == 0)
            m_kinds.push_back(prompt.kind);
        for (std::size_t i = 0; i < m_methods.size(); ++i) {
            const Method& method = *m_methods[(i + std::size_t(number)) % m_methods.size()];
            const Pair pair{m_pair.target, method.needsDraftModel ? m_pair.draft : nullptr};
            const auto decoded = decode(pair, settingsFor(method, temperature), prompt.text, m_backend, m_quiet);
            if (!decoded)
                return tl::unexpected(decoded.error());
            if (m_progress.isCancelled())
                throw Cancelled();
            m_backendName = decoded->header.backend;
            m_measured[{prompt.kind, temperature, &method}].add(*decoded);
            m_measured[{allKinds, temperature, &method}].add(*decoded);
        }
        return {};
    }

    void addRows(Comparison& result, const std::string& kind)
    {
        for (const double temperature : m_plan.temperatures) {
            const Measured& plain = m_measured[{kind, temperature, m_methods[0]}];
            for (const Method* method : m_methods) {
                ComparisonRow row = rowOf(m_measured[{kind, temperature, method}], plain);
                row.method = std::string(method->name);
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
    Progress m_quiet; ///< of one decode
    std::vector<const Method*> m_methods;
    const std::string allKinds = "all";
    std::vector<std::string> m_kinds; ///< in the order in which they came
    std::map<Key, Measured> m_measured;
    std::string m_backendName;
};

} // namespace

Result<Comparison> compare(const Pair& pair, const ComparisonPlan& plan, const std::shared_ptr<Backend>& backend,
                           const Progress& progress)
{
    return Comparing(pair, plan, backend, progress).run();
}

} // namespace draftscope
