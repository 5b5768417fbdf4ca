// SPDX-License-Identifier: MIT
// Private to this folder.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/record/recording.h"
#include "engine/session/round.h"
#include "engine/session/stale_kv.h"

namespace draftscope {

/// Goes to a recorded moment and on from there. The record is taken over as it is; caches and distributions follow
/// lazily (Round::replay()).
class Replay {
public:
    explicit Replay(DecodeSetup& setup) : m_setup(setup) {}

    /// Puts a decode back to a recorded moment of its own run, as atMoment() shows it.
    void resume(const Recording& recording, Position at, DecodedText& text, RoundInputs& inputs, Round& round);
    /// Has the target hold the text in front of a round. `text`: all tokens; shown: the round is finished, and its own
    /// pass comes once more. Throws Cancelled.
    void align(std::span<const TokenId> text, int prefixLength, bool isShown, const Progress& progress);

private:
    void recallVerified(const Recording& recording, Position at, const RoundRecord& shown);

    DecodeSetup& m_setup;
    /// Where a fault leaves K/V behind: what the target has to see again before it goes on.
    std::optional<std::vector<VerifiedRound>> m_toVerifyAgain;
};

} // namespace draftscope
