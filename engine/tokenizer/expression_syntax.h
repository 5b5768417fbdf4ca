// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace draftscope {

/// An expression of Oniguruma's Ruby syntax (https://github.com/kkos/oniguruma/blob/master/doc/RE), in which files of
/// Hugging Face's tokenizers are written, as PCRE2 with PCRE2_UTF and PCRE2_UCP understands it to mean the same: sets
/// within sets and &&, ^ and $ at lines, \s as Unicode's White_Space, \w as Unicode's words, \h as a hexadecimal digit,
/// {,n}, {n,m}+ and (?m:). Nothing where a set or a group does not end.
[[nodiscard]] std::optional<std::string> asPcre2(std::string_view expression);

/// A text as an expression that finds it and nothing else.
[[nodiscard]] std::string literalExpression(std::string_view text);

} // namespace draftscope
