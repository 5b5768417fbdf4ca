// SPDX-License-Identifier: MIT
// What methods and filters of texts share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace draftscope::jinja {

/// How often `sought` comes in a text, as str.count() says. throws Failure: a limit, as the others do.
[[nodiscard]] std::size_t countOf(std::string_view text, std::string_view sought);
/// str.replace(); `count`: how often at most; negative: each.
[[nodiscard]] std::string withReplaced(std::string_view text, std::string_view old, std::string_view replacement,
                                       std::int64_t count);
/// str.split() and str.rsplit(). `separator`: runs of white space where it is not given. throws Failure: it is empty.
[[nodiscard]] std::vector<std::string_view> splitPieces(std::string_view text, const std::string* separator,
                                                        std::size_t cuts, bool isFromEnd);
[[nodiscard]] std::vector<std::string_view> splitLines(std::string_view text, bool keepsEnds);

} // namespace draftscope::jinja
