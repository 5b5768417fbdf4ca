// SPDX-License-Identifier: MIT
// Jinja's filters, and tojson as transformers has it.
#pragma once

#include <span>
#include <string_view>

#include "engine/jinja/value.h"

namespace draftscope::jinja {

/// throws Failure
using FilterFunction = Value (*)(const Value& value, Arguments& arguments, Runtime& runtime);

struct Filter {
    std::string_view name;
    FilterFunction apply;
};

/// Nothing where there is none, or none that is supported.
[[nodiscard]] FilterFunction filterNamed(std::string_view name);
/// Those that are not supported, too.
[[nodiscard]] bool isFilterOfJinja(std::string_view name);

// By what they are for, a file each.
[[nodiscard]] std::span<const Filter> textFilters();
[[nodiscard]] std::span<const Filter> numberFilters();
[[nodiscard]] std::span<const Filter> sequenceFilters();
[[nodiscard]] std::span<const Filter> orderFilters();

} // namespace draftscope::jinja
