// SPDX-License-Identifier: MIT
#pragma once

// What a block of a matrix product takes of a multiprocessor: warps, output tiles, and the shared memory in which
// weights arrive, in a ring of stages.

#include "engine/backend/cuda/kernels/quantised_tiles.cuh"

namespace draftscope::cuda {

inline constexpr int gemmWarps = 8, gemmThreads = gemmWarps * 32;

/// Whether activations go through shared memory beside their weights: those of many rows, for which there are no
/// registers as long as they are on their way.
template <class T, class W = T>
[[nodiscard]] constexpr bool stagesActivations(int rowTiles)
{
    return sizeof(T) == 2 && !isQuantisedForm<W> && rowTiles >= 4;
}

/// Tiles of weights, or records, that a warp has room for in shared memory: while one is multiplied, the others are on
/// their way. f32 is read where it lies.
template <class T, class W = T>
[[nodiscard]] constexpr int ringStages(int rowTiles)
{
    return sizeof(T) == 4 ? 0 : isQuantisedForm<W> || stagesActivations<T, W>(rowTiles) ? 4 : 8;
}

/// Pieces of 16 bytes that a lane has of whole numbers in a tile or record; with quantised weights there is one of
/// scales, too.
template <class W>
inline constexpr int weightPieces = 1;
template <>
inline constexpr int weightPieces<Bytes> = 2;

/// Output tiles of a block: with many rows, activations that were read once should meet more than one tile of weights,
/// as far as there are registers.
template <class T, class W = T>
[[nodiscard]] constexpr int outputTilesFor(int rowTiles)
{
    if (sizeof(T) != 2 || rowTiles < 4)
        return 1;
    // Two rings of bytes would take the room of a second block, two of records the registers of many rows.
    return !isQuantisedForm<W> || (rowTiles == 4 && weightPieces<W> == 1) ? 2 : 1;
}

/// Blocks that a multiprocessor should have room for: enough loads on their way to hide the memory's latency. With
/// eight row tiles of
/// 16 bits there is shared memory for two on cards of compute capability 9.0, for one on those before.
template <class T>
[[nodiscard]] constexpr int blocksFor(int rowTiles)
{
    return sizeof(T) == 4 ? 1 : rowTiles >= 4 ? 2 : 4;
}

/// Pieces of 16 bytes a lane that a warp has in shared memory: first for its ring, and then for its sums.
template <class T, class W = T>
[[nodiscard]] constexpr int warpPieces(int rowTiles)
{
    const int ofTile = weightPieces<W> + (isQuantisedForm<W> ? 1 : 0);
    const int ofActivations =
        stagesActivations<T, W>(rowTiles) ? rowTiles / 2 : 0; // a tile of them has half a weight tile's bytes
    const int ofRing = ringStages<T, W>(rowTiles) * (outputTilesFor<T, W>(rowTiles) * ofTile + ofActivations);
    return ofRing > rowTiles ? ofRing : rowTiles;
}

/// Dynamic shared memory that a product over so many row tiles needs: the pieces of all warps, a scale for each row,
/// and a bias for each output. Three blocks of up to 16 rows fit the 100 KiB of a multiprocessor of compute capability
/// 8.6 to 8.9, each with the KiB that the system takes: a few bytes more would make them two.
template <class T, class W = T>
[[nodiscard]] constexpr std::size_t gemmSharedBytes(int rowTiles)
{
    return sizeof(float)
        * (gemmWarps * std::size_t(warpPieces<T, W>(rowTiles)) * 32 * 4 + std::size_t(rowTiles) * rowTileSize
           + std::size_t(outputTilesFor<T, W>(rowTiles)) * tileSize);
}

static_assert(3 * (gemmSharedBytes<BFloat16>(2) + 1024) <= 100 * 1024);
static_assert(gemmSharedBytes<BFloat16>(8) <= 99 * 1024); // the most that a block of theirs can have

} // namespace draftscope::cuda
