// SPDX-License-Identifier: MIT
// Fields and expressions, at moments of a run with known numbers.
#include <cmath>

#include <QTest>

#include "engine/lessons/lesson_page.h"
#include "tests/lessons/told_rounds.h"
#include "tests/test_main.h"

using namespace draftscope;

class TestLessonExpressions : public QObject {
    Q_OBJECT
private slots:
    void numbersAreThoseOfTheRun_data()
    {
        QTest::addColumn<QString>("at");
        QTest::addColumn<QString>("expression");
        QTest::addColumn<double>("expected");
        const auto row = [](const char* at, const char* expression, double expected) {
            QTest::addRow("%s, %s", at, expression) << at << QString::fromUtf8(expression) << expected;
        };
        // Of the token that the moment is about.
        row("draft 2", "q", 0.5);
        row("verify", "p", 0.75);
        row("verify", "draft number", 1);
        row("first rejection", "p", 0.125);
        row("first rejection", "u", 0.5);
        row("first rejection", "ratio", 0.25);
        row("first rejection", "kept", 0.25);
        row("before first rejection", "kept", 0.25);
        row("first rejection", "p of draft 1", 0.75);
        row("first rejection", "p of likeliest", 0.875);
        row("first rejection", "q of favourite", 0.5);
        row("first residual", "u of drawn", 0.3);
        row("first residual", "residual of drawn", 1);
        row("first residual", "p of drawn", 0.875);
        row("first residual", "q of \"hill\"", 0.5);
        row("first residual", "p of rejected", 0.125);
        row("first residual", "residual of residual top", 1);
        row("first rejection", "q of top 2", 0.5);
        row("second acceptance", "depth", 1);
        // Of the distribution.
        row("first rejection", "Z", 0.375);
        row("first rejection", "overlap", 0.625);
        row("first rejection", "Z + overlap", 1);
        row("first rejection", "listed", 2);
        // Of the round, as far as it has come.
        row("first rejection", "accepted", 1);
        row("first acceptance", "judged", 1);
        row("draft 1", "drafted", 1);
        row("commit", "committed", 2);
        row("commit", "rolled back", 1);
        row("commit", "given back", 1);
        row("verify", "rows", 3);
        row("round 2", "prefix", 4);
        row("round 2", "round", 2);
        // Of the run.
        row("start", "rounds", 2);
        row("start", "tokens", 5);
        row("start", "tokens per step", 2.5);
        row("start", "alpha", 0.75);
        row("start", "acceptance rate", 0.75);
        row("start", "draft yield", 0.75);
        row("start", "accepted in all", 3);
        row("start", "all accepted rounds", 1);
        row("start", "survival at 2", 0.5);
        row("start", "K", 2);
        row("start", "seed", 7);
        row("start", "vocabulary", 8);
        row("start", "target parameters / draft parameters", 7.5);
        // Arithmetic.
        row("start", "1 + 2 * 3", 7);
        row("start", "(1 + 2) * 3", 9);
        row("start", "2 ^ 3 ^ 2", 512);
        row("start", "-2 ^ 2", -4);
        row("start", "2 * -3", -6);
        row("start", "min(3, 1, 2) + max(4, 5)", 6);
        row("start", "abs(-2) + sqrt(9) + round(2.4) + floor(2.9)", 9);
        row("start", "ln(exp(2))", 2);
        row("start", "expected(0.8, 5)", (1 - std::pow(0.8, 6)) / (1 - 0.8));
        row("start", "speedup(0.8, 5, 0.1, 1)", (1 - std::pow(0.8, 6)) / (1 - 0.8) / 1.5);
        row("start", "1 < 2 and not 2 < 1", 1);
        row("start", "1 == 2 or 3 >= 3", 1);
        row("start", "fault == \"\"", 1);
        row("start", "method != \"plain\"", 1);
        row("first rejection", "token == \"hill\"", 1);
        row("start", "published tokens per step, EAGLE-2", 4.35);
        row("start", "published speed-up, speculative sampling (SpS)", 1.79);
    }

    void numbersAreThoseOfTheRun()
    {
        QFETCH(const QString, at);
        QFETCH(const QString, expression);
        const auto parsed = parseExpression(expression.toStdString());
        QVERIFY2(parsed, parsed ? "" : parsed.error().sentence.c_str());
        const Recordings recordings = toldRun();
        const LessonRun run = lessonRunOf(toldSetup(), recordings);
        const auto place = findMoment(parseMoment(at.toStdString()).value(), run, 0);
        QVERIFY(place);
        const auto value = evaluate(*parsed, {run, *place});
        QVERIFY2(value, value ? "" : value.error().sentence.c_str());
        QCOMPARE(value->kind, LessonValue::Kind::number);
        QTEST(value->number, "expected");
    }

    void whatIsNotKnownIsSaid_data()
    {
        QTest::addColumn<QString>("at");
        QTest::addColumn<QString>("expression");
        QTest::newRow("p before the pass") << "draft 2"
                                           << "p";
        QTest::newRow("u before the verdict") << "before first rejection"
                                              << "u";
        QTest::newRow("a draft that is not there") << "verify"
                                                   << "p of draft 7";
        QTest::newRow("drawn before the draw") << "first rejection"
                                               << "token of drawn";
        QTest::newRow("nothing drafted there") << "first bonus"
                                               << "Z";
        QTest::newRow("a word that is not listed") << "first rejection"
                                                   << "p of \"castle\"";
        QTest::newRow("0 below") << "start"
                                 << "1 / (K - 2)";
        QTest::newRow("a text") << "start"
                                << "method + 1";
        QTest::newRow("no number") << "start"
                                   << "ln(0 - 1)";
        QTest::newRow("no K") << "start"
                              << "expected(0.5, 1e9)";
        QTest::newRow("a K that is no number") << "start"
                                               << "speedup(0.5, sqrt(0 - 1), 0.1, 1)";
    }

    void whatIsNotKnownIsSaid()
    {
        QFETCH(const QString, at);
        QFETCH(const QString, expression);
        const Recordings recordings = toldRun();
        const LessonRun run = lessonRunOf(toldSetup(), recordings);
        const auto place = findMoment(parseMoment(at.toStdString()).value(), run, 0);
        const auto value = evaluate(parseExpression(expression.toStdString()).value(), {run, *place});
        QVERIFY(!value);
        QVERIFY(value.error().sentence.ends_with('.'));
    }

    void whatCannotBeReadIsSaid()
    {
        for (const char* source : {"", "p +", "(p", "fame", "min(", "min()", "sqrt(1, 2)", "p q", "p of", "p of fame",
                                   "survival at", "pass of 8", "published speed-up, nothing", "\"open", "1 +* 2"})
            QVERIFY2(!parseExpression(source), source);
        QVERIFY(!parseExpression(std::string(2000, '(') + "p" + std::string(2000, ')')));
        QVERIFY(!parseExpression("1" + std::string(3000, '-') + "1"));
    }

    void measuredFieldsAreUnknownUntilTheyAreThere()
    {
        const Recordings recordings = toldRun();
        LessonRun run = lessonRunOf(toldSetup(), recordings);
        const auto expression = parseExpression("speed-up, measured * 2").value();
        QVERIFY(needsMeasurement(expression));
        QVERIFY(!needsMeasurement(parseExpression("p + q").value()));
        const auto before = evaluate(expression, {run, {}});
        QVERIFY(before);
        QCOMPARE(before->kind, LessonValue::Kind::unknown);
        QCOMPARE(written(*before, {}, LessonLanguage::english), std::string("–"));

        LessonMeasured measured;
        measured.speed.measuredSpeedUp = 1.5;
        measured.plainStep = 2;
        measured.costs = PassCosts{.costRatio = 0.1, .verify = {{1, 1, 9}, {8, 1.25, 9}}};
        run.measured = measured;
        QCOMPARE(evaluate(expression, {run, {}})->number, 3.0);
        QCOMPARE(evaluate(parseExpression("pass of 8 rows").value(), {run, {}})->number, 2.5);
        QCOMPARE(evaluate(parseExpression("pass of 7 rows").value(), {run, {}})->kind, LessonValue::Kind::unknown);
        QCOMPARE(evaluate(parseExpression("theory K").value(), {run, {}})->kind, LessonValue::Kind::number);
    }

    void textsAreFilledInTheirLanguage()
    {
        const Recordings recordings = toldRun();
        LessonRun run = lessonRunOf(toldSetup(), recordings);
        const auto place = findMoment(parseMoment("first rejection").value(), run, 0);
        const auto text =
            parseLessonText("{token}: p = {p}, {kept:%}, {kept:%1}, {ratio:3}, {1234567}, {verdict}, \\{p}");
        QVERIFY2(text, text ? "" : text.error().sentence.c_str());
        QCOMPARE(plainText(*fill(*text, {run, *place})),
                 std::string("hill: p = 0.13, 25 %, 25.0 %, 0.250, 1,234,567, rejected, {p}"));
        run.language = LessonLanguage::german;
        QCOMPARE(plainText(*fill(*text, {run, *place})),
                 std::string("hill: p = 0,13, 25 %, 25,0 %, 0,250, 1.234.567, verworfen, {p}"));
        QVERIFY(!parseLessonText("{p"));
        QVERIFY(!parseLessonText("{p:x}"));
        QVERIFY(!parseLessonText("{p:%99}"));
        QVERIFY(!parseLessonText("{}"));
    }
};

DRAFTSCOPE_TEST(TestLessonExpressions)
#include "test_lesson_expressions.moc"
