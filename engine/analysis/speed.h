// SPDX-License-Identifier: MIT
// What the times of rounds come to: c, v, tokens per second, and the speed-ups. Unknown is nullopt.
#pragma once

#include <optional>
#include <vector>

#include "engine/analysis/metrics.h"
#include "engine/analysis/statistics.h"

namespace draftscope {

/// A round of a decode that goes on without pauses, timed from outside.
struct TimedRound {
    RoundRecord record;
    double ms = 0;          ///< wall time of all that the round did
    double processorMs = 0; ///< that the process took of its processors meanwhile, all threads together; 0: not known
    int lap = 0;            ///< in which it was: each decode that is compared has one turn in a lap
    bool counts = true;     ///< false: caches and threads were cold, or it reads the prompt
};

/// From asking for a text to its first token, the prompt included (what vLLM calls TTFT). Models are loaded before.
struct FirstToken {
    double ms = 0;
    int promptTokens = 0;
};

/// Times of a decode's finished rounds, in milliseconds. The same text may be decoded several times: then each of its
/// rounds takes the median of its times, and a text the sum of its rounds. The first round of a text reads the prompt,
/// too, and has no time here.
class RoundTimes {
public:
    /// A round's times over all passes through the text.
    struct Round {
        struct Sample {
            double ms = 0;
            int lap = 0;
        };
        std::vector<TokenId> committed = {};
        PhaseTimes phases = {}; ///< of the first sample
        std::vector<Sample> samples = {};
        [[nodiscard]] std::optional<double> ms() const; ///< median
    };
    using Text = std::vector<Round>; ///< by number; a round without samples has no time
    /// A round's time, or where it was never timed what the others of its text take on average; 0 where none was.
    [[nodiscard]] static double msOf(const Text& text, std::size_t round);

    /// A round as it was recorded: its time is that of its phases. For decodes that nothing interrupted.
    void add(const RoundRecord& round);
    void add(const TimedRound& round);
    void add(const FirstToken& first) { m_firstTokens.push_back(first); }
    void add(const RoundTimes& others); ///< of another text

    [[nodiscard]] int rounds() const { return m_rounds; } ///< that count, over all passes
    /// Of the rounds that have a time, each once, however often it was timed.
    [[nodiscard]] const Metrics& metrics() const { return m_metrics; }
    [[nodiscard]] const std::vector<Text>& texts() const { return m_texts; }
    [[nodiscard]] const std::vector<double>& draftSteps() const { return m_draftSteps; }
    [[nodiscard]] const std::vector<double>& verifyPasses() const { return m_verifyPasses; }
    /// Rows of each of these passes: the root, and the nodes that were verified.
    [[nodiscard]] const std::vector<int>& verifyRows() const { return m_verifyRows; }
    [[nodiscard]] std::optional<double> draftStep() const;     ///< median of a draft step
    [[nodiscard]] std::optional<double> verifyPass() const;    ///< median of a target pass
    [[nodiscard]] std::optional<double> stepsPerRound() const; ///< mean; γ where every round drafts as much
    /// Committed tokens of the rounds that have a time over the sum of these rounds' medians.
    [[nodiscard]] std::optional<double> tokensPerSecond() const;
    [[nodiscard]] std::optional<double> firstToken() const; ///< median of FirstToken::ms
    /// Median of the prompt's tokens over the seconds to the first token.
    [[nodiscard]] std::optional<double> promptTokensPerSecond() const;

    [[nodiscard]] double wallMs() const { return m_wallMs; } ///< of rounds whose processor time is known
    [[nodiscard]] double processorMs() const { return m_processorMs; }
    /// Median over rounds of the distance of the quartiles of a round's times over its median; of rounds that were
    /// timed four times.
    [[nodiscard]] std::optional<double> spread() const;

private:
    int m_rounds = 0;
    Metrics m_metrics;
    std::vector<Text> m_texts; ///< the first is the decode's own, those of others follow
    std::vector<double> m_draftSteps, m_verifyPasses;
    std::vector<int> m_verifyRows; ///< of m_verifyPasses
    std::vector<FirstToken> m_firstTokens;
    RunningMedian m_draftStep, m_verifyPass;
    double m_wallMs = 0, m_processorMs = 0;
};

/// Between which a value lies in 95 of 100 measurements.
struct Interval {
    double lower = 0, upper = 0;
    /// Half its width over the value in its middle.
    [[nodiscard]] double relativeHalfWidth() const { return (upper - lower) / (upper + lower); }
    [[nodiscard]] bool overlaps(const Interval& other) const { return lower <= other.upper && other.lower <= upper; }
    [[nodiscard]] bool contains(double value) const { return lower <= value && value <= upper; }
    friend bool operator==(const Interval&, const Interval&) = default;
};

/// Of tokensPerSecond() of one decode over that of another, measured in the same laps: R exp(±1.96 s), where R is the
/// ratio and s² = s_b² + s_u². s_b is the standard deviation of ln R over 100 samples of the laps (a block bootstrap:
/// a text's laps in up to 16 blocks of neighbours, as many blocks drawn as there are, with replacement, the same for
/// both decodes, so that what slowed a lap slows both and what lasts for some laps stays together). s_u = 0.018 +
/// 0.06 max(0, spread - 0.05) stands for what one measurement cannot see: where memory lies differs from start to
/// start, and on a busy machine, whose rounds spread more, what else runs. Nothing of fewer than leastLaps laps.
inline constexpr int leastLaps = 4;
[[nodiscard]] std::optional<Interval> speedUpInterval(const RoundTimes& times, const RoundTimes& plain);
/// The same of tokensPerSecond() itself.
[[nodiscard]] std::optional<Interval> tokensPerSecondInterval(const RoundTimes& times);

/// How fast a decode was, by itself and beside plain decoding of the same target on the same prompt in the same run.
/// All of it is of the same rounds: those that have a time.
struct Speed {
    std::optional<double> costRatio;     ///< c: median draft step over median plain step
    std::optional<double> verifyRatio;   ///< v: median target pass over median plain step
    std::optional<double> stepsPerRound; ///< γ, as RoundTimes has it
    /// Tokens that a round is expected to commit at the measured acceptance rate and the lengths that were drafted. Of
    /// trees, where no formula says them, the tokens per step that were measured.
    std::optional<double> expectedTokens;
    std::optional<double> predictedSpeedUp; ///< these over γc + v
    std::optional<double> measuredSpeedUp;  ///< tokens per second over those of plain decoding
    std::optional<Interval> speedUpInterval = {};
    std::optional<double> tokensPerSecond;
    std::optional<double> firstTokenMs;          ///< RoundTimes::firstToken()
    std::optional<double> promptTokensPerSecond; ///< likewise
};

/// `plain`: of plain decoding; null where it was not measured. Intervals, which take some milliseconds, only where they
/// are wanted.
enum class Intervals { none, wanted };
[[nodiscard]] Speed speedOf(const RoundTimes& times, const RoundTimes* plain, bool draftsTrees,
                            Intervals intervals = Intervals::none);

} // namespace draftscope
