// SPDX-License-Identifier: MIT
// The numbers of every lesson, computed again from the traces of its runs by tests/trace/recompute.py, which knows
// nothing of the program.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "engine/lessons/lesson_files.h"
#include "tests/test_main.h"

using namespace draftscope;

class TestRecomputedLessons : public QObject {
    Q_OBJECT
private slots:
    void numbersFollowFromTheTraces_data()
    {
        QTest::addColumn<QString>("name");
        const std::vector<Lesson> lessons = shippedLessons(LessonLanguage::english).value();
        QVERIFY(lessons.size() >= 15);
        for (const Lesson& lesson : lessons)
            QTest::newRow(lesson.name.c_str()) << QString::fromStdString(lesson.name);
        QTest::newRow(playedLesson.data()) << QString::fromUtf8(playedLesson.data());
    }

    void numbersFollowFromTheTraces()
    {
        QFETCH(const QString, name);
        const QString python = QStandardPaths::findExecutable(QStringLiteral("python3"));
        if (python.isEmpty())
            QSKIP("There is no python3.");
        const QTemporaryDir folder;
        QProcess lesson;
        lesson.setStandardOutputFile(folder.filePath("fields.json"));
        lesson.start(DRAFTSCOPE_CLI, {"lesson", name, "--json", "--backend", "cpu", "--traces", folder.path()});
        QVERIFY(lesson.waitForFinished(-1));
        QVERIFY2(lesson.exitCode() == 0, lesson.readAllStandardError());
        QProcess recompute;
        recompute.start(python,
                        {DRAFTSCOPE_SOURCE_DIR "/tests/trace/recompute.py", "--lesson", folder.filePath("fields.json"),
                         folder.path()});
        QVERIFY(recompute.waitForFinished(-1));
        QVERIFY2(recompute.exitCode() == 0, recompute.readAllStandardError());
        const QJsonObject said = QJsonDocument::fromJson(recompute.readAllStandardOutput()).object();
        QVERIFY2(said["wrong"].toArray().isEmpty(), QJsonDocument(said).toJson());
        QVERIFY(said["checked"].toInt() > 0);
    }
};

DRAFTSCOPE_TEST(TestRecomputedLessons)
#include "test_recomputed_lessons.moc"
