// SPDX-License-Identifier: MIT
#include "engine/session/record_decode.h"

namespace draftscope {

Recording recordingFor(const Session& session)
{
    Recording recording(session.header());
    const Tokenizer& tokenizer = *session.pair().target->tokenizer;
    recording.learnPrompt([&](TokenId token) { return tokenizer.bytes(token); });
    return recording;
}

void recordRound(const Session& session, const RoundRecord& round, Recording& recording)
{
    const Tokenizer& tokenizer = *session.pair().target->tokenizer;
    recording.learnTokens(round, [&](TokenId token) { return tokenizer.bytes(token); });
    recording.put(0, round);
}

void recordToEnd(Session& session, Recording& recording, const Progress& progress)
{
    while (session.ended() == EndReason::none) {
        if (progress.isCancelled()) // a round that a backend decides at once does not look
            throw Cancelled();
        recordRound(session, session.finishRound(progress), recording);
    }
}

} // namespace draftscope
