// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace draftscope {

/// The number of a vocabulary entry. Never negative for a real token; noToken stands for "none".
using TokenId = std::int32_t;

inline constexpr TokenId noToken = -1;

} // namespace draftscope
