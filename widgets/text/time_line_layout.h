// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/record/records.h"

namespace draftscope {

/// What a time line shows of a round.
struct TimeLineRound {
    int accepted = 0, drafted = 0, tokens = 0;
    int reach = 0;      ///< depth of its deepest draft: no more can be accepted
    bool stops = false; ///< a stop condition is met in it
    friend bool operator==(const TimeLineRound&, const TimeLineRound&) = default;
};
[[nodiscard]] TimeLineRound timeLineRoundOf(const RoundRecord& round, bool stops);

/// The same of rounds that follow each other, added up.
struct TimeLineSpan {
    int first = 0, count = 0; ///< rounds, from 0
    std::int64_t accepted = 0, drafted = 0, tokens = 0, reach = 0, stops = 0;
};

/// The rounds of a time line, which grows at its end. Any span of them is summed up in the same time.
class TimeLineRounds {
public:
    void clear() { m_sums.clear(); }
    void append(const TimeLineRound& round);
    void replaceLast(const TimeLineRound& round); ///< there is one
    [[nodiscard]] int count() const { return int(m_sums.size()); }
    [[nodiscard]] TimeLineSpan span(int first, int count) const;
    /// The deepest draft of all: what the height of a cell stands for.
    [[nodiscard]] int reach() const { return m_sums.empty() ? 0 : m_sums.back().deepest; }

private:
    /// Of the rounds up to one.
    struct Sums {
        std::int64_t accepted = 0, drafted = 0, tokens = 0, reach = 0, stops = 0;
        int deepest = 0;
    };
    std::vector<Sums> m_sums;
};

/// Where the cells of a time line lie on a track, in pixels from its left end. A cell is a round where there is room,
/// else as many rounds as it takes, always a power of two, so that rounds seldom change their cell while a run goes on.
class TimeLineLayout {
public:
    static constexpr double narrowest = 4; ///< cell, with the gap behind it

    TimeLineLayout() = default;
    TimeLineLayout(int rounds, double trackWidth, double widestCell);

    [[nodiscard]] int cellCount() const { return m_cells; }
    [[nodiscard]] int roundsInCell() const { return m_roundsInCell; }
    [[nodiscard]] double cellWidth() const { return m_cellWidth; }
    /// Whole pixels, so that edges are sharp.
    [[nodiscard]] int leftOf(int cell) const;
    [[nodiscard]] int rightOf(int cell) const { return leftOf(cell + 1); }
    [[nodiscard]] int cellOf(int round) const { return round / m_roundsInCell; }
    [[nodiscard]] int firstRound(int cell) const { return cell * m_roundsInCell; }
    [[nodiscard]] int roundsOf(int cell) const; ///< the last cell may have fewer
    /// The round at x, or the nearest one; -1 where there are none. Rounds of one cell share its width.
    [[nodiscard]] int roundAt(double x) const;

private:
    int m_rounds = 0, m_cells = 0, m_roundsInCell = 1;
    double m_cellWidth = narrowest;
};

} // namespace draftscope
