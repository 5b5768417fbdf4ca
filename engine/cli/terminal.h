// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "engine/record/records.h"
#include "engine/trace/json_line.h"

namespace draftscope {

/// Whether colours may be written to a stream: it is a terminal and NO_COLOR (no-color.org) is not set.
[[nodiscard]] bool showsColours(std::FILE* stream);

/// `text` in the colour of product.md for how a token was committed, ended by a reset.
[[nodiscard]] std::string coloured(TokenSource source, std::string_view text);
[[nodiscard]] std::string faded(std::string_view text);

/// A token on one line, as the window shows it: a space as ␣, a newline as ⏎, what cannot be shown as in
/// printableName().
[[nodiscard]] std::string visible(std::string_view bytes);
/// `text` filled with spaces to `width` columns (a code point counts as one).
[[nodiscard]] std::string padded(std::string_view text, std::size_t width);
/// A line of a table of two columns: what a figure is, and its value.
[[nodiscard]] std::string figureRow(std::string_view what, std::string_view value);

/// A number with that many decimals; "–" where it is unknown.
[[nodiscard]] std::string shown(const std::optional<double>& value, int decimals);
void field(JsonLine& line, std::string_view key, const std::optional<double>& value); ///< null where it is unknown

} // namespace draftscope
