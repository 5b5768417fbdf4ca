// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <string_view>

namespace simt {

/// Blocks of heap memory that stand for a kind of device memory: each aligned to 256 bytes, filled with 0xFF and followed
/// by guard bytes.
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

    [[nodiscard]] std::size_t blocks() const { return m_blocks.size(); }
    [[nodiscard]] std::size_t bytes() const { return m_bytes; }

private:
    [[nodiscard]] std::map<const unsigned char*, std::size_t>::const_iterator find(const void* address) const;
    std::map<const unsigned char*, std::size_t> m_blocks; ///< bytes by address
    std::size_t m_bytes = 0;
};

} // namespace simt
