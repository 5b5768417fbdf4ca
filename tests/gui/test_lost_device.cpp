// SPDX-License-Identifier: MIT
#include "window_fixture.h"

using namespace draftscope;
using test::until;
using test::WindowFixture;

namespace {

using Activity = Navigation::Activity;

} // namespace

/// A device that fails in the middle of a run: a sentence, what is recorded stays, and another run can begin.
class TestLostDevice : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { qputenv("DRAFTSCOPE_CUDA_MODULE", DRAFTSCOPE_FAILING_MODULE); }
    void init() { qputenv("DRAFTSCOPE_PASSES", "30"); }

    void aRunEndsWithASentence_data()
    {
        QTest::addColumn<double>("speed");
        QTest::newRow("by the clock") << 50.0;
        QTest::newRow("as fast as it goes") << Navigation::fastest;
    }
    void aRunEndsWithASentence()
    {
        QFETCH(const double, speed);
        WindowFixture run(test::quickSetup(400));
        QVERIFY(run.start());
        QCOMPARE(QString::fromStdString(run.navigation.recording().header().backend), "A device that fails");
        run.navigation.setSpeed(speed);
        run.navigation.playOrPause();
        QVERIFY(until([&] { return !run.problem().isEmpty(); }));
        QCOMPARE(run.problem(), "The device has fallen out of its slot.");
        QCOMPARE(run.navigation.activity(), Activity::paused);
        QTest::qWait(100);
        QCOMPARE(run.navigation.activity(), Activity::paused);
        QVERIFY(!run.navigation.canCompute());
        const int rounds = run.navigation.recording().roundCount(0);
        QVERIFY2(rounds > 0, "what was recorded stays");
    }

    void whatComesAfterwardsIsRefused()
    {
        WindowFixture run(test::quickSetup(400));
        QVERIFY(run.start());
        run.navigation.continueToStop();
        QVERIFY(until([&] { return !run.navigation.canCompute(); }));
        run.failed.clear();
        run.navigation.last();
        run.navigation.nextRound();
        QVERIFY2(run.lastFailed().contains("restart"), qPrintable(run.lastFailed()));
        run.failed.clear();
        run.navigation.change({{.kind = OverrideRecord::Kind::u, .node = 0, .u = 0.5}}, Position{0, 0, 0});
        QVERIFY2(run.lastFailed().contains("restart"), qPrintable(run.lastFailed()));
        QCOMPARE(run.navigation.recording().branches().size(), std::size_t(1));
    }

    void anotherRunCanBegin()
    {
        WindowFixture run(test::quickSetup(400));
        QVERIFY(run.start());
        run.navigation.continueToStop();
        QVERIFY(until([&] { return !run.navigation.canCompute(); }));
        qputenv("DRAFTSCOPE_PASSES", "100000");
        QVERIFY(run.start() && run.rounds(3));
        QVERIFY(run.problem().isEmpty());
        QCOMPARE(run.navigation.recording().roundCount(0), 3);
    }
};

QTEST_MAIN(TestLostDevice)
#include "test_lost_device.moc"
