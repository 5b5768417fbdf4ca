// SPDX-License-Identifier: MIT
// The stage: what a click asks for, what the round is in words, and what is painted for each verdict in both themes.
#include <QContextMenuEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include "tests/test_main.h"
#include "tests/widgets/colours.h"
#include "tests/widgets/sample_recording.h"
#include "widgets/stage/stage_painter.h"
#include "widgets/stage/stage_view.h"
#include "widgets/style/fitted_text.h"
#include "widgets/style/theme.h"

using namespace draftscope;

class TestStageView : public QObject {
    Q_OBJECT
private slots:
    void init() { Theme::apply(*qApp, ThemeKind::light); }
    void clickSelectsThePositionOfAToken_data();
    void clickSelectsThePositionOfAToken();
    void clickBesideColumnsAsksForNothing();
    void rightClickAsksForTheNodesMenu();
    void aVerdictIsNeverCutOff_data();
    void aVerdictIsNeverCutOff();
    void saysWhatHappened_data();
    void saysWhatHappened();
    void numbersBearTheVerdictOut();
    void bordersSayTheVerdict_data();
    void bordersSayTheVerdict();
    void barsAreAsLongAsTheirProbability();
    void nothingOfTheTargetBeforeVerify();
    void nothingFollowsTheEndOfTheText();
    void greedyRoundsHaveNoU();
    void whatAPersonChoseIsMarked();
    void clearedStageInvites();
    void toolTipsHaveTheNumbersAndDefinitions();
    void gaugesOfARoundAreSaidAlike();

private:
    const Recording m_recording = sample::recording();
    const RoundRecord& m_rejected = m_recording.round(0, 0);

    static QPoint middle(const StageView& stage, int column)
    {
        return stage.stageLayout().columns[std::size_t(column)].token.center().toPoint();
    }
};

void TestStageView::clickSelectsThePositionOfAToken_data()
{
    QTest::addColumn<int>("round");
    QTest::addColumn<int>("column");
    QTest::addColumn<int>("context");
    QTest::newRow("the first draft follows the root") << 0 << 0 << 0;
    QTest::newRow("the rejected one") << 0 << 4 << 4;
    QTest::newRow("one that was not judged") << 0 << 5 << 5;
    QTest::newRow("the bonus token follows the last draft") << 1 << 2 << 2;
}

void TestStageView::clickSelectsThePositionOfAToken()
{
    QFETCH(const int, round);
    QFETCH(const int, column);
    StageView stage;
    sample::show(stage, {1000, 380});
    stage.setRound(m_recording.round(0, round), &m_recording);
    QSignalSpy spy(&stage, &StageView::contextSelected);
    QTest::mousePress(stage.viewport(), Qt::LeftButton, {}, middle(stage, column));
    QCOMPARE(spy.count(), 1);
    QTEST(spy.first().first().toInt(), "context");
    QTEST(stage.selectedContext(), "context");
}

void TestStageView::clickBesideColumnsAsksForNothing()
{
    StageView stage;
    sample::show(stage, {1000, 380});
    stage.setRound(m_rejected, &m_recording);
    QSignalSpy spy(&stage, &StageView::contextSelected);
    QTest::mousePress(stage.viewport(), Qt::LeftButton, {}, stage.stageLayout().labels.center().toPoint());
    QTest::mousePress(stage.viewport(), Qt::RightButton, {}, middle(stage, 0));
    QCOMPARE(spy.count(), 0);
}

void TestStageView::rightClickAsksForTheNodesMenu()
{
    StageView stage;
    sample::show(stage, {1000, 380});
    stage.setRound(m_rejected, &m_recording);
    QSignalSpy spy(&stage, &StageView::nodeMenuRequested);
    const auto rightClick = [&stage](QPoint at) {
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, stage.viewport()->mapToGlobal(at));
        QApplication::sendEvent(stage.viewport(), &event);
    };
    rightClick(middle(stage, 4));
    QCOMPARE(spy.count(), 1);
    QCOMPARE(spy.first().at(0).toInt(), 4);
    QCOMPARE(spy.first().at(1).toPoint(), stage.viewport()->mapToGlobal(middle(stage, 4)));
    rightClick(middle(stage, 6));
    QVERIFY2(spy.count() == 1, "the drawn token is no node");
}

void TestStageView::aVerdictIsNeverCutOff_data()
{
    QTest::addColumn<int>("width");
    for (const int width : {400, 560, 640, 700, 1000})
        QTest::addRow("%d wide", width) << width;
}

/// Words that are cut end in "…", whose dots reach the end of the room; whole ones say less or are smaller.
void TestStageView::aVerdictIsNeverCutOff()
{
    QFETCH(const int, width);
    StageView stage;
    sample::show(stage, {width, 380});
    stage.setRound(atMoment(m_rejected, 12), &m_recording);
    const QImage image = sample::picture(stage);
    const QRectF verdict = stage.stageLayout().columns[4].verdict.translated(-stage.horizontalScrollBar()->value(), 0);
    const QColor ground = image.pixelColor(QPoint(int(verdict.left()) + 1, int(verdict.bottom())));
    const QRectF baseline(verdict.left(), verdict.center().y(), verdict.width() + 6, verdict.height() / 2);
    // The last letter is a d: its stem is higher than a dot.
    int right = 0;
    for (int x = int(baseline.left()); x < int(verdict.right()) + 2; ++x)
        if (sample::difference(sample::mostDifferent(image, QRectF(x, baseline.top(), 1, baseline.height()), ground),
                               ground)
            > 120)
            right = x;
    QVERIFY(right > verdict.left());
    const QRectF end(right - 2, verdict.top(), 3, verdict.height() / 2);
    QVERIFY2(sample::difference(sample::mostDifferent(image, end, ground), ground) > 120,
             "it ends in a letter, not in dots");
}

void TestStageView::saysWhatHappened_data()
{
    QTest::addColumn<int>("round");
    QTest::addColumn<int>("moment");
    QTest::addColumn<QString>("says");
    QTest::addColumn<QString>("keepsQuietAbout");
    QTest::newRow("an accepted draft") << 0 << 14 << "“and” q 0.42, p 0.51, acceptance 1.00, u 0.31: accepted"
                                       << "bonus";
    QTest::newRow("the rejected one") << 0 << 14 << "“fly” q 0.48, p 0.11, acceptance 0.23, u 0.63: rejected"
                                      << "“it” q 0.31, p";
    QTest::newRow("the residual token") << 0 << 14 << "“up” drawn (residual)"
                                        << "bonus";
    QTest::newRow("the number of the round") << 1 << 7 << "Round 2."
                                             << "Round 1.";
    QTest::newRow("the bonus token") << 1 << 7 << "drawn (bonus)"
                                     << "rejected";
    QTest::newRow("while drafting") << 0 << 2 << "“she” q 0.66"
                                    << "accept";
    QTest::newRow("before the draw") << 0 << 12 << "rejected"
                                     << "drawn";
}

void TestStageView::saysWhatHappened()
{
    QFETCH(const int, round);
    QFETCH(const int, moment);
    QFETCH(const QString, says);
    QFETCH(const QString, keepsQuietAbout);
    StageView stage;
    stage.setRound(atMoment(m_recording.round(0, round), moment), &m_recording);
    QVERIFY2(stage.description().contains(says), qPrintable(stage.description()));
    QVERIFY2(!stage.description().contains(keepsQuietAbout), qPrintable(stage.description()));
    QCOMPARE(stage.accessibleDescription(), stage.description());
}

void TestStageView::numbersBearTheVerdictOut()
{
    StageView stage;
    sample::show(stage, {1000, 380});
    const auto gaugeText = [&](double u) {
        RoundRecord round = m_rejected;
        round.nodes[4].acceptance = 0.996;
        round.nodes[4].u = u;
        stage.setRound(round, &m_recording);
        return sample::picture(stage).copy(stage.stageLayout().columns[4].gaugeText.toAlignedRect());
    };
    const QImage one = gaugeText(0.997), other = gaugeText(0.998);
    QVERIFY2(one != other, "not 1.00 twice");
    QVERIFY2(stage.description().contains("acceptance 0.996, u 0.998: rejected"), qPrintable(stage.description()));
}

void TestStageView::bordersSayTheVerdict_data()
{
    QTest::addColumn<ThemeKind>("theme");
    QTest::addColumn<int>("round");
    QTest::addColumn<int>("moment");
    QTest::addColumn<int>("column");
    QTest::addColumn<Role>("border");
    for (const ThemeKind theme : {ThemeKind::light, ThemeKind::dark}) {
        const char* name = theme == ThemeKind::light ? "light" : "dark";
        QTest::addRow("%s: drafted", name) << theme << 0 << 3 << 0 << Role::draft;
        QTest::addRow("%s: accepted", name) << theme << 0 << 14 << 0 << Role::accepted;
        QTest::addRow("%s: rejected", name) << theme << 0 << 14 << 4 << Role::rejected;
        QTest::addRow("%s: residual", name) << theme << 0 << 14 << 4 << Role::residual;
        QTest::addRow("%s: bonus", name) << theme << 1 << 7 << 2 << Role::bonus;
    }
}

void TestStageView::bordersSayTheVerdict()
{
    QFETCH(const ThemeKind, theme);
    QFETCH(const int, round);
    QFETCH(const int, moment);
    QFETCH(const int, column);
    QFETCH(const Role, border);
    Theme::apply(*qApp, theme);
    StageView stage;
    sample::show(stage, {1000, 380});
    stage.setRound(atMoment(m_recording.round(0, round), moment), &m_recording);
    const QImage image = sample::picture(stage);
    const StageColumn& place = stage.stageLayout().columns[std::size_t(column)];
    const QRectF token = border == Role::residual ? place.drawn : place.token;
    for (const double y : {token.top() + 8, token.center().y(), token.bottom() - 8}) {
        // The line is thinner than two pixels, so its colour is mixed a little with what lies behind it.
        const QColor line =
            sample::mostDifferent(image, QRectF(token.left() - 2, y, 4, 1), Theme::color(Role::surface));
        const int off = sample::difference(line, Theme::color(border));
        QVERIFY2(off <= sample::difference(Theme::color(Role::surface), Theme::color(border)) / 4,
                 qPrintable(line.name()));
        for (const Role other :
             {Role::draft, Role::accepted, Role::rejected, Role::residual, Role::bonus, Role::target, Role::notJudged})
            QVERIFY2(other == border || sample::difference(line, Theme::color(other)) > off, qPrintable(line.name()));
    }
    QCOMPARE(image.pixelColor(1, 1), Theme::color(Role::surface));
}

void TestStageView::barsAreAsLongAsTheirProbability()
{
    StageView stage;
    sample::show(stage, {1000, 380});
    stage.setRound(m_rejected, &m_recording);
    const QImage image = sample::picture(stage);
    for (std::size_t i = 0; i < 5; ++i) {
        const StageColumn& column = stage.stageLayout().columns[i];
        const NodeRecord& node = m_rejected.nodes[i];
        QVERIFY(std::abs(sample::reach(image, column.q, Theme::color(Role::draft)) - node.q * column.q.width()) <= 2.5);
        QVERIFY(std::abs(sample::reach(image, column.p, Theme::color(Role::target)) - node.p * column.p.width())
                <= 2.5);
        const double green = sample::reach(image, column.gauge, Theme::tint(Role::accepted, 0.45));
        QVERIFY(std::abs(green - *node.acceptance * column.gauge.width()) <= 2.5);
    }
}

void TestStageView::nothingOfTheTargetBeforeVerify()
{
    StageView stage;
    sample::show(stage, {1000, 380});
    const auto pixels = [&](int moment, Role role) {
        stage.setRound(atMoment(m_rejected, moment), &m_recording);
        const QImage image = sample::picture(stage);
        return sample::count(image, image.rect(), Theme::color(role));
    };
    QCOMPARE(pixels(6, Role::target), 0);
    QVERIFY(pixels(7, Role::target) > 50);
    QCOMPARE(pixels(7, Role::accepted), 0);
    QVERIFY(pixels(8, Role::accepted) > 50);
}

void TestStageView::nothingFollowsTheEndOfTheText()
{
    StageView stage;
    sample::show(stage, {1000, 380});
    const RoundRecord whole = sample::endingRound(0, 3);
    for (const int moment : {6, 7}) { // the verdict, the commit
        stage.setRound(atMoment(whole, moment), &m_recording);
        QVERIFY2(stage.stageLayout().columns.size() == 3, "no place for a bonus token");
        QVERIFY2(stage.description().endsWith("“fly” q 0.50"), qPrintable(stage.description()));
        const QImage image = sample::picture(stage);
        const auto green = [&](int column) {
            return sample::count(image, stage.stageLayout().columns[std::size_t(column)].token.adjusted(-2, -2, 2, 2),
                                 Theme::color(Role::accepted));
        };
        QVERIFY(green(1) > 20);
        QCOMPARE(green(2), 0);
    }
    stage.setRound(atMoment(whole, 5), &m_recording);
    QVERIFY2(stage.stageLayout().columns.size() == 4, "until the text ends a token may follow");
}

void TestStageView::greedyRoundsHaveNoU()
{
    StageView stage;
    sample::show(stage, {1000, 380});
    RoundRecord round = m_rejected;
    for (NodeRecord& node : round.nodes)
        if (node.u)
            node.u = 0;
    // The dart's head stands above the gauge, at its left end for a u of 0.
    const auto dart = [&] {
        stage.setRound(round, &m_recording);
        const QRectF gauge = stage.stageLayout().columns[0].gauge;
        return sample::count(sample::picture(stage), QRectF(gauge.left() - 4, gauge.top() - 9, 10, 7),
                             Theme::color(Role::text));
    };
    QVERIFY(dart() > 5);
    round.sampler.temperature = 0;
    QCOMPARE(dart(), 0);
    QVERIFY2(stage.description().contains("acceptance 1.00, u –: accepted"), qPrintable(stage.description()));
    QVERIFY2(!stage.description().contains("drawn"), qPrintable(stage.description()));
}

void TestStageView::whatAPersonChoseIsMarked()
{
    StageView stage;
    sample::show(stage, {1000, 380});
    const auto says = [&](bool NodeRecord::*flag, const QString& words) {
        stage.setRound(m_rejected, &m_recording);
        const QImage before = sample::picture(stage);
        RoundRecord round = m_rejected;
        round.nodes[4].*flag = true;
        stage.setRound(round, &m_recording);
        return stage.description().contains(words) && sample::picture(stage) != before;
    };
    QVERIFY(says(&NodeRecord::forcedToken, "“fly” (chosen by you) q 0.48"));
    QVERIFY(says(&NodeRecord::forcedU, "rejected (u chosen by you)"));
    QVERIFY(says(&NodeRecord::forcedVerdict, "rejected (forced by you)"));
}

void TestStageView::clearedStageInvites()
{
    StageView stage;
    sample::show(stage, {1000, 380});
    stage.setRound(m_rejected, &m_recording);
    stage.clear("Press Play");
    QCOMPARE(stage.description(), QStringLiteral("Press Play"));
    QSignalSpy spy(&stage, &StageView::contextSelected);
    QTest::mousePress(stage.viewport(), Qt::LeftButton, {}, {300, 50});
    QCOMPARE(spy.count(), 0);
    const QImage image = sample::picture(stage);
    QCOMPARE(sample::count(image, image.rect(), Theme::color(Role::rejected)), 0);
}

void TestStageView::toolTipsHaveTheNumbersAndDefinitions()
{
    StageView stage;
    sample::show(stage, {1000, 420});
    stage.setRound(m_rejected, &m_recording);
    const StageLayout& layout = stage.stageLayout();
    const auto tip = [&](QPointF at) { return sample::toolTipAt(*stage.viewport(), at); };
    const QString judged = tip(layout.columns[4].gauge.center());
    for (const char* part : {"id 7", "q = 0.480000", "p = 0.110000", "acceptance = 0.229167", "u = 0.630000",
                             "rejected", "target slot –, draft slot –"})
        QVERIFY2(judged.contains(QString::fromUtf8(part)), qPrintable(judged));
    const QString drawn = tip(layout.columns[4].drawn.center());
    QVERIFY2(drawn.contains("id 9") && drawn.contains("residual") && drawn.contains("u = 0.500000"), qPrintable(drawn));
    const auto row = [&](const QRectF& of) { return tip({layout.labels.center().x(), of.center().y()}); };
    const StageColumn& first = layout.columns.front();
    QVERIFY(row(first.q).startsWith("q: the probability that the draft"));
    QVERIFY(row(first.p).startsWith("p: the probability that the target"));
    QVERIFY2(row(first.gauge).startsWith("a, the acceptance: min(1, p/q)"), qPrintable(row(first.gauge)));
    QVERIFY(row(first.verdict).startsWith("Accepted, rejected, or not judged"));
    RoundRecord greedy = m_rejected;
    greedy.sampler.temperature = 0;
    stage.setRound(greedy, &m_recording);
    QVERIFY2(row(first.gauge).endsWith("no u."), qPrintable(row(first.gauge)));
}

/// A column with a long number does not stand out: all leave something away, or none.
void TestStageView::gaugesOfARoundAreSaidAlike()
{
    RoundRecord round = m_rejected;
    round.nodes[0].u = 0.4321;
    round.nodes[0].acceptance = 0.43212; // it takes five decimals to tell them apart
    QImage image(10, 10, QImage::Format_ARGB32);
    QPainter painter(&image);
    const double line = QFontMetricsF(Theme::font()).height();
    bool wasShort = false, wasLong = false;
    for (double width = 30; width < 90; width += 2) {
        const StageLayout layout = StageLayout::chain(7, {width * line, 20 * line}, line);
        if (layout.gaugeWords != GaugeWords::oneLine)
            continue;
        const StagePainter stage(painter, round, m_recording, layout);
        const bool isShort = stage.saysGaugesShorter();
        (isShort ? wasShort : wasLong) = true;
        const FittedText how;
        for (int n = 0; n < 5; ++n) {
            const QString words = stage.gaugeWords(round.nodes[std::size_t(n)], isShort).first();
            QCOMPARE(words.contains('='), !isShort);
            QVERIFY(isShort || fits(words, layout.columns[std::size_t(n)].gaugeText, how));
        }
    }
    QVERIFY(wasShort && wasLong);
}

DRAFTSCOPE_WINDOW_TEST(TestStageView)
#include "test_stage_view.moc"
