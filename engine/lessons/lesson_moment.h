// SPDX-License-Identifier: MIT
// Moments by meaning: "first rejection", "verify of round 3", "before luckiest acceptance".
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/lessons/lesson_expression.h"
#include "engine/lessons/lesson_scene.h"

namespace draftscope {

/// A round by its number or by what happened in it.
struct LessonRound {
    int number = 0;  ///< from 1; 0: by the condition
    int ordinal = 1; ///< from 1, among the rounds for which the condition holds, or among all where there is none
    bool isLast = false;
    std::optional<LessonExpression> condition = {};
    friend bool operator==(const LessonRound&, const LessonRound&) = default;
};

struct LessonMoment {
    enum class Event : std::uint8_t {
        start,
        end,
        draft, ///< `number`
        verify,
        judge, ///< `number`
        commit,
        acceptance,
        rejection,
        residual,
        bonus,
        plain,
        token, ///< a verdict for which the condition holds
        acceptedToken,
        rejectedToken,
        round, ///< the commit of `of`
        widestResidual,
        narrowestResidual,
        luckiestAcceptance,
        unluckiestRejection,
    };
    Event event = Event::start;
    int number = 1;      ///< of draft and judge
    int ordinal = 1;     ///< from 1, among all moments that the other fields describe
    bool isLast = false; ///< the last of these, and `ordinal` does not count
    std::optional<LessonExpression> condition = {};
    std::optional<LessonRound> of = {}; ///< nothing: all rounds, which for draft, verify, judge and commit is the first
    int shift = 0;                      ///< -1: before; 1: after
    friend bool operator==(const LessonMoment&, const LessonMoment&) = default;
};

[[nodiscard]] Result<LessonMoment> parseMoment(std::string_view text);

/// Where it is in a text of the run. Errors: there is no such moment; a condition that cannot be evaluated at any.
[[nodiscard]] Result<LessonPlace> findMoment(const LessonMoment& moment, const LessonRun& run, int text);

} // namespace draftscope
