// SPDX-License-Identifier: MIT
// value.name and value[key], as Jinja's immutable sandbox has them: each looks for the other where there is nothing.
#pragma once

#include <string_view>

#include "engine/jinja/value.h"

namespace draftscope::jinja {

/// A method or another attribute first, then an item; an undefined value where there is neither. throws Failure:
/// `value` is undefined.
[[nodiscard]] Value attributeOf(const Value& value, std::string_view name, Runtime& runtime);
/// An item first.
[[nodiscard]] Value itemOf(const Value& value, const Value& key, Runtime& runtime);
/// Without a look at items, as the filter attr.
[[nodiscard]] std::optional<Value> ownAttributeOf(const Value& value, std::string_view name, Runtime& runtime);
/// What make_attrgetter() of Jinja does with "a.b.0": items, one inside of the other. `missing`, where it is given:
/// what stands for one
/// that is not there.
[[nodiscard]] Value itemAt(Value value, const Value& path, Runtime& runtime, const Value* missing = nullptr);

} // namespace draftscope::jinja
