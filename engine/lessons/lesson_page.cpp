// SPDX-License-Identifier: MIT
#include "engine/lessons/lesson_page.h"

#include <algorithm>
#include <cmath>

#include "engine/lessons/lesson_lines.h"

namespace draftscope {
namespace {

/// The question is asked where nothing of the answer is seen, so what it needs may be known only later.
Result<LessonValue> evaluateEither(const LessonExpression& expression, const LessonScene& asked,
                                   const LessonScene& answered)
{
    auto value = evaluate(expression, answered);
    return value ? value : evaluate(expression, asked);
}

/// Reasons are filled where the answer is known, and what is not known there where it was asked.
Result<FilledText> fillReason(const LessonText& text, const LessonScene& asked, const LessonScene& answered)
{
    auto filled = fill(text, answered);
    return filled ? filled : fill(text, asked);
}

Result<std::vector<int>> rightOnes(const LessonQuestion& question, const LessonScene& asked,
                                   const LessonScene& answered)
{
    std::vector<int> right;
    for (int i = 0; i < int(question.choices.size()); ++i) {
        const LessonChoice& choice = question.choices[std::size_t(i)];
        bool isRight = choice.isRight;
        if (choice.rightIf) {
            const auto value = evaluateEither(*choice.rightIf, asked, answered);
            if (!value)
                return tl::unexpected(value.error());
            isRight = value->kind == LessonValue::Kind::number && value->number != 0;
        }
        if (isRight)
            right.push_back(i);
    }
    return right;
}

Result<LessonVerdict> verdictOf(bool isRight, const LessonText& reason, const LessonScene& asked,
                                const LessonScene& answered)
{
    auto filled = fillReason(reason, asked, answered);
    if (!filled)
        return tl::unexpected(filled.error());
    return LessonVerdict{isRight, std::move(*filled)};
}

Result<double> numberAt(const LessonExpression& expression, const LessonScene& asked, const LessonScene& answered)
{
    const auto value = evaluateEither(expression, asked, answered);
    if (!value)
        return tl::unexpected(value.error());
    if (value->kind != LessonValue::Kind::number)
        return fail("The answer to the question is no number.");
    return value->number;
}

Result<void> checkText(const LessonText& text, const LessonScene& scene)
{
    const auto filled = fill(text, scene);
    return filled ? Result<void>() : tl::unexpected(filled.error());
}

tl::unexpected<Error> noneIsRight()
{
    return fail("None of the choices is right in this run.");
}

Result<void> checkChoices(const LessonQuestion& question, const LessonScene& asked, const LessonScene& answered)
{
    const auto right = rightOnes(question, asked, answered);
    if (!right)
        return tl::unexpected(right.error());
    if (right->empty())
        return noneIsRight();
    for (const LessonChoice& choice : question.choices) {
        if (const auto fine = checkText(choice.text, asked); !fine)
            return fine;
        if (const auto fine = fillReason(choice.reason, asked, answered); !fine)
            return tl::unexpected(fine.error());
    }
    return {};
}

Result<void> checkNumber(const LessonQuestion& question, const LessonScene& asked, const LessonScene& answered)
{
    const auto number = numberAt(*question.number, asked, answered);
    if (!number)
        return tl::unexpected(number.error());
    const auto right = judgeNumber(question, *number, asked, answered);
    if (!right)
        return tl::unexpected(right.error());
    if (!right->isRight)
        return fail("The tolerance of the answer is negative.");
    for (const WrongNumber& wrong : question.wrongNumbers) {
        const auto value = numberAt(wrong.value, asked, answered);
        if (!value)
            return tl::unexpected(value.error());
        const auto verdict = judgeNumber(question, *value, asked, answered);
        if (!verdict)
            return tl::unexpected(verdict.error());
        if (verdict->isRight)
            return fail("A wrong number of the question is within the tolerance of the right one in this run.");
    }
    return {};
}

Result<void> checkClick(const LessonQuestion& question, const LessonScene& asked, const LessonScene& answered)
{
    const auto places = clickPlaces(question, asked, answered);
    if (places.empty())
        return fail("The token that is to be clicked is not there at this moment.");
    const auto verdict = judgeClick(question, places.front(), asked, answered);
    return verdict ? Result<void>() : tl::unexpected(verdict.error());
}

Result<void> checkQuestionIn(const LessonQuestion& question, const LessonScene& asked, const LessonScene& answered)
{
    if (const auto fine = checkText(question.text, asked); !fine)
        return fine;
    switch (question.kind) {
    case LessonQuestion::Kind::choice:
        return checkChoices(question, asked, answered);
    case LessonQuestion::Kind::number:
        return checkNumber(question, asked, answered);
    case LessonQuestion::Kind::click:
        break;
    }
    return checkClick(question, asked, answered);
}

} // namespace

Result<FilledText> fill(const LessonText& text, const LessonScene& scene)
{
    FilledText filled;
    for (const LessonPiece& piece : text) {
        if (!piece.field) {
            filled.push_back({piece.words});
            continue;
        }
        auto value = evaluate(*piece.field, scene);
        if (!value)
            return tl::unexpected(value.error());
        std::string field = piece.field->isField() ? std::string(piece.field->field.field->name) : std::string();
        filled.push_back({written(*value, piece.format, scene.run().language), std::move(*value), std::move(field)});
    }
    return filled;
}

std::string plainText(const FilledText& text)
{
    std::string joined;
    for (const FilledPiece& piece : text)
        joined += piece.text;
    return joined;
}

Result<std::vector<int>> rightChoices(const LessonQuestion& question, const LessonScene& asked,
                                      const LessonScene& scene)
{
    return rightOnes(question, asked, scene);
}

Result<double> rightNumber(const LessonQuestion& question, const LessonScene& asked, const LessonScene& scene)
{
    return numberAt(*question.number, asked, scene);
}

std::vector<LessonToken> clickPlaces(const LessonQuestion& question, const LessonScene& asked, const LessonScene& scene)
{
    auto places = placesOf(question.selector, scene);
    return places.empty() ? placesOf(question.selector, asked) : places;
}

Result<LessonVerdict> judgeChoices(const LessonQuestion& question, const std::vector<int>& chosen,
                                   const LessonScene& asked, const LessonScene& scene)
{
    const auto right = rightOnes(question, asked, scene);
    if (!right)
        return tl::unexpected(right.error());
    if (right->empty())
        return noneIsRight();
    // Of several, the reason is that of the first that is wrong, or is missing.
    for (const int choice : chosen)
        if (!std::ranges::count(*right, choice))
            return verdictOf(false, question.choices[std::size_t(choice)].reason, asked, scene);
    for (const int choice : *right)
        if (!std::ranges::count(chosen, choice))
            return verdictOf(false, question.choices[std::size_t(choice)].reason, asked, scene);
    return verdictOf(true, question.choices[std::size_t(right->front())].reason, asked, scene);
}

Result<LessonVerdict> judgeNumber(const LessonQuestion& question, double number, const LessonScene& asked,
                                  const LessonScene& scene)
{
    const auto right = numberAt(*question.number, asked, scene);
    const auto tolerance = numberAt(*question.tolerance, asked, scene);
    if (!right || !tolerance)
        return tl::unexpected(right ? tolerance.error() : right.error());
    const double within = question.isShare ? std::abs(*right) * *tolerance / 100 : *tolerance;
    constexpr double rounding = 1e-9; // of what a person typed
    if (std::abs(number - *right) <= within + rounding)
        return verdictOf(true, question.reason, asked, scene);
    for (const WrongNumber& wrong : question.wrongNumbers) {
        const auto value = numberAt(wrong.value, asked, scene);
        if (!value)
            return tl::unexpected(value.error());
        if (std::abs(number - *value) <= within + rounding)
            return verdictOf(false, wrong.reason, asked, scene);
    }
    return verdictOf(false, question.reason, asked, scene);
}

Result<LessonVerdict> judgeClick(const LessonQuestion& question, const LessonToken& clicked, const LessonScene& asked,
                                 const LessonScene& scene)
{
    const auto places = clickPlaces(question, asked, scene);
    const bool isRight = std::ranges::any_of(places, [&](const LessonToken& place) {
        if (place.node >= 0 && clicked.node >= 0)
            return place.node == clicked.node;
        return place.token == clicked.token && place.context == clicked.context;
    });
    return verdictOf(isRight, question.reason, asked, scene);
}

Result<StepPlaces> placesOf(const Lesson& lesson, const LessonStep& step, const LessonRun& run)
{
    StepPlaces places;
    const auto find = [&](const LessonMoment& moment) -> Result<LessonPlace> {
        auto place = findMoment(moment, run, step.text);
        return place ? place : failAt(lesson.path, step.line, place.error().sentence);
    };
    auto at = find(step.at);
    if (!at)
        return tl::unexpected(at.error());
    places.at = *at;
    for (const auto& [moment, place] : {std::pair(&step.then, &places.then), std::pair(&step.to, &places.to)})
        if (*moment) {
            auto found = find(**moment);
            if (!found)
                return tl::unexpected(found.error());
            *place = *found;
        }
    return places;
}

Result<void> checkStep(const Lesson& lesson, const LessonStep& step, const LessonRun& run)
{
    const auto places = placesOf(lesson, step, run);
    if (!places)
        return tl::unexpected(places.error());
    const LessonScene asked(run, places->at), answered(run, places->answered());
    if (const auto fine = checkText(step.toTry, asked); !fine)
        return failAt(lesson.path, step.line, fine.error().sentence);
    for (const LessonBlock& block : step.blocks) {
        auto fine = checkText(block.text, asked);
        if (fine)
            fine = checkText(block.source, asked);
        if (fine && block.question)
            fine = checkQuestionIn(*block.question, asked, answered);
        if (!fine)
            return failAt(lesson.path, block.line, fine.error().sentence);
    }
    return {};
}

} // namespace draftscope
