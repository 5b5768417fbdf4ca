// SPDX-License-Identifier: MIT
#include <csignal>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "engine/core/child_process.h"
#include "tests/test_main.h"

using namespace draftscope;

namespace {

const auto always = [] { return true; };

ChildProcess shell(const QTemporaryDir& folder, const char* script)
{
    return {{"sh", "-c", script, "name", "two words; $HOME"}, folder.path().toStdString(), {{"SAID", "by the parent"}}};
}

} // namespace

class TestChildProcess : public QObject {
    Q_OBJECT
private slots:
    void whatAProgramSaysAndHowItEnds()
    {
        const QTemporaryDir folder;
        const auto ended = runChild(shell(folder, "echo \"$1\"; echo \"$SAID\" >&2; pwd; cat; exit 7"), always);
        QVERIFY(ended);
        QCOMPARE(ended->status, 7);
        QCOMPARE(QString::fromStdString(ended->said), "two words; $HOME\nby the parent\n" + folder.path() + '\n');
    }

    void ofMuchTheEndStays()
    {
        const QTemporaryDir folder;
        const auto ended = runChild(shell(folder, "yes | head -c 3000000; echo last"), always);
        QVERIFY(ended && ended->status == 0);
        QVERIFY(ended->said.size() <= 65'536 && ended->said.size() > 60'000);
        QVERIFY(ended->said.ends_with("y\nlast\n"));
    }

    void whoWritesWithoutEndIsLookedAfter()
    {
        const QTemporaryDir folder;
        int looks = 0;
        const auto ended = runChild(shell(folder, "yes"), [&] { return ++looks < 3; });
        QVERIFY(ended && ended->status != 0);
        QVERIFY(looks == 3 && ended->said.size() <= 65'536);
    }

    void aSignalIsAStatus()
    {
        const QTemporaryDir folder;
        const auto ended = runChild(shell(folder, "kill -TERM $$"), always);
        QVERIFY(ended);
        QCOMPARE(ended->status, 128 + SIGTERM);
    }

    void whatIsNotThereCannotBeStarted()
    {
        const QTemporaryDir folder;
        const auto ended = runChild({{"no-such-program-7"}, folder.path().toStdString()}, always);
        QVERIFY(!ended);
        QVERIFY2(QString::fromStdString(ended.error().sentence).contains("no-such-program-7"),
                 ended.error().sentence.c_str());
        QVERIFY(!ended.error().reason.empty());
    }

    /// With what it has started, and also if it does not want to end.
    void whoStopsItEndsAllOfIt()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("started");
        const auto ended = runChild(
            shell(folder,
                  "trap '' TERM; sleep 600 & echo $! > pids; echo $$ >> pids; mv pids started; wait; sleep 600"),
            [&] { return !QFile::exists(file); });
        QVERIFY(ended);
        QCOMPARE(ended->status, 128 + SIGKILL);
        QFile pids(file);
        QVERIFY(pids.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = pids.readAll().trimmed().split('\n');
        QCOMPARE(lines.size(), 2);
        QVERIFY(QTest::qWaitFor([&] { return ::kill(lines[0].toInt(), 0) != 0; }, 60'000)); // init takes it away
        QVERIFY(::kill(lines[1].toInt(), 0) != 0);
    }
};

DRAFTSCOPE_TEST(TestChildProcess)
#include "test_child_process.moc"
