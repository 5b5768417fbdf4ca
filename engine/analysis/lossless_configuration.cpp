// SPDX-License-Identifier: MIT
#include "engine/analysis/lossless_configuration.h"

#include <utility>

namespace draftscope {
namespace {

/// What the target writes when it takes the likeliest token each time.
std::vector<TokenId> greedyText(const Model& target, ContextDistributions& alone, int length)
{
    std::vector<TokenId> text;
    for (int context = ContextDistributions::root; int(text.size()) < length;) {
        text.push_back(alone.at(context).front().token);
        if (target.isEndOfText(text.back()))
            break;
        context = alone.after(context, text.back());
    }
    return text;
}

} // namespace

LosslessConfiguration::LosslessConfiguration(const LosslessSubject& subject, const SamplerSettings& sampler,
                                             int draftLength, std::uint64_t seed, const LosslessOptions& options,
                                             const std::shared_ptr<MemoisingBackend>& backend, const Progress& progress)
    : m_subject(subject), m_sampler(sampler), m_draftLength(draftLength), m_seed(seed), m_options(options),
      m_backend(backend), m_progress(progress)
{
}

Result<std::vector<LosslessCase>> LosslessConfiguration::run(const std::string& prompt)
{
    return m_sampler.isGreedy() ? compareGreedyTexts() : compareSampledTexts(prompt);
}

void LosslessConfiguration::tell(double share) const
{
    m_progress.tell(share, m_subject.pair.target->name);
    if (m_progress.isCancelled())
        throw Cancelled();
}

Result<std::vector<LosslessCase>> LosslessConfiguration::compareSampledTexts(const std::string& prompt)
{
    auto trial =
        LosslessTrial::create({m_subject, m_options, m_sampler, m_draftLength, m_seed, prompt}, m_backend, m_progress);
    if (!trial)
        return tl::unexpected(trial.error());
    m_backendName = (*trial)->backendName();
    (*trial)->drawUpTo(m_subject.texts, m_progress);
    m_counts = (*trial)->counts();
    m_trial = (*trial)->figures();
    return m_trial->cases;
}

Result<std::vector<LosslessCase>> LosslessConfiguration::compareGreedyTexts()
{
    const SessionSettings settings = losslessSessionSettings(m_subject, m_sampler, m_draftLength, m_seed, m_options);
    int different = 0;
    LosslessCase one;
    one.pair = m_subject.pair.target->name;
    one.sampler = m_sampler;
    one.draftLength = m_draftLength;
    for (std::size_t i = 0; i < m_subject.prompts.size(); ++i) {
        tell(double(i) / double(m_subject.prompts.size()));
        auto prepared =
            LosslessTexts::create(m_subject, settings, m_subject.prompts[i], m_options, m_backend, m_progress);
        if (!prepared)
            return tl::unexpected(prepared.error());
        m_backendName = prepared->texts.backendName();
        const std::vector<TokenId> written = prepared->texts.write(std::uint32_t(i), m_progress);
        different += written != greedyText(*m_subject.pair.target, prepared->target, prepared->length);
        one.tokens = prepared->length;
        m_counts.add(prepared->texts, 1);
    }
    one.test = "the target's own text";
    one.prompt = m_subject.prompts.front();
    one.samples = int(m_subject.prompts.size());
    one.pValue = different == 0 ? 1 : 0;
    one.verdict = LosslessVerdict::passed;
    if (different > 0)
        one.reason = fmt::format("{} of {} texts are not the target's", different, one.samples);
    return std::vector{one};
}

} // namespace draftscope
