// SPDX-License-Identifier: MIT
// The time line: where cells lie, how they are binned, what is painted, and what clicks, drags, the wheel and keys ask
// for.
#include <QAccessible>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include "tests/test_main.h"
#include "tests/widgets/colours.h"
#include "tests/widgets/sample_recording.h"
#include "widgets/style/theme.h"
#include "widgets/text/time_line.h"

using namespace draftscope;

namespace {

constexpr int reach = 6;

/// Rounds that accept 0, 1, ... of six drafts, and again.
TimeLineRound round(int number)
{
    const int accepted = number % (reach + 1);
    return {accepted, reach, accepted + 1, reach, number % 3 == 0};
}

struct Shown {
    explicit Shown(int rounds, QSize size = {1000, 44})
    {
        for (int r = 0; r < rounds; ++r)
            line.append(round(r));
        line.showRound(rounds);
        sample::show(line, size);
    }
    QPoint at(int round) const { return line.cellRect(round).center().toPoint(); }
    TimeLine line;
    QSignalSpy asked{&line, &QAbstractSlider::valueChanged};
};

} // namespace

class TestTimeLine : public QObject {
    Q_OBJECT
private slots:
    void init() { Theme::apply(*qApp, ThemeKind::light); }
    void spansAreSums();
    void roundsOfARecord();
    void cellsFillTheTrack_data();
    void cellsFillTheTrack();
    void everyRoundIsHit_data();
    void everyRoundIsHit();
    void acceptedIsHeightAndColour_data();
    void acceptedIsHeightAndColour();
    void nothingAcceptedHasAColourOfItsOwn();
    void whatIsToComeIsFaint();
    void theRoundShownHasAFrame();
    void marksStandAtTheirRounds();
    void clickAndDragAsk();
    void aClickIsAboutTheRoundPressed();
    void dragAsksOnceAFrame();
    void wheelGoesRoundByRound();
    void keysWalk();
    void showingTellsNobody();
    void wordsOfRoundsAndCells();
    void itIsASliderToAssistiveTechnology();
    void noRoundsAsksForNothing();
};

void TestTimeLine::spansAreSums()
{
    TimeLineRounds rounds;
    for (int r = 0; r < 50; ++r)
        rounds.append(round(r));
    rounds.replaceLast({2, 3, 3, 3, true});
    for (int first = 0; first <= 50; first += 7)
        for (int count = 0; first + count <= 50; count += 3) {
            TimeLineSpan sum{first, count};
            for (int r = first; r < first + count; ++r) {
                const TimeLineRound one = r == 49 ? TimeLineRound{2, 3, 3, 3, true} : round(r);
                sum.accepted += one.accepted;
                sum.drafted += one.drafted;
                sum.tokens += one.tokens;
                sum.reach += one.reach;
                sum.stops += one.stops;
            }
            const TimeLineSpan span = rounds.span(first, count);
            QCOMPARE(span.accepted, sum.accepted);
            QCOMPARE(span.drafted, sum.drafted);
            QCOMPARE(span.tokens, sum.tokens);
            QCOMPARE(span.reach, sum.reach);
            QCOMPARE(span.stops, sum.stops);
        }
    QCOMPARE(rounds.reach(), reach);
}

void TestTimeLine::roundsOfARecord()
{
    const Recording recording = sample::recording();
    QCOMPARE(timeLineRoundOf(recording.round(0, 0), true), (TimeLineRound{4, 6, 5, 6, true}));
    QCOMPARE(timeLineRoundOf(recording.round(0, 1), false), (TimeLineRound{2, 2, 3, 2, false}));
    QCOMPARE(timeLineRoundOf(atMoment(recording.round(0, 0), 2), false), (TimeLineRound{0, 2, 0, 2, false}));
}

void TestTimeLine::cellsFillTheTrack_data()
{
    QTest::addColumn<int>("rounds");
    QTest::addColumn<int>("inCell");
    QTest::newRow("one") << 1 << 1;
    QTest::newRow("a few are no wider than they may be") << 5 << 1;
    QTest::newRow("all that fit") << 200 << 1;
    QTest::newRow("one more") << 201 << 2;
    QTest::newRow("ten thousand") << 10'000 << 64;
    QTest::newRow("a million") << 1'000'000 << 8192;
}

void TestTimeLine::cellsFillTheTrack()
{
    QFETCH(const int, rounds);
    QFETCH(const int, inCell);
    const double room = 800, widest = 30;
    const TimeLineLayout layout(rounds, room, widest);
    QCOMPARE(layout.roundsInCell(), inCell);
    QCOMPARE(layout.leftOf(0), 0);
    int sum = 0;
    for (int cell = 0; cell < layout.cellCount(); ++cell) {
        const int width = layout.rightOf(cell) - layout.leftOf(cell);
        QVERIFY(width >= int(TimeLineLayout::narrowest) && width <= widest);
        sum += layout.roundsOf(cell);
        QCOMPARE(layout.cellOf(layout.firstRound(cell)), cell);
    }
    QCOMPARE(sum, rounds);
    QVERIFY(layout.rightOf(layout.cellCount() - 1) <= room);
    QVERIFY2(layout.cellWidth() == widest || layout.rightOf(layout.cellCount() - 1) == room, "no room is wasted");
}

void TestTimeLine::everyRoundIsHit_data()
{
    QTest::addColumn<int>("rounds");
    for (const int rounds : {1, 7, 150, 700})
        QTest::addRow("%d", rounds) << rounds;
}

void TestTimeLine::everyRoundIsHit()
{
    QFETCH(const int, rounds);
    const TimeLineLayout layout(rounds, 800, 30);
    int last = -1;
    for (double x = -5; x <= 810; x += 0.125) {
        const int round = layout.roundAt(x);
        QVERIFY2(round == last || round == last + 1, "from left to right, and none is left out");
        last = round;
    }
    QCOMPARE(last, rounds - 1);
}

void TestTimeLine::acceptedIsHeightAndColour_data()
{
    QTest::addColumn<ThemeKind>("theme");
    QTest::newRow("light") << ThemeKind::light;
    QTest::newRow("dark") << ThemeKind::dark;
}

void TestTimeLine::acceptedIsHeightAndColour()
{
    QFETCH(const ThemeKind, theme);
    Theme::apply(*qApp, theme);
    const Shown shown(140); // too narrow for numbers
    const QImage image = sample::picture(const_cast<TimeLine&>(shown.line));
    int before = 0;
    QSet<QRgb> colours;
    for (int r = 1; r <= reach; ++r) { // round r accepts r drafts
        const QRectF cell = shown.line.cellRect(r + 7);
        const QColor fill = image.pixelColor(cell.bottomLeft().toPoint() + QPoint(1, -1));
        colours.insert(fill.rgb());
        const int height = sample::count(image, QRectF(cell.left() + 1, cell.top(), 1, cell.height()), fill);
        QVERIFY2(height > before, qPrintable(QStringLiteral("%1: %2 of %3").arg(r).arg(height).arg(cell.height())));
        before = height;
    }
    QCOMPARE(int(colours.size()), reach);
    QVERIFY2(before >= int(shown.line.cellRect(0).height()) - 1, "all accepted fills the cell");
}

void TestTimeLine::nothingAcceptedHasAColourOfItsOwn()
{
    const Shown shown(21, {800, 44});
    const QImage image = sample::picture(const_cast<TimeLine&>(shown.line));
    for (int r = 0; r < 20; ++r)
        QCOMPARE(sample::count(image, shown.line.cellRect(r), Theme::color(Role::rejected)) > 10, r % 7 == 0);
}

void TestTimeLine::whatIsToComeIsFaint()
{
    Shown shown(21, {800, 44});
    const QImage all = sample::picture(shown.line);
    shown.line.showRound(10);
    const QImage half = sample::picture(shown.line);
    for (int r = 0; r < 21; ++r) {
        const QRectF cell = shown.line.cellRect(r).adjusted(3, 3, -3, 0);
        if (r == 9 || r == 20)
            continue; // these have the frame in one of the pictures
        QCOMPARE(all.copy(cell.toRect()) == half.copy(cell.toRect()), r < 10);
    }
    shown.line.showRound(10, false); // what the round came to is not known yet
    const QRect tenth = shown.line.cellRect(9).adjusted(3, 3, -3, 0).toRect();
    QVERIFY(sample::picture(shown.line).copy(tenth) != half.copy(tenth));
}

void TestTimeLine::theRoundShownHasAFrame()
{
    Shown shown(60);
    for (const int value : {1, 30, 60}) {
        shown.line.showRound(value);
        const QImage image = sample::picture(shown.line);
        const QRectF cell = shown.line.cellRect(value - 1);
        const QRectF above(cell.left(), cell.top() - 3, cell.width(), 3);
        QVERIFY(sample::count(image, above, Theme::color(Role::text)) >= int(cell.width()) - 3);
        const QRectF elsewhere = above.translated(value == 30 ? 100 : 200 * (value < 30 ? 1 : -1), 0);
        QCOMPARE(sample::count(image, elsewhere, Theme::color(Role::text)), 0);
    }
    shown.line.showRound(0);
    const QRectF first = shown.line.cellRect(0);
    QVERIFY(sample::count(sample::picture(shown.line), QRectF(first.left() - 4, first.top(), 4, first.height()),
                          Theme::color(Role::text))
            > int(first.height()));
}

void TestTimeLine::marksStandAtTheirRounds()
{
    Shown shown(40);
    shown.line.setMarks({{TimeLineMark::Kind::bookmark, 11, "Bookmark “here”."},
                         {TimeLineMark::Kind::fork, 25, "Branch 1 begins here."}});
    shown.line.showRound(0); // no frame around a cell
    const QImage image = sample::picture(shown.line);
    for (int r = 0; r < 40; ++r) {
        const QRectF cell = shown.line.cellRect(r);
        const QRectF above(cell.left(), 0, cell.width(), cell.top() - 3);
        const QRectF below(cell.left(), cell.bottom() + 2, cell.width(), 40);
        QCOMPARE(sample::count(image, above, Theme::color(Role::target)) > 8, r == 11);
        QCOMPARE(sample::count(image, below, Theme::color(Role::text)) > 1, r == 25);
        QVERIFY(r == 25 || (sample::count(image, below, Theme::color(Role::muted)) > 0) == (r % 3 == 0));
    }
}

void TestTimeLine::clickAndDragAsk()
{
    Shown shown(60);
    QTest::mousePress(&shown.line, Qt::LeftButton, {}, shown.at(20));
    QCOMPARE(shown.asked.takeFirst().first().toInt(), 21);
    QVERIFY(QTest::qWaitFor([&] {
        QTest::mouseMove(&shown.line, shown.at(33));
        return shown.line.value() == 34;
    }));
    QCOMPARE(shown.asked.last().first().toInt(), 34);
    QTest::mouseMove(&shown.line, shown.at(40) + QPoint(0, 300)); // leaving it above or below changes nothing
    QTest::mouseRelease(&shown.line, Qt::LeftButton, {}, shown.at(40) + QPoint(0, 300));
    QCOMPARE(shown.asked.last().first().toInt(), 41);
    shown.asked.clear();
    QTest::mouseMove(&shown.line, shown.at(5));
    QTest::qWait(40);
    QVERIFY2(shown.asked.isEmpty(), "no button is down any more");
    QTest::mouseClick(&shown.line, Qt::LeftButton, {}, shown.at(40));
    QCOMPARE(shown.asked.count(), 1); // from within the round to its end
    QTest::mouseClick(&shown.line, Qt::LeftButton, {}, {20, shown.at(40).y()});
    QVERIFY2(shown.asked.count() == 1 && shown.line.value() == 41, "words are not to be clicked");
}

void TestTimeLine::aClickIsAboutTheRoundPressed()
{
    Shown shown(60);
    const QPoint at = shown.at(20);
    QTest::mousePress(&shown.line, Qt::LeftButton, {}, at);
    for (int r = 60; r < 900; ++r) // the run goes on meanwhile
        shown.line.append(round(r));
    QVERIFY(shown.line.roundAt(at) != 20);
    QTest::mouseRelease(&shown.line, Qt::LeftButton, {}, at);
    QCOMPARE(shown.line.value(), 21);
    QCOMPARE(shown.asked.count(), 1);
}

void TestTimeLine::dragAsksOnceAFrame()
{
    Shown shown(200);
    QTest::mousePress(&shown.line, Qt::LeftButton, {}, shown.at(0));
    for (int r = 0; r < 200; ++r) // in no time
        QTest::mouseMove(&shown.line, shown.at(r), 0);
    QVERIFY2(shown.asked.count() < 100, qPrintable(QString::number(shown.asked.count())));
    QTest::mouseRelease(&shown.line, Qt::LeftButton, {}, shown.at(199));
    QCOMPARE(shown.asked.last().first().toInt(), 200);
}

void TestTimeLine::wheelGoesRoundByRound()
{
    Shown shown(30);
    const auto turn = [&](int angle) {
        const QPointF at = shown.at(3);
        QWheelEvent event(at, shown.line.mapToGlobal(at), {}, {0, angle}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&shown.line, &event);
    };
    turn(120);
    QCOMPARE(shown.line.value(), 29);
    turn(60);
    QCOMPARE(shown.line.value(), 29);
    turn(60);
    QCOMPARE(shown.line.value(), 28);
    turn(-120);
    QCOMPARE(shown.line.value(), 29);
    turn(-1200);
    QCOMPARE(shown.line.value(), 30);
    turn(120 * 50);
    QCOMPARE(shown.line.value(), 1);
    shown.line.showRound(0);
    turn(120);
    QVERIFY2(shown.line.value() == 0, "back is never on");
    turn(-120);
    QCOMPARE(shown.line.value(), 1);
    shown.line.showRound(30, false);
    shown.asked.clear();
    turn(-120);
    QCOMPARE(shown.asked.count(), 1); // from within the last round to its end
}

void TestTimeLine::keysWalk()
{
    Shown shown(60);
    const std::pair<Qt::Key, int> keys[] = {{Qt::Key_Left, 59},     {Qt::Key_PageUp, 49}, {Qt::Key_Right, 50},
                                            {Qt::Key_PageDown, 60}, {Qt::Key_Home, 0},    {Qt::Key_Left, 0},
                                            {Qt::Key_Right, 1},     {Qt::Key_End, 60},    {Qt::Key_Right, 60}};
    for (const auto& [key, value] : keys) {
        QTest::keyClick(&shown.line, key);
        QCOMPARE(shown.line.value(), value);
    }
    QTest::keyClick(&shown.line, Qt::Key_Left, Qt::ControlModifier);
    QCOMPARE(shown.line.value(), 59);
    QTest::keyClick(&shown.line, Qt::Key_Home, Qt::ControlModifier);
    QCOMPARE(shown.line.value(), 0);
    for (const Qt::Key key : {Qt::Key_End, Qt::Key_Right, Qt::Key_PageDown}) {
        shown.line.showRound(60, false);
        shown.asked.clear();
        QTest::keyClick(&shown.line, key);
        QCOMPARE(shown.asked.count(), 1); // from within the last round to its end
        shown.line.showRound(60, true);
        QTest::keyClick(&shown.line, key);
        QCOMPARE(shown.asked.count(), 1); // which is shown already
    }
}

void TestTimeLine::showingTellsNobody()
{
    Shown shown(5);
    shown.line.append(round(5));
    shown.line.showRound(6);
    shown.line.showRound(2);
    shown.line.clear();
    QVERIFY(shown.asked.isEmpty());
    QCOMPARE(shown.line.value(), 0);
    QCOMPARE(shown.line.roundCount(), 0);
}

void TestTimeLine::wordsOfRoundsAndCells()
{
    Shown few(10);
    QCOMPARE(few.line.wordsAt(4), QStringLiteral("Round 5: 5 tokens, 4 of 6 drafts accepted."));
    few.line.setMarks({{TimeLineMark::Kind::bookmark, 3, "Bookmark “here”."}});
    QCOMPARE(
        few.line.wordsAt(3),
        QStringLiteral("Round 4: 4 tokens, 3 of 6 drafts accepted.\nA stop condition is met in it.\nBookmark “here”."));
    few.line.append({0, 0, 1, 0, false});
    QCOMPARE(few.line.wordsAt(10), QStringLiteral("Round 11: 1 token, nothing was drafted."));
    const Shown many(2000);
    QVERIFY2(many.line.wordsAt(100).startsWith("Rounds "), qPrintable(many.line.wordsAt(100)));
    QVERIFY(many.line.wordsAt(100).contains("A stop condition is met in "));
}

void TestTimeLine::itIsASliderToAssistiveTechnology()
{
    Shown shown(12);
    QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(&shown.line);
    QVERIFY(accessible && accessible->valueInterface());
    QCOMPARE(accessible->text(QAccessible::Name), QStringLiteral("Time line of rounds"));
    QCOMPARE(accessible->valueInterface()->currentValue().toInt(), 12);
    QCOMPARE(accessible->valueInterface()->maximumValue().toInt(), 12);
    accessible->valueInterface()->setCurrentValue(7);
    QCOMPARE(shown.asked.last().first().toInt(), 7);
    QCOMPARE(accessible->text(QAccessible::Description), shown.line.wordsAt(6).replace('\n', ' '));
    shown.line.append({1, 2, 1, 2, false});
    shown.line.showRound(13, false);
    shown.line.replaceLast({4, 6, 5, 6, false}); // it has grown
    shown.line.showRound(13, false);
    QCOMPARE(shown.line.accessibleDescription(), QStringLiteral("Round 13: 5 tokens, 4 of 6 drafts accepted."));
}

void TestTimeLine::noRoundsAsksForNothing()
{
    Shown shown(0);
    QTest::mouseClick(&shown.line, Qt::LeftButton, {}, QPoint(500, 20));
    QTest::keyClick(&shown.line, Qt::Key_Right);
    QVERIFY(shown.asked.isEmpty());
    QCOMPARE(shown.line.accessibleDescription(), QStringLiteral("No round has begun yet."));
}

DRAFTSCOPE_WINDOW_TEST(TestTimeLine)
#include "test_time_line.moc"
