// SPDX-License-Identifier: MIT
// Moments by meaning, in a run of two rounds.
#include <QTest>

#include "engine/lessons/lesson_moment.h"
#include "tests/lessons/told_rounds.h"
#include "tests/test_main.h"

using namespace draftscope;

class TestLessonMoments : public QObject {
    Q_OBJECT
private slots:
    void momentsAreFound_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<int>("round");
        QTest::addColumn<int>("moment");
        QTest::addColumn<bool>("isBefore");
        const auto row = [](const char* words, int round, int moment, bool isBefore = false) {
            QTest::newRow(words) << QString::fromUtf8(words) << round << moment << isBefore;
        };
        row("start", 0, 0, true);
        row("end", 1, 7);
        row("draft 2", 0, 2);
        row("draft 1 of round 2", 1, 1);
        row("verify", 0, 3);
        row("verify of the last round", 1, 3);
        row("judge 2 of round 2", 1, 5);
        row("commit", 0, 7);
        row("first rejection", 0, 5);
        row("before the first rejection", 0, 4, true);
        row("after first rejection", 0, 6);
        row("first acceptance", 0, 4);
        row("second acceptance", 1, 4);
        row("acceptance 3", 1, 5);
        row("last acceptance", 1, 5);
        row("first residual", 0, 6);
        row("first bonus", 1, 6);
        row("round 2", 1, 7);
        row("last round", 1, 7);
        row("round with all accepted", 1, 7);
        row("first round with a rejection", 0, 7);
        row("round with accepted == 1", 0, 7);
        row("verify of first round with all accepted", 1, 3);
        row("bonus of round with all accepted", 1, 6);
        row("token with q > p", 0, 5);
        row("accepted token with q > p", 1, 4);
        row("rejected token with p < 0.2 and q > 0.4", 0, 5);
        row("token with q > p of last round", 1, 4);
        row("token with q > p of the last round", 1, 4);
        row("rejected token with q > 0.4 of the first round", 0, 5);
        row("widest residual", 0, 6);
        row("luckiest acceptance", 1, 4);
        row("before luckiest acceptance", 1, 3, true);
        row("unluckiest rejection", 0, 5);
        row("before draft 1 of round 2", 0, 7);
    }

    void momentsAreFound()
    {
        QFETCH(const QString, words);
        const auto moment = parseMoment(words.toStdString());
        QVERIFY2(moment, moment ? "" : moment.error().sentence.c_str());
        const Recordings recordings = toldRun();
        const LessonRun run = lessonRunOf(toldSetup(), recordings);
        const auto place = findMoment(*moment, run, 0);
        QVERIFY2(place, place ? "" : place.error().sentence.c_str());
        QTEST(place->at.round, "round");
        QTEST(place->at.moment, "moment");
        QTEST(place->isBefore, "isBefore");
    }

    void whatIsNoMomentIsSaid_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("nothing") << QString()
                                 << "\"\" is no moment: write for example first rejection, or verify of round 3.";
        QTest::newRow("an event")
            << "first miracle"
            << "\"first miracle\" is no moment: write for example first rejection, or verify of round 3.";
        QTest::newRow("no number") << "draft"
                                   << "\"draft\" needs a number from 1 behind \"draft\".";
        QTest::newRow("no round") << "verify of 3"
                                  << "\"verify of 3\" needs a round behind \"of\", such as round 3 or last round.";
        QTest::newRow("round 0") << "round 0"
                                 << "Rounds are counted from 1.";
        QTest::newRow("more")
            << "first rejection please"
            << "\"first rejection please\" cannot be read from \"please\" on: docs/lesson-format.md lists all moments.";
        QTest::newRow("a field") << "token with fame > 2"
                                 << "There is no field or function \"fame > 2\": docs/lesson-format.md lists all.";
    }

    void whatIsNoMomentIsSaid()
    {
        QFETCH(const QString, words);
        const auto moment = parseMoment(words.toStdString());
        QVERIFY(!moment);
        QTEST(QString::fromStdString(moment.error().sentence), "sentence");
    }

    void whatTheRunDoesNotHaveIsSaid()
    {
        const Recordings recordings = toldRun();
        const LessonRun run = lessonRunOf(toldSetup(), recordings);
        for (const char* words : {"third rejection", "round 9", "first plain", "draft 3", "token with p > 2",
                                  "third round with a rejection"}) {
            const auto place = findMoment(parseMoment(words).value(), run, 0);
            QVERIFY2(!place, words);
            QCOMPARE(place.error().sentence,
                     std::string("This run has no such moment: choose another moment, prompt or seed."));
        }
        QVERIFY(!findMoment(parseMoment("start").value(), run, 1)); // no batch
    }
};

DRAFTSCOPE_TEST(TestLessonMoments)
#include "test_lesson_moments.moc"
