// SPDX-License-Identifier: MIT
#include "engine/analysis/lossless.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "engine/analysis/context_laws.h"
#include "engine/analysis/statistics.h"
#include "engine/core/random.h"
#include "engine/speculation/verifier.h"

namespace draftscope {
namespace {

using TwoTokens = std::array<TokenId, 2>;

std::uint64_t keyOf(TokenId first, TokenId second)
{
    return std::uint64_t(std::uint32_t(first)) << 32 | std::uint32_t(second);
}

/// Laws of one sampler. judgedBy is q as the verifier sees it: draft's own, unless it is broken on purpose.
struct Laws {
    ContextLaws target, draft, judgedBy;
};

/// Runs rounds of the real verifier on looked-up distributions.
class RoundSampler {
public:
    RoundSampler(Laws& laws, const Verifier& verifier, const LosslessOptions& options)
        : m_laws(laws), m_verifier(verifier), m_options(options)
    {
    }

    /// The first two tokens of text number `sample`.
    TwoTokens draw(std::uint32_t sample)
    {
        TokenId after = noToken;
        TwoTokens text{noToken, noToken};
        int length = 0;
        for (std::uint32_t round = 0; length < 2; ++round) {
            runRound(sample, round, after);
            for (const TokenId token : m_committed) {
                if (length < 2)
                    text[std::size_t(length++)] = token;
            }
            after = text[0];
        }
        return text;
    }
    [[nodiscard]] double acceptanceRate() const { return m_judged ? double(m_accepted) / double(m_judged) : 0; }

private:
    void runRound(std::uint32_t sample, std::uint32_t round, TokenId after)
    {
        const auto random = [&](int node, Purpose purpose) {
            return uniform(m_options.seed, sample, round, std::uint32_t(node), purpose);
        };
        const auto length = std::size_t(m_options.draftLength);
        m_tree.clear();
        m_tree.q.resize(length);
        m_p.resize(length + 1);
        TokenId context = after; // of the prompt itself, and of all that is deeper than a token after it: noToken
        for (std::size_t n = 0; n <= length; ++n) {
            m_p[n] = m_laws.target.after(context);
            if (n == length)
                break;
            m_tree.q[n] = m_laws.judgedBy.after(context);
            const double u = random(int(n), Purpose::draft);
            const TokenId token = drawFrom(m_laws.draft.after(context), u);
            m_tree.nodes.push_back({token, int(n) - 1, int(n) + 1, int(n), u});
            context = after == noToken && n == 0 ? token : noToken;
        }
        const auto judging = m_verifier.begin(m_tree, m_p, random, {});
        while (const auto judgement = judging->next()) {
            ++m_judged;
            m_accepted += judgement->verdict == Verdict::accepted;
        }
        m_committed.clear();
        for (const int node : m_tree.pathTo(judging->acceptedEnd()))
            m_committed.push_back(m_tree.nodes[std::size_t(node)].token);
        m_committed.push_back(judging->draw().token);
    }

    Laws& m_laws;
    const Verifier& m_verifier;
    const LosslessOptions& m_options;
    DraftTree m_tree;
    std::vector<Distribution> m_p;
    std::vector<TokenId> m_committed;
    long m_judged = 0, m_accepted = 0;
};

std::string nameOf(const SamplerSettings& sampler)
{
    std::string name = sampler.isGreedy() ? "greedy" : fmt::format("temperature {}", sampler.temperature);
    if (sampler.topK > 0)
        name += fmt::format(", top-k {}", sampler.topK);
    if (sampler.topP < 1)
        name += fmt::format(", top-p {}", sampler.topP);
    if (sampler.minP > 0)
        name += fmt::format(", min-p {}", sampler.minP);
    return name;
}

LosslessCase compare(std::string name, const SamplerSettings& sampler, int tokens, int samples,
                     std::span<const double> counts, std::span<const double> probabilities)
{
    const ChiSquare test = chiSquareTest(counts, probabilities);
    return {std::move(name),
            sampler,
            tokens,
            samples,
            test.statistic,
            test.degreesOfFreedom,
            test.pValue,
            totalVariation(counts, probabilities),
            false};
}

/// The law of first tokens: one bin a vocabulary entry.
LosslessCase compareFirst(const std::unordered_map<std::uint64_t, int>& counts, Laws& laws,
                          const SamplerSettings& sampler, int samples)
{
    const Distribution& p = laws.target.after(noToken);
    std::vector<double> observed(p.size());
    for (const auto& [key, count] : counts)
        observed[std::size_t(key >> 32)] += count;
    return compare(nameOf(sampler) + ", first token", sampler, 1, samples, observed, p);
}

/// The joint law of the first two: a bin for each pair that expects at least one sample, or that p gives nothing; the
/// rest, far too many to list, in one bin.
LosslessCase compareFirstTwo(const std::unordered_map<std::uint64_t, int>& counts, Laws& laws,
                             const SamplerSettings& sampler, int samples)
{
    const Distribution first = laws.target.after(noToken);
    std::vector<double> observed{0.0}, expected{0.0};
    double listedCount = 0, listedMass = 0;
    for (std::size_t a = 0; a < first.size(); ++a) {
        if (first[a] * samples < 1)
            continue;
        const Distribution& second = laws.target.after(TokenId(a));
        for (std::size_t b = 0; b < second.size(); ++b) {
            const double mass = first[a] * second[b];
            const auto found = counts.find(keyOf(TokenId(a), TokenId(b)));
            const int count = found == counts.end() ? 0 : found->second;
            if (mass * samples < 1 && !(mass == 0 && count > 0))
                continue;
            observed.push_back(count);
            expected.push_back(mass);
            listedCount += count;
            listedMass += mass;
        }
    }
    observed[0] = samples - listedCount;
    expected[0] = std::max(0.0, 1 - listedMass);
    if (observed[0] == 0 && expected[0] < 1e-9) // nothing is left but rounding
        expected[0] = 0;
    return compare(nameOf(sampler) + ", first two tokens", sampler, 2, samples, observed, expected);
}

Result<std::vector<TokenId>> checkedPrompt(const Pair& pair, const std::string& prompt, const LosslessOptions& options)
{
    if (!pair.draft)
        return fail("The losslessness check needs a draft model: choose a pair.");
    if (const auto fits = checkPair(*pair.target, *pair.draft); !fits)
        return tl::unexpected(fits.error());
    if (options.rounds < 1 || options.draftLength < 1)
        return fail("The losslessness check was asked for {} rounds of {} draft tokens: choose at least 1 of each.",
                    options.rounds, options.draftLength);
    for (const SamplerSettings& sampler : options.samplers) {
        if (const auto checked = check(sampler); !checked)
            return tl::unexpected(checked.error());
    }
    auto tokens = pair.target->tokenizer->encodePrompt(prompt);
    const int context = std::min(pair.target->config.contextLength, pair.draft->config.contextLength);
    if (tokens && tokens->empty())
        return fail("The prompt is empty and {} has no beginning-of-text token: write a prompt.", pair.target->name);
    if (tokens && int(tokens->size()) + 1 > context)
        return fail("The prompt has {} tokens and the shorter context of the pair holds {}: shorten the prompt.",
                    tokens->size(), context);
    return tokens;
}

} // namespace

bool LosslessReport::passed() const
{
    return std::all_of(cases.begin(), cases.end(), [](const LosslessCase& c) { return c.passed; });
}

Result<LosslessReport> losslessCheck(const Pair& pair, const std::string& prompt, const LosslessOptions& options,
                                     Backend& backend, const Progress& progress)
{
    const auto tokens = checkedPrompt(pair, prompt, options);
    if (!tokens)
        return tl::unexpected(tokens.error());
    const auto verifier = verifierNamed(options.verifier);
    if (!verifier)
        return tl::unexpected(verifier.error());

    const int slots = int(tokens->size()) + 1;
    auto targetPass = backend.makePass(pair.target, slots), draftPass = backend.makePass(pair.draft, slots);
    for (const auto* pass : {&targetPass, &draftPass})
        if (!*pass)
            return tl::unexpected(pass->error());
    LosslessReport report;
    report.backend = (*targetPass)->backendName();
    ContextLogits target(*pair.target, std::move(*targetPass), *tokens),
        draft(*pair.draft, std::move(*draftPass), *tokens);
    const int vocabulary = pair.target->config.vocabularySize;
    const int targetSize = pair.target->tokenizer->size(), draftSize = pair.draft->tokenizer->size();
    for (std::size_t s = 0; s < options.samplers.size(); ++s) {
        const SamplerSettings sampler = options.samplers[s];
        SamplerSettings judged = sampler;
        judged.temperature = options.brokenQTemperature.value_or(sampler.temperature);
        Laws laws{{target, sampler, targetSize, vocabulary},
                  {draft, sampler, draftSize, vocabulary},
                  {draft, judged, draftSize, vocabulary}};
        RoundSampler rounds(laws, **verifier, options);
        std::unordered_map<std::uint64_t, int> counts;
        for (int i = 0; i < options.rounds; ++i) {
            if (i % 256 == 0) {
                if (progress.isCancelled())
                    return fail("The losslessness check was cancelled.");
                progress.tell((double(s) + double(i) / options.rounds) / double(options.samplers.size()),
                              nameOf(sampler));
            }
            const TwoTokens text = rounds.draw(std::uint32_t(i));
            ++counts[keyOf(text[0], text[1])];
        }
        report.acceptanceRate += rounds.acceptanceRate() / double(options.samplers.size());
        report.cases.push_back(compareFirst(counts, laws, sampler, options.rounds));
        report.cases.push_back(compareFirstTwo(counts, laws, sampler, options.rounds));
    }
    for (LosslessCase& c : report.cases)
        c.passed = c.pValue > options.level / double(report.cases.size());
    return report;
}

} // namespace draftscope
