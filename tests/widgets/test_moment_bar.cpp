// SPDX-License-Identifier: MIT
// The moments of a round as pills: their names, where they lie, what a click asks for, and which one is dark.
#include <QSignalSpy>
#include <QTest>

#include "tests/test_main.h"
#include "tests/widgets/colours.h"
#include "tests/widgets/sample_recording.h"
#include "widgets/stage/moment_bar.h"
#include "widgets/style/theme.h"
#include "widgets/words/moments_in_sight.h"
#include "widgets/words/round_words.h"

using namespace draftscope;

class TestMomentBar : public QObject {
    Q_OBJECT
private slots:
    void init() { Theme::apply(*qApp, ThemeKind::light); }
    void names_data();
    void names();
    void pillsStandInARow_data();
    void pillsStandInARow();
    void numbersBecomeDots();
    void clickAsksForTheMoment();
    void shownPillIsDark_data();
    void shownPillIsDark();
    void saysTheMomentShown();
    void nodesOfATreeAreSaidByName();
    void whatIsToComeHasNoOutcome_data();
    void whatIsToComeHasNoOutcome();
    void clicksOnWhatIsToComeFindTheRecord();

private:
    const std::vector<Moment> m_moments = sample::rejectedRound(0, 3).moments;
};

void TestMomentBar::names_data()
{
    QTest::addColumn<MomentKind>("kind");
    QTest::addColumn<int>("node");
    QTest::addColumn<QString>("name");
    QTest::newRow("nodes count from one") << MomentKind::draft << 2 << "Draft 3";
    QTest::newRow("verify") << MomentKind::verify << -1 << "Verify";
    QTest::newRow("plain decoding verifies nothing") << MomentKind::verify << -2 << "Target pass";
    QTest::newRow("judge") << MomentKind::judge << 0 << "Judge 1";
    QTest::newRow("residual") << MomentKind::residual << -1 << "Residual";
    QTest::newRow("bonus") << MomentKind::bonus << -1 << "Bonus";
    QTest::newRow("plain decoding draws") << MomentKind::plain << -1 << "Draw";
    QTest::newRow("commit") << MomentKind::commit << -1 << "Commit";
}

void TestMomentBar::names()
{
    QFETCH(const MomentKind, kind);
    QFETCH(const int, node);
    const Moment moment{kind, std::max(node, -1)};
    const Moment first{MomentKind::draft, 0};
    QTEST(nameOf(moment, node == -2 ? std::vector{moment} : std::vector{first, moment}), "name");
}

void TestMomentBar::pillsStandInARow_data()
{
    QTest::addColumn<int>("width");
    QTest::newRow("with room to spare") << 1200;
    QTest::newRow("closer together") << 620;
    QTest::newRow("in a small window") << 360;
}

void TestMomentBar::pillsStandInARow()
{
    QFETCH(const int, width);
    MomentBar bar;
    sample::show(bar, {width, 36});
    bar.setMoments(m_moments, 1);
    for (int i = 0; i < int(m_moments.size()); ++i) {
        QVERIFY2(QRectF(bar.rect()).contains(bar.pillRect(i)),
                 qPrintable(QStringLiteral("pill %1 is not in sight").arg(i)));
        if (i > 0)
            QVERIFY(bar.pillRect(i).left() > bar.pillRect(i - 1).left());
    }
}

/// Sixteen drafts in a small window: the pills do not cover each other, and the one shown has its number.
void TestMomentBar::numbersBecomeDots()
{
    std::vector<Moment> moments;
    for (const MomentKind kind : {MomentKind::draft, MomentKind::verify, MomentKind::judge, MomentKind::bonus})
        for (int node = 0; node < (kind == MomentKind::draft || kind == MomentKind::judge ? 16 : 1); ++node)
            moments.push_back({kind, kind == MomentKind::verify ? -1 : node});
    MomentBar bar;
    sample::show(bar, {500, 36});
    for (const int shown : {0, 5, 17, 30}) {
        bar.setMoments(moments, shown);
        for (int i = 0; i < int(moments.size()); ++i) {
            QVERIFY(QRectF(bar.rect()).contains(bar.pillRect(i)));
            QVERIFY(i == 0 || bar.pillRect(i).left() > bar.pillRect(i - 1).right());
        }
        if (shown == 5 || shown == 30)
            QVERIFY(bar.pillRect(shown - 1).width() > 2 * bar.pillRect(shown).width());
    }
}

void TestMomentBar::clickAsksForTheMoment()
{
    MomentBar bar;
    sample::show(bar, {1200, 36});
    bar.setMoments(m_moments, 1);
    QSignalSpy spy(&bar, &MomentBar::momentClicked);
    for (int i = 0; i < int(m_moments.size()); ++i) {
        QTest::mousePress(&bar, Qt::LeftButton, {}, bar.pillRect(i).center().toPoint());
        QCOMPARE(spy.count(), i + 1);
        QCOMPARE(spy.last().first().toInt(), i + 1);
    }
    const int end = int(bar.pillRect(int(m_moments.size()) - 1).right());
    QTest::mousePress(&bar, Qt::LeftButton, {}, {end + 20, 18});
    QCOMPARE(spy.count(), int(m_moments.size()));
}

void TestMomentBar::shownPillIsDark_data()
{
    QTest::addColumn<ThemeKind>("theme");
    QTest::addColumn<int>("shown");
    for (const int shown : {0, 1, 7, 14}) {
        QTest::addRow("light, %d shown", shown) << ThemeKind::light << shown;
        QTest::addRow("dark, %d shown", shown) << ThemeKind::dark << shown;
    }
}

void TestMomentBar::shownPillIsDark()
{
    QFETCH(const ThemeKind, theme);
    QFETCH(const int, shown);
    Theme::apply(*qApp, theme);
    MomentBar bar;
    sample::show(bar, {1200, 36});
    bar.setMoments(m_moments, shown);
    const QImage image = sample::picture(bar);
    for (int i = 0; i < int(m_moments.size()); ++i) {
        const QRectF pill = bar.pillRect(i);
        // Just under the upper edge, where no letter reaches: the pill's own colour.
        const QColor fill = image.pixelColor(QPoint(int(pill.center().x()), int(pill.top()) + 2));
        const QColor expected =
            i + 1 == shown ? Theme::color(Role::text) : Theme::tint(Role::notJudged, i < shown ? 0.26 : 0.12);
        QVERIFY2(sample::isNear(fill, expected), qPrintable(QStringLiteral("pill %1 is %2").arg(i).arg(fill.name())));
    }
}

void TestMomentBar::saysTheMomentShown()
{
    MomentBar bar;
    bar.setMoments(m_moments, 12);
    QCOMPARE(bar.accessibleDescription(), QStringLiteral("Judge 5"));
    bar.setMoments(m_moments, 14);
    QCOMPARE(bar.accessibleDescription(), QStringLiteral("Commit"));
}

void TestMomentBar::nodesOfATreeAreSaidByName()
{
    MomentBar bar;
    const std::vector<Moment> moments{
        {MomentKind::draft, 0}, {MomentKind::verify, -1}, {MomentKind::judge, 3}, {MomentKind::judge, 8}};
    const std::vector<QString> names{{}, {}, "“farm”", "“park”"};
    bar.setMoments(moments, 3, Drafts::levels, {}, names);
    QCOMPARE(bar.accessibleDescription(), QStringLiteral("Judge “farm”"));
    bar.setMoments(moments, 4, Drafts::levels, {}, names);
    QCOMPARE(bar.accessibleDescription(), QStringLiteral("Judge “park”"));
    sample::show(bar, {900, 36});
    const double named = bar.pillRect(3).width();
    bar.setMoments(moments, 4, Drafts::levels);
    QVERIFY2(bar.pillRect(3).width() < named, "its pill has the name, not the number");
}

/// Of a round of which `recorded` moments are recorded and `shown` have happened: the names of all, and after "|" those
/// to come.
void TestMomentBar::whatIsToComeHasNoOutcome_data()
{
    QTest::addColumn<int>("shown");
    QTest::addColumn<int>("recorded");
    QTest::addColumn<QString>("names");
    const QString drafts = "Draft 1, Draft 2, Draft 3, Draft 4, Draft 5, Draft 6";
    QTest::newRow("before it, live") << 0 << 0 << "| " + drafts + ", Verify, Judge, Commit";
    QTest::newRow("drafting, live") << 2 << 2
                                    << "Draft 1, Draft 2 | Draft 3, Draft 4, Draft 5, Draft 6, Verify, Judge, Commit";
    QTest::newRow("drafting, recorded")
        << 2 << 14 << "Draft 1, Draft 2 | Draft 3, Draft 4, Draft 5, Draft 6, Verify, Judge, Commit";
    QTest::newRow("verified") << 7 << 14 << drafts + ", Verify | Judge, Commit";
    QTest::newRow("one accepted") << 8 << 14 << drafts + ", Verify, Judge 1 | Judge, Commit";
    QTest::newRow("one rejected") << 12 << 14
                                  << drafts + ", Verify, Judge 1, Judge 2, Judge 3, Judge 4, Judge 5 | Commit";
    QTest::newRow("over") << 14 << 14
                          << drafts + ", Verify, Judge 1, Judge 2, Judge 3, Judge 4, Judge 5, Residual, Commit |";
}

void TestMomentBar::whatIsToComeHasNoOutcome()
{
    QFETCH(const int, shown);
    QFETCH(const int, recorded);
    const RoundRecord whole = sample::rejectedRound(0, 3);
    RoundRecord notBegun;
    notBegun.draftLength = 6;
    const RoundRecord known = recorded > 0 ? atMoment(whole, recorded) : notBegun;
    const MomentsInSight sight = momentsInSight(shown > 0 ? atMoment(whole, shown) : notBegun,
                                                recorded > 0 ? &known : nullptr, sample::recording().header());
    QStringList happened, toCome;
    for (std::size_t i = 0; i < sight.moments.size(); ++i)
        (int(i) < shown ? happened : toCome) << nameOf(sight.moments[i], sight.moments);
    QTEST((happened.join(", ") + " | " + toCome.join(", ")).trimmed(), "names");
}

void TestMomentBar::clicksOnWhatIsToComeFindTheRecord()
{
    const RoundRecord whole = sample::rejectedRound(0, 3);
    const Recording recording = sample::recording();
    MomentBar bar;
    sample::show(bar, {1200, 36});
    QSignalSpy spy(&bar, &MomentBar::momentClicked);
    const auto click = [&](const MomentsInSight& sight, int shown, std::size_t pill) {
        bar.setMoments(sight.moments, shown, Drafts::nodes, sight.recorded);
        spy.clear();
        QTest::mousePress(&bar, Qt::LeftButton, {}, bar.pillRect(int(pill)).center().toPoint());
        return spy.isEmpty() ? 0 : spy.last().first().toInt();
    };
    const MomentsInSight sight = momentsInSight(atMoment(whole, 2), &whole, recording.header());
    QCOMPARE(click(sight, 2, 0), 1);
    QCOMPARE(click(sight, 2, 6), 7);  // Verify
    QCOMPARE(click(sight, 2, 7), 8);  // the first verdict
    QCOMPARE(click(sight, 2, 8), 14); // Commit
    const RoundRecord live = atMoment(whole, 2);
    QCOMPARE(click(momentsInSight(live, &live, recording.header()), 2, 6), 0);
}

DRAFTSCOPE_WINDOW_TEST(TestMomentBar)
#include "test_moment_bar.moc"
