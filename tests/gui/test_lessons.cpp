// SPDX-License-Identifier: MIT
// Lessons in the window: led through by keys, answered, tried in Step, read from the last row of a room.
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPushButton>
#include <QScrollBar>

#include "engine/lessons/lesson_files.h"
#include "gui/language/language.h"
#include "gui/lessons/choice_button.h"
#include "gui/lessons/glossary_help.h"
#include "gui/lessons/glossary_window.h"
#include "gui/lessons/lesson_driver.h"
#include "gui/lessons/lesson_label.h"
#include "gui/lessons/lesson_list.h"
#include "gui/lessons/lesson_page_widget.h"
#include "gui/lessons/lesson_return_bar.h"
#include "gui/lessons/lesson_sheet.h"
#include "gui/lessons/lesson_views.h"
#include "gui/lessons/lesson_workspace.h"
#include "gui/lessons/question_card.h"
#include "gui/window/projector_mode.h"
#include "tests/test_main.h"
#include "widgets/distribution/distribution_view.h"
#include "widgets/stage/stage_view.h"
#include "widgets/stage/tree_view.h"
#include "widgets/text/text_view.h"
#include "window_fixture.h"

using namespace draftscope;
using namespace draftscope::test;

namespace {

/// The window with a lesson.
struct LessonFixture : WindowFixture {
    explicit LessonFixture(QSize size = {1280, 800}) : WindowFixture(quickSetup(), size) {}

    LessonWorkspace& lessons() { return window.lessons(); }
    LessonDriver& driver() { return window.lessons().driver(); }
    LessonSheet& sheet() { return window.lessons().lessonPage().sheet(); }
    bool open(const std::string& name, int step = 0)
    {
        if (!lessons().open(name, step))
            return false;
        return ready();
    }
    bool ready()
    {
        return until([this] { return driver().isReady() || !driver().problem().isEmpty(); }) && driver().isReady();
    }
    QuestionCard& card(int question = 0) { return *sheet().cards()[std::size_t(question)]; }
};

QString written(QTemporaryDir& folder, const QString& name, const QByteArray& text)
{
    QFile file(folder.filePath(name));
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName() : QString();
}

bool hasTick(const LessonList& list, const Lesson& lesson)
{
    for (int row = 0; row < list.count(); ++row)
        if (list.item(row)->text().contains(QString::fromStdString(lesson.title)))
            return list.item(row)->data(Qt::AccessibleTextRole).toString() != list.item(row)->text();
    return false;
}

const QByteArray shortLesson =
    "---\ntitle: Mine\nsetup: --k 3 --tokens 20\n---\n## One\nat: verify\n\nIt drafted {drafted}.\n\n"
    "? How many rows?\n= rows \xC2\xB1 0.1 | One more than {drafted}: the root.\n! drafted | And the root?\n\n"
    "## Two\nat: end\n\nThere are [rounds](glossary:round): {rounds}.\n";

} // namespace

class TestLessons : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { setLanguage(Language::english); }

    /// Page Down alone, from the first step of every lesson to its last: what a lecturer does.
    void aPresenterLeadsThroughEveryLesson_data()
    {
        QTest::addColumn<bool>("isGerman");
        QTest::newRow("English") << false;
        QTest::newRow("German") << true;
    }

    void aPresenterLeadsThroughEveryLesson()
    {
        QFETCH(const bool, isGerman);
        setLanguage(isGerman ? Language::german : Language::english);
        LessonFixture run({1280, 720});
        run.window.showWorkspace(QStringLiteral("lessons"));
        QVERIFY(run.ready());
        const std::vector<Lesson> lessons = run.lessons().lessonPage().list().lessons();
        QVERIFY(lessons.size() >= 15);
        for (const Lesson& lesson : lessons) {
            QVERIFY(run.open(lesson.name));
            QCOMPARE(run.driver().lesson().language == LessonLanguage::german, isGerman);
            int steps = 1;
            for (int presses = 0; presses < 60; ++presses) {
                QVERIFY2(run.ready(), qPrintable(run.driver().problem()));
                QVERIFY(!run.sheet().plainText().contains(QLatin1Char('{')));
                const int before = run.driver().step(), open = run.driver().answers().openQuestion();
                if (before + 1 == run.driver().stepCount() && open < 0)
                    break;
                run.press(Qt::Key_PageDown);
                if (open >= 0) { // the answer first
                    QCOMPARE(run.driver().step(), before);
                    QVERIFY(run.driver().answers().answer(open)->isRight);
                    QVERIFY(!run.card(open).reason().text().isEmpty());
                } else {
                    QCOMPARE(run.driver().step(), before + 1);
                    ++steps;
                }
            }
            QCOMPARE(steps, int(lesson.steps.size()));
            QCOMPARE(run.driver().done().size(), lesson.steps.size() - 1);
            run.press(Qt::Key_PageDown); // to the next lesson
            if (&lesson != &lessons.back())
                QCOMPARE(run.driver().lesson().name, (&lesson + 1)->name);
            QVERIFY(hasTick(run.lessons().lessonPage().list(), lesson));
        }
        QVERIFY(run.problem().isEmpty());
    }

    /// What a lecturer does in a room, with Page Down alone: letters have 3 % of the height, nothing has to be
    /// scrolled, and nothing is cut. SCREENS=FOLDER keeps a picture of each step for looking at.
    void everyStepFitsARoom_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("isGerman");
        for (const char* name :
             {"guess-then-check", "accept-or-reject", "residual", "nothing-is-lost", "tokens-per-step", "trees"})
            for (const bool isGerman : {false, true})
                QTest::addRow("%s%s", name, isGerman ? ".de" : "") << QString::fromLatin1(name) << isGerman;
    }

    void everyStepFitsARoom()
    {
        QFETCH(const QString, name);
        QFETCH(const bool, isGerman);
        setLanguage(isGerman ? Language::german : Language::english);
        LessonFixture run({1280, 720});
        QVERIFY(run.open(name.toStdString()));
        run.window.projector().begin(ProjectorMode::Screen::asItIs);
        QCoreApplication::processEvents();
        const double least = 0.03 * run.window.height();
        QVERIFY2(QFontInfo(lessonFont()).pixelSize() >= least,
                 qPrintable(QString::number(QFontInfo(lessonFont()).pixelSize())));
        QVERIFY(QFontInfo(Theme::font()).pixelSize() >= least);      // of stage and distribution
        QVERIFY(QFontInfo(Theme::tokenFont()).pixelSize() >= least); // of the text
        for (int step = 0; step < run.driver().stepCount(); ++step) {
            if (step > 0)
                run.press(Qt::Key_PageDown);
            QVERIFY(run.ready());
            QCOMPARE(run.driver().step(), step);
            for (std::size_t i = 0; i < run.driver().current().questions().size(); ++i)
                run.press(Qt::Key_PageDown); // with its answers the page is longest
            QVERIFY(run.driver().answers().openQuestion() < 0);
            const QWidget& sheet = run.sheet();
            const QWidget& views = run.lessons().lessonPage().views();
            QTest::qWait(30);
            QTRY_VERIFY2(!views.isVisible()
                             || sheet.mapTo(&run.window, sheet.rect().topRight()).x()
                                 < views.mapTo(&run.window, QPoint()).x(),
                         "The page and the views lie on each other");
            for (const QLabel* label : sheet.findChildren<QLabel*>())
                QTRY_VERIFY2(!label->isVisible() || label->height() >= label->heightForWidth(label->width()),
                             qPrintable(QStringLiteral("%1, step %2: %3").arg(name).arg(step + 1).arg(label->text())));
            if (const QString folder = qEnvironmentVariable("SCREENS"); !folder.isEmpty())
                run.window.grab().save(
                    QStringLiteral("%1/%2-%3.png").arg(folder, QLatin1String(QTest::currentDataTag())).arg(step + 1));
            const QString where = QStringLiteral("%1, step %2").arg(name).arg(step + 1);
            const int needed = run.sheet().neededHeight(run.sheet().viewport()->width());
            QVERIFY2(
                needed <= run.sheet().viewport()->height(),
                qPrintable(
                    QStringLiteral("%1 needs %2 of %3").arg(where).arg(needed).arg(run.sheet().viewport()->height())));
            QVERIFY2(run.sheet().verticalScrollBar()->maximum() == 0, qPrintable(where));
            QVERIFY2(run.sheet().horizontalScrollBar()->maximum() == 0, qPrintable(where));
            for (const LessonView view : run.driver().current().views) {
                DockPanel* panel = run.lessons().lessonPage().views().panel(view);
                QVERIFY2(panel && panel->isInSight(), qPrintable(where));
                QVERIFY2(run.window.rect().contains(QRect(panel->mapTo(&run.window, QPoint()), panel->size())),
                         qPrintable(where));
            }
            for (const QAbstractScrollArea* stage : views.findChildren<QAbstractScrollArea*>())
                if (stage->isVisible()
                    && (qobject_cast<const StageView*>(stage) || qobject_cast<const TreeView*>(stage)))
                    QVERIFY2(stage->verticalScrollBar()->maximum() == 0 && stage->horizontalScrollBar()->maximum() == 0,
                             qPrintable(QStringLiteral("%1 scrolls by %2, %3")
                                            .arg(where)
                                            .arg(stage->horizontalScrollBar()->maximum())
                                            .arg(stage->verticalScrollBar()->maximum())));
        }
        run.window.projector().end();
    }

    void questionsAreAnsweredByKeyAndByHand()
    {
        LessonFixture run;
        QTemporaryDir folder;
        const QString file = written(folder, "mine.md", shortLesson);
        QVERIFY(run.open(file.toStdString()));
        QVERIFY(run.sheet().plainText().contains("It drafted 3."));
        run.card().field()->setFocus();
        QTest::keyClicks(run.card().field(), "3");
        QTest::keyClick(run.card().field(), Qt::Key_Return);
        QVERIFY(!run.driver().answers().answer(0)->isRight);
        QVERIFY(run.card().reason().accessibleName().contains("And the root?"));
        run.card().field()->clear();
        QTest::keyClicks(run.card().field(), "4");
        QTest::keyClick(run.card().field(), Qt::Key_Return);
        QVERIFY(run.driver().answers().answer(0)->isRight);
        QVERIFY(run.card().reason().accessibleName().contains("One more than 3"));

        QVERIFY(run.open("accept-or-reject", 2));
        const auto right =
            rightChoices(*run.driver().current().questions()[0], run.driver().asked(), run.driver().answered()).value();
        const int wrong = right.front() == 0 ? 1 : 0;
        run.press(Qt::Key(Qt::Key_1 + wrong));
        QVERIFY(run.driver().answers().answer(0) && !run.driver().answers().answer(0)->isRight);
        QCOMPARE(run.card().choices()[std::size_t(wrong)]->look(), ChoiceButton::Look::wrong);
        click(run.card().choices()[std::size_t(right.front())]);
        QVERIFY(run.driver().answers().answer(0)->isRight);
        QCOMPARE(run.card().choices()[std::size_t(right.front())]->look(), ChoiceButton::Look::right);
    }

    void aTokenIsClickedInTheViews()
    {
        LessonFixture run;
        QTemporaryDir folder;
        const QString file = written(
            folder, "click.md",
            "---\ntitle: Click\nsetup: --prompt-name story-lily --k 5 --seed 19 --tokens 40\n---\n## One\nat: first "
            "residual\n\n"
            "? Click what was rejected.\n@ rejected | It is this one.\n\n? Click what is drawn.\n@ drawn | This.\n");
        QVERIFY(run.open(file.toStdString()));
        auto* stage = run.lessons().lessonPage().views().findChild<StageView*>();
        auto* distribution = run.lessons().lessonPage().views().findChild<DistributionView*>();
        QVERIFY(until([&] { return !stage->stageLayout().columns.empty() && distribution->rowCount() > 1; }));
        const int rejected = run.driver().asked().token()->node;
        const auto clickColumn = [&](int column) {
            click(stage->viewport(), stage->stageLayout().columns[std::size_t(column)].token.center().toPoint());
        };
        clickColumn(0);
        QVERIFY(run.driver().answers().answer(0) && !run.driver().answers().answer(0)->isRight);
        QCOMPARE(run.driver().answers().answer(0)->reason.empty(), false);
        clickColumn(rejected);
        QVERIFY(run.driver().answers().answer(0)->isRight);
        const TokenId drawn = run.driver().asked().shown().draw->token;
        const auto clickRow = [&](bool isDrawn) {
            for (int row = 0; row < distribution->rowCount(); ++row)
                if ((distribution->tokenOfRow(row) == drawn) == isDrawn) {
                    click(distribution, distribution->rowRect(row).center().toPoint());
                    return;
                }
        };
        clickRow(false);
        QVERIFY(run.driver().answers().answer(1) && !run.driver().answers().answer(1)->isRight);
        clickRow(true);
        QVERIFY(run.driver().answers().answer(1)->isRight);
    }

    /// The very decode in Step, at the same moment, and back.
    void whatALessonShowsCanBeTried()
    {
        LessonFixture run;
        QVERIFY(run.open("accept-or-reject", 5));
        const Position at = run.driver().navigation().playhead().position();
        const TokenId token = run.driver().asked().token()->token;
        run.press(Qt::Key_T);
        QCOMPARE(run.window.shownWorkspace().name(), QStringLiteral("step"));
        QVERIFY(until([&] { return run.navigation.run().isThere() && run.navigation.playhead().position() == at; }));
        QCOMPARE(run.navigation.playhead().round()->nodes[std::size_t(run.driver().asked().token()->node)].token,
                 token);
        LessonReturnBar& back = run.lessons().returnBar();
        QVERIFY(back.isVisible());
        click(back.findChild<QPushButton*>());
        QCOMPARE(run.window.shownWorkspace().name(), QStringLiteral("lessons"));
        QVERIFY(!back.isVisible());
        QCOMPARE(run.driver().step(), 5);
        QVERIFY(run.ready());
    }

    void filesWithMistakesAreAnswered()
    {
        LessonFixture run;
        QTemporaryDir folder;
        const QString bad = written(folder, "bad.md", "---\ntitle: Bad\n---\n## One\nat: first miracle\n");
        run.window.open(bad.toStdString());
        QVERIFY(until([&] { return !run.problem().isEmpty(); }));
        QVERIFY2(run.problem().contains("bad.md") && run.problem().contains("5"), qPrintable(run.problem()));
        run.window.messages().dismiss();
        // A mistake that only the run shows stands on the page.
        const QString later =
            written(folder, "later.md", "---\ntitle: L\nsetup: --tokens 20\n---\n## One\nat: round 900\n");
        run.window.open(later.toStdString());
        QVERIFY(until([&] { return !run.driver().problem().isEmpty(); }));
        QVERIFY(run.sheet().plainText().contains("later.md"));
        // A drop opens a lesson.
        const QString good = written(folder, "good.md", shortLesson);
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(good)});
        QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&run.window, &enter);
        QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&run.window, &drop);
        QVERIFY(until(
            [&] { return run.driver().isOpen() && run.driver().lesson().title == "Mine" && run.driver().isReady(); }));
    }

    void whatIsNoNumberIsAnsweredWithASentence()
    {
        QTemporaryDir folder;
        LessonFixture run;
        run.window.open(written(folder, "mine.md", shortLesson).toStdString());
        QVERIFY(until(
            [&] { return run.driver().isOpen() && run.driver().lesson().title == "Mine" && run.driver().isReady(); }));
        const QuestionCard& card = run.card(0);
        auto* field = card.findChild<QLineEdit*>();
        field->setText("five");
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(!run.driver().answers().answer(0));
        QVERIFY(card.reason().isVisibleTo(&card));
        QVERIFY2(card.reason().text().contains("0.62"), qPrintable(card.reason().text()));
    }

    void theFilmPlaysByItself()
    {
        LessonFixture run;
        run.lessons().playFilm(true);
        QVERIFY(run.ready());
        QVERIFY(run.lessons().isPlaying());
        QVERIFY(QTest::qWaitFor([&] { return run.driver().step() == 1; }, 30'000));
        run.window.showWorkspace(QStringLiteral("step"));
        QVERIFY(!run.lessons().isPlaying());
    }

    void termsAreExplained()
    {
        LessonFixture run;
        QVERIFY(!GlossaryWindow::terms().empty());
        run.lessons().showGlossary("residual");
        auto* glossary = run.find<GlossaryWindow>();
        QVERIFY(glossary && glossary->isVisible());
        auto* list = glossary->findChild<QListWidget*>();
        QCOMPARE(list->currentItem()->text(), QStringLiteral("residual"));
        glossary->findChild<QLineEdit*>()->setText("distillation");
        QVERIFY(list->count() >= 1 && list->count() < int(GlossaryWindow::terms().size()));
        glossary->findChild<QLineEdit*>()->setText("zzzz");
        QCOMPARE(list->count(), 0);
        glossary->close();
        // Shift+F1 on a panel.
        QVERIFY(GlossaryHelp::wordsFor(*run.window.workspace().panel("stage")).contains("round"));
        QVERIFY(GlossaryHelp::wordsFor(*run.window.workspace().panel("cache")).contains("K/V"));
        for (const DockPanel* panel : run.window.workspace().panels())
            QVERIFY2(!GlossaryHelp::wordsFor(*panel).isEmpty(),
                     qPrintable(panel->objectName()
                                + " is no term of the glossary: give it one in gui/lessons/glossary_help.cpp"));
    }

    void theLanguageChangesWhileALessonIsOpen()
    {
        LessonFixture run;
        QVERIFY(run.open("residual", 1));
        setLanguage(Language::german);
        QVERIFY(
            until([&] { return run.driver().lesson().language == LessonLanguage::german && run.driver().isReady(); }));
        QCOMPARE(run.driver().step(), 1);
    }
};

DRAFTSCOPE_WINDOW_TEST(TestLessons)
#include "test_lessons.moc"
