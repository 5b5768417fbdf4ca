// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "engine/speculation/draft_tree.h"

namespace draftscope {

/// Children that a level has after one node of the level above; parent -1: after the root.
struct Expansion {
    int parent = -1, children = 1;
    friend bool operator==(const Expansion&, const Expansion&) = default;
};

/// How large a round's tree may become.
struct ShapeLimits {
    int depth = 0; ///< levels: K, or what is left of a text or a context
    int nodes = 0; ///< that are sent to the target beside the root
};

/// A tree that grows by the value of its nodes (DynamicShape): how wide, and how many of its nodes are sent to the
/// target.
struct ValueGrowth {
    int width = 0, nodes = 0;
};

/// Which nodes a tree is grown by, a level at a time. Stateless: the tree is all that it looks at. Add one in a file of
/// its own and name it in engine/session/shapes.cpp.
class DraftShape {
public:
    virtual ~DraftShape() = default;
    /// The level behind the newest one, parents in order; empty where the tree is done. Precondition: the tree was
    /// grown by this shape.
    [[nodiscard]] virtual std::vector<Expansion> nextLevel(const DraftTree& tree, ShapeLimits limits) const = 0;
    /// Marks the nodes that are not sent to the target (DraftTree::Node::pruned), once drafting has ended. With a node
    /// all behind it are marked, too.
    virtual void prune(DraftTree& /*tree*/, ShapeLimits /*limits*/) const {}
    /// Whether parents and depths are all that it looks at, so that a tree is known before anything is drafted, and
    /// nothing is pruned.
    [[nodiscard]] virtual bool isStatic() const { return false; }
    /// Where it is not: that values are all that decides, so that a backend that has q can grow it.
    [[nodiscard]] virtual std::optional<ValueGrowth> growsByValue() const { return std::nullopt; }
};

/// One child a node.
class ChainShape final : public DraftShape {
public:
    [[nodiscard]] std::vector<Expansion> nextLevel(const DraftTree& tree, ShapeLimits limits) const override;
    [[nodiscard]] bool isStatic() const override { return true; }
};

/// The nodes of the newest level; {-1}, the root, where there is none.
[[nodiscard]] std::vector<int> newestLevel(const DraftTree& tree);

/// The levels of a tree as they were planned, which is what drafts it again.
[[nodiscard]] std::vector<std::vector<Expansion>> levelsOf(const DraftTree& tree);

} // namespace draftscope
