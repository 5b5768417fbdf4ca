// SPDX-License-Identifier: MIT
// Fields of lessons: the numbers and words that a page takes from its run. docs/lesson-format.md lists them for people.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/lessons/lesson_scene.h"
#include "engine/lessons/lesson_value.h"
#include "engine/lessons/token_selector.h"

namespace draftscope {

struct LessonField;
using FieldValue = Result<LessonValue>;

/// A field with what it is asked about.
struct LessonFieldUse {
    const LessonField* field = nullptr; ///< one of allLessonFields()
    TokenSelector of = {};              ///< where it takes a token
    int number = 0;                     ///< where it takes a number
    std::string name = {};              ///< where it takes a name: that of published figures
    friend bool operator==(const LessonFieldUse&, const LessonFieldUse&) = default;
};

/// The value of a field at a moment. Errors: the run does not have it there.
using FieldFunction = std::function<FieldValue(const LessonScene& scene, const LessonFieldUse& use)>;

/// Add one to the table of its group: token_fields.cpp, round_fields.cpp, run_fields.cpp.
struct LessonField {
    enum class Takes : std::uint8_t {
        nothing,
        token,     ///< ` of SELECTOR`, or that of the step
        number,    ///< ` N`: "survival at 2"
        rows,      ///< ` N rows`: "pass of 8 rows"
        published, ///< `, NAME`: "published speed-up, EAGLE-2"
    };
    std::string_view name;
    Takes takes = Takes::nothing;
    FieldFunction valueOf = {};
    bool isMeasured = false; ///< by the measurement in the background
};

[[nodiscard]] const std::vector<LessonField>& allLessonFields();

/// Reads the longest one that comes next. Nothing where none does. Error: what it is asked about is missing.
[[nodiscard]] Result<std::optional<LessonFieldUse>> takeField(WordReader& reader);

/// The groups of the table.
[[nodiscard]] std::vector<LessonField> tokenFields();
[[nodiscard]] std::vector<LessonField> roundFields();
[[nodiscard]] std::vector<LessonField> runFields();
[[nodiscard]] std::vector<LessonField> measuredFields();

/// The sentence for a field that the run does not have at this moment.
[[nodiscard]] tl::unexpected<Error> notKnown(std::string_view field, std::string_view because);

} // namespace draftscope
