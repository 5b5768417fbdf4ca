// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <vector>

#include "engine/backend/cuda/pass_kernels.h"
#include "engine/backend/cuda/round_memory.h"
#include "engine/model/round_runner.h"

namespace draftscope::cuda {

/// A level of drafts: its pass, and the parents of its nodes.
struct LevelSize {
    PassSize pass;
    int parents = 1;
    auto operator<=>(const LevelSize&) const = default; // NOLINT(modernize-use-nullptr): clang-tidy 14 mistakes it
};

/// All that the launches of a round depend on.
struct RoundSize {
    std::vector<LevelSize> levels;
    PassSize verify;
    int nodes = 0;
    bool isChain = true;
    int topTokens = 0, children = 1, remainders = 0;    ///< as in RoundCapacity
    int width = 0;                                      ///< of a tree that grows by value; else 0
    std::vector<int> asked = {};                        ///< of the verify pass: HiddenStates::entering
    auto operator<=>(const RoundSize&) const = default; // NOLINT(modernize-use-nullptr): clang-tidy 14 mistakes it

    [[nodiscard]] int levelCount() const { return int(levels.size()); }
    /// Of a tree that grows by value and whose contexts are listed; else 0.
    [[nodiscard]] int listedParents() const
    {
        return width > 0 && topTokens > 0 ? RoundPlan::Growth::parents(levelCount(), width) : 0;
    }
    [[nodiscard]] AnswerLayout answer() const { return {{nodes, topTokens, children, remainders, listedParents()}}; }
};

} // namespace draftscope::cuda
