// SPDX-License-Identifier: MIT
// Every lesson of the program in both languages: each moment found, each field filled, each question judged right and
// wrong; both languages lead through the same.
#include <map>

#include <QTest>

#include "engine/lessons/glossary.h"
#include "engine/lessons/lesson_decode.h"
#include "engine/lessons/lesson_files.h"
#include "engine/lessons/lesson_page.h"
#include "tests/test_main.h"

using namespace draftscope;

namespace {

/// Each setup is decoded once for all lessons that have it.
class DecodedSetups {
public:
    const LessonRun& of(const LessonSetup& setup, LessonLanguage language)
    {
        for (const auto& known : m_known)
            if (known->run.setup == setup) {
                known->run.language = language;
                return known->run;
            }
        const auto pair = pairFor(setup);
        if (!pair)
            qFatal("%s", pair.error().sentence.c_str());
        auto recordings = decodeLesson(*pair, setup, m_backends);
        if (!recordings)
            qFatal("%s", recordings.error().sentence.c_str());
        auto decoded = std::make_unique<Known>();
        decoded->recordings = std::move(*recordings);
        decoded->run = lessonRunOf(setup, decoded->recordings);
        decoded->run.language = language;
        m_known.push_back(std::move(decoded));
        return m_known.back()->run;
    }

private:
    struct Known {
        Recordings recordings;
        LessonRun run;
    };
    Backends m_backends{"cpu"};
    std::vector<std::unique_ptr<Known>> m_known;
};

std::vector<std::string> shippedNames()
{
    std::vector<std::string> names;
    const std::vector<Lesson> lessons = shippedLessons(LessonLanguage::english).value();
    for (const Lesson& lesson : lessons)
        names.push_back(lesson.name);
    names.emplace_back(playedLesson);
    return names;
}

Lesson shipped(const std::string& name, LessonLanguage language)
{
    auto lesson = readLesson(lessonFile(name, language).value());
    if (!lesson)
        qFatal("%s", lesson.error().sentence.c_str());
    return std::move(*lesson);
}

/// What of an answer is judged alike in every language.
std::string shapeOf(const LessonQuestion& question)
{
    std::string shape =
        fmt::format("{} {} {}", int(question.kind), question.wrongNumbers.size(), int(question.selector.kind));
    for (const LessonChoice& choice : question.choices)
        shape += fmt::format(" {}{}", choice.isRight, choice.rightIf.has_value());
    return shape;
}

} // namespace

class TestShippedLessons : public QObject {
    Q_OBJECT

    DecodedSetups m_runs;

private slots:
    void aLessonLeadsThroughItsRun_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("isGerman");
        for (const std::string& name : shippedNames())
            for (const bool isGerman : {false, true})
                QTest::addRow("%s%s", name.c_str(), isGerman ? ".de" : "") << QString::fromStdString(name) << isGerman;
    }

    void aLessonLeadsThroughItsRun()
    {
        QFETCH(const QString, name);
        QFETCH(const bool, isGerman);
        const Lesson lesson = shipped(name.toStdString(), isGerman ? LessonLanguage::german : LessonLanguage::english);
        QCOMPARE(lesson.language == LessonLanguage::german, isGerman);
        QVERIFY(lesson.steps.size() >= 5 && lesson.steps.size() <= 9);
        for (const LessonStep& step : lesson.steps) {
            // Of `--break any` each of the faults.
            const unsigned faults = step.runs.hasAnyFault ? unsigned(faultsFor(step.runs).size()) : 1;
            for (unsigned fault = 0; fault < faults; ++fault) {
                const LessonRun& run = m_runs.of(withFaultChosen(step.runs, fault), lesson.language);
                const auto fine = checkStep(lesson, step, run);
                QVERIFY2(fine,
                         fine ? "" : fmt::format("{} ({})", fine.error().sentence, run.setup.settings.fault).c_str());
                answerAll(lesson, step, run);
            }
        }
    }

    void bothLanguagesLeadThroughTheSame_data()
    {
        QTest::addColumn<QString>("name");
        for (const std::string& name : shippedNames())
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }

    void bothLanguagesLeadThroughTheSame()
    {
        QFETCH(const QString, name);
        const Lesson english = shipped(name.toStdString(), LessonLanguage::english);
        const Lesson german = shipped(name.toStdString(), LessonLanguage::german);
        QCOMPARE(german.order, english.order);
        QCOMPARE(german.steps.size(), english.steps.size());
        for (std::size_t i = 0; i < english.steps.size(); ++i) {
            const LessonStep &ours = german.steps[i], &theirs = english.steps[i];
            QVERIFY2(ours.runs == theirs.runs, theirs.title.c_str());
            QVERIFY2(ours.at == theirs.at && ours.then == theirs.then && ours.to == theirs.to, theirs.title.c_str());
            QVERIFY2(ours.views == theirs.views, theirs.title.c_str());
            QVERIFY2(ours.light.places == theirs.light.places && ours.light.parts == theirs.light.parts,
                     theirs.title.c_str());
            QCOMPARE(ours.questions().size(), theirs.questions().size());
            for (std::size_t q = 0; q < ours.questions().size(); ++q)
                QCOMPARE(shapeOf(*ours.questions()[q]), shapeOf(*theirs.questions()[q]));
        }
    }

private:
    static void answerAll(const Lesson& lesson, const LessonStep& step, const LessonRun& run)
    {
        const auto places = placesOf(lesson, step, run);
        const LessonScene asked(run, places->at), answered(run, places->answered());
        for (const LessonQuestion* question : step.questions()) {
            switch (question->kind) {
            case LessonQuestion::Kind::choice: {
                const auto right = rightChoices(*question, asked, answered);
                QVERIFY(judgeChoices(*question, *right, asked, answered)->isRight);
                for (int i = 0; i < int(question->choices.size()); ++i)
                    if (*right != std::vector{i}) {
                        const auto wrong = judgeChoices(*question, {i}, asked, answered);
                        QVERIFY(!wrong->isRight && !wrong->reason.empty());
                    }
                break;
            }
            case LessonQuestion::Kind::number: {
                const auto right = rightNumber(*question, asked, answered);
                QVERIFY(judgeNumber(*question, *right, asked, answered)->isRight);
                const auto wrong = judgeNumber(*question, 3 * *right + 1000, asked, answered);
                QVERIFY(!wrong->isRight && !wrong->reason.empty());
                break;
            }
            case LessonQuestion::Kind::click: {
                const auto click = clickPlaces(*question, asked, answered);
                QVERIFY(judgeClick(*question, click.front(), asked, answered)->isRight);
                const auto wrong = judgeClick(*question, {-1, -1, noToken}, asked, answered);
                QVERIFY(!wrong->isRight && !wrong->reason.empty());
                break;
            }
            }
        }
    }
};

DRAFTSCOPE_TEST(TestShippedLessons)
#include "test_shipped_lessons.moc"
