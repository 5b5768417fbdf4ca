// SPDX-License-Identifier: MIT
#include "engine/lessons/question_parser.h"

#include <algorithm>

namespace draftscope {
namespace {

/// An answer and the reason behind " | ".
struct AnswerLine {
    std::string_view answer, reason;
};

AnswerLine splitAnswer(std::string_view line)
{
    const std::size_t bar = line.find(" | ");
    if (bar == std::string_view::npos)
        return {trimmed(line), {}};
    return {trimmed(line.substr(0, bar)), trimmed(line.substr(bar + 3))};
}

bool isAnswer(std::string_view line)
{
    return line.starts_with("- [") || line.starts_with("= ") || line.starts_with("! ") || line.starts_with("@ ");
}

Result<LessonChoice> choiceOf(std::string_view line)
{
    const auto [answer, reason] = splitAnswer(line);
    const std::size_t end = answer.find(']');
    if (end == std::string_view::npos)
        return fail("A choice is not closed: write - [ ] or - [x].");
    const std::string_view mark = trimmed(answer.substr(3, end - 3));
    LessonChoice choice;
    choice.isRight = mark == "x" || mark == "X";
    if (!mark.empty() && !choice.isRight) {
        auto condition = parseExpression(mark);
        if (!condition)
            return tl::unexpected(condition.error());
        choice.rightIf = std::move(*condition);
    }
    auto text = parseLessonText(trimmed(answer.substr(end + 1)));
    if (!text)
        return tl::unexpected(text.error());
    auto because = parseLessonText(reason);
    if (!because)
        return tl::unexpected(because.error());
    if (text->empty())
        return fail("A choice has no words: write them behind the bracket.");
    if (because->empty() && !choice.isRight)
        return fail("A choice that may be wrong needs its reason behind \" | \".");
    choice.text = std::move(*text);
    choice.reason = std::move(*because);
    return choice;
}

Result<void> addReason(LessonText& place, std::string_view reason)
{
    auto text = parseLessonText(reason);
    if (!text)
        return tl::unexpected(text.error());
    if (text->empty())
        return fail("An answer needs its reason behind \" | \".");
    place = std::move(*text);
    return {};
}

Result<void> addNumber(LessonQuestion& question, std::string_view line)
{
    const auto [answer, reason] = splitAnswer(line.substr(2));
    constexpr std::string_view sign = "±";
    const std::size_t at = answer.find(sign);
    if (at == std::string_view::npos)
        return fail("A number needs a tolerance: write = 3.69 ± 0.05, or ± 2 %.");
    std::string_view tolerance = trimmed(answer.substr(at + sign.size()));
    question.isShare = tolerance.ends_with('%');
    if (question.isShare)
        tolerance.remove_suffix(1);
    auto number = parseExpression(answer.substr(0, at)), within = parseExpression(tolerance);
    if (!number || !within)
        return tl::unexpected(number ? within.error() : number.error());
    question.kind = LessonQuestion::Kind::number;
    question.number = std::move(*number);
    question.tolerance = std::move(*within);
    return addReason(question.reason, reason);
}

Result<void> addWrongNumber(LessonQuestion& question, std::string_view line)
{
    const auto [answer, reason] = splitAnswer(line.substr(2));
    auto number = parseExpression(answer);
    if (!number)
        return tl::unexpected(number.error());
    question.wrongNumbers.push_back({std::move(*number), {}});
    return addReason(question.wrongNumbers.back().reason, reason);
}

Result<void> addClick(LessonQuestion& question, std::string_view line)
{
    const auto [answer, reason] = splitAnswer(line.substr(2));
    WordReader reader(answer);
    if (reader.sees("token") && trimmed(answer) != "token")
        reader.takes("token"); // "@ token drawn" reads well
    const auto selector = takeSelector(reader);
    if (!selector || !reader.isAtEnd())
        return fail("\"{}\" names no token: write for example drawn, draft 2 or likeliest.", answer);
    question.kind = LessonQuestion::Kind::click;
    question.selector = *selector;
    return addReason(question.reason, reason);
}

Result<void> addAnswer(LessonQuestion& question, std::string_view line)
{
    if (line.starts_with("- [")) {
        auto choice = choiceOf(line);
        if (!choice)
            return tl::unexpected(choice.error());
        question.choices.push_back(std::move(*choice));
        return {};
    }
    if (line.starts_with("= "))
        return addNumber(question, line);
    return line.starts_with("! ") ? addWrongNumber(question, line) : addClick(question, line);
}

/// What the answers together say.
Result<void> checkQuestion(const LessonQuestion& question)
{
    if (question.kind != LessonQuestion::Kind::choice)
        return question.choices.empty() ? Result<void>()
                                        : fail("A question has choices and another answer: keep one kind.");
    if (!question.wrongNumbers.empty())
        return fail("A question has wrong numbers (!) and no right one (=): add it.");
    if (question.choices.size() < 2)
        return fail("A question needs answers below it: two choices or more, = a number, or @ a token.");
    const bool canBeRight = std::ranges::any_of(
        question.choices, [](const LessonChoice& choice) { return choice.isRight || choice.rightIf; });
    return canBeRight ? Result<void>() : fail("None of the choices is right: mark one with [x].");
}

} // namespace

Result<ParsedQuestion> parseQuestion(std::span<const NumberedLine> lines, const std::filesystem::path& file)
{
    ParsedQuestion parsed;
    std::string words(trimmed(lines.front().text.substr(1)));
    std::size_t i = 1;
    for (; i < lines.size() && !trimmed(lines[i].text).empty() && !isAnswer(lines[i].text); ++i)
        words += ' ' + std::string(trimmed(lines[i].text));
    auto text = parseLessonText(words);
    if (!text)
        return failAt(file, lines.front().number, text.error().sentence);
    parsed.question.text = std::move(*text);
    for (; i < lines.size() && isAnswer(lines[i].text); ++i)
        if (const auto added = addAnswer(parsed.question, lines[i].text); !added)
            return failAt(file, lines[i].number, added.error().sentence);
    if (const auto fine = checkQuestion(parsed.question); !fine)
        return failAt(file, lines.front().number, fine.error().sentence);
    parsed.lines = i;
    return parsed;
}

} // namespace draftscope
