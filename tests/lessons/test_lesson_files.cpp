// SPDX-License-Identifier: MIT
// Files of lessons: what they say, and a sentence with its line for each mistake.
#include <random>

#include <QTest>

#include "engine/core/text_file.h"
#include "engine/lessons/lesson_files.h"
#include "tests/test_main.h"

using namespace draftscope;

namespace {

const std::string head = "---\ntitle: T\norder: 3\nsetup: --k 3 --seed 9 --tokens 20\n---\n"; // five lines

} // namespace

class TestLessonFiles : public QObject {
    Q_OBJECT
private slots:
    void aLessonIsRead()
    {
        const auto lesson =
            parseLesson(head
                            + "<!-- a comment -->\n## One\nviews: text mask\nlit: draft 2 to 3, p, residual top\n"
                              "try: Force {K}.\nwait: measured\nseconds: 4\n\nWords with {K}.\n\n$ x_1 = {K} $\n\n"
                              "> published: 2.3 times — Tester 2024\n\n? Yes?\n- [x] yes\n- [ ] no | no\n\nBehind.\n"
                              "## Two\nsetup: --k 2 --method plain\n\n## Three\nsetup: lesson --seed 4\nat: end\n",
                        "one.de.md");
        QVERIFY2(lesson, lesson ? "" : lesson.error().sentence.c_str());
        QCOMPARE(lesson->name, std::string("one"));
        QCOMPARE(lesson->language, LessonLanguage::german);
        QCOMPARE(lesson->order, 3);
        QVERIFY(lesson->plays());
        QCOMPARE(lesson->steps.size(), std::size_t(3));
        const LessonStep& one = lesson->steps[0];
        QCOMPARE(one.line, 7);
        QCOMPARE(one.views, (std::vector{LessonView::text, LessonView::mask}));
        QCOMPARE(one.light.places.size(), std::size_t(2));
        QCOMPARE(one.light.parts, std::vector{LessonPart::p});
        QVERIFY(one.waitsForMeasurement);
        QCOMPARE(one.runs.settings.draftLength, 3);
        QCOMPARE(one.runs.settings.seed, std::uint64_t(9));
        std::vector<LessonBlock::Kind> kinds;
        for (const LessonBlock& block : one.blocks)
            kinds.push_back(block.kind);
        QCOMPARE(kinds,
                 (std::vector{LessonBlock::Kind::markdown, LessonBlock::Kind::formula, LessonBlock::Kind::published,
                              LessonBlock::Kind::question, LessonBlock::Kind::markdown}));
        QCOMPARE(lesson->steps[1].views, one.views); // as in the step before
        QCOMPARE(lesson->steps[1].runs.settings.method, std::string("plain"));
        QCOMPARE(lesson->steps[1].runs.settings.draftLength, 2);
        QVERIFY(!lesson->steps[1].waitsForMeasurement);
        QCOMPARE(lesson->steps[2].runs.settings.method, std::string("two-model"));
        QCOMPARE(lesson->steps[2].runs.settings.draftLength, 3);
        QCOMPARE(lesson->steps[2].runs.settings.seed, std::uint64_t(4));
        QCOMPARE(lesson->steps[2].at.event, LessonMoment::Event::end);
    }

    void mistakesNameTheirLine_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const std::string& text, const char* sentence) {
            QTest::newRow(name) << QString::fromStdString(text) << QString::fromUtf8(sentence);
        };
        row("nothing", "", "Line 1 of l.md: A lesson begins with a line --- and its title.");
        row("no head", "# A title\n", "Line 1 of l.md: A lesson begins with a line --- and its title.");
        row("an open head", "---\ntitle: T\n", "Line 2 of l.md: The head of the lesson does not end: add a line ---.");
        row("no title", "---\norder: 2\n---\n## S\n",
            "Line 3 of l.md: The lesson has no title: add title: and its words to the head.");
        row("a key of the head", "---\ntitel: T\n---\n",
            "Line 2 of l.md: \"titel\" is no key of the head: these are title, summary, order and setup.");
        row("order", "---\ntitle: T\norder: first\n---\n", "Line 3 of l.md: \"first\" is no number.");
        row("an option", "---\ntitle: T\nsetup: --speed 3\n---\n",
            "Line 3 of l.md: The setup has the option --speed, which does not exist: docs/lesson-format.md lists all.");
        row("no value", "---\ntitle: T\nsetup: --k\n---\n", "Line 3 of l.md: The option --k needs a value.");
        row("no number", "---\ntitle: T\nsetup: --k many\n---\n",
            "Line 3 of l.md: The option --k takes a number, and \"many\" is none.");
        row("a prompt", "---\ntitle: T\nsetup: --prompt-name tale\n---\n",
            "Line 3 of l.md: No prompt is called \"tale\": choose one of resources/prompts/prompts.json.");
        row("a quotation mark", "---\ntitle: T\nsetup: --prompt \"Once\n---\n",
            "Line 3 of l.md: The setup has a quotation mark without its other half: add it.");
        row("no steps", head, "Line 5 of l.md: The lesson has no steps: begin one with ## and its title.");
        row("words before a step", head + "Hello\n", "Line 6 of l.md: A step begins with ## and its title.");
        row("a moment", head + "## S\nat: first miracle\n",
            "Line 7 of l.md: \"first miracle\" is no moment: write for example first rejection, or verify of round 3.");
        row("a view", head + "## S\nviews: text map\n",
            "Line 7 of l.md: There is no view \"map\": choose from text, stage, distribution, overlap, chart, "
            "acceptance, speed, theory, time, cache, mask, events.");
        row("light", head + "## S\nlit: sun\n",
            "Line 7 of l.md: \"sun\" cannot be lit: name tokens (token, draft 2, drawn) and of p, q, gauge, u, "
            "verdict, residual, sentence.");
        row("seconds", head + "## S\nseconds: 0\n", "Line 7 of l.md: A step stands for 1 to 600 seconds.");
        row("a text of no batch", head + "## S\ntext: 2\n",
            "Line 6 of l.md: The step looks at a text that its batch does not have.");
        row("a field", head + "## S\n\nGood: {p}\n\nBad: {fame}\n",
            "Line 10 of l.md: There is no field or function \"fame\": docs/lesson-format.md lists all.");
        row("a brace", head + "## S\n\nBad: {p\n",
            "Line 8 of l.md: A field is not closed: add the brace, or write \\{ for the sign itself.");
        row("a format", head + "## S\n\n{p:two}\n",
            "Line 8 of l.md: \"two\" is no format of a number: write {p:2} or {p:%1}.");
        row("a formula", head + "## S\n\n$ x = 1\n",
            "Line 8 of l.md: A formula stands in one line between two signs $.");
        row("no source", head + "## S\n\n> published: 2.3 times\n",
            "Line 8 of l.md: A published figure names its source behind \" — \".");
        row("no answers", head + "## S\n\n? Why?\n\nBecause.\n",
            "Line 8 of l.md: A question needs answers below it: two choices or more, = a number, or @ a token.");
        row("none right", head + "## S\n\n? Why?\n- [ ] a | b\n- [ ] c | d\n",
            "Line 8 of l.md: None of the choices is right: mark one with [x].");
        row("no reason", head + "## S\n\n? Why?\n- [x] a\n- [ ] c\n",
            "Line 10 of l.md: A choice that may be wrong needs its reason behind \" | \".");
        row("no tolerance", head + "## S\n\n? Why?\n= 3 | so\n",
            "Line 9 of l.md: A number needs a tolerance: write = 3.69 ± 0.05, or ± 2 %.");
        row("a selector", head + "## S\n\n? Where?\n@ there | so\n",
            "Line 9 of l.md: \"there\" names no token: write for example drawn, draft 2 or likeliest.");
        row("two kinds", head + "## S\n\n? Why?\n- [x] a\n- [ ] b | c\n= 3 ± 1 | so\n",
            "Line 8 of l.md: A question has choices and another answer: keep one kind.");
        row("bytes", "---\ntitle: \xFF\n---\n", "The lesson l.md is no UTF-8: save it as UTF-8.");
    }

    void mistakesNameTheirLine()
    {
        QFETCH(const QString, text);
        const std::string bytes =
            QTest::currentDataTag() == std::string("bytes") ? "---\ntitle: \xFF\n---\n" : text.toStdString();
        const auto lesson = parseLesson(bytes, "l.md");
        QVERIFY(!lesson);
        QTEST(QString::fromStdString(lesson.error().sentence), "sentence");
    }

    void setupsTakeWhatGenerateTakes()
    {
        const auto setup = withOptions(
            firstLessonSetup(),
            "--method two-model --tree fixed-widths --width-1 2 --temperature 0.5 --top-p 0.9 "
            "--prompt \"A line\\nand another\" --break p-instead-of-residual --verifier without-replacement");
        // This fault is of other rules: the settings say so.
        QVERIFY(!setup);
        const auto batch =
            withOptions(firstLessonSetup(), "--batch 2 --prompts \"story-park story-fox\" --gaps --short-draft crop");
        QVERIFY2(batch, batch ? "" : batch.error().sentence.c_str());
        QCOMPARE(textsOf(*batch).size(), std::size_t(2));
        QCOMPARE(textsOf(*batch)[1].seed, batch->settings.seed + 1);
        QVERIFY(!withOptions(firstLessonSetup(), "--batch 3 --prompts \"story-park story-fox\""));
        const auto any = withOptions(firstLessonSetup(), "--break any");
        QVERIFY(any && any->hasAnyFault);
        const std::vector<std::string> faults = faultsFor(*any);
        QVERIFY(faults.size() >= 5);
        for (unsigned i = 0; i < faults.size(); ++i)
            QCOMPARE(withFaultChosen(*any, i).settings.fault, faults[i]);
        QVERIFY(withOptions(*any, "--break none")->settings.fault.empty());
    }

    /// Files are written by people, and may be damaged on their way: a sentence, never a crash.
    void damagedFilesAreAnsweredWithASentence()
    {
        std::mt19937 random(1);
        for (const char* name : {"accept-or-reject", "tokens-per-step", "batch"}) {
            const auto file = lessonFile(name, LessonLanguage::english);
            QVERIFY(file);
            const std::string whole = readTextFile(*file, 1'000'000).value();
            for (int i = 0; i < 400; ++i) {
                std::string damaged = whole;
                for (unsigned n = random() % 4 + 1; n > 0; --n) {
                    const std::size_t at = random() % damaged.size();
                    switch (random() % 4) {
                    case 0:
                        damaged[at] = char(random() % 128);
                        break;
                    case 1:
                        damaged.erase(at, random() % 40);
                        break;
                    case 2:
                        damaged.insert(at, damaged.substr(random() % damaged.size(), random() % 60));
                        break;
                    default:
                        damaged.resize(at + 1);
                    }
                }
                const auto lesson = parseLesson(damaged, "damaged.md");
                QVERIFY(lesson || lesson.error().sentence.ends_with('.'));
            }
        }
    }

    void addressesNameAFileAndAStep()
    {
        QCOMPARE(lessonAddress("residual").step, 1);
        QCOMPARE(lessonAddress("residual:3").file, std::string("residual"));
        QCOMPARE(lessonAddress("residual:3").step, 3);
        QCOMPARE(lessonAddress("C:x").file, std::string("C:x"));
        QVERIFY(lessonFile("accept-or-reject", LessonLanguage::german)->filename() == "accept-or-reject.de.md");
        QVERIFY(!lessonFile("no-such-lesson", LessonLanguage::english));
    }
};

DRAFTSCOPE_TEST(TestLessonFiles)
#include "test_lesson_files.moc"
