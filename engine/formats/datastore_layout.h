// SPDX-License-Identifier: MIT
// What reader and writer of a datastore have in common: docs/datastore-format.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace draftscope::datastore_layout {

inline constexpr std::string_view magic = "DSCPDATA";
inline constexpr std::uint32_t version = 1;
inline constexpr std::size_t headerBytes = 48;
inline constexpr std::uint32_t noSeparator = std::numeric_limits<std::uint32_t>::max();

/// Bytes of a token: the fewest that hold every id.
inline constexpr std::uint32_t tokenBytesFor(std::uint32_t vocabularySize)
{
    return vocabularySize <= 1U << 16 ? 2 : 4;
}

/// Bytes from the beginning of the file to the suffix array, which begins at a multiple of four.
inline constexpr std::uint64_t suffixesBegin(std::uint64_t tokens, std::uint32_t tokenBytes)
{
    return (headerBytes + tokens * tokenBytes + 3) / 4 * 4;
}

} // namespace draftscope::datastore_layout
