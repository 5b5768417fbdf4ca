// SPDX-License-Identifier: MIT
#include "engine/session/stale_kv.h"

namespace draftscope {

VerifiedRound verifiedRoundOf(const RoundRecord& round, const Fault& fault)
{
    VerifiedRound verified;
    verified.prefixLength = round.prefixLength;
    for (const NodeRecord& node : round.nodes) {
        if (fault.keepsRejected && !node.pruned && node.verdict != Verdict::accepted)
            verified.left.push_back(int(verified.tree.nodes.size()));
        verified.tree.nodes.push_back({node.token, node.parent, node.depth, node.q, node.drawU, node.pruned});
    }
    // The last token is the next round's root, and is fed with it. As a draft it is in the cache already.
    verified.path = verified.tree.pathTo(round.acceptedEnd());
    verified.path.resize(round.committed.size() - 1);
    if (fault.skipsBonus && round.committed.back().node >= 0)
        verified.left.push_back(round.committed.back().node);
    return verified;
}

} // namespace draftscope
