// SPDX-License-Identifier: MIT
#include "engine/analysis/lossless.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <span>
#include <utility>

#include "engine/analysis/lossless_configuration.h"

namespace draftscope {
Result<Pair> withOneTokenizer(Pair pair)
{
    if (!pair.draft)
        return fail("The losslessness check needs a draft model: choose a pair.");
    if (const auto fits = checkPair(*pair.target, *pair.draft); !fits)
        return tl::unexpected(fits.error());
    auto draft = std::make_shared<Model>(*pair.draft);
    draft->tokenizer = pair.target->tokenizer;
    pair.draft = std::move(draft);
    return pair;
}

int LosslessReport::count(LosslessVerdict verdict) const
{
    return int(std::ranges::count(cases, verdict, &LosslessCase::verdict));
}

bool LosslessReport::passed() const
{
    return count(LosslessVerdict::failed) == 0 && count(LosslessVerdict::passed) > 0 && untested.empty();
}

Result<LosslessReport> losslessCheck(const std::vector<LosslessSubject>& subjects, const LosslessOptions& options,
                                     std::shared_ptr<Backend> backend, const Progress& progress)
try {
    const auto memoising = std::make_shared<MemoisingBackend>(std::move(backend));
    std::size_t total = 0, done = 0;
    for (const LosslessSubject& subject : subjects)
        total += subject.samplers.size() * options.draftLengths.size();
    Progress part;
    part.cancelled = progress.cancelled;
    part.report = [&](double share, std::string_view what) {
        progress.tell((double(done) + share) / double(total), what);
    };

    LosslessReport report;
    SessionCounts counts;
    const auto run = [&](const LosslessSubject& subject, const SamplerSettings& sampler, int k) -> Result<void> {
        // Texts of its own for every configuration, so that chance does not strike all of them alike.
        const std::uint64_t seed = options.seed + done * 0x9E3779B97F4A7C15;
        LosslessConfiguration configuration(subject, sampler, k, seed, options, memoising, part);
        auto cases = configuration.run(subject.prompts[done % subject.prompts.size()]);
        if (!cases)
            return tl::unexpected(cases.error());
        std::ranges::move(*cases, std::back_inserter(report.cases));
        if (configuration.trial())
            report.trials.push_back(*configuration.trial());
        report.backend = configuration.backendName();
        counts.texts += configuration.counts().texts;
        counts.rounds += configuration.counts().rounds;
        counts.judged += configuration.counts().judged;
        counts.accepted += configuration.counts().accepted;
        ++done;
        return {};
    };
    for (LosslessSubject subject : subjects) {
        auto pair = withOneTokenizer(std::move(subject.pair));
        if (!pair)
            return tl::unexpected(pair.error());
        subject.pair = std::move(*pair);
        const std::size_t first = report.cases.size();
        for (const SamplerSettings& sampler : subject.samplers)
            for (const int k : options.draftLengths)
                if (const auto tested = run(subject, sampler, k); !tested)
                    return tl::unexpected(tested.error());
        // Greedy texts alone say nothing about sampling.
        const auto cases = std::span(report.cases).subspan(first);
        const bool samples =
            std::ranges::any_of(subject.samplers, [](const SamplerSettings& sampler) { return !sampler.isGreedy(); });
        if (std::ranges::none_of(cases, [&](const LosslessCase& one) {
                return one.verdict != LosslessVerdict::notTested && (!samples || !one.sampler.isGreedy());
            }))
            report.untested.push_back(subject.pair.target->name);
    }
    for (LosslessCase& one : report.cases)
        if (one.verdict != LosslessVerdict::notTested && one.pValue <= options.level / double(report.cases.size()))
            one.verdict = LosslessVerdict::failed;
    report.acceptanceRate = counts.judged > 0 ? double(counts.accepted) / double(counts.judged) : 0;
    report.roundsPerText = counts.texts > 0 ? double(counts.rounds) / double(counts.texts) : 0;
    return report;
} catch (const Cancelled&) {
    return fail("The losslessness check was cancelled.");
}

} // namespace draftscope
