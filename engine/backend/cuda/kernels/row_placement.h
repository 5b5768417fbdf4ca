// SPDX-License-Identifier: MIT
#pragma once

namespace draftscope::cuda {

/// Which row of tiles a matrix's row goes to.
struct RowPlacement {
    enum class Kind : unsigned char { inOrder, heads, gate, up };
    Kind kind = Kind::inOrder;
    bool interleavedRope = false; ///< heads: as in PassShape
    int firstTile = 0;            ///< heads: tiles before this matrix
    int headSize = 0;
    int rotaryPairs = 0; ///< heads: as in PassShape

    /// Heads: rows r and r + 8 of a tile are a pair of elements, a head begins with a new tile. Gate and up: rows r and
    /// r + 8 of a tile are the same row of both.
    [[nodiscard]] constexpr int of(int row) const
    {
        if (kind == Kind::inOrder)
            return row;
        if (kind != Kind::heads)
            return row / 8 * 16 + row % 8 + (kind == Kind::up ? 8 : 0);
        const int head = row / headSize, element = row % headSize;
        const bool areNeighbours = interleavedRope || element >= 2 * rotaryPairs;
        const int pair = areNeighbours ? element / 2 : element % rotaryPairs,
                  second = areNeighbours ? element % 2 : element / rotaryPairs;
        return (firstTile + head * ((headSize + 15) / 16) + pair / 8) * 16 + pair % 8 + second * 8;
    }
};

} // namespace draftscope::cuda
