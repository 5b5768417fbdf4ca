// SPDX-License-Identifier: GPL-3.0-or-later
// Sampler and K of rounds, and which round a change at a moment is for.
#pragma once

#include "engine/record/recording.h"
#include "gui/setup/what_if.h"

namespace draftscope {

/// What a person can change from a round on.
struct RoundSettings {
    SamplerSettings sampler;
    int draftLength = 0;
    friend bool operator==(const RoundSettings&, const RoundSettings&) = default;
};

/// Sampler and K that a recorded round was asked to have. A schedule may have made another K of it.
[[nodiscard]] RoundSettings askedOf(const Recording& recording, int branch, int round);
/// Of the last round that has begun at `at`; of the header where none has.
[[nodiscard]] RoundSettings begunWith(const Recording& recording, Position at);
/// The settings with those of `changes` that are about them.
[[nodiscard]] RoundSettings changedBy(const std::vector<WhatIf>& changes, RoundSettings settings);
/// The changes that make `to` of `from`.
[[nodiscard]] std::vector<WhatIf> differences(const RoundSettings& from, const RoundSettings& to);

/// The first round that sampler and K can still be changed for at this moment.
[[nodiscard]] int firstToBegin(Position at);
/// The round that a change of a node at this moment is about: the next one where its own has ended.
[[nodiscard]] int roundAbout(const Recording& recording, Position at);

/// "u = 0.10 at draft 2, K = 4 from round 3 on": `changes` at a moment.
[[nodiscard]] QString describeAt(Position at, const std::vector<WhatIf>& changes, const Recording& recording);
/// The same with the round that nodes are of, as branches are named: "u = 0.10 at draft 2 in round 3, K = 4 from round
/// 4 on".
[[nodiscard]] QString describeWithRound(Position at, const std::vector<WhatIf>& changes, const Recording& recording);

} // namespace draftscope
