// SPDX-License-Identifier: MIT
#include "engine/session/stop_conditions.h"

#include <algorithm>

#include <fmt/format.h>

namespace draftscope {
namespace {

using TokenText = std::function<std::string(TokenId)>;

enum class Judged { nothingToStopAt, rejected, acceptanceBelow, residualAbove };

Judged lookAt(const StopConditions& conditions, const RoundRecord& round, const NodeRecord& judged)
{
    if (conditions.onRejection && judged.verdict == Verdict::rejected)
        return Judged::rejected;
    if (conditions.acceptanceBelow && judged.acceptance && *judged.acceptance < *conditions.acceptanceBelow)
        return Judged::acceptanceBelow;
    const auto context = std::size_t(judged.parent + 1);
    if (conditions.residualAbove && context < round.contexts.size()
        && round.contexts[context].residualMass > *conditions.residualAbove)
        return Judged::residualAbove;
    return Judged::nothingToStopAt;
}

std::optional<Message> afterJudgement(const StopConditions& conditions, const RoundRecord& round, int node,
                                      const TokenText& tokenText)
{
    const NodeRecord& judged = round.nodes[std::size_t(node)];
    switch (lookAt(conditions, round, judged)) {
    case Judged::nothingToStopAt:
        return std::nullopt;
    case Judged::rejected:
        return message("Stopped: \"{}\" was rejected.", tokenText(judged.token));
    case Judged::acceptanceBelow:
        return message("Stopped: \"{}\" had an acceptance of {:.3f}, under {:.3f}.", tokenText(judged.token),
                       *judged.acceptance, *conditions.acceptanceBelow);
    case Judged::residualAbove:
        return message("Stopped: the residual mass at \"{}\" is {:.3f}, above {:.3f}.", tokenText(judged.token),
                       round.contexts[std::size_t(judged.parent + 1)].residualMass, *conditions.residualAbove);
    }
    return std::nullopt;
}

Message allAccepted(const RoundRecord& round)
{
    for (std::size_t n = 0; n < round.nodes.size(); ++n)
        if (round.nodes[n].parent != int(n) - 1) // a tree, of which others were left
            return message("Stopped: {} draft tokens were accepted, all of a path.", round.acceptedCount());
    return message("Stopped: all {} draft tokens were accepted.", round.acceptedCount());
}

std::optional<Message> afterCommit(const StopConditions& conditions, const RoundRecord& round,
                                   const TokenText& tokenText)
{
    for (const CommittedToken& committed : round.committed) {
        if (std::find(conditions.tokens.begin(), conditions.tokens.end(), committed.token) != conditions.tokens.end())
            return message("Stopped: \"{}\" was committed.", tokenText(committed.token));
    }
    if (conditions.onEndOfText && round.endOfText)
        return phrase("Stopped: the text ended.");
    if (conditions.onAllAccepted && !round.draw) // an end of the text was accepted, so there was no bonus to stop at
        return allAccepted(round);
    return std::nullopt;
}

} // namespace

std::optional<Message> stopReason(const StopConditions& conditions, const RoundRecord& round,
                                  const TokenText& tokenText)
{
    if (round.moments.empty())
        return std::nullopt;
    if (conditions.atRound && *conditions.atRound == round.round && round.moments.size() == 1)
        return message("Stopped: round {} began.", round.round + 1);
    const Moment& last = round.moments.back();
    switch (last.kind) {
    case MomentKind::judge:
        return afterJudgement(conditions, round, last.node, tokenText);
    case MomentKind::bonus:
        if (conditions.onAllAccepted)
            return allAccepted(round);
        return std::nullopt;
    case MomentKind::commit:
        return afterCommit(conditions, round, tokenText);
    default:
        return std::nullopt;
    }
}

bool stopsWithin(const StopConditions& conditions, const RoundRecord& round)
{
    if (round.moments.empty())
        return false;
    if (conditions.atRound && *conditions.atRound == round.round)
        return true;
    const auto stopsAt = [&](const Moment& moment) {
        switch (moment.kind) {
        case MomentKind::judge:
            return lookAt(conditions, round, round.nodes[std::size_t(moment.node)]) != Judged::nothingToStopAt;
        case MomentKind::bonus:
            return conditions.onAllAccepted;
        case MomentKind::commit:
            return afterCommit(conditions, round, [](TokenId) { return std::string(); }).has_value();
        default:
            return false;
        }
    };
    return std::any_of(round.moments.begin(), round.moments.end(), stopsAt);
}

} // namespace draftscope
