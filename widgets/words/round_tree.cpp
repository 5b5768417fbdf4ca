// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/words/round_tree.h"

#include <algorithm>

namespace draftscope {

bool isChain(const RoundRecord& round)
{
    for (std::size_t n = 0; n < round.nodes.size(); ++n)
        if (round.nodes[n].parent != int(n) - 1)
            return false;
    return true;
}

std::vector<int> childrenOf(const RoundRecord& round, int context)
{
    std::vector<int> children;
    for (std::size_t n = 0; n < round.nodes.size(); ++n)
        if (round.nodes[n].parent + 1 == context)
            children.push_back(int(n));
    return children;
}

Level levelOf(const RoundRecord& round, const Moment& at)
{
    Level level{at.node, int(round.nodes.size())};
    for (const Moment& moment : round.moments)
        if (moment.kind == MomentKind::draft && moment.node > at.node)
            level.end = std::min(level.end, moment.node);
    return level;
}

int levelNumber(const std::vector<Moment>& moments, const Moment& at)
{
    return 1 + int(std::ranges::count_if(moments, [&](const Moment& moment) {
               return moment.kind == MomentKind::draft && moment.node < at.node;
           }));
}

namespace {

/// Nothing behind it is judged.
bool falls(const RoundRecord& round, int node, bool judgesAllPaths)
{
    const NodeRecord& record = round.nodes[std::size_t(node)];
    if (record.verdict != Verdict::rejected || !judgesAllPaths)
        return record.verdict == Verdict::rejected;
    return !round.wantedVerdict(node).value_or(record.acceptance.value_or(0) > record.u.value_or(0));
}

} // namespace

std::vector<bool> outOfReach(const RoundRecord& round)
{
    std::vector<bool> out(round.nodes.size()), hasGoneOn(round.nodes.size() + 1); // the latter by context
    // Typical acceptance judges whatever follows a plausible token, on all paths.
    const bool judgesAllPaths = round.traits.comparesPaths;
    for (const NodeRecord& node : round.nodes)
        if (node.verdict == Verdict::accepted && !judgesAllPaths)
            hasGoneOn[std::size_t(node.parent + 1)] = true;
    for (std::size_t n = 0; n < round.nodes.size(); ++n) {
        const NodeRecord& node = round.nodes[n];
        const bool isCutOff =
            node.parent >= 0 && (out[std::size_t(node.parent)] || falls(round, node.parent, judgesAllPaths));
        out[n] =
            node.verdict == Verdict::notJudged && (node.pruned || isCutOff || hasGoneOn[std::size_t(node.parent + 1)]);
    }
    return out;
}

bool isOutOfReach(const RoundRecord& round, int node)
{
    return outOfReach(round)[std::size_t(node)];
}

bool isOnPathTo(const RoundRecord& round, int node, int end)
{
    while (end > node)
        end = round.nodes[std::size_t(end)].parent;
    return end == node;
}

int takenInstead(const RoundRecord& round, int node)
{
    for (int n = node; n >= 0; n = round.nodes[std::size_t(n)].parent) {
        const NodeRecord& here = round.nodes[std::size_t(n)];
        for (std::size_t other = 0; other < round.nodes.size() && here.verdict != Verdict::accepted; ++other)
            if (round.nodes[other].parent == here.parent && round.nodes[other].verdict == Verdict::accepted)
                return int(other);
    }
    return -1;
}

int rejectedBefore(const RoundRecord& round, int node)
{
    for (int n = node - 1; n >= 0; --n)
        if (round.nodes[std::size_t(n)].parent == round.nodes[std::size_t(node)].parent
            && round.nodes[std::size_t(n)].verdict == Verdict::rejected)
            return n;
    return -1;
}

std::vector<NodeRecord> draftsBehindText(const RoundRecord& round)
{
    if (isChain(round))
        return round.nodes;
    std::vector<NodeRecord> drafts;
    const Moment now = round.moments.empty() ? Moment{} : round.moments.back();
    for (int context = 0;;) {
        int next = -1;
        for (const int child : childrenOf(round, context)) {
            const Verdict verdict = round.nodes[std::size_t(child)].verdict;
            if (verdict == Verdict::accepted || (now.kind == MomentKind::judge && now.node == child)) {
                next = child;
                break;
            }
            const bool isLeft = next >= 0 && round.nodes[std::size_t(next)].verdict != Verdict::rejected;
            if (!isLeft && !round.nodes[std::size_t(child)].pruned)
                next = child; // the first that is still to be judged; where there is none the last one rejected
        }
        if (next < 0)
            return drafts;
        drafts.push_back(round.nodes[std::size_t(next)]);
        if (round.nodes[std::size_t(next)].verdict == Verdict::rejected)
            return drafts;
        context = next + 1;
    }
}

int prunedCount(const RoundRecord& round)
{
    return int(std::ranges::count(round.nodes, true, &NodeRecord::pruned));
}

} // namespace draftscope
