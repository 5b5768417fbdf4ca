// SPDX-License-Identifier: MIT
// Python's two ways of putting values into a text: "%s" % x and "{}".format(x).
#pragma once

#include <string>

#include "engine/jinja/value.h"

namespace draftscope::jinja {

/// `format % values`. throws Failure, as do the others.
[[nodiscard]] Value percentFormatted(const Value& format, const Value& values);
/// `format.format(...)`.
[[nodiscard]] Value braceFormatted(const Value& format, const Arguments& arguments, Runtime& runtime);
/// Python's format(): `specification` as behind the colon in "{:>8.2f}".
[[nodiscard]] std::string formatted(const Value& value, std::string_view specification);

} // namespace draftscope::jinja
