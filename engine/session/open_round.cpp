// SPDX-License-Identifier: MIT
#include "engine/session/session_state.h"

#include <algorithm>
#include <utility>

#include "engine/session/draft_length.h"

namespace draftscope {

void Session::State::openRound()
{
    const RoundRecord before = std::exchange(round, {});
    round.round = nextRound++;
    round.sequence = sequence;
    round.prefixLength = int(tokens.size());
    round.root = tokens.back();
    round.sampler = settings.sampler;
    round.verifier = verifier().name();
    round.overrides = std::exchange(nextOverrides, {});
    if (drafter)
        planDraftLength(round, before, settings);
    copyLength = drafter ? drafter->ownLengthAfter(tokens) : std::nullopt;
    round.copied = copyLength && wantedDraftLength() > 0;
    round.draftContextFull = !copyLength && wantedDraftLength() > 0 && drafter->roomAfter(round.prefixLength) == 0;
    isOpen = true;
    isLive = false;
    if (cacheRecorder)
        cacheRecorder->beginRound(before, tokens);
}

int Session::State::wantedDraftLength() const
{
    if (!drafter)
        return 0;
    // The round's own token always comes last, so of `room` tokens one is not drafted. That leaves the distribution of
    // the text as it is: every shorter round is lossless too.
    const int length = round.prefixLength;
    const int generated = length - int(promptTokens.size());
    const int room = std::min(settings.maxTokens - generated, pair.target->config.contextLength - length);
    // Nor is anything drafted beyond the length at which keys of the whole text are made again (LongRoPE): the round
    // behind it begins so.
    const int drafted = std::min(room - 1, target.roomOfRope(length));
    return std::max(0, std::min(copyLength.value_or(round.draftLength), drafted));
}

int Session::State::plannedDraftLength() const
{
    if (!drafter || copyLength)
        return wantedDraftLength();
    return std::min(wantedDraftLength(), drafter->roomAfter(round.prefixLength));
}

EndReason Session::State::endReason() const
{
    if (generatedCount() > 0 && pair.target->isEndOfText(tokens.back()))
        return EndReason::endOfText;
    if (generatedCount() >= settings.maxTokens)
        return EndReason::tokenLimit;
    if (int(tokens.size()) >= pair.target->config.contextLength)
        return EndReason::contextFull;
    return EndReason::none;
}

} // namespace draftscope
