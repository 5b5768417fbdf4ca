// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/lesson_answers.h"

#include <utility>

#include "gui/language/engine_words.h"
#include "gui/lessons/lesson_driver.h"
#include "widgets/style/number_text.h"

namespace draftscope {

const LessonAnswers::Answer* LessonAnswers::answer(int question) const
{
    const auto& given = m_answers.at(std::size_t(question));
    return given ? &*given : nullptr;
}

int LessonAnswers::openQuestion() const
{
    for (std::size_t i = 0; i < m_answers.size(); ++i)
        if (!m_answers[i] || !m_answers[i]->isRight)
            return int(i);
    return -1;
}

void LessonAnswers::keepAnswer(int question, Result<LessonVerdict> verdict, Answer answer)
{
    if (!verdict) {
        emit failed(engineSentence(verdict.error()));
        return;
    }
    answer.isRight = verdict->isRight;
    answer.reason = std::move(verdict->reason);
    m_answers.at(std::size_t(question)) = std::move(answer);
    if (openQuestion() < 0)
        emit complete();
    emit changed();
}

void LessonAnswers::choose(int question, const std::vector<int>& choices)
{
    if (m_driver.isReady())
        keepAnswer(question,
                   judgeChoices(*m_driver.current().questions()[std::size_t(question)], choices, m_driver.asked(),
                                m_driver.answered()),
                   {.chosen = choices});
}

bool LessonAnswers::answerNumber(int question, const QString& typed)
{
    if (!m_driver.isReady())
        return true;
    QString number = withDecimalPoint(typed.trimmed());
    const bool isPercent = number.endsWith(QLatin1Char('%'));
    if (isPercent)
        number.chop(1);
    bool isNumber = false;
    const double value = number.trimmed().toDouble(&isNumber) / (isPercent ? 100 : 1);
    if (isNumber)
        keepAnswer(question,
                   judgeNumber(*m_driver.current().questions()[std::size_t(question)], value, m_driver.asked(),
                               m_driver.answered()),
                   {.typed = typed});
    return isNumber;
}

void LessonAnswers::click(const std::vector<LessonToken>& meant)
{
    const int question = openQuestion();
    if (question < 0 || !m_driver.isReady() || meant.empty())
        return;
    const LessonQuestion& asks = *m_driver.current().questions()[std::size_t(question)];
    if (asks.kind != LessonQuestion::Kind::click)
        return;
    auto verdict = judgeClick(asks, meant.front(), m_driver.asked(), m_driver.answered());
    for (const LessonToken& token : meant)
        if (auto other = judgeClick(asks, token, m_driver.asked(), m_driver.answered()); other && other->isRight)
            verdict = std::move(other);
    keepAnswer(question, std::move(verdict), {});
}

void LessonAnswers::reveal(int question)
{
    if (!m_driver.isReady())
        return;
    const LessonQuestion& asks = *m_driver.current().questions()[std::size_t(question)];
    Answer shown{.isShown = true};
    if (asks.kind == LessonQuestion::Kind::choice) {
        auto right = rightChoices(asks, m_driver.asked(), m_driver.answered());
        if (!right) {
            emit failed(engineSentence(right.error()));
            return;
        }
        shown.chosen = *right;
        keepAnswer(question, judgeChoices(asks, *right, m_driver.asked(), m_driver.answered()), std::move(shown));
        return;
    }
    if (asks.kind == LessonQuestion::Kind::number) {
        const auto number = rightNumber(asks, m_driver.asked(), m_driver.answered());
        if (!number) {
            emit failed(engineSentence(number.error()));
            return;
        }
        shown.typed = decimal(*number, 'g', 4);
        keepAnswer(question, judgeNumber(asks, *number, m_driver.asked(), m_driver.answered()), std::move(shown));
        return;
    }
    const auto places = clickPlaces(asks, m_driver.asked(), m_driver.answered());
    if (!places.empty())
        keepAnswer(question, judgeClick(asks, places.front(), m_driver.asked(), m_driver.answered()), std::move(shown));
}

} // namespace draftscope
