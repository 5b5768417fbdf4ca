// SPDX-License-Identifier: MIT
// What host and kernels agree on: a pass's rows, and the sizes of a model as kernels need them. Plain data.
#pragma once

#include "engine/model/pass_limits.h"

namespace draftscope::cuda {

inline constexpr int maxRows = maxRowsPerPass;      ///< of one pass
inline constexpr int productRows = textRowsPerPass; ///< that a matrix product takes; it is done again for more
inline constexpr int rowTileSize = 8;               ///< rows that one mma takes
inline constexpr int tileSize = 16;                 ///< rows and columns of a weight tile
inline constexpr int chunkKeys = 32;                ///< keys that a warp attends to at a time

/// Rows that the tiles of a pass's activations have room for.
inline constexpr int maxTiledRows = (maxRows + rowTileSize - 1) / rowTileSize * rowTileSize;

/// One row of a pass. Its path: prefixCount slots of the list from prefixFirst on, then ancestorCount from
/// ancestorFirst on, then its own slot.
struct PassRow {
    int token, position, slot;
    int prefixFirst, prefixCount;
    int ancestorFirst, ancestorCount;
    int rotation = 0; ///< which of a layer's sets of frequencies it is rotated by: DeviceRotation
};

/// A row in the order in which attention takes them.
struct OrderedRow {
    PassRow path;      ///< once more, so that it is read at once; its token counts for nothing
    int number;        ///< among the rows of the pass
    int continuesLast; ///< not 0: its path is that of the row in front of it, and its own slot
};

/// Rows of one prefix, which lie together in PassInput::order.
struct RowGroup {
    int first, count;
};

/// Lies in device memory in front of the list of slots, and is written before each pass, so that a captured graph
/// serves them all.
struct PassInput {
    int rowCount;
    int wantedCount;         ///< rows that want logits
    int wantedRows[maxRows]; ///< which, in order
    PassRow rows[maxRows];
    int groupCount;
    RowGroup groups[maxRows];
    OrderedRow order[maxRows]; ///< of all rows: orderForAttention()
};

/// What an MLP puts its inner values through: Activation of model_config.h.
enum class DeviceActivation : unsigned char { silu, geluTanh, gelu };

/// Sizes in elements. A "tile" count is a size in sixteens, rounded up.
struct PassShape {
    int hidden, hiddenTiles;
    int heads, kvHeads, headSize;
    int headStride;    ///< of a query, key or value: headSize rounded up to 8
    int headTiles;     ///< weight tiles of a head: 8 pairs of elements each
    int rotaryPairs;   ///< of a head; what is behind them is not rotated: neighbours are pairs there
    int attendedTiles; ///< of heads * headSize
    int intermediate;
    int gatedTiles; ///< of the intermediate size
    int vocabulary; ///< logits of a row
    int entryTiles; ///< of what a drafting head's products in front of its layers read at most; 0 in other models
    int slotCount;
    int splitCount; ///< splits of the longest path that the slots allow
    int longFrom;   ///< rows of texts of more tokens are rotated by the second set of frequencies; 0: there is one
    bool interleavedRope; ///< rotary pairs are (0,1), (2,3).. and not (0, r), (1, r+1).. of r rotaryPairs
    bool hasHeadNorms;    ///< queries and keys are normalised head by head
    bool normsRows;       ///< norms are made of whole rows, and lie with no product: kernels/row_norm.cuh
    bool hasGate; ///< the MLP is down · (activation(gate · x) * up · x), and else down · activation(up · x)
    DeviceActivation activation;
    float normEpsilon;
    float embeddingScale; ///< that embeddings of tokens are multiplied by
    float logitCap;       ///< logits become cap * tanh(x / cap); 0: they stay as they are
};

/// What the attention of a layer does otherwise than that of other layers.
struct DeviceAttention {
    float scale;         ///< of scores
    float cap;           ///< scores become cap * tanh(x / cap); 0: they stay as they are
    int window;          ///< keys of its path that a row sees, its own the last of them; 0: all
    bool rotates;        ///< queries and keys, to their positions
    int firstFrequency;  ///< by those from this one on, of all that the model has
    float rotationScale; ///< DeviceRotation::scale

    bool operator==(const DeviceAttention&) const = default;
};

/// How queries and keys of a layer are rotated to their positions.
struct DeviceRotation {
    const float* frequencies; ///< [sets, rotaryPairs] in radians a position; null: nothing is rotated
    float scale;              ///< of sines and cosines
};

/// Floats from one row's sums of squares to the next: one for each of hiddenTiles, a multiple of four.
[[nodiscard]] constexpr int squaresStride(int hiddenTiles)
{
    return (hiddenTiles + 3) / 4 * 4;
}

[[nodiscard]] constexpr int tilesOf(int size)
{
    return (size + tileSize - 1) / tileSize;
}

/// Attention over a path is cut at fixed positions, so that a row sums in the same order whatever the pass: the first
/// 64 splits have 64 keys, then come 32 splits each of 128, 256, 512 ... keys. Short paths keep many warps busy, long
/// ones do not drown in partial sums. Returns where split `split` begins.
[[nodiscard]] constexpr int splitBegin(int split)
{
    if (split < 64)
        return split * 64;
    const int doublings = (split - 64) / 32, rest = (split - 64) % 32;
    return (4096 << doublings) + rest * (128 << doublings);
}
/// Splits of a path of so many keys.
[[nodiscard]] constexpr int splitsOf(int keys)
{
    if (keys <= 4096)
        return (keys + 63) / 64;
    int doublings = 0;
    while (keys > 8192 << doublings)
        ++doublings;
    const int size = 128 << doublings;
    return 64 + 32 * doublings + (keys - (4096 << doublings) + size - 1) / size;
}

} // namespace draftscope::cuda
