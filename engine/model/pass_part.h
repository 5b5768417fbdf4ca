// SPDX-License-Identifier: MIT
// What of a model a pass runs, and what it gives besides logits: Medusa heads and EAGLE read hidden states, Draft &
// Verify leaves sublayers out, an early exit runs the first layers and the verify pass the others.
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

namespace draftscope {

/// The part of its model that a pass runs its rows through; the whole by default. Keys and values of a layer are
/// written by the passes that run its attention: so the layers of a row may come in several passes over the same slot.
struct PassPart {
    static constexpr int allLayers = std::numeric_limits<int>::max();

    int firstLayer = 0, endLayer = allLayers; ///< layers [firstLayer, endLayer), or up to the last one; may be none
    std::vector<int> skippedAttention = {};   ///< layers whose attention is left out
    std::vector<int> skippedMlp = {};         ///< layers whose MLP is left out
    bool hasFinalNorm = true;                 ///< before the head; EAGLE's draft gives the head what it has raw

    auto operator<=>(const PassPart&) const = default; // NOLINT(modernize-use-nullptr): clang-tidy 14 mistakes it

    [[nodiscard]] int end(int layerCount) const { return std::min(endLayer, layerCount); }
    [[nodiscard]] bool hasAttention(int layer) const { return std::ranges::count(skippedAttention, layer) == 0; }
    [[nodiscard]] bool hasMlp(int layer) const { return std::ranges::count(skippedMlp, layer) == 0; }
};

/// Hidden states that are wanted of all rows of a pass: from where in the model, and where they go.
struct HiddenStates {
    static constexpr int afterFinalNorm =
        -1; ///< what the head reads: the stream behind the last layer that runs, normalised where there is a norm

    /// The residual stream entering this layer, as it is; the part's end: behind its last layer, before the final norm.
    /// Or afterFinalNorm.
    int entering = afterFinalNorm;
    std::span<float> out = {}; ///< [rows, hiddenSize], in row order
};

} // namespace draftscope
