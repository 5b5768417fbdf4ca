// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace draftscope {

/// The texts that stand in a Jinja template, in order: what it writes as it is, between its tags, and the strings in its expressions and
/// statements, their escapes resolved as Jinja does. Comments are left out. A template that is cut gives what there is.
[[nodiscard]] std::vector<std::string> jinjaTexts(std::string_view jinja);

} // namespace draftscope
