// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <vector>

namespace simt {

/// Blocks of heap memory that stand for a kind of device memory: each aligned to 256 bytes, filled with 0xFF and
/// followed by guard bytes.
class SimulatedMemory {
public:
    /// nullptr when the heap has no more.
    void* allocate(std::size_t bytes);
    void release(void* memory);

    /// Whether the address lies in one of the blocks.
    [[nodiscard]] bool contains(const void* address) const;
    /// Bytes from the address to the end of its block.
    [[nodiscard]] std::size_t bytesFrom(const void* address) const;
    /// Whether all guard bytes are as they were (AddressSanitizer sees to it itself).
    [[nodiscard]] bool isIntact() const;

    /// What all blocks hold.
    using Contents = std::vector<std::vector<unsigned char>>;
    [[nodiscard]] Contents contents() const;
    /// Puts back what contents() gave; no block has come or gone since.
    void restore(const Contents& contents) const;
    [[nodiscard]] bool holds(const Contents& contents) const;
    /// Bytes in the place that they are of.
    struct Piece {
        unsigned char* place;
        std::vector<unsigned char> bytes;
    };
    /// Pieces of what was there before, around every byte that has changed since.
    [[nodiscard]] std::vector<Piece> changedSince(const Contents& before) const;

    [[nodiscard]] std::size_t blocks() const { return m_blocks.size(); }
    [[nodiscard]] std::size_t bytes() const { return m_bytes; }

private:
    [[nodiscard]] std::map<unsigned char*, std::size_t, std::less<>>::const_iterator find(const void* address) const;
    std::map<unsigned char*, std::size_t, std::less<>> m_blocks; ///< bytes by address
    std::size_t m_bytes = 0;
};

} // namespace simt
