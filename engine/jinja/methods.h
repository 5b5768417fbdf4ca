// SPDX-License-Identifier: MIT
// Python's methods of str, list, tuple and dict.
#pragma once

#include <string_view>

#include "engine/jinja/value.h"

namespace draftscope::jinja {

enum class MethodKind : std::uint8_t {
    none,        ///< there is no such method
    known,       ///< it can be called
    unsupported, ///< Python has it, this interpreter does not
    changing,    ///< it would change the value, which the sandbox forbids
};

[[nodiscard]] MethodKind methodKind(const Value& value, std::string_view name);
/// One that is known. throws Failure
[[nodiscard]] Value callMethod(const Value& value, std::string_view name, Arguments& arguments, Runtime& runtime);

// By type.
[[nodiscard]] MethodKind textMethodKind(std::string_view name);
[[nodiscard]] Value callTextMethod(const Value& value, std::string_view name, Arguments& arguments, Runtime& runtime);

} // namespace draftscope::jinja
