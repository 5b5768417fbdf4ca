// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playback/recorded_steps.h"

#include <algorithm>

#include "widgets/words/round_tree.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

/// The round with the masses of its contexts only: all that stop conditions look at, and cheap to cut at a moment.
RoundRecord withoutDistributions(const RoundRecord& round)
{
    RoundRecord light = round;
    for (DistributionRecord& context : light.contexts)
        context.top.clear();
    return light;
}

/// The round that committed the token at `index`; the last one if none has yet.
int roundOf(const Recording& recording, int branch, int index)
{
    int first = 0, count = recording.roundCount(branch);
    while (count > 1) {
        const int half = count / 2;
        if (recording.round(branch, first + half).prefixLength <= index)
            first += half, count -= half;
        else
            count = half;
    }
    return first;
}

/// Which of a round's committed tokens the index means; nullptr if none.
const CommittedToken* committedAt(const RoundRecord& round, int index)
{
    const auto offset = std::size_t(index - round.prefixLength);
    return index >= round.prefixLength && offset < round.committed.size() ? &round.committed[offset] : nullptr;
}

/// A rule that judges from the end of a chain accepts those before a draft with it.
bool makes(const Moment& moment, const CommittedToken& token, const RoundRecord& round)
{
    if (token.node >= 0)
        return moment.kind == MomentKind::judge && round.nodes[std::size_t(moment.node)].verdict == Verdict::accepted
            && isOnPathTo(round, token.node, moment.node);
    return moment.kind == MomentKind::residual || moment.kind == MomentKind::bonus || moment.kind == MomentKind::plain;
}

} // namespace

namespace {

int momentCount(const Recording& recording, int branch, int round)
{
    return int(recording.round(branch, round).moments.size());
}

int momentCount(const Recordings& recordings, int branch, int round)
{
    return recordings.momentCount(branch, round);
}

template <class Records>
Position endIn(const Records& records, int branch, int round)
{
    return {branch, round, momentCount(records, branch, round)};
}

template <class Records>
std::optional<Position> afterIn(const Records& records, Position position)
{
    const auto [branch, round, moment] = position;
    const int rounds = records.roundCount(branch);
    if (round >= rounds)
        return std::nullopt;
    if (moment < momentCount(records, branch, round))
        return Position{branch, round, moment + 1};
    return round + 1 < rounds ? std::optional(Position{branch, round + 1, 1}) : std::nullopt;
}

template <class Records>
std::optional<Position> beforeIn(const Records& records, Position position)
{
    if (position.moment > 1 || (position.moment == 1 && position.round == 0))
        return Position{position.branch, position.round, position.moment - 1};
    return position.round > 0 ? std::optional(endIn(records, position.branch, position.round - 1)) : std::nullopt;
}

template <class Records>
Position nearestIn(const Records& records, int branch, Position position)
{
    const int rounds = records.roundCount(branch);
    if (rounds == 0)
        return {branch, 0, 0};
    const int round = std::clamp(position.round, 0, rounds - 1);
    return {branch, round, std::clamp(position.moment, 0, momentCount(records, branch, round))};
}

int nearestBranch(const Recording& recording, int branch)
{
    return std::clamp(branch, 0, int(recording.branches().size()) - 1);
}

} // namespace

std::optional<Position> after(const Recording& recording, Position position)
{
    return afterIn(recording, position);
}

std::optional<Position> after(const Recordings& recordings, Position position)
{
    return afterIn(recordings, position);
}

std::optional<Position> before(const Recording& recording, Position position)
{
    return beforeIn(recording, position);
}

std::optional<Position> before(const Recordings& recordings, Position position)
{
    return beforeIn(recordings, position);
}

bool isBefore(Position a, Position b)
{
    return a.round < b.round || (a.round == b.round && a.moment < b.moment);
}

Position endOfRound(const Recording& recording, int branch, int round)
{
    return endIn(recording, branch, round);
}

Position endOfRound(const Recordings& recordings, int branch, int round)
{
    return endIn(recordings, branch, round);
}

Position nearest(const Recording& recording, Position position)
{
    return nearestIn(recording, nearestBranch(recording, position.branch), position);
}

Position nearest(const Recordings& recordings, Position position)
{
    return nearestIn(recordings, nearestBranch(recordings.current(), position.branch), position);
}

std::optional<Position> onBranch(const Recording& recording, Position position, int branch)
{
    const auto isShared = [&](int of) { // with its parent
        const BranchRecord& fork = recording.branches()[std::size_t(of)];
        return fork.parent >= 0 && !isBefore({fork.parent, fork.forkRound, fork.forkMoment}, position);
    };
    const auto owner = [&](int of) {
        while (isShared(of))
            of = recording.branches()[std::size_t(of)].parent;
        return of;
    };
    if (owner(position.branch) != owner(branch))
        return std::nullopt;
    return Position{branch, position.round, position.moment};
}

std::optional<TokenId> tokenAt(const Recording& recording, int branch, int index)
{
    const auto& prompt = recording.header().promptTokens;
    if (index < int(prompt.size()))
        return index >= 0 ? std::optional(prompt[std::size_t(index)]) : std::nullopt;
    if (recording.roundCount(branch) == 0)
        return std::nullopt;
    const CommittedToken* token = committedAt(recording.round(branch, roundOf(recording, branch, index)), index);
    return token ? std::optional(token->token) : std::nullopt;
}

std::optional<Position> momentOf(const Recording& recording, int branch, int index)
{
    if (index < int(recording.header().promptTokens.size()) || recording.roundCount(branch) == 0)
        return std::nullopt;
    const int number = roundOf(recording, branch, index);
    const RoundRecord& round = recording.round(branch, number);
    const CommittedToken* token = committedAt(round, index);
    if (!token)
        return std::nullopt;
    const auto made = std::find_if(round.moments.begin(), round.moments.end(),
                                   [&](const Moment& moment) { return makes(moment, *token, round); });
    return Position{branch, number, std::min(int(made - round.moments.begin()) + 1, int(round.moments.size()))};
}

std::optional<RecordedStop> stopInRound(const Recording& recording, const StopConditions& conditions, Position position)
{
    const RoundRecord round = withoutDistributions(recording.round(position.branch, position.round));
    const auto text = [&](TokenId token) { return tokenText(recording, token).trimmed().toStdString(); };
    for (int moment = position.moment + 1; moment <= int(round.moments.size()); ++moment)
        if (auto reason = stopReason(conditions, atMoment(round, moment), text))
            return RecordedStop{{position.branch, position.round, moment}, std::move(*reason)};
    return std::nullopt;
}

namespace {

template <class Records>
std::optional<RecordedStop> nextStopIn(const Records& records, const StopConditions& conditions, Position position)
{
    for (; position.round < records.roundCount(position.branch); ++position.round, position.moment = 0)
        if (auto stop = stopInRound(records, conditions, position))
            return stop;
    return std::nullopt;
}

} // namespace

std::optional<RecordedStop> nextStop(const Recording& recording, const StopConditions& conditions, Position position)
{
    return nextStopIn(recording, conditions, position);
}

std::optional<RecordedStop> stopInRound(const Recordings& recordings, const StopConditions& conditions,
                                        Position position)
{
    if (!recordings.isBatch())
        return stopInRound(recordings.current(), conditions, position);
    std::optional<RecordedStop> first;
    for (int sequence = 0; sequence < recordings.count(); ++sequence) {
        if (!recordings.isDecoding(sequence, position))
            continue;
        auto stop = stopInRound(recordings.of(sequence), conditions, recordings.ownOf(sequence, position));
        if (!stop)
            continue;
        stop->position = recordings.sharedOf(sequence, stop->position);
        stop->sequence = sequence;
        if (!first || isBefore(stop->position, first->position))
            first = std::move(stop);
    }
    return first;
}

std::optional<RecordedStop> nextStop(const Recordings& recordings, const StopConditions& conditions, Position position)
{
    return nextStopIn(recordings, conditions, position);
}

} // namespace draftscope
