// SPDX-License-Identifier: MIT
// Python's operators on values. All throw Failure where Python raises.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/jinja/value.h"

namespace draftscope::jinja {

enum class Arithmetic : std::uint8_t { add, subtract, multiply, divide, floorDivide, modulo, power };
enum class Comparison : std::uint8_t { equal, unequal, less, lessOrEqual, greater, greaterOrEqual, in, notIn };

[[nodiscard]] bool truth(const Value& value);
[[nodiscard]] Value computed(Arithmetic operation, const Value& left, const Value& right);
[[nodiscard]] Value negated(const Value& value);
[[nodiscard]] bool equals(const Value& left, const Value& right);
/// Python's <, for numbers, texts, lists and tuples.
[[nodiscard]] bool isLess(const Value& left, const Value& right);
[[nodiscard]] bool contains(const Value& container, const Value& item);
[[nodiscard]] bool compared(Comparison comparison, const Value& left, const Value& right);

/// Python's len().
[[nodiscard]] std::size_t lengthOf(const Value& value);
[[nodiscard]] bool hasLength(const Value& value);

/// `value[from:to:step]`; each may be None.
[[nodiscard]] Value slice(const Value& value, const Value& from, const Value& to, const Value& step);

/// Two texts, as + has it: where one is safe, the other is escaped.
[[nodiscard]] Value joined(const Value& left, const Value& right);
/// & < > ' " as HTML writes them; a safe text stays as it is.
[[nodiscard]] Value escaped(const Value& value);

/// Goes through a value's items: those of a list, the keys of a dict, the characters of a text. A generator is used
/// up by it.
class Iteration {
public:
    explicit Iteration(Value value);
    [[nodiscard]] std::optional<Value> next();
    [[nodiscard]] static bool isPossible(const Value& value);

private:
    Value m_value;
    std::size_t m_at = 0; ///< of its items, or of its bytes
};

/// All that an Iteration gives.
[[nodiscard]] std::vector<Value> itemsOf(const Value& value);

/// A whole number that an index, a count or a width may be. `what` names it where it is none: "the width".
[[nodiscard]] std::int64_t wholeNumber(const Value& value, std::string_view what);

} // namespace draftscope::jinja
