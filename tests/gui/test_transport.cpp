// SPDX-License-Identifier: MIT
#include <QSignalSpy>
#include <QTest>

#include "gui/playback/transport.h"
#include "tests/fixtures/patience.h"
#include "tests/test_main.h"

using namespace draftscope;

/// The clock of the transport by itself: when it beats, and what ends a free run.
class TestTransport : public QObject {
    Q_OBJECT

private slots:
    void standsStillAtFirst()
    {
        Transport transport;
        QSignalSpy beat(&transport, &Transport::beat);
        QVERIFY(!transport.isPlaying() && !transport.hasBeats() && !transport.isFree());
        QVERIFY(transport.stopConditions().onRejection);
        transport.setSpeed(50);
        QVERIFY(!beat.wait(100));
    }

    void beatsAtItsSpeed()
    {
        Transport transport;
        QSignalSpy beat(&transport, &Transport::beat), playing(&transport, &Transport::playingChanged);
        transport.setSpeed(50);
        transport.play();
        QVERIFY(transport.isPlaying() && transport.hasBeats() && !transport.isFree());
        QCOMPARE(beat.count(), 0); // the first comes with the first timeout
        QVERIFY(QTest::qWaitFor([&] { return beat.count() >= 3; }, test::patience));
        transport.stop();
        QVERIFY(!transport.isPlaying());
        QCOMPARE(playing.count(), 2);
        const auto before = beat.count();
        QVERIFY(!beat.wait(100));
        QCOMPARE(beat.count(), before);
    }

    void asFastAsItGoesBeginsAtOnce()
    {
        Transport transport;
        QSignalSpy beat(&transport, &Transport::beat);
        transport.setSpeed(Transport::fastest);
        transport.play();
        QCOMPARE(beat.count(), 1);
    }

    void aFreeRunHasNoBeatsUntilTheSpeedChanges()
    {
        Transport transport;
        QSignalSpy beat(&transport, &Transport::beat), changed(&transport, &Transport::freeRunChanged);
        transport.setSpeed(50);
        transport.play();
        transport.playFreely();
        QVERIFY(transport.isPlaying() && transport.isFree());
        QVERIFY(!beat.wait(100));
        transport.setSpeed(40);
        QCOMPARE(changed.count(), 1);
        QVERIFY(transport.hasBeats() && !transport.isFree());
        QVERIFY(beat.wait(test::patience));
    }

    void onTheWayToAStopTheSpeedDoesNotCount()
    {
        Transport transport;
        QSignalSpy beat(&transport, &Transport::beat), changed(&transport, &Transport::freeRunChanged);
        transport.playToStop();
        transport.setSpeed(50);
        QVERIFY(transport.isFree());
        QVERIFY(!beat.wait(100));
        QCOMPARE(changed.count(), 0);
        QCOMPARE(transport.speed(), 50.0);
    }

    void otherStopConditionsAreToldToAFreeRun()
    {
        Transport transport;
        QSignalSpy stops(&transport, &Transport::stopConditionsChanged);
        QSignalSpy changed(&transport, &Transport::freeRunChanged);
        transport.setStopConditions({.onAllAccepted = true});
        QCOMPARE(stops.count(), 1);
        QCOMPARE(changed.count(), 0); // nothing runs
        transport.playFreely();
        transport.setStopConditions({.onAllAccepted = true}); // the same
        QCOMPARE(stops.count(), 1);
        transport.setStopConditions({});
        QCOMPARE(stops.count(), 2);
        QCOMPARE(changed.count(), 1);
        QVERIFY(transport.isFree());
    }
};

DRAFTSCOPE_WINDOW_TEST(TestTransport)
#include "test_transport.moc"
