// SPDX-License-Identifier: MIT
// What a field of a lesson is filled with, and how it is written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/core/token.h"
#include "engine/record/records.h"

namespace draftscope {

/// Languages that lessons are written in; that of a file says how its numbers are written.
enum class LessonLanguage : std::uint8_t { english, german };

struct LessonValue {
    enum class Kind : std::uint8_t {
        unknown, ///< measured later, or not on this machine: "–"
        number,
        text,
        token,
    };
    /// How a number is written where the field does not say it.
    enum class Unit : std::uint8_t {
        plain,       ///< 3, or 1.86
        probability, ///< 0.31
        milliseconds ///< 0.42
    };
    Kind kind = Kind::unknown;
    Unit unit = Unit::plain;
    double number = 0;
    std::string text = {}; ///< of a token its bytes
    TokenId token = noToken;
    Verdict verdict = Verdict::notJudged; ///< of a drafted token, at the moment

    [[nodiscard]] static LessonValue of(double number, Unit unit = Unit::plain) { return {Kind::number, unit, number}; }
    [[nodiscard]] static LessonValue of(std::string text) { return {Kind::text, Unit::plain, 0, std::move(text)}; }
};

inline constexpr auto asProbability = LessonValue::Unit::probability;

/// `{p:%1}`: percent, with one decimal.
struct LessonFormat {
    bool isPercent = false;
    int decimals = -1; ///< -1: as the unit has it
    friend bool operator==(const LessonFormat&, const LessonFormat&) = default;
};

/// As views write it: 0.31, 0.004, 2,551; in German 0,31 and 2.551. A token is its text without the space before it.
[[nodiscard]] std::string written(const LessonValue& value, const LessonFormat& format, LessonLanguage language);

/// "accepted", "angenommen"
[[nodiscard]] std::string_view verdictWord(Verdict verdict, LessonLanguage language);

} // namespace draftscope
