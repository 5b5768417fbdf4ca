// SPDX-License-Identifier: MIT
#include "engine/record/end_of_text.h"

#include <algorithm>
#include <vector>

namespace draftscope {

bool isEndOfText(const TraceHeader& header, TokenId token)
{
    return std::ranges::count(header.endTokens, token) > 0;
}

int endingNode(const RoundRecord& round, const TraceHeader& header)
{
    if (round.isFinished())
        return round.endOfText && !round.committed.empty() ? round.committed.back().node : -1;
    const auto ends = [&](const NodeRecord& node) {
        return node.verdict == Verdict::accepted && isEndOfText(header, node.token);
    };
    const auto found = std::ranges::find_if(round.nodes, ends);
    return found == round.nodes.end() ? -1 : int(found - round.nodes.begin());
}

RoundRecord withoutWhatFollowsTheEnd(RoundRecord round)
{
    const int end = endingNode(round, {});
    const auto judged = std::ranges::find(round.moments, Moment{MomentKind::judge, end});
    if (!round.isFinished() || end < 0 || judged == round.moments.end())
        return round;
    std::vector<bool> unjudged(round.nodes.size());
    for (auto after = judged + 1; after != round.moments.end() - 1; ++after) {
        if (after->kind != MomentKind::judge)
            continue;
        unjudged[std::size_t(after->node)] = true;
        NodeRecord& node = round.nodes[std::size_t(after->node)];
        node.acceptance.reset();
        node.u.reset();
        node.verdict = Verdict::notJudged;
        node.forcedU = node.forcedVerdict = false;
    }
    std::erase_if(round.overrides, [&](const OverrideRecord& change) {
        return change.node >= 0 && unjudged[std::size_t(change.node)] && change.kind != OverrideRecord::Kind::token;
    });
    const auto kept = int(judged - round.moments.begin()) + 1, left = int(round.moments.size()) - 1 - kept;
    for (CacheChange& change : round.cacheChanges) // what came behind goes to the commit
        if (change.moment >= kept)
            change.moment = std::max(kept, change.moment - left);
    round.moments.erase(judged + 1, round.moments.end() - 1);
    round.draw.reset();
    return round;
}

} // namespace draftscope
