// SPDX-License-Identifier: MIT
#include "engine/cli/bench_measure.h"

#include <algorithm>
#include <filesystem>
#include <numeric>

#include <unistd.h>

#include "engine/analysis/statistics.h"
#include "engine/cli/decode.h"

namespace draftscope {
namespace {

constexpr int tracedTopTokens = 16;
constexpr int contextBeforeRows = 64;

double medianOrZero(const std::vector<double>& values)
{
    return median(values).value_or(0);
}

/// Decodes the three ways in turn and collects what each turn gave.
class Turns {
public:
    Turns(const Pair& pair, const BenchPlan& plan, const std::shared_ptr<Backend>& backend, const Progress& progress)
        : m_pair(pair), m_plan(plan), m_backend(backend), m_progress(progress),
          m_file(std::filesystem::temp_directory_path() / fmt::format("draftscope-bench-{}.jsonl", getpid()))
    {
    }
    ~Turns()
    {
        std::error_code ignored;
        std::filesystem::remove(m_file, ignored);
    }
    Turns(const Turns&) = delete;
    Turns& operator=(const Turns&) = delete;

    Result<void> takeOne(int turn, bool keep)
    {
        SessionSettings plain = m_plan.settings;
        plain.seed += std::uint64_t(turn);
        plain.topTokens = 0;
        SessionSettings drafted = plain, traced = plain;
        plain.method = "plain";
        traced.topTokens = tracedTopTokens;
        const Pair target{m_pair.target, nullptr};
        const auto a = decode(target, plain, m_plan.prompt, m_backend, m_progress);
        const auto b = decode(m_pair, drafted, m_plan.prompt, m_backend, m_progress);
        const auto c = decode(m_pair, traced, m_plan.prompt, m_backend, m_progress, {m_file});
        if (m_progress.isCancelled())
            throw Cancelled();
        for (const auto* run : {&a, &b, &c}) {
            if (!*run)
                return tl::unexpected(run->error());
            if (!(*run)->tokensPerSecond)
                return fail("The measurement was too short: let it run with more --tokens.");
            if ((*run)->traceError)
                return tl::unexpected(*(*run)->traceError);
        }
        if (keep)
            collect(*a, *b, *c);
        return {};
    }

    void report(BenchReport& report) const
    {
        report.plainTokensPerSecond = medianOrZero(m_plain);
        report.twoModelTokensPerSecond = medianOrZero(m_drafted);
        report.tracedTokensPerSecond = medianOrZero(m_traced);
        report.measuredSpeedUp = medianOrZero(m_speedUps);
        report.tracingCost = medianOrZero(m_tracingCosts);
        report.acceptanceRate = m_metrics.acceptanceRate();
        report.tokensPerStep = m_metrics.tokensPerStep();
        report.plainStepMs = medianOrZero(m_plainSteps);
        report.draftStepMs = medianOrZero(m_draftSteps);
        report.verifyMs = medianOrZero(m_verifies);
        report.phases = m_phases;
    }

private:
    void collect(const Decoded& plain, const Decoded& drafted, const Decoded& traced)
    {
        m_plain.push_back(*plain.tokensPerSecond);
        m_drafted.push_back(*drafted.tokensPerSecond);
        m_traced.push_back(*traced.tokensPerSecond);
        m_speedUps.push_back(*drafted.tokensPerSecond / *plain.tokensPerSecond);
        m_tracingCosts.push_back(1 - *traced.tokensPerSecond / *drafted.tokensPerSecond);
        const auto append = [](std::vector<double>& to, const std::vector<double>& from) {
            to.insert(to.end(), from.begin(), from.end());
        };
        append(m_plainSteps, plain.times.verifyPasses());
        append(m_draftSteps, drafted.times.draftSteps());
        append(m_verifies, drafted.times.verifyPasses());
        const auto sum = [](const std::vector<double>& times) {
            return std::accumulate(times.begin(), times.end(), 0.0);
        };
        m_phases.draft += sum(drafted.times.draftSteps());
        m_phases.verify += sum(drafted.times.verifyPasses());
        m_phases.sample += sum(drafted.sampleTimes);
        m_metrics.add(drafted.metrics);
    }

    const Pair& m_pair;
    const BenchPlan& m_plan;
    const std::shared_ptr<Backend>& m_backend;
    const Progress m_progress;
    std::filesystem::path m_file;
    std::vector<double> m_plain, m_drafted, m_traced, m_speedUps, m_tracingCosts, m_plainSteps, m_draftSteps,
        m_verifies;
    PhaseTotals m_phases;
    Metrics m_metrics;
};

} // namespace

Result<BenchReport> bench(const Pair& pair, const BenchPlan& plan, const std::shared_ptr<Backend>& backend,
                          const Progress& progress)
{
    BenchReport report;
    Progress quiet; // of what a turn is made of: what is shown is the turns
    quiet.cancelled = progress.cancelled;
    Turns turns(pair, plan, backend, quiet);
    // Turn 0 warms caches and the clock and is not counted.
    for (int turn = 0; turn <= plan.turns; ++turn) {
        progress.tell(double(turn) / (plan.turns + 1), "Decoding with and without a draft");
        if (Result<void> taken = turns.takeOne(turn, turn > 0); !taken)
            return tl::unexpected(taken.error());
    }
    turns.report(report);
    const std::vector<int> rowCounts = {1, 2, 4, 8, 16};
    const int context = std::min(contextBeforeRows, pair.target->config.contextLength - rowCounts.back());
    auto pass = backend->makePass(pair.target, context + rowCounts.back(), quiet);
    if (!pass)
        return tl::unexpected(pass.error());
    report.rows = timeRows(**pass, rowCounts, context, 4 * plan.turns + 1, progress);
    report.backend = (*pass)->backendName();
    report.bytesPerToken = double(pair.target->weights.bytesPerPass());
    pass->reset(); // one at a time was planned
    auto stages = timeStages(*backend, pair.target, tokensToMeasure(context, pair.target->config.vocabularySize), 1,
                             4 * plan.turns + 1, progress);
    if (!stages)
        return tl::unexpected(stages.error());
    report.stages = std::move(*stages);
    report.bandwidth = report.stages.bandwidth;
    return report;
}

} // namespace draftscope
