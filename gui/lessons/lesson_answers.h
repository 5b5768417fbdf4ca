// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QObject>

#include "engine/lessons/lesson_page.h"

namespace draftscope {

class LessonDriver;

/// The questions of a lesson's step, by number: what a person answers, and whether it is right. The driver, which has
/// the step and its run, outlives it. Lives on the window's thread.
class LessonAnswers : public QObject {
    Q_OBJECT
public:
    explicit LessonAnswers(const LessonDriver& driver) : m_driver(driver) {}

    /// What a person answered last, and what is to be said of it.
    struct Answer {
        bool isRight = false, isShown = false; ///< shown: the answer was not given, but revealed
        std::vector<int> chosen = {};
        QString typed = {};
        FilledText reason = {};
    };
    [[nodiscard]] const Answer* answer(int question) const; ///< null while it is open
    [[nodiscard]] int openQuestion() const;                 ///< the first that is not answered rightly; -1 for none
    void begin(int questions) { m_answers.assign(std::size_t(questions), std::nullopt); } ///< of another step
    void choose(int question, const std::vector<int>& choices);
    bool answerNumber(int question, const QString& typed); ///< false where that is no number
    void click(const std::vector<LessonToken>& meant);     ///< the first open question that wants a click; one of them
    void reveal(int question);

signals:
    void changed();
    void complete();                      ///< all of them are answered rightly; comes before changed()
    void failed(const QString& sentence); ///< the lesson asks for what cannot be judged

private:
    void keepAnswer(int question, Result<LessonVerdict> verdict, Answer answer);

    const LessonDriver& m_driver;
    std::vector<std::optional<Answer>> m_answers;
};

} // namespace draftscope
