// SPDX-License-Identifier: MIT
// Where a window stands on a screen: rectangles, without a window.
#include <QTest>

#include <cmath>

#include "gui/window/window_place.h"
#include "tests/test_main.h"

using namespace draftscope;

class TestWindowPlace : public QObject {
    Q_OBJECT
private slots:
    void aFirstPlaceFitsAnyScreen_data()
    {
        QTest::addColumn<QRect>("room");
        QTest::addColumn<bool>("isMaximised");
        QTest::newRow("small") << QRect(0, 0, 1280, 800) << true;
        QTest::newRow("as large as wanted, without room for a frame") << QRect(0, 0, 1600, 1000) << true;
        QTest::newRow("wide enough, not high enough") << QRect(0, 0, 1920, 1000) << true;
        QTest::newRow("large") << QRect(0, 0, 1920, 1080) << false;
        QTest::newRow("large, beside a task bar") << QRect(60, 30, 3780, 2100) << false;
        QTest::newRow("to the left of the first") << QRect(-1920, 0, 1920, 1080) << false;
    }

    void aFirstPlaceFitsAnyScreen()
    {
        QFETCH(const QRect, room);
        QFETCH(const bool, isMaximised);
        const WindowPlace place = firstPlace({1600, 1000}, room, {4, 28, 4, 4});
        QVERIFY(room.contains(place.outer()));
        QCOMPARE(place.isMaximised, isMaximised);
        if (!isMaximised)
            QCOMPARE(place.size, QSize(1600, 1000));
        QVERIFY(std::abs(place.outer().center().x() - room.center().x()) <= 1);
        QCOMPARE(broughtInside(place, room), place);
    }

    void aPlaceInsideStaysAndOthersAreMovedBeforeTheyAreMadeSmaller()
    {
        const QRect room(0, 30, 1920, 1050);
        const QMargins frame(4, 28, 4, 4);
        const WindowPlace inside{.corner = {100, 100}, .size = {800, 600}, .frame = frame};
        QCOMPARE(broughtInside(inside, room), inside);
        const WindowPlace beyond{.corner = {1800, 900}, .size = {800, 600}, .frame = frame};
        QCOMPARE(broughtInside(beyond, room).size, beyond.size);
        QVERIFY(room.contains(broughtInside(beyond, room).outer()));
        const WindowPlace larger{.corner = {-50, -50}, .size = {3000, 2000}, .frame = frame, .isMaximised = true};
        QCOMPARE(broughtInside(larger, room).outer(), room);
        QVERIFY(broughtInside(larger, room).isMaximised);
    }
};

DRAFTSCOPE_WINDOW_TEST(TestWindowPlace)
#include "test_window_place.moc"
