// SPDX-License-Identifier: MIT
#include "engine/analysis/speed.h"

#include <algorithm>

namespace draftscope {
namespace {

std::optional<double> ratio(std::optional<double> part, std::optional<double> whole)
{
    return part && whole && *whole > 0 ? std::optional(*part / *whole) : std::nullopt;
}

} // namespace

void RoundTimes::add(const RoundRecord& round)
{
    if (!round.isFinished())
        return;
    if (round.round == 0) {
        m_firstRounds.push_back(round.times.total());
        m_firstRound.add(round.times.total());
        return;
    }
    ++m_rounds;
    m_committed += int(round.committed.size());
    m_totalMs += round.times.total();
    m_verifyPasses.push_back(round.times.verify);
    if (!round.copied) { // what copying takes is no measure of what drafting does
        m_draftSteps.insert(m_draftSteps.end(), round.times.draftSteps.begin(), round.times.draftSteps.end());
        for (const double step : round.times.draftSteps)
            m_draftStep.add(step);
    }
    m_verifyPass.add(round.times.verify);
    m_verifyRows.push_back(1 + int(std::ranges::count(round.nodes, false, &NodeRecord::pruned)));
}

void RoundTimes::add(const RoundTimes& others)
{
    m_rounds += others.m_rounds;
    m_committed += others.m_committed;
    m_totalMs += others.m_totalMs;
    m_draftSteps.insert(m_draftSteps.end(), others.m_draftSteps.begin(), others.m_draftSteps.end());
    m_verifyPasses.insert(m_verifyPasses.end(), others.m_verifyPasses.begin(), others.m_verifyPasses.end());
    m_firstRounds.insert(m_firstRounds.end(), others.m_firstRounds.begin(), others.m_firstRounds.end());
    for (const double first : others.m_firstRounds)
        m_firstRound.add(first);
    for (const double step : others.m_draftSteps)
        m_draftStep.add(step);
    for (const double pass : others.m_verifyPasses)
        m_verifyPass.add(pass);
    m_verifyRows.insert(m_verifyRows.end(), others.m_verifyRows.begin(), others.m_verifyRows.end());
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
    return m_totalMs > 0 ? std::optional(1000 * m_committed / m_totalMs) : std::nullopt;
}

Speed speedOf(const Metrics& metrics, const RoundTimes& times, const RoundTimes* plain, bool draftsTrees)
{
    Speed speed;
    speed.tokensPerSecond = times.tokensPerSecond();
    speed.firstTokenMs = times.firstRound();
    speed.stepsPerRound = times.stepsPerRound();
    speed.expectedTokens = draftsTrees ? metrics.tokensPerStep() : metrics.expectedTokensPerStep();
    if (!plain)
        return speed;
    speed.costRatio = ratio(times.draftStep(), plain->verifyPass());
    speed.verifyRatio = ratio(times.verifyPass(), plain->verifyPass());
    speed.measuredSpeedUp = ratio(speed.tokensPerSecond, plain->tokensPerSecond());
    const double steps = speed.stepsPerRound.value_or(0);
    if (speed.verifyRatio && (speed.costRatio || steps == 0))
        speed.predictedSpeedUp = ratio(speed.expectedTokens, steps * speed.costRatio.value_or(0) + *speed.verifyRatio);
    return speed;
}

} // namespace draftscope
