// SPDX-License-Identifier: MIT
// Text of people and files in reports, where nothing in it acts as markup.
#pragma once

#include <string>
#include <string_view>

namespace draftscope {

/// For the content of an HTML element, or an attribute in double quotes.
[[nodiscard]] std::string htmlText(std::string_view text);

/// For a cell of a Markdown table: nothing in it ends the cell or the line.
[[nodiscard]] std::string markdownCell(std::string_view text);

} // namespace draftscope
