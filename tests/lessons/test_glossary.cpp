// SPDX-License-Identifier: MIT
// The glossary: its file, and that every link of lessons leads to a term.
#include <QTest>

#include "engine/lessons/glossary.h"
#include "engine/lessons/lesson_files.h"
#include "tests/test_main.h"

using namespace draftscope;

class TestGlossary : public QObject {
    Q_OBJECT
private slots:
    void termsAreRead()
    {
        const auto terms = parseGlossary("For people who write it.\n\n## Residual\nalso: leftover, rest\nformula: p − "
                                         "q\nlesson: residual:2\n\nWhat is\nleft.\n"
                                         "## u\nterm: dart\n\nA number.\n",
                                         "glossary.md");
        QVERIFY2(terms, terms ? "" : terms.error().sentence.c_str());
        QCOMPARE(terms->size(), std::size_t(2));
        QCOMPARE(terms->front().name, std::string("residual"));
        QCOMPARE(terms->front().paragraph, std::string("What is left."));
        QCOMPARE(findTerm(*terms, "Leftover"), terms->data());
        QCOMPARE(findTerm(*terms, "dart"), terms->data() + 1);
        QVERIFY(!findTerm(*terms, "tree"));
    }

    void mistakesNameTheirLine()
    {
        QCOMPARE(parseGlossary("## A\n\n## B\n\nb\n", "g.md").error().sentence,
                 std::string("Line 1 of g.md: The term has no paragraph: write it behind an empty line."));
        QCOMPARE(parseGlossary("## A\n\na\n## a\n\nb\n", "g.md").error().sentence,
                 std::string("Line 4 of g.md: The term is there twice: keep one."));
        QCOMPARE(parseGlossary("## A\nsource: x\n\na\n", "g.md").error().sentence,
                 std::string("Line 2 of g.md: \"source\" is no key of a term: these are term, also, formula, paper and "
                             "lesson; an empty line ends them."));
        QCOMPARE(parseGlossary("## A\n\xff: x\n\na\n", "g.md").error().sentence,
                 std::string("The glossary g.md is no UTF-8: save it as UTF-8."));
    }

    void bothLanguagesHaveTheSameTerms()
    {
        const auto english = shippedGlossary(LessonLanguage::english), german = shippedGlossary(LessonLanguage::german);
        QVERIFY2(english, english ? "" : english.error().sentence.c_str());
        QVERIFY2(german, german ? "" : german.error().sentence.c_str());
        QVERIFY(english->size() > 40);
        std::vector<std::string> names, ours;
        for (const GlossaryTerm& term : *english)
            names.push_back(term.name);
        for (const GlossaryTerm& term : *german)
            ours.push_back(term.name);
        QCOMPARE(ours, names);
        for (const GlossaryTerm& term : *english)
            if (!term.lesson.empty()) {
                const LessonAddress address = lessonAddress(term.lesson);
                const auto file = lessonFile(address.file, LessonLanguage::english);
                QVERIFY2(file, term.lesson.c_str());
                QVERIFY2(address.step <= int(readLesson(*file)->steps.size()), term.lesson.c_str());
            }
    }
};

DRAFTSCOPE_TEST(TestGlossary)
#include "test_glossary.moc"
