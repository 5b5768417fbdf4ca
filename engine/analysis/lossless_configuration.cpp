// SPDX-License-Identifier: MIT
#include "engine/analysis/lossless_configuration.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "engine/analysis/favoured_tokens_test.h"
#include "engine/analysis/joint_distribution_test.h"
#include "engine/analysis/quantile_tests.h"
#include "engine/core/random.h"
#include "engine/session/faults.h"
#include "engine/session/methods.h"

namespace draftscope {
namespace {

using Text = std::vector<TokenId>;

constexpr int jointTokens = 4;
/// A distribution whose likeliest token has more than this leaves no choice that would be worth a test.
constexpr double openBelow = 0.95;
/// What a model's distributions may take; see also SampledTexts.
constexpr std::size_t contextsMemoryLimit = std::size_t(256) << 20;

/// What the target writes when it takes the likeliest token each time.
Text greedyText(const Model& target, ContextDistributions& alone, int length)
{
    Text text;
    for (int context = ContextDistributions::root; int(text.size()) < length;) {
        text.push_back(alone.at(context).front().token);
        if (target.isEndOfText(text.back()))
            break;
        context = alone.after(context, text.back());
    }
    return text;
}

} // namespace

void SessionCounts::add(const SampledTexts& written, int number)
{
    texts += number;
    rounds += written.rounds();
    judged += written.judged();
    accepted += written.accepted();
}

LosslessConfiguration::LosslessConfiguration(const LosslessSubject& subject, const SamplerSettings& sampler,
                                             int draftLength, std::uint64_t seed, const LosslessOptions& options,
                                             const std::shared_ptr<MemoisingBackend>& backend, const Progress& progress)
    : m_subject(subject), m_options(options), m_backend(backend), m_progress(progress)
{
    m_settings = options.settings;
    const Method& method = **methodNamed(m_settings.method);
    for (const MethodOption& option : method.options)
        if (!m_settings.options.contains(option.name))
            setOption(m_settings, option.name, option.smallest);
    for (const MethodFile& file : method.files) {
        const auto path = subject.files.find(file.name);
        setFile(m_settings, file.name, path == subject.files.end() ? std::string() : path->second);
    }
    m_settings.draftLength = draftLength;
    m_settings.sampler = sampler;
    m_settings.topTokens = 0;
    m_settings.maxTokens = std::max({subject.tokens, draftLength + 1, jointTokens});
    m_settings.seed = seed;
    if (sampler.isGreedy() && !check(m_settings)) { // siblings are then the likeliest, which most rules are not for
        m_settings.verifier.clear();
        m_settings.draws.clear();
    }
    if (!options.fault.empty())
        if (auto broken = settingsWithFault(m_settings, options.fault))
            m_settings = std::move(*broken);
    m_common.pair = subject.pair.target->name;
    m_common.sampler = sampler;
    m_common.draftLength = draftLength;
}

Result<std::vector<LosslessCase>> LosslessConfiguration::run(const std::string& prompt)
{
    const auto done = m_settings.sampler.isGreedy() ? compareGreedyTexts() : compareSampledTexts(prompt);
    if (!done)
        return tl::unexpected(done.error());
    return std::move(m_cases);
}

void LosslessConfiguration::tell(double share) const
{
    m_progress.tell(share, m_common.pair);
    if (m_progress.isCancelled())
        throw Cancelled();
}

/// Texts after a prompt, and what the models alone say there.
struct LosslessConfiguration::Prepared {
    SampledTexts texts;
    ContextDistributions target, draft;
    int length = 0;                ///< of the texts, unless they end
    std::size_t draftedLength = 0; ///< of their beginning, as far as the draft's context goes

    /// Looks at every token of a text by the distributions that it should have been drawn from; v(i) is a uniform
    /// number of token i's own. False where the target could not have written the text.
    template <class Uniforms>
    bool follow(const Text& text, const Model& model, const Uniforms& v, std::span<TokenQuantile> quantiles,
                FavouredTokensTest& favoured)
    {
        int context = ContextDistributions::root, draftContext = ContextDistributions::root;
        TokenId previous = texts.prompt().back();
        bool hasEnded = false;
        for (std::size_t i = 0; i < quantiles.size(); ++i) {
            TokenQuantile& here = quantiles[i];
            here = {previous, v(i), false};
            if (hasEnded != (i >= text.size()))
                return false;
            if (hasEnded)
                continue;
            const PossibleTokens& possible = target.at(context);
            const PossibleToken* const entry = find(possible, text[i]);
            if (!entry)
                return false;
            if (std::ranges::max(possible, {}, &PossibleToken::p).p < openBelow) {
                here.quantile =
                    std::min(entry->below + here.quantile * entry->p, 1 - 0x1p-53); // sums may round up to 1
                here.isOpen = true;
            }
            if (i < draftedLength) {
                favoured.add(possible, draft.at(draftContext), text[i]);
                draftContext = draft.after(draftContext, text[i]);
            }
            hasEnded = model.isEndOfText(text[i]);
            context = target.after(context, text[i]);
            previous = text[i];
        }
        return true;
    }
};

Result<LosslessConfiguration::Prepared> LosslessConfiguration::prepare(const std::string& prompt)
{
    auto texts = SampledTexts::create(m_subject.pair, m_settings, prompt, m_subject.data, m_backend,
                                      m_options.brokenDraftTemperature, m_progress);
    if (!texts)
        return tl::unexpected(texts.error());
    const Model& target = *m_subject.pair.target;
    const int promptLength = int(texts->prompt().size()), room = target.config.contextLength - promptLength;
    if (room < jointTokens)
        return fail("The prompt has {} tokens and the context of {} holds {}, and the losslessness check writes {} "
                    "more: shorten the prompt.",
                    promptLength, target.name, target.config.contextLength, jointTokens);
    auto targetAlone = texts->targetAlone(m_progress), draftAlone = texts->draftAlone(m_progress);
    for (const auto* alone : {&targetAlone, &draftAlone})
        if (!*alone)
            return tl::unexpected(alone->error());
    m_backendName = texts->backendName();
    const int length = std::min(m_settings.maxTokens, room);
    const int draftRoom = m_subject.pair.draft->config.contextLength - promptLength;
    return Prepared{std::move(*texts), std::move(*targetAlone), std::move(*draftAlone), length,
                    std::size_t(std::clamp(draftRoom, 0, length))};
}

Result<void> LosslessConfiguration::compareSampledTexts(const std::string& prompt)
{
    auto prepared = prepare(prompt);
    if (!prepared)
        return tl::unexpected(prepared.error());
    const Model& target = *m_subject.pair.target;
    JointDistributionTest joint(jointTokens);
    QuantileTests quantiles(prepared->length);
    FavouredTokensTest favoured;
    std::vector<TokenQuantile> row(std::size_t(prepared->length), TokenQuantile{});
    int impossible = 0;
    for (int i = 0; i < m_subject.texts; ++i) {
        tell(double(i) / m_subject.texts);
        prepared->target.forgetBeyond(contextsMemoryLimit);
        prepared->draft.forgetBeyond(contextsMemoryLimit);
        const Text text = prepared->texts.write(std::uint32_t(i), m_progress);
        joint.add(text);
        const auto v = [&](std::size_t position) { // sequence 2: no session and no broken draft uses it
            return uniform(m_settings.seed, 2, std::uint32_t(i), std::uint32_t(position), Purpose::plain);
        };
        if (prepared->follow(text, target, v, row, favoured))
            quantiles.add(row);
        else
            ++impossible;
    }
    m_counts.add(prepared->texts, m_subject.texts);
    m_common.prompt = prompt;
    m_common.samples = m_subject.texts;

    const int length = prepared->length;
    const auto jointly = joint.compare(prepared->target, target);
    addCase(fmt::format("joint distribution of tokens 1 to {}", jointTokens), jointTokens, jointly.chiSquare,
            impossible, "no two texts are likely enough for so few samples");
    m_cases.back().totalVariation = jointly.totalVariation;
    const char* const noChoice = "the target hardly ever has a choice of tokens after this prompt";
    addCase("each token given the one before it", length, quantiles.givenPrevious(), impossible, noChoice);
    addCase(fmt::format("correlations of tokens 1 to {} apart", length - 1), length, quantiles.correlations(),
            impossible, noChoice);
    addCase("share of tokens that the draft favours", length, favoured.chiSquare(), impossible,
            "the draft favours hardly any token over the target");
    return {};
}

void LosslessConfiguration::addCase(std::string test, int tokens, const ChiSquare& values, int impossible,
                                    const char* whyNot)
{
    LosslessCase& one = m_cases.emplace_back(m_common);
    one.test = std::move(test);
    one.tokens = tokens;
    one.chiSquare = values.statistic;
    one.degreesOfFreedom = values.degreesOfFreedom;
    one.pValue = values.pValue;
    one.verdict = LosslessVerdict::passed;
    if (impossible > 0) {
        one.chiSquare = std::numeric_limits<double>::infinity();
        one.pValue = 0;
        one.reason = fmt::format("the target could not have written {} of the texts", impossible);
    } else if (one.degreesOfFreedom == 0) {
        one.verdict = LosslessVerdict::notTested;
        one.reason = whyNot;
    }
}

Result<void> LosslessConfiguration::compareGreedyTexts()
{
    int different = 0;
    LosslessCase& one = m_cases.emplace_back(m_common);
    for (std::size_t i = 0; i < m_subject.prompts.size(); ++i) {
        tell(double(i) / double(m_subject.prompts.size()));
        auto prepared = prepare(m_subject.prompts[i]);
        if (!prepared)
            return tl::unexpected(prepared.error());
        const Text written = prepared->texts.write(std::uint32_t(i), m_progress);
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
    return {};
}

} // namespace draftscope
