// SPDX-License-Identifier: MIT
#include "engine/analysis/lossless.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <utility>

#include "engine/analysis/joint_distribution_test.h"
#include "engine/analysis/quantile_tests.h"
#include "engine/analysis/sampled_texts.h"
#include "engine/core/random.h"

namespace draftscope {
namespace {

using Text = std::vector<TokenId>;

constexpr int jointTokens = 4;
/// A distribution whose likeliest token has more than this leaves no choice that would be worth a test.
constexpr double openBelow = 0.95;
/// What the target's distributions may take; see also SampledTexts.
constexpr std::size_t memoryLimit = std::size_t(256) << 20;

/// The quantiles of a text under the target alone; v(i) is a uniform number of token i's own. False where the target
/// could not have written the text.
bool quantilesOf(const Text& text, const Model& target, ContextDistributions& alone, TokenId lastOfPrompt,
                 const std::function<double(std::size_t)>& v, std::span<TokenQuantile> quantiles)
{
    int context = ContextDistributions::root;
    TokenId previous = lastOfPrompt;
    bool hasEnded = false;
    for (std::size_t i = 0; i < quantiles.size(); ++i) {
        TokenQuantile& here = quantiles[i];
        here = {previous, v(i), false};
        if (hasEnded != (i >= text.size()))
            return false;
        if (hasEnded)
            continue;
        const PossibleTokens& possible = alone.at(context);
        const PossibleToken* const entry = find(possible, text[i]);
        if (!entry)
            return false;
        if (std::ranges::max(possible, {}, &PossibleToken::p).p < openBelow) {
            here.quantile = std::min(entry->below + here.quantile * entry->p, 1 - 0x1p-53); // sums may round up to 1
            here.isOpen = true;
        }
        hasEnded = target.isEndOfText(text[i]);
        context = alone.after(context, text[i]);
        previous = text[i];
    }
    return true;
}

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

/// What sessions did.
struct Work {
    std::int64_t texts = 0, rounds = 0, judged = 0, accepted = 0;

    void add(const SampledTexts& written, int number)
    {
        texts += number;
        rounds += written.rounds();
        judged += written.judged();
        accepted += written.accepted();
    }
};

/// The tests of one sampler and K.
class Configuration {
public:
    Configuration(const LosslessSubject& subject, const SamplerSettings& sampler, int k, std::uint64_t seed,
                  const LosslessOptions& options, std::shared_ptr<MemoisingBackend> backend, Progress progress,
                  Work& work)
        : m_subject(subject), m_options(options), m_backend(std::move(backend)), m_progress(std::move(progress)),
          m_work(work)
    {
        m_settings.draftLength = k;
        m_settings.sampler = sampler;
        m_settings.topTokens = 0;
        m_settings.maxTokens = std::max({subject.tokens, k + 1, jointTokens});
        m_settings.seed = seed;
        m_common.pair = subject.pair.target->name;
        m_common.sampler = sampler;
        m_common.draftLength = k;
    }

    Result<std::vector<LosslessCase>> run(const std::string& prompt)
    {
        const bool isGreedy = m_settings.sampler.isGreedy();
        const auto done = isGreedy ? compareGreedyTexts() : compareSampledTexts(prompt);
        if (!done)
            return tl::unexpected(done.error());
        return std::move(m_cases);
    }
    [[nodiscard]] const std::string& backendName() const { return m_backendName; }

private:
    /// Texts after a prompt and the target's own distributions there.
    struct Both {
        SampledTexts texts;
        ContextDistributions alone;
        int length; ///< of the texts, unless they end
    };
    Result<Both> prepare(const std::string& prompt)
    {
        auto texts = SampledTexts::create(m_subject.pair, m_settings, prompt, m_backend,
                                          m_options.brokenDraftTemperature, m_progress);
        if (!texts)
            return tl::unexpected(texts.error());
        const Model& target = *m_subject.pair.target;
        const int promptLength = int(texts->prompt().size()), room = target.config.contextLength - promptLength;
        if (room < jointTokens)
            return fail("The prompt has {} tokens and the context of {} holds {}, and the losslessness check writes {} "
                        "more: shorten the prompt.",
                        promptLength, target.name, target.config.contextLength, jointTokens);
        auto alone = texts->targetAlone(m_progress);
        if (!alone)
            return tl::unexpected(alone.error());
        m_backendName = texts->backendName();
        return Both{std::move(*texts), std::move(*alone), std::min(m_settings.maxTokens, room)};
    }
    Result<void> tell(double share) const
    {
        m_progress.tell(share, m_common.pair);
        if (m_progress.isCancelled())
            return fail("The losslessness check was cancelled.");
        return {};
    }
    Result<void> compareSampledTexts(const std::string& prompt)
    {
        auto both = prepare(prompt);
        if (!both)
            return tl::unexpected(both.error());
        JointDistributionTest joint(jointTokens);
        QuantileTests quantiles(both->length);
        std::vector<TokenQuantile> row(std::size_t(both->length), TokenQuantile{});
        int impossible = 0;
        for (int i = 0; i < m_subject.texts; ++i) {
            if (const auto goesOn = tell(double(i) / m_subject.texts); !goesOn)
                return goesOn;
            both->alone.forgetBeyond(memoryLimit);
            const Text text = both->texts.write(std::uint32_t(i));
            joint.add(text);
            const auto v = [&](std::size_t position) { // sequence 2: no session and no broken draft uses it
                return uniform(m_settings.seed, 2, std::uint32_t(i), std::uint32_t(position), Purpose::plain);
            };
            if (quantilesOf(text, *m_subject.pair.target, both->alone, both->texts.prompt().back(), v, row))
                quantiles.add(row);
            else
                ++impossible;
        }
        m_work.add(both->texts, m_subject.texts);
        m_common.prompt = prompt;
        m_common.samples = m_subject.texts;

        const auto jointly = joint.compare(both->alone, *m_subject.pair.target);
        add(fmt::format("joint distribution of tokens 1 to {}", jointTokens), jointTokens, jointly.chiSquare,
            impossible, "no two texts are likely enough for so few samples");
        m_cases.back().totalVariation = jointly.totalVariation;
        const char* const noChoice = "the target hardly ever has a choice of tokens after this prompt";
        add("each token given the one before it", both->length, quantiles.givenPrevious(), impossible, noChoice);
        add(fmt::format("correlations of tokens 1 to {} apart", both->length - 1), both->length,
            quantiles.correlations(), impossible, noChoice);
        return {};
    }

    void add(std::string test, int tokens, const ChiSquare& values, int impossible, const char* whyNot)
    {
        LosslessCase& one = m_cases.emplace_back(m_common);
        one.test = std::move(test);
        one.tokens = tokens;
        one.chiSquare = values.statistic;
        one.degreesOfFreedom = values.degreesOfFreedom;
        one.pValue = values.pValue;
        one.verdict = LosslessVerdict::passed; // until the level is known
        if (impossible > 0) {
            one.chiSquare = std::numeric_limits<double>::infinity();
            one.pValue = 0;
            one.reason = fmt::format("the target could not have written {} of the texts", impossible);
        } else if (one.degreesOfFreedom == 0) {
            one.verdict = LosslessVerdict::notTested;
            one.reason = whyNot;
        }
    }

    Result<void> compareGreedyTexts()
    {
        int different = 0;
        LosslessCase& one = m_cases.emplace_back(m_common);
        for (std::size_t i = 0; i < m_subject.prompts.size(); ++i) {
            if (const auto goesOn = tell(double(i) / double(m_subject.prompts.size())); !goesOn)
                return goesOn;
            auto both = prepare(m_subject.prompts[i]);
            if (!both)
                return tl::unexpected(both.error());
            different +=
                both->texts.write(std::uint32_t(i)) != greedyText(*m_subject.pair.target, both->alone, both->length);
            one.tokens = both->length;
            m_work.add(both->texts, 1);
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

    const LosslessSubject& m_subject;
    const LosslessOptions& m_options;
    std::shared_ptr<MemoisingBackend> m_backend;
    Progress m_progress;
    Work& m_work;
    SessionSettings m_settings;
    LosslessCase m_common;
    std::vector<LosslessCase> m_cases;
    std::string m_backendName;
};

/// The same pair with one tokenizer, so that thousands of sessions need not compare two vocabularies each.
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

} // namespace

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
{
    const auto memoising = std::make_shared<MemoisingBackend>(std::move(backend));
    std::size_t total = 0, done = 0;
    for (const LosslessSubject& subject : subjects)
        total += subject.samplers.size() * options.draftLengths.size();
    LosslessReport report;
    Work work;
    for (LosslessSubject subject : subjects) {
        const auto pair = withOneTokenizer(subject.pair);
        if (!pair)
            return tl::unexpected(pair.error());
        subject.pair = *pair;
        bool isTested = false;
        for (const SamplerSettings& sampler : subject.samplers) {
            for (const int k : options.draftLengths) {
                Progress part;
                part.cancelled = progress.cancelled;
                part.report = [&](double share, std::string_view what) {
                    progress.tell((double(done) + share) / double(total), what);
                };
                // Texts of its own for every configuration, so that chance does not strike all of them alike.
                const std::uint64_t seed = options.seed + done * 0x9E3779B97F4A7C15;
                Configuration configuration(subject, sampler, k, seed, options, memoising, part, work);
                auto cases = configuration.run(subject.prompts[done % subject.prompts.size()]);
                if (!cases)
                    return tl::unexpected(cases.error());
                for (LosslessCase& one : *cases) {
                    isTested |= one.verdict != LosslessVerdict::notTested;
                    report.cases.push_back(std::move(one));
                }
                report.backend = configuration.backendName();
                ++done;
            }
        }
        if (!isTested)
            report.untested.push_back(subject.pair.target->name);
    }
    for (LosslessCase& one : report.cases)
        if (one.verdict != LosslessVerdict::notTested && one.pValue <= options.level / double(report.cases.size()))
            one.verdict = LosslessVerdict::failed;
    report.acceptanceRate = work.judged > 0 ? double(work.accepted) / double(work.judged) : 0;
    report.roundsPerText = work.texts > 0 ? double(work.rounds) / double(work.texts) : 0;
    return report;
}

} // namespace draftscope
