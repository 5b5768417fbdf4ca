// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine/record/recording.h"
#include "engine/session/session.h"

namespace draftscope {

/// One thing that a person changes at a paused moment.
struct WhatIf {
    OverrideRecord::Kind kind = OverrideRecord::Kind::u;
    int node = -1;                ///< of token, u and verdict
    TokenId token = noToken;      ///< Kind::token
    double u = 0;                 ///< Kind::u, in [0, 1)
    bool accepted = false;        ///< Kind::verdict
    SamplerSettings sampler = {}; ///< Kind::sampler
    int draftLength = 0;          ///< Kind::draftLength
};

/// Both are about sampler or K, or about how one node is drafted, or about how it is judged.
[[nodiscard]] bool replaces(const WhatIf& change, const WhatIf& earlier);

/// "temperature 0.80, top-k 40, top-p 0.90, min-p 0.05" without what is off, or "greedy".
[[nodiscard]] QString describe(const SamplerSettings& sampler);

/// "u = 0.10 at draft 2", "“cat” as draft 3", "K = 8".
[[nodiscard]] QString describe(const WhatIf& change, const Recording& recording);

/// The same of several, in one line.
[[nodiscard]] QString describe(const std::vector<WhatIf>& changes, const Recording& recording);
/// What a person changed, from the record of the round in which it counts.
[[nodiscard]] WhatIf whatIfOf(const OverrideRecord& record, const RoundRecord& round);

/// The latest moment, not after `shown`, from which the change can still take effect: before the node is drafted
/// (token) or judged (u, verdict), all nodes where the rule decides about them together; `shown` itself for sampler and
/// K, which are for the next round.
[[nodiscard]] Position placeOf(const WhatIf& change, const Recording& recording, Position shown);

/// Tells the session. Errors: settings out of range.
[[nodiscard]] Result<void> apply(const WhatIf& change, Session& session);

/// Whether the round shows the change's outcome: its node has been drafted or judged, or there is nothing to wait for.
[[nodiscard]] bool hasTakenEffect(const WhatIf& change, const RoundRecord& round);
/// Of a finished round in which it has not: "Draft 3 was not judged, because draft 1 was rejected." The header is that
/// of the round's recording.
[[nodiscard]] QString whyWithoutEffect(const WhatIf& change, const RoundRecord& round, const TraceHeader& header);

} // namespace draftscope
