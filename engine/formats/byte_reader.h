// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

namespace draftscope {

/// Reads little-endian values one after another and never past the end: nullopt then, and the position stays.
class ByteReader {
public:
    explicit ByteReader(std::span<const std::byte> bytes, std::size_t position = 0)
        : m_bytes(bytes), m_position(position)
    {
    }

    [[nodiscard]] std::size_t position() const { return m_position; }
    [[nodiscard]] std::size_t remaining() const { return m_bytes.size() - m_position; }

    template <class T>
    [[nodiscard]] std::optional<T> read()
    {
        static_assert(std::is_arithmetic_v<T>);
        if (remaining() < sizeof(T))
            return std::nullopt;
        T value;
        std::memcpy(&value, m_bytes.data() + m_position, sizeof(T));
        m_position += sizeof(T);
        return value;
    }

    [[nodiscard]] std::optional<std::string_view> text(std::uint64_t length)
    {
        if (length > remaining())
            return std::nullopt;
        const std::string_view result(reinterpret_cast<const char*>(m_bytes.data() + m_position), std::size_t(length));
        m_position += std::size_t(length);
        return result;
    }

private:
    std::span<const std::byte> m_bytes;
    std::size_t m_position;
};

} // namespace draftscope
