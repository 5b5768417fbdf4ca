// SPDX-License-Identifier: GPL-3.0-or-later
// What a round's nodes are as a tree: their levels, their siblings, and which of them can still be judged.
#pragma once

#include <vector>

#include "engine/record/records.h"

namespace draftscope {

/// No node has a sibling, and each follows the one before it.
[[nodiscard]] bool isChain(const RoundRecord& round);

/// The nodes that were drafted after a context, in the order in which they are judged.
[[nodiscard]] std::vector<int> childrenOf(const RoundRecord& round, int context);

/// The nodes that a draft moment added, as [first, end): a level of a tree, one node of a chain. `at` is that moment.
struct Level {
    int first = 0, end = 0;
    [[nodiscard]] int count() const { return end - first; }
    [[nodiscard]] bool contains(int node) const { return node >= first && node < end; }
};
[[nodiscard]] Level levelOf(const RoundRecord& round, const Moment& at);

/// 2 for the second draft moment, whatever it added: the depth of its nodes.
[[nodiscard]] int levelNumber(const std::vector<Moment>& moments, const Moment& at);

/// As far as the record goes the node will not be judged: it was pruned, an ancestor was rejected, or a sibling of it
/// or of an ancestor was accepted.
[[nodiscard]] bool isOutOfReach(const RoundRecord& round, int node);
[[nodiscard]] std::vector<bool> outOfReach(const RoundRecord& round); ///< the same of each node

/// `node` is `end`, or an ancestor of it.
[[nodiscard]] bool isOnPathTo(const RoundRecord& round, int node, int end);

/// The accepted sibling of a node, or of an ancestor of it, that the path went on with; -1 for none.
[[nodiscard]] int takenInstead(const RoundRecord& round, int node);

/// A sibling that was rejected before it, the latest one; -1 for none. What is left of p without those is what the node
/// is judged by.
[[nodiscard]] int rejectedBefore(const RoundRecord& round, int node);

/// The drafts that stand behind the text while a round runs. Of a chain all of them; of a tree the accepted path, and
/// from there on the nodes that would be judged next, or the one that has just been rejected.
[[nodiscard]] std::vector<NodeRecord> draftsBehindText(const RoundRecord& round);

[[nodiscard]] int prunedCount(const RoundRecord& round);

} // namespace draftscope
