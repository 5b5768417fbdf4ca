// SPDX-License-Identifier: MIT
#include "engine/core/sha256.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "engine/core/regular_file.h"

namespace draftscope {

namespace {

/// The first 32 bits of the fractions of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2).
constexpr std::array<std::uint32_t, 64> constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t bigEndian(const std::byte* bytes)
{
    std::uint32_t value = 0;
    for (int i = 0; i < 4; ++i)
        value = value << 8 | std::to_integer<std::uint32_t>(bytes[i]);
    return value;
}

} // namespace

void Sha256::addBlock(const std::byte* block)
{
    std::array<std::uint32_t, 64> w{};
    for (std::size_t t = 0; t < 16; ++t)
        w[t] = bigEndian(block + 4 * t);
    for (std::size_t t = 16; t < 64; ++t) {
        const std::uint32_t before = w[t - 15], last = w[t - 2];
        w[t] = w[t - 16] + (std::rotr(before, 7) ^ std::rotr(before, 18) ^ before >> 3) + w[t - 7]
            + (std::rotr(last, 17) ^ std::rotr(last, 19) ^ last >> 10);
    }
    auto [a, b, c, d, e, f, g, h] = m_state;
    for (std::size_t t = 0; t < 64; ++t) {
        const std::uint32_t first =
            h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) + constants[t] + w[t];
        const std::uint32_t second =
            (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + first;
        d = c;
        c = b;
        b = a;
        a = first + second;
    }
    const std::array<std::uint32_t, 8> added{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < m_state.size(); ++i)
        m_state[i] += added[i];
}

void Sha256::add(std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        const std::size_t waiting = m_size % m_block.size();
        const std::size_t count = std::min(bytes.size(), m_block.size() - waiting);
        std::ranges::copy(bytes.first(count), m_block.begin() + std::ptrdiff_t(waiting));
        m_size += count;
        bytes = bytes.subspan(count);
        if (m_size % m_block.size() == 0)
            addBlock(m_block.data());
    }
}

std::string Sha256::hexadecimal()
{
    const std::uint64_t bits = m_size * 8;
    constexpr std::byte end{0x80}, nothing{0};
    add({&end, 1});
    while (m_size % m_block.size() != m_block.size() - 8)
        add({&nothing, 1});
    std::array<std::byte, 8> length{};
    for (std::size_t i = 0; i < length.size(); ++i)
        length[i] = std::byte(bits >> (56 - 8 * i));
    add(length);
    std::string text;
    for (const std::uint32_t word : m_state)
        text += fmt::format("{:08x}", word);
    return text;
}

Result<std::optional<std::string>> sha256Of(const std::filesystem::path& file,
                                            const std::function<bool(std::uint64_t)>& goesOn)
{
    auto opened = RegularFile::open(file);
    if (!opened)
        return tl::unexpected(opened.error());
    Sha256 hash;
    const auto isWhole = opened->readToEnd(goesOn, [&](std::span<const std::byte> bytes) { hash.add(bytes); });
    if (!isWhole)
        return tl::unexpected(isWhole.error());
    return *isWhole ? std::optional(hash.hexadecimal()) : std::nullopt;
}

} // namespace draftscope
