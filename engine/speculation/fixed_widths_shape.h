// SPDX-License-Identifier: MIT
#pragma once

#include "engine/speculation/draft_shape.h"

namespace draftscope {

/// So many children for every node of a level: SpecInfer's expansion degrees (arXiv 2305.09781). Where the number of
/// nodes is full, later nodes of a level get fewer.
class FixedWidthsShape final : public DraftShape {
public:
    /// By level, at least one; the last width goes for the levels behind it, too.
    explicit FixedWidthsShape(std::vector<int> widths) : m_widths(std::move(widths)) {}
    [[nodiscard]] std::vector<Expansion> nextLevel(const DraftTree& tree, ShapeLimits limits) const override;
    [[nodiscard]] bool isStatic() const override { return true; }

private:
    std::vector<int> m_widths;
};

} // namespace draftscope
