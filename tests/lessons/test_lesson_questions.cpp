// SPDX-License-Identifier: MIT
// Questions judged against a run with known numbers.
#include <QTest>

#include "engine/lessons/lesson_page.h"
#include "tests/lessons/told_rounds.h"
#include "tests/test_main.h"

using namespace draftscope;

namespace {

/// A lesson of one step with this question.
Lesson askedLesson(const std::string& question)
{
    const auto lesson = parseLesson(
        "---\ntitle: T\n---\n## S\nat: before first rejection\nthen: first residual\n\n" + question, "asked.md");
    if (!lesson)
        qFatal("%s", lesson.error().sentence.c_str());
    return *lesson;
}

} // namespace

class TestLessonQuestions : public QObject {
    Q_OBJECT

    Recordings m_recordings = toldRun();
    LessonRun m_run = lessonRunOf(toldSetup(), m_recordings);

    struct Scenes {
        LessonScene asked, answered;
    };
    Scenes scenesOf(const Lesson& lesson) const
    {
        const auto places = placesOf(lesson, lesson.steps[0], m_run);
        return {{m_run, places->at}, {m_run, places->answered()}};
    }

private slots:
    void choicesAreJudged()
    {
        const Lesson lesson =
            askedLesson("? Is it kept?\n- [u < kept of rejected] yes | u was below {kept of rejected}\n"
                        "- [u >= kept of rejected] no | u = {u}\n");
        const auto [asked, answered] = scenesOf(lesson);
        const LessonQuestion& question = *lesson.steps[0].questions().front();
        QCOMPARE(*rightChoices(question, asked, answered), std::vector<int>{1});
        const auto right = judgeChoices(question, {1}, asked, answered);
        QVERIFY(right && right->isRight);
        QCOMPARE(plainText(right->reason), std::string("u = 0.50"));
        const auto wrong = judgeChoices(question, {0}, asked, answered);
        QVERIFY(wrong && !wrong->isRight);
        QCOMPARE(plainText(wrong->reason), std::string("u was below 0.25"));
        QVERIFY(checkStep(lesson, lesson.steps[0], m_run));
    }

    void allThatAreRightAreToBeChosen()
    {
        const Lesson lesson = askedLesson("? Which?\n- [x] one | 1\n- [ ] two | 2\n- [x] three | 3\n");
        const auto [asked, answered] = scenesOf(lesson);
        const LessonQuestion& question = *lesson.steps[0].questions().front();
        QVERIFY(judgeChoices(question, {0, 2}, asked, answered)->isRight);
        QVERIFY(!judgeChoices(question, {0}, asked, answered)->isRight);
        QCOMPARE(plainText(judgeChoices(question, {0}, asked, answered)->reason), std::string("3"));
        QCOMPARE(plainText(judgeChoices(question, {0, 1, 2}, asked, answered)->reason), std::string("2"));
        QVERIFY(!judgeChoices(question, {}, asked, answered)->isRight);
    }

    void numbersAreJudged()
    {
        const Lesson lesson = askedLesson("? How much?\n= p of rejected / q of rejected ± 2 % | as {kept of "
                                          "rejected}\n! q of rejected | that is q\n");
        const auto [asked, answered] = scenesOf(lesson);
        const LessonQuestion& question = *lesson.steps[0].questions().front();
        QCOMPARE(*rightNumber(question, asked, answered), 0.25);
        QVERIFY(judgeNumber(question, 0.2549, asked, answered)->isRight);
        QVERIFY(!judgeNumber(question, 0.2551, asked, answered)->isRight);
        QCOMPARE(plainText(judgeNumber(question, 0.5, asked, answered)->reason), std::string("that is q"));
        QCOMPARE(plainText(judgeNumber(question, 3, asked, answered)->reason), std::string("as 0.25"));
        QVERIFY(checkStep(lesson, lesson.steps[0], m_run));
    }

    void clicksAreJudged()
    {
        const Lesson lesson = askedLesson("? Click it.\n@ drawn | {token of drawn}\n");
        const auto [asked, answered] = scenesOf(lesson);
        const LessonQuestion& question = *lesson.steps[0].questions().front();
        QVERIFY(judgeClick(question, {-1, 1, 3}, asked, answered)->isRight);
        QVERIFY(!judgeClick(question, {1, 1, 4}, asked, answered)->isRight);
        QVERIFY(!judgeClick(question, {-1, 0, 3}, asked, answered)->isRight); // the same token elsewhere
        QCOMPARE(clickPlaces(question, asked, answered).size(), std::size_t(1));
        const Lesson draft = askedLesson("? Click it.\n@ rejected | it\n");
        QVERIFY(
            judgeClick(*draft.steps[0].questions().front(), {1, 1, 4}, scenesOf(draft).asked, scenesOf(draft).answered)
                ->isRight);
    }

    void whatCannotBeJudgedNamesItsLine()
    {
        const Lesson never = askedLesson("? Which?\n- [u > 2] one | 1\n- [ ] two | 2\n");
        QCOMPARE(checkStep(never, never.steps[0], m_run).error().sentence,
                 std::string("Line 8 of asked.md: None of the choices is right in this run."));
        const auto [asked, answered] = scenesOf(never);
        QVERIFY(!judgeChoices(*never.steps[0].questions().front(), {}, asked, answered));
        const Lesson near = askedLesson("? How much?\n= 0.25 ± 0.5 | a\n! 0.5 | b\n");
        QVERIFY(!checkStep(near, near.steps[0], m_run));
        const Lesson nowhere = askedLesson("? Click it.\n@ bonus | a\n");
        QCOMPARE(checkStep(nowhere, nowhere.steps[0], m_run).error().sentence,
                 std::string("Line 8 of asked.md: The token that is to be clicked is not there at this moment."));
    }
};

DRAFTSCOPE_TEST(TestLessonQuestions)
#include "test_lesson_questions.moc"
