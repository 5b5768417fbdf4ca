// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/words/moments_in_sight.h"

#include <algorithm>
#include <numeric>

#include "engine/record/end_of_text.h"
#include "widgets/words/round_tree.h"

namespace draftscope {

namespace {

bool has(const std::vector<Moment>& moments, MomentKind kind)
{
    return std::ranges::count(moments, kind, &Moment::kind) > 0;
}

/// As far as the verdicts at this moment tell, another one follows.
bool isToBeJudged(const RoundRecord& shown, const TraceHeader& header)
{
    if (!shown.isVerified())
        return true;
    if (shown.draw || shown.isFinished() || endingNode(shown, header) >= 0)
        return false;
    const std::vector<bool> isOut = outOfReach(shown);
    for (std::size_t node = 0; node < shown.nodes.size(); ++node)
        if (shown.nodes[node].verdict == Verdict::notJudged && !isOut[node])
            return true;
    return false;
}

} // namespace

MomentsInSight momentsInSight(const RoundRecord& shown, const RoundRecord* whole, const TraceHeader& header)
{
    const std::vector<Moment> none, &all = whole ? whole->moments : none;
    MomentsInSight sight{shown.moments, std::vector<int>(shown.moments.size())};
    std::iota(sight.recorded.begin(), sight.recorded.end(), 1);
    const auto add = [&](Moment moment) { // where the first one of its kind that is to come is recorded
        const auto from = all.begin() + std::ptrdiff_t(std::min(shown.moments.size(), all.size()));
        const auto there = std::find_if(from, all.end(), [&](const Moment& m) {
            return m.kind == moment.kind && (moment.node < 0 || m.node == moment.node);
        });
        sight.moments.push_back(moment);
        sight.recorded.push_back(there == all.end() ? 0 : int(there - all.begin()) + 1);
    };
    const bool isVerified = shown.isVerified();
    if (!isVerified) {
        for (std::size_t i = shown.moments.size(); i < all.size() && all[i].kind == MomentKind::draft; ++i)
            add(all[i]);
        const int drafted = int(sight.moments.size());
        int node = drafted == 0 ? 0 : std::max(sight.moments.back().node + 1, int(whole ? whole->nodes.size() : 0));
        for (int i = drafted; i < shown.draftLength && !has(all, MomentKind::verify); ++i)
            add({MomentKind::draft, node++});
        add({MomentKind::verify, -1});
    }
    const bool drafts = has(sight.moments, MomentKind::draft);
    if (drafts && isToBeJudged(shown, header))
        add({MomentKind::judge, -1});
    if (!drafts && !shown.draw && !shown.isFinished())
        add({MomentKind::plain, -1});
    if (!shown.isFinished())
        add({MomentKind::commit, -1});
    return sight;
}

} // namespace draftscope
