// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/text/time_line_layout.h"

#include <algorithm>
#include <cmath>

namespace draftscope {

TimeLineRound timeLineRoundOf(const RoundRecord& round, bool stops)
{
    TimeLineRound shown{round.acceptedCount(), int(round.nodes.size()), int(round.committed.size()), 0, stops};
    for (const NodeRecord& node : round.nodes)
        shown.reach = std::max(shown.reach, node.depth);
    return shown;
}

void TimeLineRounds::append(const TimeLineRound& round)
{
    Sums sums = m_sums.empty() ? Sums{} : m_sums.back();
    sums.accepted += round.accepted;
    sums.drafted += round.drafted;
    sums.tokens += round.tokens;
    sums.reach += round.reach;
    sums.stops += round.stops;
    sums.deepest = std::max(sums.deepest, round.reach);
    m_sums.push_back(sums);
}

void TimeLineRounds::replaceLast(const TimeLineRound& round)
{
    m_sums.pop_back();
    append(round);
}

TimeLineSpan TimeLineRounds::span(int first, int count) const
{
    const Sums none;
    const Sums& before = first > 0 ? m_sums[std::size_t(first) - 1] : none;
    const Sums& last = first + count > 0 ? m_sums[std::size_t(first + count) - 1] : none;
    return {first,
            count,
            last.accepted - before.accepted,
            last.drafted - before.drafted,
            last.tokens - before.tokens,
            last.reach - before.reach,
            last.stops - before.stops};
}

TimeLineLayout::TimeLineLayout(int rounds, double trackWidth, double widestCell) : m_rounds(rounds)
{
    if (rounds <= 0)
        return;
    const auto cellsOf = [rounds](int inCell) { return (rounds - 1) / inCell + 1; };
    const double room = std::max(trackWidth, narrowest);
    while (cellsOf(m_roundsInCell) > 1 && cellsOf(m_roundsInCell) * narrowest > room)
        m_roundsInCell *= 2;
    m_cells = cellsOf(m_roundsInCell);
    m_cellWidth = std::min(room / m_cells, std::max(widestCell, narrowest));
}

int TimeLineLayout::leftOf(int cell) const
{
    return int(std::lround(cell * m_cellWidth));
}

int TimeLineLayout::roundsOf(int cell) const
{
    return std::min(m_roundsInCell, m_rounds - firstRound(cell));
}

int TimeLineLayout::roundAt(double x) const
{
    if (m_rounds == 0)
        return -1;
    const int cell = std::clamp(int(std::floor(x / m_cellWidth)), 0, m_cells - 1);
    const double share = std::clamp((x - cell * m_cellWidth) / m_cellWidth, 0.0, 1.0);
    return firstRound(cell) + std::min(int(share * m_roundsInCell), roundsOf(cell) - 1);
}

} // namespace draftscope
