// SPDX-License-Identifier: MIT
#include "engine/record/recordings.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace draftscope {
namespace {

/// Kinds of moments in the order in which they come in a round; the last token is drawn in one of three ways.
enum Phase : std::uint8_t { drafting, verifying, judging, ending, committing, phaseCount };
using Counts = std::array<int, phaseCount>;

Phase phaseOf(MomentKind kind)
{
    switch (kind) {
    case MomentKind::draft:
        return drafting;
    case MomentKind::verify:
        return verifying;
    case MomentKind::judge:
        return judging;
    case MomentKind::residual:
    case MomentKind::bonus:
    case MomentKind::plain:
        return ending;
    case MomentKind::commit:
        break;
    }
    return committing;
}

Counts countsOf(const std::vector<Moment>& moments)
{
    Counts counts{};
    for (const Moment& moment : moments)
        ++counts[phaseOf(moment.kind)];
    return counts;
}

/// How many moments of `to` have happened when `happened` of `from` have: of each phase as many, if there are.
int mapped(int happened, const Counts& from, const Counts& to)
{
    int result = 0;
    for (std::size_t phase = 0; phase < phaseCount && happened > 0; ++phase) {
        result += happened >= from[phase] ? to[phase] : std::min(happened, to[phase]);
        happened -= from[phase];
    }
    return result;
}

} // namespace

Recordings::Recordings(Recording only) : m_firstRounds{0}
{
    m_recordings.push_back(std::make_unique<Recording>(std::move(only)));
}

Recordings::Recordings(const std::vector<TraceHeader>& sequences) : m_firstRounds(sequences.size(), -1), m_isBatch(true)
{
    for (const TraceHeader& header : sequences)
        m_recordings.push_back(std::make_unique<Recording>(header));
}

Recordings& Recordings::operator=(Recordings&& other) noexcept
{
    if (this == &other)
        return *this;
    for (std::size_t i = 0; i < std::max(m_recordings.size(), other.m_recordings.size()); ++i) {
        if (i >= other.m_recordings.size())
            *m_recordings[i] = Recording();
        else if (i < m_recordings.size())
            *m_recordings[i] = std::move(*other.m_recordings[i]);
        else
            m_recordings.push_back(std::move(other.m_recordings[i]));
    }
    m_firstRounds = std::move(other.m_firstRounds);
    m_rounds = other.m_rounds;
    m_current = other.m_current;
    m_isBatch = other.m_isBatch;
    return *this;
}

void Recordings::putTogether(const std::vector<RoundRecord>& rounds)
{
    for (const RoundRecord& round : rounds) {
        int& first = m_firstRounds[std::size_t(round.sequence)];
        if (first < 0)
            first = m_rounds;
        of(round.sequence).put(0, round);
    }
    ++m_rounds;
}

const RoundRecord* Recordings::roundOf(int sequence, int round) const
{
    const int first = firstRound(sequence);
    const bool isThere = first >= 0 && round >= first && round - first < of(sequence).roundCount(0);
    return isThere ? &of(sequence).round(0, round - first) : nullptr;
}

int Recordings::roundCount(int branch) const
{
    return m_isBatch ? m_rounds : current().roundCount(branch);
}

std::vector<Moment> Recordings::moments(int branch, int round) const
{
    if (!m_isBatch)
        return current().round(branch, round).moments;
    Counts most{};
    std::optional<MomentKind> last; // that of the current sequence, where it is in the round; else the first one's
    for (int sequence = 0; sequence < count(); ++sequence)
        if (const RoundRecord* const own = roundOf(sequence, round)) {
            const Counts counts = countsOf(own->moments);
            for (std::size_t phase = 0; phase < phaseCount; ++phase)
                most[phase] = std::max(most[phase], counts[phase]);
            for (const Moment& moment : own->moments)
                if (phaseOf(moment.kind) == ending && (!last || sequence == m_current))
                    last = moment.kind;
        }
    std::vector<Moment> moments;
    const std::array<MomentKind, phaseCount> kinds{MomentKind::draft, MomentKind::verify, MomentKind::judge,
                                                   last.value_or(MomentKind::plain), MomentKind::commit};
    for (std::size_t phase = 0; phase < phaseCount; ++phase)
        for (int i = 0; i < most[phase]; ++i) {
            const bool isCounted = phase == drafting || phase == judging;
            moments.push_back({kinds[phase], isCounted ? i : -1});
        }
    return moments;
}

int Recordings::momentCount(int branch, int round) const
{
    return m_isBatch ? int(moments(branch, round).size()) : int(current().round(branch, round).moments.size());
}

bool Recordings::isFinished(int branch, int round) const
{
    return m_isBatch || current().round(branch, round).isFinished();
}

Position Recordings::end(int branch) const
{
    if (!m_isBatch)
        return current().end(branch);
    return m_rounds == 0 ? Position{} : Position{0, m_rounds - 1, momentCount(0, m_rounds - 1)};
}

Position Recordings::ownOf(int sequence, Position shared) const
{
    if (!m_isBatch)
        return shared;
    const int first = firstRound(sequence);
    if (first < 0 || shared.round < first)
        return {};
    const RoundRecord* const own = roundOf(sequence, shared.round);
    if (!own)
        return of(sequence).end(0);
    return {0, shared.round - first, mapped(shared.moment, countsOf(moments(0, shared.round)), countsOf(own->moments))};
}

Position Recordings::sharedOf(int sequence, Position own) const
{
    if (!m_isBatch)
        return own;
    const int round = std::max(0, firstRound(sequence)) + own.round;
    const RoundRecord* const record = roundOf(sequence, round);
    if (!record)
        return {0, std::max(0, round), 0};
    const int all = momentCount(0, round);
    for (int moment = 0; moment < all; ++moment)
        if (ownOf(sequence, {0, round, moment}).moment >= own.moment)
            return {0, round, moment};
    return {0, round, all};
}

} // namespace draftscope
