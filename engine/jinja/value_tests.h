// SPDX-License-Identifier: MIT
// What stands behind "is": Jinja's tests.
#pragma once

#include <string_view>

#include "engine/jinja/value.h"

namespace draftscope::jinja {

/// throws Failure
using TestFunction = bool (*)(const Value& value, Arguments& arguments, Runtime& runtime);

/// Nothing where there is none. All tests of Jinja are there.
[[nodiscard]] TestFunction testNamed(std::string_view name);
[[nodiscard]] bool isTestOfJinja(std::string_view name);

} // namespace draftscope::jinja
