// SPDX-License-Identifier: MIT
#include "engine/formats/gguf_array.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace draftscope {

namespace {

template <class Element, class ReadOne>
std::vector<Element> readAll(std::size_t size, ReadOne readOne)
{
    std::vector<Element> elements;
    elements.reserve(size);
    for (std::size_t i = 0; i < size; ++i)
        elements.push_back(readOne().value_or(Element()));
    return elements;
}

} // namespace

bool isGgufInteger(GgufKind kind)
{
    return kind != GgufKind::float32 && kind != GgufKind::float64 && kind != GgufKind::string
        && kind != GgufKind::array;
}

std::optional<std::string_view> readGgufString(ByteReader& reader)
{
    const auto length = reader.read<std::uint64_t>();
    return length ? reader.text(*length) : std::nullopt;
}

std::optional<std::int64_t> readGgufInteger(ByteReader& reader, GgufKind kind)
{
    const auto widened = [](auto value) -> std::optional<std::int64_t> {
        if (!value)
            return std::nullopt;
        constexpr auto largest = std::numeric_limits<std::int64_t>::max();
        return std::cmp_greater(*value, largest) ? largest : std::int64_t(*value);
    };
    switch (kind) {
    case GgufKind::boolean:
    case GgufKind::uint8:
        return widened(reader.read<std::uint8_t>());
    case GgufKind::int8:
        return widened(reader.read<std::int8_t>());
    case GgufKind::uint16:
        return widened(reader.read<std::uint16_t>());
    case GgufKind::int16:
        return widened(reader.read<std::int16_t>());
    case GgufKind::uint32:
        return widened(reader.read<std::uint32_t>());
    case GgufKind::int32:
        return widened(reader.read<std::int32_t>());
    case GgufKind::uint64:
        return widened(reader.read<std::uint64_t>());
    case GgufKind::int64:
        return widened(reader.read<std::int64_t>());
    default:
        return std::nullopt;
    }
}

std::optional<double> readGgufFloat(ByteReader& reader, GgufKind kind)
{
    if (kind == GgufKind::float64)
        return reader.read<double>();
    const auto value = reader.read<float>();
    return value ? std::optional(double(*value)) : std::nullopt;
}

bool GgufArray::operator==(const GgufArray& other) const
{
    return m_kind == other.m_kind && m_size == other.m_size && std::ranges::equal(m_bytes, other.m_bytes);
}

std::optional<std::vector<std::int64_t>> GgufArray::integers() const
{
    if (!isGgufInteger(m_kind))
        return std::nullopt;
    ByteReader reader(m_bytes);
    return readAll<std::int64_t>(m_size, [&] { return readGgufInteger(reader, m_kind); });
}

std::optional<std::vector<double>> GgufArray::floats() const
{
    if (m_kind != GgufKind::float32 && m_kind != GgufKind::float64)
        return std::nullopt;
    ByteReader reader(m_bytes);
    return readAll<double>(m_size, [&] { return readGgufFloat(reader, m_kind); });
}

std::optional<std::vector<std::string_view>> GgufArray::strings() const
{
    if (m_kind != GgufKind::string)
        return std::nullopt;
    ByteReader reader(m_bytes);
    return readAll<std::string_view>(m_size, [&] { return readGgufString(reader); });
}

} // namespace draftscope
