// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace simt {

/// The shared memory of a block: dynamic memory and pieces of static memory, each between zones that must not be
/// touched (poisoned for AddressSanitizer, and checked for a pattern), filled with 0xFF before each block: a NaN as a
/// float.
class SharedMemory {
public:
    /// For a new kernel: no static memory yet.
    void begin(std::size_t dynamicBytes);
    /// For a new block of it.
    void clear();
    /// Whether nothing was written into the zones around, as far as a pattern can tell.
    [[nodiscard]] bool isIntact() const;

    [[nodiscard]] void* dynamic() const { return m_dynamic.begin; }
    /// The piece of this key, made at the first call.
    [[nodiscard]] void* piece(const void* key, std::size_t bytes, std::size_t alignment);
    [[nodiscard]] std::size_t staticBytes() const { return m_staticBytes; }

private:
    struct Freed {
        void operator()(unsigned char* memory) const;
    };
    struct Region {
        std::unique_ptr<unsigned char[], Freed> memory;
        unsigned char* begin = nullptr;
        std::size_t bytes = 0;
        std::size_t capacity = 0;
    };
    struct Piece {
        const void* key;
        Region region;
    };
    static void prepare(Region& region, std::size_t bytes);
    [[nodiscard]] static bool isIntact(const Region& region);

    Region m_dynamic;
    std::vector<Piece> m_pieces;
    std::size_t m_staticBytes = 0;
};

} // namespace simt
