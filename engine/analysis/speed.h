// SPDX-License-Identifier: MIT
// What the times of rounds come to: c, v, tokens per second, and the speed-ups. Unknown is nullopt.
#pragma once

#include <optional>
#include <vector>

#include "engine/analysis/metrics.h"
#include "engine/analysis/statistics.h"

namespace draftscope {

/// Times of a decode's finished rounds, in milliseconds. The first round reads the prompt, too, and is left out of all but firstRound().
class RoundTimes {
public:
    void add(const RoundRecord& round);
    void add(const RoundTimes& others); ///< of another decode

    [[nodiscard]] int rounds() const { return m_rounds; }
    /// Median over the decodes of what the first round took: it reads the prompt and commits the first tokens.
    [[nodiscard]] std::optional<double> firstRound() const { return m_firstRound.value(); }
    [[nodiscard]] const std::vector<double>& draftSteps() const { return m_draftSteps; }
    [[nodiscard]] const std::vector<double>& verifyPasses() const { return m_verifyPasses; }
    /// Rows of each of these passes: the root, and the nodes that were verified.
    [[nodiscard]] const std::vector<int>& verifyRows() const { return m_verifyRows; }
    [[nodiscard]] std::optional<double> draftStep() const;     ///< median of a draft step
    [[nodiscard]] std::optional<double> verifyPass() const;    ///< median of a target pass
    [[nodiscard]] std::optional<double> stepsPerRound() const; ///< mean; γ where every round drafts as much
    /// Committed tokens over what their rounds took to draft, verify and judge.
    [[nodiscard]] std::optional<double> tokensPerSecond() const;

private:
    int m_rounds = 0, m_committed = 0;
    double m_totalMs = 0;
    std::vector<double> m_draftSteps, m_verifyPasses;
    std::vector<int> m_verifyRows; ///< of m_verifyPasses
    std::vector<double> m_firstRounds;
    RunningMedian m_draftStep, m_verifyPass, m_firstRound;
};

/// How fast a decode was, by itself and beside plain decoding of the same target on the same prompt in the same run.
struct Speed {
    std::optional<double> costRatio;     ///< c: median draft step over median plain step
    std::optional<double> verifyRatio;   ///< v: median target pass over median plain step
    std::optional<double> stepsPerRound; ///< γ, as RoundTimes has it
    /// Tokens that a round is expected to commit at the measured acceptance rate and the lengths that were drafted. Of trees,
    /// where no formula says them, the tokens per step that were measured.
    std::optional<double> expectedTokens;
    std::optional<double> predictedSpeedUp; ///< these over γc + v
    std::optional<double> measuredSpeedUp;  ///< tokens per second over those of plain decoding
    std::optional<double> tokensPerSecond;
    std::optional<double> firstTokenMs; ///< RoundTimes::firstRound()
};

/// `plain`: of plain decoding; null where it was not measured.
[[nodiscard]] Speed speedOf(const Metrics& metrics, const RoundTimes& times, const RoundTimes* plain, bool draftsTrees);

} // namespace draftscope
