// SPDX-License-Identifier: MIT
#include "engine/analysis/lossless_trial.h"

#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "engine/analysis/trial_statistics.h"
#include "engine/core/random.h"
#include "engine/session/methods.h"

namespace draftscope {
namespace {

/// What a model's distributions may take; see also SampledTexts.
constexpr std::size_t contextsMemoryLimit = std::size_t(256) << 20;

/// 10, 15, 20, 30, 50, 70, 100, ...: about evenly spaced on a logarithmic axis.
bool isDistancePoint(int texts)
{
    if (texts < 10)
        return false;
    int power = 10;
    while (power <= texts / 10)
        power *= 10;
    const int tenths = power / 10;
    return texts % tenths == 0 && std::ranges::count(std::vector{10, 15, 20, 30, 50, 70}, texts / tenths) > 0;
}

std::string textOfTokens(const Tokenizer& tokenizer, std::span<const TokenId> tokens)
{
    std::string text;
    for (const TokenId token : tokens)
        text += tokenizer.isControl(token) ? tokenizer.piece(token) : tokenizer.bytes(token);
    return text;
}

/// Puts the likeliest in front, keeps what has room, and counts the rest together.
TrialBars barsOf(std::vector<TrialBar> all, int first, int last, int texts)
{
    constexpr std::size_t mostBars = 24, fewTokens = 8;
    TrialBars bars;
    bars.first = first;
    bars.last = last;
    const bool isInOrder = first == last && all.size() <= fewTokens;
    if (!isInOrder)
        std::ranges::stable_sort(all, std::greater{}, &TrialBar::exact);
    for (std::size_t i = mostBars; i < all.size(); ++i) {
        bars.restExact += all[i].exact;
        bars.restDrawn += all[i].drawn;
    }
    all.resize(std::min(all.size(), mostBars));
    for (TrialBar& bar : all)
        bar.interval = shareInterval(bar.drawn, texts);
    bars.bars = std::move(all);
    return bars;
}

/// What token `number` of the beginnings is, each with all beginnings that have it there.
std::vector<TrialBar> tokensAt(const JointDistributionTest::Bins& bins, std::size_t number, const Tokenizer& tokenizer)
{
    std::map<TokenId, TrialBar> byToken;
    for (std::size_t i = 1; i < bins.beginnings.size(); ++i) {
        if (bins.beginnings[i].size() <= number)
            continue; // it ended before
        const TokenId token = bins.beginnings[i][number];
        TrialBar& bar = byToken[token];
        bar.tokens = {token};
        bar.exact += bins.probabilities[i];
        bar.drawn += int(bins.counts[i]);
    }
    std::vector<TrialBar> all;
    for (auto& [token, bar] : byToken) {
        bar.text = textOfTokens(tokenizer, bar.tokens);
        all.push_back(std::move(bar));
    }
    return all;
}

} // namespace

void SessionCounts::add(const SampledTexts& written, int number)
{
    texts += number;
    rounds += written.rounds();
    judged += written.judged();
    accepted += written.accepted();
}

Result<std::unique_ptr<LosslessTrial>> LosslessTrial::create(Setup setup,
                                                             const std::shared_ptr<MemoisingBackend>& backend,
                                                             const Progress& progress)
{
    SessionSettings settings =
        losslessSessionSettings(setup.subject, setup.sampler, setup.draftLength, setup.seed, setup.options);
    auto drawn = LosslessTexts::create(setup.subject, settings, setup.prompt, setup.options, backend, progress);
    if (!drawn)
        return tl::unexpected(drawn.error());
    return std::unique_ptr<LosslessTrial>(new LosslessTrial(std::move(setup), std::move(settings), std::move(*drawn)));
}

LosslessTrial::LosslessTrial(Setup setup, SessionSettings settings, LosslessTexts drawn)
    : m_setup(std::move(setup)), m_settings(std::move(settings)), m_drawn(std::move(drawn)),
      m_joint(std::min(m_drawn.length, jointTokens)), m_row(std::size_t(m_drawn.length))
{
    if (m_drawn.length > 1)
        m_quantiles.emplace(m_drawn.length);
}

void LosslessTrial::drawUpTo(int texts, const Progress& progress)
{
    for (;;) {
        noteWhatIsSeen();
        if (m_texts >= texts)
            return;
        progress.tell(double(m_texts) / texts, target().name);
        if (progress.isCancelled())
            throw Cancelled();
        drawOne(progress);
    }
}

/// The distance and the look of this number of texts, if it is one that has them and they are not known yet: it may
/// have been cancelled between a text and these.
void LosslessTrial::noteWhatIsSeen()
{
    if (m_seenTexts == m_texts)
        return;
    const auto number = lookAfter(m_texts);
    if (isDistancePoint(m_texts) || number) {
        const JointDistributionTest::Bins known = bins(); // may throw
        m_distances.push_back(distanceOf(known));
        if (number)
            look(*number, known);
    }
    m_seenTexts = m_texts;
}

void LosslessTrial::drawOne(const Progress& progress)
{
    m_drawn.target.forgetBeyond(contextsMemoryLimit);
    m_drawn.draft.forgetBeyond(contextsMemoryLimit);
    if (!m_written) {
        m_written = m_drawn.texts.write(std::uint32_t(m_texts), progress, m_setup.subject.onlyFirstToken ? 1 : 0);
        m_written->resize(std::min(m_written->size(), std::size_t(m_drawn.length)));
    }
    const auto v = [&](std::size_t position) { // sequence 2: no session and no broken draft uses it
        return uniform(m_settings.seed, 2, std::uint32_t(m_texts), std::uint32_t(position), Purpose::plain);
    };
    FavouredTokensTest favoured = m_favoured; // it may be cancelled half way
    const bool isPossible = m_drawn.follow(*m_written, target(), v, m_row, favoured);
    m_favoured = favoured;
    m_joint.add(*m_written);
    if (!isPossible)
        ++m_impossible;
    else if (m_quantiles)
        m_quantiles->add(m_row);
    m_written.reset();
    ++m_texts;
}

TrialDistance LosslessTrial::distanceOf(const JointDistributionTest::Bins& bins) const
{
    return {m_texts, totalVariation(bins.counts, bins.probabilities), chanceDistance(bins.probabilities, m_texts)};
}

/// Takes the verdict of this number of texts.
void LosslessTrial::look(int number, const JointDistributionTest::Bins& bins)
{
    const std::vector<LosslessCase> tests = casesOf(bins);
    TrialLook& seen = m_looks.emplace_back();
    seen.texts = m_texts;
    for (const LosslessCase& test : tests)
        seen.pValue = std::min(seen.pValue, test.pValue * double(tests.size()));
    m_overLooks.add(number, seen.pValue);
    seen.corrected = m_overLooks.value();
    seen.smallestBias = smallestBias(tests.front().degreesOfFreedom,
                                     m_setup.options.trialLevel * shareOfLook(number) / double(tests.size()), m_texts);
    if (!m_foundAfter && seen.corrected <= m_setup.options.trialLevel)
        m_foundAfter = m_texts;
}

SessionCounts LosslessTrial::counts() const
{
    SessionCounts counts;
    counts.add(m_drawn.texts, m_texts);
    return counts;
}

std::vector<LosslessCase> LosslessTrial::cases()
{
    return casesOf(bins());
}

std::vector<LosslessCase> LosslessTrial::casesOf(const JointDistributionTest::Bins& bins) const
{
    std::vector<LosslessCase> cases;
    const auto add = [&](std::string test, int tokens, const ChiSquare& values, const char* whyNot) {
        LosslessCase& one = cases.emplace_back();
        one.pair = target().name;
        one.prompt = m_setup.prompt;
        one.sampler = m_settings.sampler;
        one.draftLength = m_settings.draftLength;
        one.samples = m_texts;
        one.test = std::move(test);
        one.tokens = tokens;
        one.chiSquare = values.statistic;
        one.degreesOfFreedom = values.degreesOfFreedom;
        one.pValue = values.pValue;
        one.verdict = LosslessVerdict::passed;
        if (m_impossible > 0) {
            one.chiSquare = std::numeric_limits<double>::infinity();
            one.pValue = 0;
            one.reason = fmt::format("the target could not have written {} of the texts", m_impossible);
        } else if (one.degreesOfFreedom == 0) {
            one.verdict = LosslessVerdict::notTested;
            one.reason = whyNot;
        }
    };
    const int length = m_drawn.length;
    const auto jointly = JointDistributionTest::compare(bins);
    add(length == 1 ? "distribution of the first token"
                    : fmt::format("joint distribution of tokens 1 to {}", m_joint.tokens()),
        m_joint.tokens(), jointly.chiSquare, "no two texts are likely enough for so few samples");
    cases.back().totalVariation = jointly.totalVariation;
    if (m_quantiles) {
        const char* const noChoice = "the target hardly ever has a choice of tokens after this prompt";
        add("each token given the one before it", length, m_quantiles->givenPrevious(), noChoice);
        add(fmt::format("correlations of tokens 1 to {} apart", length - 1), length, m_quantiles->correlations(),
            noChoice);
    }
    add("share of tokens that the draft favours", length, m_favoured.chiSquare(),
        "the draft favours hardly any token over the target");
    return cases;
}

TrialFigures LosslessTrial::figures()
{
    const JointDistributionTest::Bins bins = this->bins();
    const Tokenizer& tokenizer = *target().tokenizer;
    TrialFigures figures;
    figures.pair = target().name;
    figures.prompt = m_setup.prompt;
    figures.sampler = m_settings.sampler;
    figures.draftLength = m_settings.draftLength;
    figures.method = m_settings.method;
    figures.shape = m_settings.shape;
    figures.verifier = verifierNameFor(m_settings);
    figures.fault = m_settings.fault;
    figures.texts = m_texts;
    figures.tokens = m_joint.tokens();
    figures.length = m_drawn.length;
    figures.level = m_setup.options.trialLevel;
    figures.cases = casesOf(bins);
    for (int token = 0; token < m_joint.tokens() && bins.areAll; ++token)
        figures.bars.push_back(barsOf(tokensAt(bins, std::size_t(token), tokenizer), token + 1, token + 1, m_texts));
    if (m_joint.tokens() > 1) {
        std::vector<TrialBar> beginnings;
        for (std::size_t i = 1; i < bins.beginnings.size(); ++i)
            beginnings.push_back({bins.beginnings[i],
                                  textOfTokens(tokenizer, bins.beginnings[i]),
                                  bins.probabilities[i],
                                  int(bins.counts[i]),
                                  {}});
        figures.bars.push_back(barsOf(std::move(beginnings), 1, m_joint.tokens(), m_texts));
        figures.bars.back().restExact += bins.probabilities.front();
        figures.bars.back().restDrawn += int(bins.counts.front());
    }
    for (TrialBars& bars : figures.bars)
        bars.restInterval = shareInterval(bars.restDrawn, m_texts);
    figures.distances = m_distances;
    if (m_texts > 0 && (m_distances.empty() || m_distances.back().texts < m_texts))
        figures.distances.push_back(distanceOf(bins));
    figures.looks = m_looks;
    figures.foundAfter = m_foundAfter;
    figures.nextLook = nextLook(m_texts);
    figures.impossible = m_impossible;
    const SessionCounts done = counts();
    figures.acceptanceRate = done.judged > 0 ? double(done.accepted) / double(done.judged) : 0;
    figures.roundsPerText = done.texts > 0 ? double(done.rounds) / double(done.texts) : 0;
    return figures;
}

} // namespace draftscope
