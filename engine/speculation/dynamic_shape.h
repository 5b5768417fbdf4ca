// SPDX-License-Identifier: MIT
#pragma once

#include "engine/speculation/draft_shape.h"

namespace draftscope {

/// EAGLE-2's tree (arXiv 2406.16858). A node's value is the product of q along its path. Expand: of the newest level
/// the `width` nodes of largest value get as many children each. Rerank: of all that was drafted the `nodes` of largest
/// value are sent to the target. They are connected, because no child is worth more than its parent.
class DynamicShape final : public DraftShape {
public:
    DynamicShape(int width, int nodes) : m_width(width), m_nodes(nodes) {}
    [[nodiscard]] std::vector<Expansion> nextLevel(const DraftTree& tree, ShapeLimits limits) const override;
    void prune(DraftTree& tree, ShapeLimits limits) const override;
    [[nodiscard]] std::optional<ValueGrowth> growsByValue() const override { return ValueGrowth{m_width, m_nodes}; }

private:
    int m_width, m_nodes;
};

} // namespace draftscope
