// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace draftscope {

/// RFC 4648, with padding: for token bytes that are not UTF-8 and so cannot stand in JSON.
[[nodiscard]] std::string toBase64(std::string_view bytes);
[[nodiscard]] std::optional<std::string> fromBase64(std::string_view text);

} // namespace draftscope
