// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/backend/cuda/kernels/weight_kind.h"
#include "engine/model/weights.h"

namespace draftscope::cuda {

/// Which of a model's matrices another model reads, too, and has on the device already: a drafting head those of its
/// target.
struct SharedMatrices {
    bool embedding = false, head = false;

    [[nodiscard]] bool any() const { return embedding || head; }
};

/// Where a model's matrices begin in one piece of device memory. Each is rows of tiles of 16 × 16, or of records,
/// padded with zeros. What it shares is not there.
struct WeightLayout {
    struct Place {
        std::size_t first = 0; ///< in bytes
        WeightKind kind;
    };
    /// Matrices of one kind that lie one behind the other.
    struct Run {
        Place place;
        int firstTile, tiles; ///< of rows, counted through all
    };
    /// In front of a drafting head's layers. Norms and biases, here and in layers, begin in another piece, of floats;
    /// they are padded with zeros to whole tiles.
    struct Entry {
        struct Block {
            Place weight;
            std::size_t bias = 0;
        };
        Place fc;
        int fcTiles = 0; ///< of the columns that it reads; 0: there is none
        std::size_t fcNorm = 0, fcBias = 0;
        bool normsFeatures = false; ///< before fc
        std::vector<Block> blocks;
    };
    struct Layer {
        Place queries, keys,
            values; ///< [heads, headTiles] tiles of rows, [kvHeads, headTiles] twice, one behind the other
        Place o;
        Place gateUp; ///< a tile holds 8 rows of both
        Place down;
        int inputTiles = 0;            ///< of the columns that queries, keys and values read
        bool readsTokens = false;      ///< EAGLE-3: they read the token's embedding in front of the stream
        std::size_t embeddingNorm = 0; ///< then; among the floats
        /// Among the floats, too, where there are any: in the order of the rows of their tiles.
        std::optional<std::size_t> queriesKeysValuesBias, oBias, gateUpBias, downBias;
        std::optional<std::size_t> queryNorm, keyNorm; ///< of each head, in the order of the rows of a head's tiles
        std::optional<std::size_t> attentionOutputNorm, mlpOutputNorm;

        /// Queries, keys and values, those of one kind together.
        [[nodiscard]] std::vector<Run> queriesKeysValues(const PassShape& shape) const;
    };
    SharedMatrices shared;
    Place embedding, head; ///< the same when tied
    Entry entry;
    std::vector<Layer> layers;
    std::optional<std::size_t> headBias,
        positions; ///< among the floats, where they are: positions [contextLength, hiddenTiles * 16]
    std::size_t bytes = 0, floats = 0;

    WeightLayout(const PassShape& shape, const Weights& weights, const SharedMatrices& shared);
};

/// What a pass reads of one of a model's matrices at least, as it lies on the device with elements of `bytesPerElement`
/// where it is dense; what fills up tiles and records is not counted.
[[nodiscard]] double bytesOnDevice(const MatrixView& matrix, const Weights& weights, std::size_t bytesPerElement);

/// Tiles of gate and up, 8 rows of each; without a gate of up alone.
[[nodiscard]] inline int gateUpTiles(const PassShape& shape)
{
    return shape.hasGate ? (shape.intermediate + 7) / 8 : shape.gatedTiles;
}
/// Tiles of queries, keys and values.
[[nodiscard]] inline int queriesKeysValuesTiles(const PassShape& shape)
{
    return (shape.heads + 2 * shape.kvHeads) * shape.headTiles;
}

/// Norms in front of products lie in one piece of device memory: two of each layer, and behind all layers the final
/// one, and ones, for where there is none. Where they are LayerNorms their biases lie behind all of them, in the same
/// order.
[[nodiscard]] inline std::size_t normIndex(std::size_t layer, bool isPostAttention)
{
    return 2 * layer + (isPostAttention ? 1 : 0);
}
[[nodiscard]] inline std::size_t normCount(std::size_t layers)
{
    return normIndex(layers + 1, false);
}
/// How many floats a norm takes there.
[[nodiscard]] inline std::size_t normSize(const PassShape& shape)
{
    return std::size_t(shape.hiddenTiles) * tileSize;
}

} // namespace draftscope::cuda
