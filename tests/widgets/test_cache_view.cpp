// SPDX-License-Identifier: MIT
// The K/V caches slot by slot: what is counted, painted, said, and where clicks and keys lead.
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include "tests/test_main.h"
#include "tests/widgets/colours.h"
#include "tests/widgets/sample_recording.h"
#include "widgets/cache/cache_view.h"
#include "widgets/style/theme.h"

using namespace draftscope;

namespace {

using Kind = CacheChange::Kind;

/// The prompt of three tokens and "and she wanted", of which two are kept and the third is rolled back at the commit.
Recording recordingOfCaches()
{
    Recording recording = sample::recording();
    RoundRecord round = recording.round(0, 0);
    const int verify = 6, commit = int(round.moments.size()) - 1;
    round.cacheChanges = {
        {0, CacheOwner::draft, Kind::written, 0, 3, 0, noToken, 0},
        {0, CacheOwner::draft, Kind::committed, 0, 3},
        {verify, CacheOwner::target, Kind::written, 0, 3, 0, noToken, 0},
        {verify, CacheOwner::target, Kind::committed, 0, 3},
        {verify, CacheOwner::target, Kind::written, 3, 1, 3, sample::and_, -1},
        {verify, CacheOwner::target, Kind::written, 4, 1, 4, sample::she, -1},
        {verify, CacheOwner::target, Kind::written, 5, 1, 5, sample::wanted, -1},
        {commit, CacheOwner::target, Kind::rolledBack, 5, 1},
        {commit, CacheOwner::target, Kind::committed, 3, 2},
    };
    Recording with(recording.header());
    for (const auto& [token, bytes] : recording.tokens())
        with.addToken(token, bytes);
    with.put(0, round);
    return with;
}

std::vector<CacheStrip> stripsAt(const Recording& recording, int moment)
{
    const RoundRecord round = atMoment(recording.round(0, 0), moment);
    std::vector<CommittedToken> text = recording.tokensBefore(0, 0);
    text.insert(text.end(), round.committed.begin(), round.committed.end());
    TraceHeader header = recording.header();
    header.target.context = 100;
    return cacheStripsOf(cacheAt(recording, {0, 0, moment}), round, text, header);
}

} // namespace

class TestCacheView : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        Theme::apply(*qApp, ThemeKind::light);
        m_recording = recordingOfCaches();
        m_last = int(m_recording.round(0, 0).moments.size());
    }

    void cellsAreWhatTheRoundDid()
    {
        const auto verified = stripsAt(m_recording, 7);
        QCOMPARE(verified.size(), std::size_t(2));
        QCOMPARE(verified[0].count(SlotState::committed), 3);
        QCOMPARE(verified[0].count(SlotState::speculative), 3);
        QVERIFY(verified[0].cells[4].isNow && !verified[1].cells[0].isNow);
        QCOMPARE(slotsInUse(verified), QStringLiteral("target 6 of 100 · draft 3 of 100"));

        const auto committed = stripsAt(m_recording, m_last);
        QCOMPARE(committed[0].count(SlotState::committed), 5);
        QCOMPARE(committed[0].rolledBack(), 1);
        QCOMPARE(committed[0].cells[0].source, TokenSource::prompt);
        QCOMPARE(committed[0].cells[3].source, TokenSource::accepted);
        QVERIFY(committed[0].cells[3].isNow && committed[0].cells[3].isOfThisRound);
    }

    /// The history is the table at each moment, whichever way a person goes.
    void theHistoryGoesBothWays()
    {
        Recording recording = recordingOfCaches();
        RoundRecord next = sample::bonusRound(1, 8);
        next.cacheChanges = {{2, CacheOwner::target, Kind::written, 5, 1, 7, sample::up, -1},
                             {2, CacheOwner::target, Kind::written, 6, 1, 8, sample::emoji, -1},
                             {5, CacheOwner::target, Kind::committed, 5, 2}};
        recording.put(0, next);
        const int branch = recording.fork({0, 1, 3}, "to see the other one");
        CacheHistory history;
        const Position positions[] = {{0, 0, 1}, {0, 0, 7},      {0, 1, 0}, {0, 1, 3},      {0, 1, 6},
                                      {0, 0, 8}, {branch, 1, 3}, {0, 1, 6}, {branch, 0, 9}, {0, 0, 0}};
        for (const Position at : positions)
            QVERIFY2(history.at(recording, at) == cacheAt(recording, at),
                     qPrintable(QStringLiteral("%1 %2 %3").arg(at.branch).arg(at.round).arg(at.moment)));
        QCOMPARE(history.at(recording, {0, 1, 6}).target.size(), std::size_t(7));
    }

    void statesArePaintedApart_data()
    {
        QTest::addColumn<ThemeKind>("theme");
        QTest::newRow("light") << ThemeKind::light;
        QTest::newRow("dark") << ThemeKind::dark;
    }
    void statesArePaintedApart()
    {
        QFETCH(const ThemeKind, theme);
        Theme::apply(*qApp, theme);
        CacheView view;
        view.setCaches(stripsAt(m_recording, m_last), &m_recording);
        sample::show(view, {320, 220});
        const QImage image = sample::picture(view);
        const auto middle = [&](int slot) {
            return image.pixelColor(view.cellRect(0, slot).translated(view.viewport()->pos()).center().toPoint());
        };
        QVERIFY(sample::isNear(middle(3), Theme::tint(Role::accepted, 0.9), 6));
        QVERIFY(sample::difference(middle(0), middle(3)) > 60);
        QVERIFY(sample::difference(middle(5), middle(3)) > 60);
        const QRectF freed = view.cellRect(0, 5);
        QVERIFY2(sample::difference(sample::mostDifferent(image, freed, middle(20)), middle(20)) > 60,
                 "a stroke goes through what was rolled back");
    }

    void slotsSayWhatTheyAre()
    {
        CacheView view;
        view.setCaches(stripsAt(m_recording, m_last), &m_recording);
        QCOMPARE(view.sentenceOf(0, 2),
                 QStringLiteral("Target, slot 2: “.” at position 2, committed in this round (prompt)."));
        QCOMPARE(view.sentenceOf(0, 3),
                 QStringLiteral("Target, slot 3: “and” at position 3, committed in this round (accepted draft)."));
        QCOMPARE(view.sentenceOf(0, 5),
                 QStringLiteral("Target, slot 5: “wanted” at position 5, rolled back in this round: "
                                "the next row takes the slot."));
        QCOMPARE(view.sentenceOf(1, 7), QStringLiteral("Draft, slot 7: free."));
    }

    /// A column that was left out from the beginning has no position.
    void aGapIsNotFree()
    {
        auto strips = stripsAt(m_recording, m_last);
        strips[0].cells[5] = {{SlotState::gap, -1, noToken}, TokenSource::prompt, false, false};
        CacheView view;
        view.setCaches(strips, &m_recording);
        QVERIFY2(view.sentenceOf(0, 5).startsWith("Target, slot 5: a gap"), qPrintable(view.sentenceOf(0, 5)));
    }

    void clicksAndKeysLeadToTokens()
    {
        CacheView view;
        view.setCaches(stripsAt(m_recording, m_last), &m_recording);
        sample::show(view, {320, 220});
        QSignalSpy clicked(&view, &CacheView::positionClicked);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.cellRect(0, 4).center().toPoint());
        QCOMPARE(clicked.count(), 1);
        QCOMPARE(clicked.takeFirst().at(0).toInt(), 4);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.cellRect(0, 5).center().toPoint());
        QCOMPARE(clicked.count(), 0); // free
        view.activateWindow();
        view.setFocus();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        QCOMPARE(view.accessibleDescription(), view.sentenceOf(0, 5)); // where the text ends
        QTest::keyClick(&view, Qt::Key_Left, Qt::ControlModifier);
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(clicked.count(), 1);
        QCOMPARE(clicked.takeFirst().at(0).toInt(), 4);
        for (int i = 0; i < 12; ++i)
            QTest::keyClick(&view, Qt::Key_Down);
        QVERIFY2(view.accessibleDescription().startsWith("Draft, slot"), "the keys go on in the other cache");
    }

    /// Thousands of slots, of which a few are in sight: those that the moment has changed.
    void itFollowsTheText()
    {
        std::vector<CacheStrip> strips{{CacheOwner::target, 8192, {}}};
        for (int i = 0; i < 6000; ++i)
            strips[0].cells.push_back(
                {{SlotState::committed, i, sample::and_}, TokenSource::accepted, i > 5990, i > 5990});
        CacheView view;
        sample::show(view, {320, 160});
        view.setCaches(strips, &m_recording);
        const QRectF last = view.cellRect(0, 5999);
        QVERIFY(last.top() > 0 && last.bottom() < view.viewport()->height());
        QVERIFY(view.verticalScrollBar()->maximum() > 1000);
    }

    void nothingIsSaid()
    {
        CacheView view;
        view.setNothing("No pass has been run yet.");
        QCOMPARE(view.accessibleDescription(), QStringLiteral("No pass has been run yet."));
        sample::show(view, {320, 160});
        const QImage image = sample::picture(view);
        QVERIFY(sample::count(image, QRectF(QPointF(), QSizeF(image.size())), Theme::color(Role::surface))
                < image.width() * image.height());
    }

private:
    Recording m_recording;
    int m_last = 0;
};

DRAFTSCOPE_WINDOW_TEST(TestCacheView)
#include "test_cache_view.moc"
