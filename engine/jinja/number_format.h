// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "engine/jinja/value.h"

namespace draftscope::jinja {

/// What stands behind a % or a colon, as in "%-8.2f" and "{:<8,.2f}".
struct NumberFormat {
    std::string fill = " ";
    char align = 0; ///< < > = ^; 0: that of the type
    char sign = '-';
    bool isAlternate = false; ///< #
    std::size_t width = 0;
    char group = 0; ///< , or _ between thousands
    int precision = -1;
    char type = 0;
};

inline constexpr std::size_t widestField = 100'000, mostDigits = 1000;

/// `number` in the format's type, a sign in front, not yet filled to its width. throws Failure: a type that is none
/// of a number's.
[[nodiscard]] std::string numberText(const Value& number, const NumberFormat& format);
/// Filled to its width. `isNumber`: what it is aligned to where nothing says so.
[[nodiscard]] std::string filled(const std::string& text, const NumberFormat& format, bool isNumber);
/// A number of digits at the front of `rest`, which it takes away. throws Failure where it is larger than `largest`.
[[nodiscard]] std::size_t takeNumber(std::string_view& rest, std::size_t largest);

} // namespace draftscope::jinja
