// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/core/progress.h"
#include "engine/core/token.h"

namespace draftscope {

/// The most tokens that suffixArray() sorts.
inline constexpr std::size_t longestSortedText = std::size_t(INT32_MAX) - 1;

/// Where the suffixes of a text begin, in their order; one that begins another comes before it. By induced sorting
/// (SA-IS; Nong, Zhang and Chan 2009): time grows with the length of the text and of the vocabulary only, whatever
/// repeats in it, where comparing suffixes would take the square of the longest repeat. Takes some 20 bytes of memory a
/// token. Preconditions: 0 <= token < vocabularySize; no longer than longestSortedText. Throws Cancelled.
[[nodiscard]] std::vector<std::uint32_t> suffixArray(std::span<const TokenId> text, int vocabularySize,
                                                     const Progress& progress = {});

} // namespace draftscope
