// SPDX-License-Identifier: MIT
#include "tests/test_main.h"
#include "window_fixture.h"

#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QTemporaryDir>

using namespace draftscope;
using test::until;
using test::WindowFixture;

namespace {

using Activity = Player::Activity;

/// Takes both models several passes to read.
RunSetup longPrompt()
{
    RunSetup setup = test::quickSetup(40);
    for (int i = 0; i < 60; ++i)
        setup.prompt += " Once upon a time";
    return setup;
}

} // namespace

/// A prompt that takes long: the window shows how far it is, and ends it at once. The device of these tests never gets
/// through one of the passes unless that is cancelled, so nothing here depends on how fast the machine is.
class TestReading : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        qputenv("DRAFTSCOPE_CUDA_MODULE", DRAFTSCOPE_FAILING_MODULE);
        qputenv("DRAFTSCOPE_PASSES", "1000000");
    }
    void init() { qputenv("DRAFTSCOPE_HELD", "3"); }

    void itIsShownAndStopped_data()
    {
        QTest::addColumn<int>("begins");
        QTest::addColumn<int>("held");
        QTest::addColumn<QString>("says");
        const QString target = "The target reads the text", draft = "The draft reads the text";
        QTest::newRow("a step") << int(Qt::Key_Right) << 3 << target;
        QTest::newRow("a round") << int(Qt::Key_F10) << 3 << target;
        QTest::newRow("play") << int(Qt::Key_Space) << 3 << target;
        QTest::newRow("to the next stop") << int(Qt::Key_F5) << 3 << target;
        QTest::newRow("the draft") << int(Qt::Key_Right) << 7 << draft;
    }
    void itIsShownAndStopped()
    {
        QFETCH(int, begins);
        QFETCH(int, held);
        QFETCH(QString, says);
        qputenv("DRAFTSCOPE_HELD", QByteArray::number(held));
        WindowFixture run(longPrompt());
        QVERIFY(run.start());
        QVERIFY(!run.navigation.run().computation().isReading());
        run.press(Qt::Key(begins));
        QVERIFY(until([&] { return run.window.messages().isLoading(); }));
        QVERIFY(until([&] { return run.window.messages().sentence() == says; }));
        QVERIFY(run.navigation.run().computation().isReading());
        QVERIFY(run.await([&] { run.press(Qt::Key_F5, Qt::ShiftModifier); }));
        QCOMPARE(run.lastSaid(), "Stopped while the models were reading the text: going on takes up from there.");
        QVERIFY(!run.navigation.run().computation().isReading() && !run.window.messages().isLoading());
        QCOMPARE(run.navigation.player().activity(), Activity::paused);
        QCOMPARE(run.navigation.recording().roundCount(0), 0);

        qunsetenv("DRAFTSCOPE_HELD");
        QVERIFY(run.rounds(2));
        QCOMPARE(run.navigation.recording().roundCount(0), 2);
        QVERIFY(!run.navigation.run().computation().isReading() && run.problem().isEmpty());
    }

    void theButtonStopsIt()
    {
        WindowFixture run(longPrompt());
        QVERIFY(run.start());
        run.press(Qt::Key_Right);
        QVERIFY(until([&] { return run.window.messages().isLoading(); }));
        QVERIFY(run.await([&] { test::click(run.find<QPushButton>("cancelLoading")); }));
        QVERIFY(run.lastSaid().startsWith("Stopped while"));
        QVERIFY(!run.window.messages().isLoading());
    }

    /// "Stopped while the models were reading the text" is over when they read on.
    void whatWasSaidOfItGoesWhenItGoesOn()
    {
        WindowFixture run(longPrompt());
        QVERIFY(run.start());
        run.press(Qt::Key_Right);
        QVERIFY(until([&] { return run.navigation.run().computation().isReading(); }));
        QVERIFY(run.await([&] { run.navigation.player().pause(); }));
        QVERIFY(run.find<QLabel>("sentence")->text().startsWith("Stopped while"));
        qputenv("DRAFTSCOPE_HELD", "4");
        run.press(Qt::Key_Right);
        QCOMPARE(run.find<QLabel>("sentence")->text(), QString());
        QVERIFY(until([&] { return run.navigation.run().computation().isReading(); }));
        QVERIFY(run.await([&] { run.navigation.player().pause(); }));
        QVERIFY(run.find<QLabel>("sentence")->text().startsWith("Stopped while"));
    }

    /// The pass at hand is not thrown away while the clock only beats faster.
    void theSpeedDoesNotEndIt()
    {
        WindowFixture run(longPrompt());
        QVERIFY(run.start());
        auto* slider = run.find<QSlider>("speed");
        slider->setValue(2);
        run.press(Qt::Key_Space);
        QVERIFY(until([&] { return run.navigation.run().computation().isReading(); }));
        QSignalSpy stood(&run.navigation.player(), &Player::stood);
        slider->setValue(8);
        QTest::qWait(200);
        QCOMPARE(stood.count(), 0);
        QVERIFY(run.navigation.run().computation().isReading());
        QVERIFY(run.await([&] { run.navigation.player().pause(); }));
    }

    void anotherRunTakesItsPlace()
    {
        WindowFixture run(longPrompt());
        QVERIFY(run.start());
        run.press(Qt::Key_Space);
        QVERIFY(until([&] { return run.navigation.run().computation().isReading(); }));
        qunsetenv("DRAFTSCOPE_HELD");
        QVERIFY(run.start());
        QVERIFY(!run.navigation.run().computation().isReading());
        QVERIFY(run.rounds(1));
    }

    /// The worker looks at its job while it reads, too: what it reports stops it here.
    void aTraceIsLeftUnread()
    {
        qunsetenv("DRAFTSCOPE_HELD");
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("run.jsonl").toStdString();
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(3));
        QVERIFY(saveTrace(file, run.navigation.recording()).has_value());
        SessionWorker worker({});
        QSignalSpy read(&worker, &SessionWorker::traceRead), failed(&worker, &SessionWorker::failed);
        worker.readTrace(Job{1}, file);
        QCOMPARE(read.count(), 1);
        const Job job{2};
        connect(&worker, &SessionWorker::progressed, this, [&](int, double share) {
            if (share >= 0)
                job.stop->store(true);
        });
        worker.readTrace(job, file);
        QVERIFY(job.stop->load());
        QCOMPARE(read.count(), 1);
        QCOMPARE(failed.count(), 0);
    }

    /// A model that is being opened is left, too: what it reports first stops it here.
    void aModelIsLeftUnopened()
    {
        qunsetenv("DRAFTSCOPE_HELD");
        SessionWorker worker({});
        QSignalSpy started(&worker, &SessionWorker::started);
        const Job job{1};
        QStringList told;
        connect(&worker, &SessionWorker::progressed, this, [&](int, double, const QString& what) {
            told << what;
            job.stop->store(true);
        });
        worker.start(job, test::quickSetup());
        QCOMPARE(told.size(), 1);
        QVERIFY2(told.front().startsWith("Opening "), qPrintable(told.front()));
        QCOMPARE(started.count(), 0);
        told.clear();
        worker.plan(Job{2}, test::quickSetup());
        QVERIFY2(!told.isEmpty(), "it was not opened before");
    }

    /// That it comes to its end is what this tests.
    void theWindowCloses()
    {
        WindowFixture run(longPrompt());
        QVERIFY(run.start());
        run.press(Qt::Key_Space);
        QVERIFY(until([&] { return run.navigation.run().computation().isReading(); }));
    }
};

DRAFTSCOPE_WINDOW_TEST(TestReading)
#include "test_reading.moc"
