// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "engine/core/error.h"

namespace draftscope {

/// SHA-256 (FIPS 180-4): says whether a file is the one that was meant, whichever server sent it.
class Sha256 {
public:
    void add(std::span<const std::byte> bytes);
    /// Of all that was added, as 64 hexadecimal digits. Once.
    [[nodiscard]] std::string hexadecimal();

private:
    void addBlock(const std::byte* block);

    std::array<std::uint32_t, 8> m_state{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<std::byte, 64> m_block{}; ///< its first m_size % 64 bytes wait for the others
    std::uint64_t m_size = 0;            ///< bytes added
};

/// Of a file. `goesOn` gets the bytes that were read by now, a megabyte after the other; nothing where it says no.
/// Error: it cannot be read.
[[nodiscard]] Result<std::optional<std::string>> sha256Of(const std::filesystem::path& file,
                                                          const std::function<bool(std::uint64_t)>& goesOn);

} // namespace draftscope
