// SPDX-License-Identifier: MIT
// Lanes on one clock, with times that are made up.
#include <QTest>

#include "tests/test_main.h"
#include "widgets/lanes/race_view.h"
#include "widgets/style/lane_style.h"
#include "widgets/style/theme.h"

using namespace draftscope;

namespace {

RaceLane laneOf(const QString& name, int rounds, double draft, double verify, int committed)
{
    RaceLane lane{name, {}};
    for (int r = 1; r <= rounds; ++r)
        lane.rounds.push_back({{r, draft > 0 ? 1 : 0, draft, verify, 0}, committed});
    return lane;
}

/// Columns of the picture that have this colour at the height of a lane.
int columnsLike(const QImage& picture, const QColor& color, int y)
{
    int count = 0;
    for (int x = 0; x < picture.width(); ++x) {
        const QColor pixel = picture.pixelColor(x, y);
        count += std::abs(pixel.red() - color.red()) < 12 && std::abs(pixel.green() - color.green()) < 12
            && std::abs(pixel.blue() - color.blue()) < 12;
    }
    return count;
}

} // namespace

class TestRaceView : public QObject {
    Q_OBJECT
private slots:
    void whereALaneStands()
    {
        const RaceLane lane = laneOf("a", 3, 1, 4, 2);
        QCOMPARE(lane.milliseconds(), 15.0);
        QCOMPARE(standAt(lane, 0).tokens, 0);
        QCOMPARE(standAt(lane, 4.9).rounds, 0);
        QCOMPARE(standAt(lane, 5).rounds, 1);
        QCOMPARE(standAt(lane, 14.9).tokens, 4);
        QCOMPARE(standAt(lane, 99).tokens, 6);
    }

    void theClockStaysInTheRace()
    {
        RaceView view;
        QCOMPARE(view.duration(), 0.0);
        view.setClock(5);
        QCOMPARE(view.clock(), 0.0);
        view.setLanes({laneOf("drafting", 2, 1, 4, 3), laneOf("plain", 4, 0, 4, 1)});
        QCOMPARE(view.duration(), 16.0);
        QCOMPARE(view.clock(), 16.0); // it was at the end, and follows that
        view.setClock(9);
        view.setLanes({laneOf("drafting", 2, 1, 4, 3), laneOf("plain", 6, 0, 4, 1)});
        QCOMPARE(view.clock(), 9.0);
        QCOMPARE(view.description(), QString("After 9.00 ms: drafting: 3 tokens, plain: 2 tokens"));
        view.setClock(99);
        QCOMPARE(view.clock(), 24.0);
        view.setLanes({});
        QCOMPARE(view.clock(), 0.0);
    }

    void theViewStandsWhereItsLanesDo()
    {
        RaceView view;
        const RaceLane drafting = laneOf("a", 40, 1, 4, 3), plain = laneOf("b", 90, 0, 4, 1);
        view.setLanes({drafting, plain});
        view.resize(500, view.minimumSizeHint().height());
        for (const double clock : {0.0, 4.99, 5.0, 101.0, 200.0, 333.3, 360.0}) {
            view.setClock(clock);
            QVERIFY2(view.description().endsWith(QString("a: %1 tokens, b: %2 tokens")
                                                     .arg(standAt(drafting, clock).tokens)
                                                     .arg(standAt(plain, clock).tokens)),
                     qPrintable(view.description()));
            // All of it fits: the plain lane is filled as far as the clock has come.
            const QImage picture = view.grab().toImage();
            int most = 0;
            for (int y = 0; y < picture.height(); ++y)
                most = std::max(most, columnsLike(picture, Theme::tint(Role::target, 0.8), y));
            QVERIFY(clock < 300 || most > 100);
        }
    }

    /// To the number of tokens of the lane that has fewest; a round that writes more at once is cut to that.
    void lanesGoToTheSameNumberOfTokens()
    {
        const auto lanes = toOneLength({laneOf("a", 40, 1, 4, 3), laneOf("b", 50, 0, 4, 1), laneOf("c", 0, 0, 0, 0)});
        for (std::size_t i = 0; i < 2; ++i)
            QCOMPARE(standAt(lanes[i], 1e9).tokens, 50);
        QCOMPARE(lanes[0].rounds.size(), std::size_t(17));
        QCOMPARE(lanes[0].rounds.back().committed, 2);
        QVERIFY(lanes[2].rounds.empty());
    }

    /// However many rounds there are, the end is at the right edge.
    void itFitsItsWidth()
    {
        Theme::apply(*qApp, ThemeKind::light);
        RaceView view;
        view.setLanes({laneOf("a", 3000, 0, 4, 1)});
        view.resize(700, view.minimumSizeHint().height());
        const auto filled = [&](double share) {
            view.setClock(share * view.duration());
            const QImage picture = view.grab().toImage();
            int most = 0;
            for (int y = 0; y < picture.height(); ++y)
                most = std::max(most, columnsLike(picture, Theme::tint(Role::target, 0.8), y));
            return most;
        };
        const int half = filled(0.5), whole = filled(1);
        QVERIFY2(whole > 100 && std::abs(2 * half - whole) < whole / 5,
                 qPrintable(QString("%1 %2").arg(half).arg(whole)));
    }

    /// Before its name each lane has what it looks like everywhere.
    void lanesHaveTheirSwatches()
    {
        Theme::apply(*qApp, ThemeKind::light);
        RaceView view;
        view.setLanes({laneOf("a", 4, 0, 5, 1), laneOf("b", 4, 0, 5, 1), laneOf("c", 4, 0, 5, 1)});
        view.resize(900, view.minimumSizeHint().height());
        const QImage picture = view.grab().toImage();
        const QImage names = picture.copy(0, 0, laneSwatchSide() + 2, picture.height());
        std::vector<int> at;
        for (int lane = 0; lane < 3; ++lane) {
            const QColor wanted = Theme::color(laneStyle(lane).role);
            double sum = 0;
            int rows = 0;
            for (int y = 0; y < names.height(); ++y)
                if (columnsLike(names, wanted, y) > 0) {
                    sum += y;
                    ++rows;
                }
            QVERIFY2(rows > 3, qPrintable(QString::number(lane)));
            at.push_back(int(sum / rows));
        }
        QVERIFY(at[0] < at[1] && at[1] < at[2]);
    }

    /// The words below the blocks are those committed when the clock shows its time, the last ones where not all fit.
    void theTextGrowsWithTheClock()
    {
        RaceLane lane{"a", {}, "Once", 4};
        for (int r = 1; r <= 40; ++r) {
            lane.text += " w" + std::to_string(r) + " x";
            lane.rounds.push_back({{r, 1, 1, 4, 0}, 2, lane.text.size()});
        }
        QCOMPARE(textAt(lane, 0, 100), QString("Once"));
        QCOMPARE(textAt(lane, 2, 100), QString("Once w1 x w2 x"));
        QVERIFY(textAt(lane, 40, 10).endsWith(" w39 x w40 x") && textAt(lane, 40, 10).size() <= 40);
        RaceView view;
        view.setLanes({lane, laneOf("plain", 90, 0, 4, 1)});
        view.resize(500, view.minimumSizeHint().height());
        view.setClock(4.9);
        QCOMPARE(view.wordsOf(0), QString("Once"));
        view.setClock(10);
        QCOMPARE(view.wordsOf(0), QString("Once w1 x w2 x"));
        view.setClock(200);
        QVERIFY2(view.wordsOf(0).startsWith(QChar(0x2026)) && view.wordsOf(0).endsWith(" w39 x w40 x"),
                 qPrintable(view.wordsOf(0)));
        QCOMPARE(view.wordsOf(1), QString());
    }

    /// A character that tokens of two rounds make comes with the second; the beginning is never within one.
    void charactersAreWhole()
    {
        const std::string smile = "\xF0\x9F\x99\x82";
        RaceLane lane{"a", {}, smile + smile + smile, 2};
        lane.rounds = {{{1, 0, 0, 4, 0}, 1, 5}, {{2, 0, 0, 4, 0}, 1, 8}, {{3, 0, 0, 4, 0}, 1, 12}};
        const QString shown = QString::fromUtf8(smile.c_str());
        QCOMPARE(textAt(lane, 0, 9), QString());
        QCOMPARE(textAt(lane, 1, 9), shown);
        QCOMPARE(textAt(lane, 2, 9), shown + shown);
        QCOMPARE(textAt(lane, 3, 2), shown + shown);
        lane.text = "ab\xC3\xA9";
        lane.rounds = {{{1, 0, 0, 4, 0}, 1, 3}};
        QCOMPARE(textAt(lane, 1, 9), QString("ab"));
    }

    /// What the clock has not come to is not drawn.
    void blocksGrowWithTheClock()
    {
        Theme::apply(*qApp, ThemeKind::light);
        RaceView view;
        view.setLanes({laneOf("drafting", 4, 5, 5, 3), laneOf("plain", 4, 0, 10, 1)});
        view.resize(900, view.minimumSizeHint().height());
        const QColor draft = Theme::tint(Role::draft, 0.8);
        const auto drawn = [&](double clock) {
            view.setClock(clock);
            const QImage picture = view.grab().toImage();
            int most = 0;
            for (int y = 0; y < picture.height(); ++y)
                most = std::max(most, columnsLike(picture, draft, y));
            return most;
        };
        const int whole = drawn(40), half = drawn(20);
        QVERIFY2(whole > 200, qPrintable(QString::number(whole)));
        QVERIFY2(std::abs(2 * half - whole) < whole / 5, qPrintable(QStringLiteral("%1 of %2").arg(half).arg(whole)));
        QVERIFY(drawn(0.1) < whole / 20);
    }
};

DRAFTSCOPE_WINDOW_TEST(TestRaceView)
#include "test_race_view.moc"
