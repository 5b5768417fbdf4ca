// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "engine/speculation/drafter.h"

namespace draftscope {

/// Merges the chains of several drafters into one tree (SpecInfer, arXiv 2305.09781, merge-based construction), which
/// MergedChainsShape plans: a node has a child of each chain that comes through it.
///
/// Drawn at random, each child carries the q of its own draft (DraftTree::qOf()), so multi-step speculative sampling is
/// valid for them. A token that two drafts drew behind one node stays as two children, because each is a try of its
/// own; but both chains go on behind the first of them: a rejected token has nothing left of p, so the second is never
/// accepted. Chosen without chance, the two are one node.
///
/// A draft that has nothing to propose, or whose chain the shape leaves out, ends there.
class MergedDrafter final : public Drafter {
public:
    /// At least one, each of which can draft chains. One that copies is certain of its tokens: its q is one-hot.
    explicit MergedDrafter(std::vector<std::unique_ptr<Drafter>> drafters);

    void begin(std::span<const TokenId> text, const Progress& progress = {}) override;
    /// That of the draft with most of it.
    [[nodiscard]] int roomAfter(int textLength) const override;
    int addLevel(DraftTree& tree, std::span<const Expansion> level, const LevelDraws& draws,
                 const Progress& progress = {}) override;
    /// Of the first draft.
    [[nodiscard]] SequenceCache* cache() override { return m_chains.front().drafter->cache(); }
    [[nodiscard]] int slotOf(int node) const override;

private:
    struct Chain {
        std::unique_ptr<Drafter> drafter;
        DraftTree own;          ///< what it proposes, as a chain
        std::vector<int> nodes; ///< of the merged tree, by node of its own
        bool goesOn = true;

        [[nodiscard]] int end() const { return nodes.empty() ? -1 : nodes.back(); }
    };

    void restart();
    /// Has a chain propose its next token behind a node of the tree. Returns whether it did.
    static bool propose(Chain& chain, const DraftTree& tree, const LevelDraws& draws, const Progress& progress);
    /// Puts the proposed token into the tree, as a node or as one that is there already. Returns whether a node was
    /// added.
    static bool place(Chain& chain, int draft, DraftTree& tree, int parent, bool isFirst, const LevelDraws& draws);

    std::vector<Chain> m_chains;
};

/// The levels that MergedDrafter fills: of each chain a node a level.
class MergedChainsShape final : public DraftShape {
public:
    [[nodiscard]] std::vector<Expansion> nextLevel(const DraftTree& tree, ShapeLimits limits) const override;

    static constexpr int mostChains = 16;
};

} // namespace draftscope
