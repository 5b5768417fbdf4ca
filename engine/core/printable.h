// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace draftscope {

/// Text from a file on its way to a terminal, where control characters would act instead of being seen (move the
/// cursor, clear the screen, write into the clipboard). Both write bytes that are not UTF-8 and control characters as
/// \x1B, and those from U+0080 to U+009F as \u009B. All other text stays as it is.

/// For a name, a token or a path inside a line: line breaks and tabs are written as escapes, too, and so are the
/// characters that change the direction or the lines of the text around them (Unicode's bidirectional formatting
/// characters, U+2028 and U+2029).
[[nodiscard]] std::string printableName(std::string_view name);
/// For text of several lines: newlines, tabs and directions stay.
[[nodiscard]] std::string printableText(std::string_view text);

} // namespace draftscope
