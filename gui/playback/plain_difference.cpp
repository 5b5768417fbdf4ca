// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playback/plain_difference.h"

#include <algorithm>

namespace draftscope {

std::optional<PlainDifference> differenceFromPlain(const Recording& recording, Position shown,
                                                   const std::vector<TokenId>& plain)
{
    if (plain.empty() || shown.branch != 0)
        return std::nullopt;
    PlainDifference difference;
    int at = int(recording.header().promptTokens.size());
    for (int r = 0; r <= shown.round && r < recording.roundCount(0); ++r) {
        const RoundRecord& round = recording.round(0, r);
        if (!round.sampler.isGreedy() || !round.overrides.empty())
            return std::nullopt;
        if (r == shown.round && shown.moment < int(round.moments.size()))
            break; // it has committed nothing yet
        for (const CommittedToken& token : round.committed) {
            if (difference.compared == int(plain.size()))
                return difference;
            if (token.token != plain[std::size_t(difference.compared)]) {
                difference.index = at;
                return difference;
            }
            ++difference.compared;
            ++at;
        }
    }
    return difference.compared > 0 ? std::optional(difference) : std::nullopt;
}

} // namespace draftscope
