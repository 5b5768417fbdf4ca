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
[[nodiscard]] std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                                  std::array<std::uint32_t, 2> key);

/// The uniform number in [0, 1), a multiple of 2^-53, that belongs to this use.
[[nodiscard]] double uniform(std::uint64_t seed, std::uint32_t sequence, std::uint32_t round, std::uint32_t node,
                             Purpose purpose);

} // namespace draftscope
