// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/formats/byte_reader.h"
#include "engine/formats/gguf_types.h"

namespace draftscope {

/// Single values as a GGUF file holds them; nothing where the file ends. A u64 above int64's range saturates.
[[nodiscard]] std::optional<std::int64_t> readGgufInteger(ByteReader& reader, GgufKind kind);
[[nodiscard]] std::optional<double> readGgufFloat(ByteReader& reader, GgufKind kind);
[[nodiscard]] std::optional<std::string_view> readGgufString(ByteReader& reader);

[[nodiscard]] bool isGgufInteger(GgufKind kind); ///< booleans count as integers

/// An array of a GGUF file, left where it lies in the memory map and read when it is wanted: most are not, and some
/// kinds take eight times as much memory as they do in the file.
class GgufArray {
public:
    GgufArray() = default;
    /// `bytes` begin with the first element and hold all of them, as the parser has checked.
    GgufArray(GgufKind kind, std::size_t size, std::span<const std::byte> bytes)
        : m_kind(kind), m_size(size), m_bytes(bytes)
    {
    }

    [[nodiscard]] std::size_t size() const { return m_size; }
    /// Whether both have the same elements of the same kind.
    [[nodiscard]] bool operator==(const GgufArray& other) const;
    /// Every element; nothing where they are of another kind. Strings point into the memory map.
    [[nodiscard]] std::optional<std::vector<std::int64_t>> integers() const;
    [[nodiscard]] std::optional<std::vector<double>> floats() const;
    [[nodiscard]] std::optional<std::vector<std::string_view>> strings() const;

private:
    GgufKind m_kind = GgufKind::uint8;
    std::size_t m_size = 0;
    std::span<const std::byte> m_bytes;
};

} // namespace draftscope
