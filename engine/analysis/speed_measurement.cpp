// SPDX-License-Identifier: MIT
#include "engine/analysis/speed_measurement.h"

#include <algorithm>

namespace draftscope {

bool Steadiness::isBusy() const
{
    const double apart = spread.value_or(0);
    return apart > mostSpread || (apart > quietSpread && processorShare.value_or(1) < leastShare);
}

Steadiness steadinessOf(const std::vector<const RoundTimes*>& times, int threads)
{
    Steadiness steadiness;
    double wall = 0, processor = 0;
    for (const RoundTimes* each : times) {
        wall += each->wallMs();
        processor += each->processorMs();
        if (const auto spread = each->spread())
            steadiness.spread = std::max(steadiness.spread.value_or(0), *spread);
    }
    if (threads > 0 && wall > 0)
        steadiness.processorShare = processor / (wall * threads);
    return steadiness;
}

SpeedMeasurement::SpeedMeasurement(std::vector<int> plainOf, MeasuringRule rule)
    : m_decodes(plainOf.size()), m_rule(rule), m_nextLook(rule.leastLaps)
{
    for (std::size_t i = 0; i < plainOf.size(); ++i)
        m_decodes[i].plain = plainOf[i];
}

void SpeedMeasurement::setKind(int decode, bool draftsTrees, std::optional<double> memory)
{
    DecodeFigures& figures = m_decodes.at(std::size_t(decode)).figures;
    figures.draftsTrees = draftsTrees;
    figures.memory = memory;
}

void SpeedMeasurement::add(const MeasuredTurn& turn)
{
    Decode& decode = m_decodes.at(std::size_t(turn.decode));
    decode.figures.add(turn.firstTokens, turn.rounds);
    decode.hasEnded |= turn.endsText;
    m_made.laps = -1;
    m_seconds += turn.seconds;
    m_threads = std::max(m_threads, turn.threads);
}

void SpeedMeasurement::add(const std::vector<MeasuredTurn>& lap)
{
    for (const MeasuredTurn& turn : lap)
        add(turn);
    ++m_laps;
    if ((m_laps >= m_nextLook && m_seconds >= m_rule.leastSeconds) || isTimeUp())
        look();
}

/// Looking costs some milliseconds, so it is done more and more seldom.
void SpeedMeasurement::look()
{
    m_nextLook = std::max(m_laps + 2, m_laps * 5 / 4);
    const auto isKnown = [this](int number) {
        const Decode& decode = m_decodes[std::size_t(number)];
        if (!decode.hasEnded)
            return false;
        if (decode.figures.times.rounds() == 0)
            return true; // its text ends with the round that reads the prompt: there is nothing to time
        const bool isOthersPlain = std::ranges::any_of(
            m_decodes, [&](const Decode& each) { return &each != &decode && each.plain == number; });
        if (decode.plain == number && isOthersPlain)
            return true;
        const auto interval = decode.plain >= 0 && decode.plain != number
            ? speed(number).speedUpInterval
            : tokensPerSecondInterval(decode.figures.times);
        return interval && interval->relativeHalfWidth() <= m_rule.halfWidth;
    };
    m_isSettled = true;
    for (int decode = 0; decode < decodes() && m_isSettled; ++decode)
        m_isSettled = isKnown(decode);
}

const SpeedMeasurement::Made& SpeedMeasurement::made() const
{
    if (m_made.laps == m_laps)
        return m_made;
    m_made = {.laps = m_laps, .speeds = {}, .costs = {}, .steadiness = {}};
    std::vector<const RoundTimes*> times;
    for (const Decode& each : m_decodes) {
        const RoundTimes& own = each.figures.times;
        const RoundTimes* const plain = each.plain >= 0 ? &m_decodes[std::size_t(each.plain)].figures.times : nullptr;
        m_made.speeds.push_back(speedOf(own, plain, each.figures.draftsTrees, Intervals::wanted));
        m_made.costs.push_back(plain ? passCostsOf(own, *plain) : std::nullopt);
        times.push_back(&own);
    }
    m_made.steadiness = steadinessOf(times, m_threads);
    return m_made;
}

} // namespace draftscope
