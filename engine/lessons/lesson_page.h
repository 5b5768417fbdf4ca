// SPDX-License-Identifier: MIT
// A step filled from its run, and answers to its questions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/lessons/lesson.h"

namespace draftscope {

/// A text whose fields have their values.
struct FilledPiece {
    std::string text = {};                 ///< Markdown, or the value as the language writes it
    std::optional<LessonValue> value = {}; ///< of a field
    std::string field = {};                ///< "p" where the expression is that field; else empty
};
using FilledText = std::vector<FilledPiece>;

/// Errors: those of evaluate().
[[nodiscard]] Result<FilledText> fill(const LessonText& text, const LessonScene& scene);
/// All in one, without marking anything.
[[nodiscard]] std::string plainText(const FilledText& text);

/// Whether an answer is right, and why.
struct LessonVerdict {
    bool isRight = false;
    FilledText reason;
};

/// `chosen`: indices of the choices, by number. Where several are right all of them are to be chosen, and no other.
/// `scene` is that of the reasons, LessonStep::then where there is one.
[[nodiscard]] Result<LessonVerdict> judgeChoices(const LessonQuestion& question, const std::vector<int>& chosen,
                                                 const LessonScene& asked, const LessonScene& scene);
[[nodiscard]] Result<LessonVerdict> judgeNumber(const LessonQuestion& question, double number, const LessonScene& asked,
                                                const LessonScene& scene);
/// A click on a token; where it is no node, any place of that token in the distribution counts.
[[nodiscard]] Result<LessonVerdict> judgeClick(const LessonQuestion& question, const LessonToken& clicked,
                                               const LessonScene& asked, const LessonScene& scene);

/// What is right: the choices; the number; where to click, which may be several places.
[[nodiscard]] Result<std::vector<int>> rightChoices(const LessonQuestion& question, const LessonScene& asked,
                                                    const LessonScene& scene);
[[nodiscard]] Result<double> rightNumber(const LessonQuestion& question, const LessonScene& asked,
                                         const LessonScene& scene);
[[nodiscard]] std::vector<LessonToken> clickPlaces(const LessonQuestion& question, const LessonScene& asked,
                                                   const LessonScene& scene);

/// Where a step stands: at, and then. Errors: a moment that is not there, with the step's line.
struct StepPlaces {
    LessonPlace at;
    std::optional<LessonPlace> then, to;
    [[nodiscard]] const LessonPlace& answered() const { return then ? *then : at; }
};
[[nodiscard]] Result<StepPlaces> placesOf(const Lesson& lesson, const LessonStep& step, const LessonRun& run);

/// Every text of a step filled, every question judged: an Error names the line of what cannot be.
[[nodiscard]] Result<void> checkStep(const Lesson& lesson, const LessonStep& step, const LessonRun& run);

} // namespace draftscope
