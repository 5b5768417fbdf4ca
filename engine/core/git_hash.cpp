// SPDX-License-Identifier: MIT
#include "engine/core/git_hash.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "engine/core/regular_file.h"

namespace draftscope {

namespace {

/// SHA-1, which git names things by. Two files with one name can be made on purpose: it finds damage, no attack.
class Sha1 {
public:
    void add(std::span<const std::byte> bytes)
    {
        for (const std::byte byte : bytes) {
            m_block[m_size++ % m_block.size()] = byte;
            if (m_size % m_block.size() == 0)
                addBlock();
        }
    }

    std::string hexadecimal()
    {
        const std::uint64_t bits = m_size * 8;
        constexpr std::byte end{0x80}, nothing{0};
        add({&end, 1});
        while (m_size % m_block.size() != m_block.size() - 8)
            add({&nothing, 1});
        for (int shift = 56; shift >= 0; shift -= 8) {
            const std::byte part{static_cast<unsigned char>(bits >> shift)};
            add({&part, 1});
        }
        std::string text;
        for (const std::uint32_t word : m_state)
            text += fmt::format("{:08x}", word);
        return text;
    }

private:
    void addBlock()
    {
        std::array<std::uint32_t, 80> w{};
        for (std::size_t t = 0; t < 16; ++t)
            for (std::size_t i = 0; i < 4; ++i)
                w[t] = w[t] << 8 | std::to_integer<std::uint32_t>(m_block[4 * t + i]);
        for (std::size_t t = 16; t < 80; ++t)
            w[t] = std::rotl(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
        auto [a, b, c, d, e] = m_state;
        for (std::size_t t = 0; t < 80; ++t) {
            const std::uint32_t mixed = t < 20 ? ((b & c) | (~b & d)) + 0x5a827999
                : t < 40                       ? (b ^ c ^ d) + 0x6ed9eba1
                : t < 60                       ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
                                               : (b ^ c ^ d) + 0xca62c1d6;
            const std::uint32_t next = std::rotl(a, 5) + mixed + e + w[t];
            e = d;
            d = c;
            c = std::rotl(b, 30);
            b = a;
            a = next;
        }
        const std::array<std::uint32_t, 5> added{a, b, c, d, e};
        for (std::size_t i = 0; i < m_state.size(); ++i)
            m_state[i] += added[i];
    }

    std::array<std::uint32_t, 5> m_state{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    std::array<std::byte, 64> m_block{};
    std::uint64_t m_size = 0; ///< bytes added
};

} // namespace

Result<std::optional<std::string>> gitBlobHashOf(const std::filesystem::path& file,
                                                 const std::function<bool(std::uint64_t)>& goesOn)
{
    auto opened = RegularFile::open(file);
    if (!opened)
        return tl::unexpected(opened.error());
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    Sha1 hash;
    const std::string head = fmt::format("blob {}", error ? 0 : std::uint64_t(size));
    hash.add(std::as_bytes(std::span(head.c_str(), head.size() + 1)));
    const auto isWhole = opened->readToEnd(goesOn, [&](std::span<const std::byte> bytes) { hash.add(bytes); });
    if (!isWhole)
        return tl::unexpected(isWhole.error());
    return *isWhole ? std::optional(hash.hexadecimal()) : std::nullopt;
}

} // namespace draftscope
