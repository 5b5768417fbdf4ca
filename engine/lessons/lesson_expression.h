// SPDX-License-Identifier: MIT
// Expressions of lessons: what stands in braces, in conditions, and what answers are compared with.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/lessons/lesson_fields.h"
#include "engine/lessons/lesson_value.h"

namespace draftscope {

/// A parsed expression: a tree by value. At most 64 levels deep.
struct LessonExpression {
    enum class Kind : std::uint8_t {
        number,
        text,
        field,
        call,     ///< `text` is the function
        negative, ///< of one operand
        notTrue,
        binary, ///< of two; `text` is the operator
    };
    Kind kind = Kind::number;
    double number = 0;
    std::string text = {};
    LessonFieldUse field = {};
    std::vector<LessonExpression> operands = {};

    /// It is a field and nothing else.
    [[nodiscard]] bool isField() const { return kind == Kind::field; }
    friend bool operator==(const LessonExpression&, const LessonExpression&) = default;
};

/// All of `source`. Errors: a field or function that does not exist, what cannot be read.
[[nodiscard]] Result<LessonExpression> parseExpression(std::string_view source);

/// Errors: a field that the run does not have at this moment, a text where a number is wanted, a division by 0. What
/// is made of an unknown value is unknown.
[[nodiscard]] Result<LessonValue> evaluate(const LessonExpression& expression, const LessonScene& scene);

/// Whether a condition holds: its number is not 0. Error: as above; an unknown value holds for nothing.
[[nodiscard]] Result<bool> holds(const LessonExpression& condition, const LessonScene& scene);

/// Whether a field in it comes from the measurement in the background.
[[nodiscard]] bool needsMeasurement(const LessonExpression& expression);

} // namespace draftscope
