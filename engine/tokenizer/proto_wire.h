// SPDX-License-Identifier: MIT
// Protocol buffers' wire format, as far as sentencepiece's models use it:
// https://protobuf.dev/programming-guides/encoding/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace draftscope {

enum class ProtoWire : unsigned { varint = 0, fixed64 = 1, bytes = 2, fixed32 = 5 };

class ProtoWriter {
public:
    void number(unsigned field, std::int64_t value)
    {
        tag(field, ProtoWire::varint);
        plain(std::uint64_t(value)); // negative numbers take ten bytes, as protobuf says
    }
    void floating(unsigned field, float value)
    {
        tag(field, ProtoWire::fixed32);
        m_text.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    void text(unsigned field, std::string_view value)
    {
        tag(field, ProtoWire::bytes);
        plain(value.size());
        m_text += value;
    }
    [[nodiscard]] std::string take() { return std::move(m_text); }

private:
    void tag(unsigned field, ProtoWire wire) { plain((std::uint64_t(field) << 3) | std::uint64_t(wire)); }
    void plain(std::uint64_t value)
    {
        for (; value >= 0x80; value >>= 7)
            m_text += char(value | 0x80);
        m_text += char(value);
    }
    std::string m_text;
};

struct ProtoField {
    std::uint64_t number = 0;
    ProtoWire wire = ProtoWire::varint;
    std::uint64_t value = 0; ///< of a varint
    std::string_view text;   ///< of all others

    /// Whether it is this field: one of another wire type is unknown to protobuf's readers, and is ignored by them.
    [[nodiscard]] bool is(unsigned field, ProtoWire type) const { return number == field && wire == type; }
};

/// Reads one field after another and stops at the end or at the first thing that is no field.
class ProtoReader {
public:
    explicit ProtoReader(std::string_view text) : m_text(text) {}
    [[nodiscard]] bool broken() const { return m_broken; }

    std::optional<ProtoField> next()
    {
        if (m_text.empty() || m_broken)
            return std::nullopt;
        const std::uint64_t tag = plain();
        ProtoField field{tag >> 3, ProtoWire(tag & 7), 0, {}};
        switch (field.wire) {
        case ProtoWire::varint:
            field.value = plain();
            break;
        case ProtoWire::fixed64:
            field.text = cut(8);
            break;
        case ProtoWire::fixed32:
            field.text = cut(4);
            break;
        case ProtoWire::bytes:
            field.text = cut(plain());
            break;
        default:
            m_broken = true;
        }
        m_broken = m_broken || field.number == 0;
        return m_broken ? std::nullopt : std::optional(field);
    }

private:
    std::uint64_t plain()
    {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64 && !m_text.empty(); shift += 7) {
            const auto byte = static_cast<unsigned char>(m_text.front());
            m_text.remove_prefix(1);
            value |= std::uint64_t(byte & 0x7f) << shift;
            if (byte < 0x80)
                return value;
        }
        m_broken = true;
        return 0;
    }
    std::string_view cut(std::uint64_t length)
    {
        if (length > m_text.size()) {
            m_broken = true;
            return {};
        }
        const std::string_view part = m_text.substr(0, std::size_t(length));
        m_text.remove_prefix(std::size_t(length));
        return part;
    }
    std::string_view m_text;
    bool m_broken = false;
};

} // namespace draftscope
