// SPDX-License-Identifier: MIT
#include "engine/analysis/speed.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <span>

namespace draftscope {
namespace {

constexpr int resamplings = 100;
constexpr double normal95 = 1.96; ///< standard deviations on either side that 95 % of a normal distribution lie within
constexpr double startToStart = 0.018;                      ///< relative standard deviation that no lap shows
constexpr double quietSpread = 0.05, unseenOfSpread = 0.06; ///< what is unseen grows with the spread of a busy machine
constexpr std::size_t mostBlocks = 16;                      ///< of a text's laps
constexpr std::size_t samplesForSpread = 4;

std::optional<double> ratio(std::optional<double> part, std::optional<double> whole)
{
    return part && whole && *whole > 0 ? std::optional(*part / *whole) : std::nullopt;
}

/// A text with its samples in order of their times, so that medians of any choice of laps take one walk.
struct SortedText {
    struct Round {
        std::vector<RoundTimes::Round::Sample> samples;
        double median = 0;
    };
    std::vector<Round> rounds;
};

/// Tokens per second where lap n counts weights[n] times.
class ResampledSpeed {
public:
    explicit ResampledSpeed(const RoundTimes& times)
    {
        for (const RoundTimes::Text& text : times.texts()) {
            SortedText& sorted = m_texts.emplace_back();
            for (const RoundTimes::Round& round : text) {
                if (round.samples.empty())
                    continue;
                sorted.rounds.push_back({round.samples, *round.ms()});
                std::ranges::sort(sorted.rounds.back().samples, {}, &RoundTimes::Round::Sample::ms);
                m_committed += double(round.committed.size());
            }
        }
    }

    /// By text.
    void addLaps(std::vector<std::vector<int>>& laps) const
    {
        laps.resize(std::max(laps.size(), m_texts.size()));
        for (std::size_t text = 0; text < m_texts.size(); ++text)
            for (const SortedText::Round& round : m_texts[text].rounds)
                for (const auto& sample : round.samples)
                    laps[text].push_back(sample.lap);
    }

    /// Rounds that none of the laps has take what the others of their text take on average.
    template <class WeightOf>
    [[nodiscard]] double logSpeed(const WeightOf& weightOf) const
    {
        double total = 0;
        for (const SortedText& text : m_texts) {
            double sum = 0, whole = 0;
            int known = 0;
            for (const SortedText::Round& round : text.rounds) {
                whole += round.median;
                if (const auto ms = weightedMedian(round, weightOf)) {
                    sum += *ms;
                    ++known;
                }
            }
            total += known > 0 ? sum * double(text.rounds.size()) / known : whole;
        }
        return std::log(m_committed / total);
    }

    [[nodiscard]] bool isEmpty() const { return m_committed <= 0; }

private:
    /// Of the samples, each as often as its lap counts.
    template <class WeightOf>
    static std::optional<double> weightedMedian(const SortedText::Round& round, const WeightOf& weightOf)
    {
        int all = 0;
        for (const auto& sample : round.samples)
            all += weightOf(sample.lap);
        if (all == 0)
            return std::nullopt;
        const int lower = (all - 1) / 2;
        int below = 0;
        std::optional<double> atLower;
        for (const auto& sample : round.samples) {
            below += weightOf(sample.lap);
            if (!atLower && below > lower)
                atLower = sample.ms;
            if (below > all / 2)
                return (*atLower + sample.ms) / 2;
        }
        return atLower;
    }

    std::vector<SortedText> m_texts;
    double m_committed = 0;
};

/// Laps that follow each other, which are drawn together: what else the machine does lasts longer than a lap.
class LapBlocks {
public:
    explicit LapBlocks(std::span<const ResampledSpeed> speeds)
    {
        std::vector<std::vector<int>> byText;
        for (const ResampledSpeed& speed : speeds)
            speed.addLaps(byText);
        for (std::vector<int>& laps : byText) {
            std::ranges::sort(laps);
            laps.erase(std::unique(laps.begin(), laps.end()), laps.end());
            if (laps.empty())
                continue;
            m_laps += int(laps.size());
            m_last = std::max(m_last, laps.back());
            std::vector<std::vector<int>>& blocks = m_texts.emplace_back(std::min(mostBlocks, laps.size()));
            for (std::size_t i = 0; i < laps.size(); ++i)
                blocks[i * blocks.size() / laps.size()].push_back(laps[i]);
        }
        m_weights.resize(std::size_t(m_last) + 1);
    }

    [[nodiscard]] int laps() const { return m_laps; }
    [[nodiscard]] int weightOf(int lap) const { return m_weights[std::size_t(lap)]; }
    /// Of each text as many blocks as it has.
    void draw(std::mt19937& random)
    {
        std::ranges::fill(m_weights, 0);
        for (const auto& blocks : m_texts)
            for (std::size_t n = 0; n < blocks.size(); ++n)
                for (const int lap : blocks[random() % blocks.size()])
                    ++m_weights[std::size_t(lap)];
    }

private:
    std::vector<std::vector<std::vector<int>>> m_texts; ///< their blocks
    std::vector<int> m_weights;                         ///< by lap: how often it is drawn
    int m_laps = 0, m_last = -1;
};

/// Of tokens per second of the first over that of the others, which there need not be.
std::optional<Interval> resampledInterval(double value, std::span<const ResampledSpeed> speeds, double spread)
{
    LapBlocks blocks(speeds);
    if (blocks.laps() < leastLaps || std::ranges::any_of(speeds, &ResampledSpeed::isEmpty))
        return std::nullopt;
    const auto weightOf = [&blocks](int lap) { return blocks.weightOf(lap); };
    std::mt19937 random(20261128); // any: the same measurement has the same interval
    double sum = 0, squares = 0;
    for (int i = 0; i < resamplings; ++i) {
        blocks.draw(random);
        double log = speeds[0].logSpeed(weightOf);
        for (const ResampledSpeed& other : speeds.subspan(1))
            log -= other.logSpeed(weightOf);
        sum += log;
        squares += log * log;
    }
    const double mean = sum / resamplings;
    const double variance = std::max(0.0, squares / resamplings - mean * mean) * resamplings / (resamplings - 1);
    const double unseen = startToStart + unseenOfSpread * std::max(0.0, spread - quietSpread);
    const double reach = std::exp(normal95 * std::sqrt(variance + unseen * unseen));
    return Interval{value / reach, value * reach};
}

} // namespace

std::optional<double> RoundTimes::Round::ms() const
{
    std::vector<double> times;
    for (const Sample& sample : samples)
        times.push_back(sample.ms);
    return median(std::move(times));
}

double RoundTimes::msOf(const Text& text, std::size_t round)
{
    if (const auto ms = text.at(round).ms())
        return *ms;
    double sum = 0;
    int known = 0;
    for (const Round& each : text)
        if (const auto ms = each.ms()) {
            sum += *ms;
            ++known;
        }
    return known > 0 ? sum / known : 0;
}

void RoundTimes::add(const RoundRecord& round)
{
    add(TimedRound{.record = round, .ms = round.times.total(), .lap = round.round});
}

void RoundTimes::add(const TimedRound& timed)
{
    const RoundRecord& round = timed.record;
    if (!round.isFinished())
        return;
    if (m_texts.empty())
        m_texts.emplace_back();
    Text& text = m_texts.front();
    if (text.size() <= std::size_t(round.round))
        text.resize(std::size_t(round.round) + 1);
    Round& times = text[std::size_t(round.round)];
    if (times.committed.empty())
        for (const CommittedToken& token : round.committed)
            times.committed.push_back(token.token);
    if (round.round == 0 || !timed.counts)
        return;
    ++m_rounds;
    if (times.samples.empty()) {
        m_metrics.add(round);
        times.phases = round.times;
    }
    times.samples.push_back({timed.ms, timed.lap});
    m_verifyPasses.push_back(round.times.verify);
    if (!round.copied) { // what copying takes is no measure of what drafting does
        m_draftSteps.insert(m_draftSteps.end(), round.times.draftSteps.begin(), round.times.draftSteps.end());
        for (const double step : round.times.draftSteps)
            m_draftStep.add(step);
    }
    m_verifyPass.add(round.times.verify);
    m_verifyRows.push_back(1 + int(std::ranges::count(round.nodes, false, &NodeRecord::pruned)));
    if (timed.processorMs > 0) {
        m_wallMs += timed.ms;
        m_processorMs += timed.processorMs;
    }
}

void RoundTimes::add(const RoundTimes& others)
{
    m_rounds += others.m_rounds;
    m_metrics.add(others.m_metrics);
    if (m_texts.empty())
        m_texts.emplace_back(); // its own, which it has none of
    m_texts.insert(m_texts.end(), others.m_texts.begin(), others.m_texts.end());
    m_draftSteps.insert(m_draftSteps.end(), others.m_draftSteps.begin(), others.m_draftSteps.end());
    m_verifyPasses.insert(m_verifyPasses.end(), others.m_verifyPasses.begin(), others.m_verifyPasses.end());
    m_firstTokens.insert(m_firstTokens.end(), others.m_firstTokens.begin(), others.m_firstTokens.end());
    for (const double step : others.m_draftSteps)
        m_draftStep.add(step);
    for (const double pass : others.m_verifyPasses)
        m_verifyPass.add(pass);
    m_verifyRows.insert(m_verifyRows.end(), others.m_verifyRows.begin(), others.m_verifyRows.end());
    m_wallMs += others.m_wallMs;
    m_processorMs += others.m_processorMs;
}

std::optional<double> RoundTimes::draftStep() const
{
    return m_draftStep.value();
}

std::optional<double> RoundTimes::verifyPass() const
{
    return m_verifyPass.value();
}

std::optional<double> RoundTimes::stepsPerRound() const
{
    return m_rounds > 0 ? std::optional(double(m_draftSteps.size()) / m_rounds) : std::nullopt;
}

std::optional<double> RoundTimes::tokensPerSecond() const
{
    double total = 0;
    std::size_t committed = 0;
    for (const Text& text : m_texts)
        for (const Round& round : text)
            if (const auto ms = round.ms()) {
                total += *ms;
                committed += round.committed.size();
            }
    return total > 0 ? std::optional(1000 * double(committed) / total) : std::nullopt;
}

std::optional<double> RoundTimes::firstToken() const
{
    std::vector<double> times;
    for (const FirstToken& first : m_firstTokens)
        times.push_back(first.ms);
    return median(std::move(times));
}

std::optional<double> RoundTimes::promptTokensPerSecond() const
{
    std::vector<double> speeds;
    for (const FirstToken& first : m_firstTokens)
        if (first.ms > 0)
            speeds.push_back(1000 * first.promptTokens / first.ms);
    return median(std::move(speeds));
}

std::optional<double> RoundTimes::spread() const
{
    std::vector<double> spreads;
    for (const Text& text : m_texts)
        for (const Round& round : text) {
            if (round.samples.size() < samplesForSpread)
                continue;
            std::vector<double> times;
            for (const Round::Sample& sample : round.samples)
                times.push_back(sample.ms);
            const auto middle = quartiles(times);
            if (const double ms = *median(times); middle && ms > 0)
                spreads.push_back((middle->upper - middle->lower) / ms);
        }
    return median(std::move(spreads));
}

std::optional<Interval> speedUpInterval(const RoundTimes& times, const RoundTimes& plain)
{
    const auto value = ratio(times.tokensPerSecond(), plain.tokensPerSecond());
    if (!value)
        return std::nullopt;
    const ResampledSpeed speeds[] = {ResampledSpeed(times), ResampledSpeed(plain)};
    return resampledInterval(*value, speeds, std::max(times.spread().value_or(0), plain.spread().value_or(0)));
}

std::optional<Interval> tokensPerSecondInterval(const RoundTimes& times)
{
    const auto value = times.tokensPerSecond();
    if (!value)
        return std::nullopt;
    const ResampledSpeed speeds[] = {ResampledSpeed(times)};
    return resampledInterval(*value, speeds, times.spread().value_or(0));
}

Speed speedOf(const RoundTimes& times, const RoundTimes* plain, bool draftsTrees, Intervals intervals)
{
    Speed speed;
    speed.tokensPerSecond = times.tokensPerSecond();
    speed.firstTokenMs = times.firstToken();
    speed.promptTokensPerSecond = times.promptTokensPerSecond();
    speed.stepsPerRound = times.stepsPerRound();
    speed.expectedTokens = draftsTrees ? times.metrics().tokensPerStep() : times.metrics().expectedTokensPerStep();
    if (!plain)
        return speed;
    speed.costRatio = ratio(times.draftStep(), plain->verifyPass());
    speed.verifyRatio = ratio(times.verifyPass(), plain->verifyPass());
    speed.measuredSpeedUp = ratio(speed.tokensPerSecond, plain->tokensPerSecond());
    if (intervals == Intervals::wanted && &times != plain)
        speed.speedUpInterval = speedUpInterval(times, *plain);
    const double steps = speed.stepsPerRound.value_or(0);
    if (speed.verifyRatio && (speed.costRatio || steps == 0))
        speed.predictedSpeedUp = ratio(speed.expectedTokens, steps * speed.costRatio.value_or(0) + *speed.verifyRatio);
    return speed;
}

} // namespace draftscope
