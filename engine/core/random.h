// SPDX-License-Identifier: MIT
// Counter-based random numbers: Philox 4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
// key = seed, counter = (sequence, round, node, purpose), so a number depends on where it is used and on nothing else:
// a run is the same on every backend and thread count, and a rewound round repeats exactly.
#pragma once

#include <array>
#include <cstdint>

namespace draftscope {

/// What a uniform number is used for; part of the counter, so that no two uses share a number.
enum class Purpose : std::uint32_t {
    draft = 0,    ///< drawing a draft token from q
    verdict = 1,  ///< accepting or rejecting a node
    residual = 2, ///< drawing from the residual
    bonus = 3,    ///< drawing the bonus token from p
    plain = 4,    ///< drawing from p in plain decoding
};

/// Ten rounds of Philox 4x32 over one counter block.
[[nodiscard]] constexpr std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                                            std::array<std::uint32_t, 2> key)
{
    // Multipliers and Weyl increments of Philox 4x32, from table 2 of the paper.
    constexpr std::uint64_t multiplier0 = 0xD2511F53, multiplier1 = 0xCD9E8D57;
    constexpr std::uint32_t weyl0 = 0x9E3779B9, weyl1 = 0xBB67AE85;
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t product0 = multiplier0 * counter[0];
        const std::uint64_t product1 = multiplier1 * counter[2];
        counter = {std::uint32_t(product1 >> 32) ^ counter[1] ^ key[0], std::uint32_t(product1),
                   std::uint32_t(product0 >> 32) ^ counter[3] ^ key[1], std::uint32_t(product0)};
        key[0] += weyl0;
        key[1] += weyl1;
    }
    return counter;
}

/// The uniform number in [0, 1), a multiple of 2^-53, that belongs to this use. Kernels use it too.
[[nodiscard]] constexpr double uniform(std::uint64_t seed, std::uint32_t sequence, std::uint32_t round,
                                       std::uint32_t node, Purpose purpose)
{
    const auto bits =
        philox({sequence, round, node, std::uint32_t(purpose)}, {std::uint32_t(seed), std::uint32_t(seed >> 32)});
    const std::uint64_t word = std::uint64_t(bits[1]) << 32 | bits[0];
    return double(word >> 11) * 0x1p-53;
}

} // namespace draftscope
