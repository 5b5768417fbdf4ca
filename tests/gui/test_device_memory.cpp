// SPDX-License-Identifier: MIT
#include <QComboBox>
#include <QLabel>

#include "gui/panels/setup_panel.h"
#include "tests/test_main.h"
#include "window_fixture.h"

using namespace draftscope;
using test::until;
using test::WindowFixture;

namespace {

RunSetup plainSetup()
{
    RunSetup setup = test::quickSetup();
    setup.settings.method = "plain";
    return setup;
}

bool shows(const WindowFixture& run, const QString& words)
{
    for (const auto* label : run.window.workspace().panel("setup")->findChildren<QLabel*>())
        if (label->isVisible() && label->text().contains(words))
            return true;
    return false;
}

} // namespace

/// A device with too little memory for the models chosen: it is said before they are loaded. What is automatic takes
/// the CPU, and what is not is refused.
class TestDeviceMemory : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        qputenv("DRAFTSCOPE_CUDA_MODULE", DRAFTSCOPE_FAILING_MODULE);
        qputenv("DRAFTSCOPE_PASSES", "100000");
    }
    void init() { qunsetenv("DRAFTSCOPE_FREE_BYTES"); }

    void autoFallsBackAndSaysWhy()
    {
        qputenv("DRAFTSCOPE_FREE_BYTES", "16500000"); // both need more, the target alone needs less
        WindowFixture run;
        auto* setup = run.find<SetupPanel>();
        QVERIFY(until([&] { return !setup->memory().isEmpty(); }));
        QVERIFY2(setup->memory().startsWith("tales-6m and tales-0.8m need ")
                     && setup->memory().contains(", and 16.5 MB are free on A device that fails. Needs ")
                     && setup->memory().endsWith("free in this machine."),
                 qPrintable(setup->memory()));
        QVERIFY(run.start() && run.rounds(1));
        QVERIFY(run.problem().isEmpty());
        QVERIFY2(run.navigation.recording().header().backend.starts_with("CPU · "),
                 run.navigation.recording().header().backend.c_str());
        QVERIFY(shows(run, ", and 16.5 MB are free on A device that fails."));

        RunSetup plain = plainSetup(); // the target alone fits
        run.navigation.starter().setSetup(plain);
        QVERIFY(until([&] { return setup->memory().contains("free on A device that fails"); }));
        QVERIFY2(setup->memory().startsWith("Needs 1"), qPrintable(setup->memory()));
        QVERIFY(run.start() && run.rounds(1));
        QCOMPARE(QString::fromStdString(run.navigation.recording().header().backend), "A device that fails");
        QVERIFY(!shows(run, "are free on A device that fails"));
    }

    void memoryThatIsTakenInBetweenIsAReasonToo()
    {
        qputenv("DRAFTSCOPE_TAKEN", "1");
        {
            WindowFixture run;
            QVERIFY(run.start() && run.rounds(1));
            QVERIFY(run.navigation.recording().header().backend.starts_with("CPU · "));
            QVERIFY(shows(run, "Another program has taken the memory of the device."));
        }
        WindowFixture refused(test::quickSetup(), {1280, 800}, {"cuda"});
        QVERIFY(!refused.start());
        QCOMPARE(refused.problem(), "Another program has taken the memory of the device.");
        qunsetenv("DRAFTSCOPE_TAKEN");
    }

    void cudaIsRefusedBeforeAnythingIsLoaded()
    {
        qputenv("DRAFTSCOPE_FREE_BYTES", "16500000");
        WindowFixture run(plainSetup(), {1280, 800}, {"cuda"});
        auto* setup = run.find<SetupPanel>();
        QVERIFY(run.start() && run.rounds(2));
        QCOMPARE(setup->sentence(), QString());
        qputenv("DRAFTSCOPE_FREE_BYTES",
                "5000000"); // the target's weights are there, and with the draft there is too little
        run.navigation.starter().setSetup(test::quickSetup());
        QVERIFY(until([&] { return !setup->sentence().isEmpty(); }));
        const QString why = setup->sentence();
        QVERIFY2(test::isSentence(why) && why.startsWith("tales-6m and tales-0.8m need ")
                     && why.contains("are free on A device that fails: choose a smaller model"),
                 qPrintable(why));
        QVERIFY(setup->memory().isEmpty());
        run.press(Qt::Key_R, Qt::ControlModifier);
        QVERIFY(until([&] { return !run.problem().isEmpty(); }));
        QCOMPARE(run.problem(), why);
        QVERIFY(run.navigation.run().computation().canCompute()); // the run there was goes on
        QVERIFY(run.rounds(1));
        QCOMPARE(run.navigation.recording().roundCount(0), 3);
        run.navigation.starter().setSetup(plainSetup());
        QVERIFY(until([&] { return setup->sentence().isEmpty(); }));
    }

    /// What runs is chosen again before the other models are planned, and then the others once more.
    void goingBackInBetweenPlansNothingForTheWrongModels()
    {
        qputenv("DRAFTSCOPE_FREE_BYTES", "16500000");
        WindowFixture run(plainSetup(), {1280, 800}, {"cuda"});
        auto* setup = run.find<SetupPanel>();
        QVERIFY(run.start());
        qputenv("DRAFTSCOPE_FREE_BYTES", "5000000");
        QSignalSpy planned(&run.navigation.planner(), &RunPlanner::planned);
        run.navigation.starter().setSetup(test::quickSetup());
        run.navigation.starter().setSetup(plainSetup());
        QVERIFY2(!planned.wait(500), "what runs was planned");
        run.navigation.starter().setSetup(test::quickSetup());
        QCOMPARE(setup->memory(), QString());
        QVERIFY(until([&] { return !setup->sentence().isEmpty(); }));
        QVERIFY2(setup->sentence().startsWith("tales-6m and tales-0.8m need "), qPrintable(setup->sentence()));

        run.navigation.starter().setSetup(plainSetup());
        QCOMPARE(setup->sentence(), QString());
        run.navigation.starter().setSetup(test::quickSetup()); // not what was said of it before: memory may be free now
        QCOMPARE(setup->sentence(), QString());
        qunsetenv("DRAFTSCOPE_FREE_BYTES");
        QVERIFY(until([&] { return !setup->memory().isEmpty(); }));
        QCOMPARE(setup->sentence(), QString());
    }

    /// The worker is still busy with the plan of one choice when another is made.
    void aPlanIsNotShownForAnotherChoice()
    {
        qputenv("DRAFTSCOPE_FREE_BYTES", "16500000");
        WindowFixture run(plainSetup(), {1280, 800}, {"cuda"});
        auto* setup = run.find<SetupPanel>();
        QVERIFY(until([&] { return !setup->memory().isEmpty(); }));
        QSignalSpy planned(&run.navigation.planner(), &RunPlanner::planned);
        QStringList refusals;
        connect(&run.navigation.planner(), &RunPlanner::planned, setup, [&] { refusals << setup->sentence(); });
        run.navigation.starter().setSetup(test::quickSetup());
        run.navigation.planner().plan(
            run.navigation.starter().setup()); // as when the time for it has come; the answer waits in the queue
        RunSetup longer = plainSetup();
        longer.settings.maxTokens = 80;
        run.navigation.starter().setSetup(longer);
        QVERIFY(until([&] { return !setup->memory().isEmpty() || !setup->sentence().isEmpty(); }));
        QCOMPARE(refusals, QStringList{QString()}); // one answer, and it is of the target alone
        QVERIFY2(setup->memory().startsWith("Needs 1"), qPrintable(setup->memory()));
        QCOMPARE(planned.count(), 1);
    }
};

DRAFTSCOPE_WINDOW_TEST(TestDeviceMemory)
#include "test_device_memory.moc"
