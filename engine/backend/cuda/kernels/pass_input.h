// SPDX-License-Identifier: MIT
// What host and kernels agree on: a pass's rows, and the sizes of a model as kernels need them. Plain data.
#pragma once

namespace draftscope::cuda {

inline constexpr int maxRows = 64;     ///< of one pass
inline constexpr int rowTileSize = 8;  ///< rows that one mma takes
inline constexpr int tileSize = 16;    ///< rows and columns of a weight tile

/// One row of a pass. Its path is slots[prefixFirst …], then slots[ancestorFirst …], then its own slot.
struct PassRow {
    int token, position, slot;
    int prefixFirst, prefixCount;
    int ancestorFirst, ancestorCount;
    int logitsRow; ///< where its logits go; -1: nowhere
};

/// Lies in device memory and is written before each pass, so that a captured graph serves them all.
struct PassInput {
    int rowCount;
    PassRow rows[maxRows];
};

/// Sizes in elements. A "tile" count is a size in sixteens, rounded up.
struct PassShape {
    int hidden, hiddenTiles;
    int heads, kvHeads, headSize;
    int headStride;       ///< of a key or value: headSize rounded up to 8
    int headTiles;        ///< weight tiles of a head: 8 rotary pairs each
    int attendedTiles;    ///< of heads * headSize
    int gatedTiles;       ///< of the intermediate size
    int vocabulary;
    int splitSize;        ///< keys that one warp attends to; the next multiple of 32 of what is wanted
    int splitCount;       ///< most splits a path can have
    bool interleavedRope; ///< rotary pairs are (0,1), (2,3).. and not (0, d/2), (1, d/2+1)..
    float normEpsilon;
    float attentionScale; ///< 1 / sqrt(headSize)
};

} // namespace draftscope::cuda
