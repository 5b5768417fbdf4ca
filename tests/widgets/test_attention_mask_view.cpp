// SPDX-License-Identifier: MIT
// The mask of the target's pass: who sees whom, what is painted and lit, what clicks and keys do.
#include <QSignalSpy>
#include <QTest>

#include "tests/test_main.h"
#include "tests/widgets/colours.h"
#include "tests/widgets/sample_recording.h"
#include "tests/widgets/sample_trees.h"
#include "widgets/cache/attention_mask_view.h"
#include "widgets/style/theme.h"
#include "widgets/words/token_text.h"

using namespace draftscope;

namespace {

/// "play" and "go" behind the text, "in" and "with" behind "play", "the" behind "go", which is pruned.
RoundRecord smallTree()
{
    RoundRecord round;
    round.prefixLength = 5;
    round.root = sample::treeTo;
    const int play = sample::grow(round, sample::play, -1, 0.5, 0.4),
              go = sample::grow(round, sample::go, -1, 0.2, 0.1);
    sample::grow(round, sample::in, play, 0.4, 0.2);
    sample::grow(round, sample::with, play, 0.3, 0.5);
    round.nodes[std::size_t(sample::grow(round, sample::the, go, 0.1, 0))].pruned = true;
    round.moments = {{MomentKind::draft, 0}, {MomentKind::draft, 2}, {MomentKind::verify, -1}};
    sample::judgeNode(round, play, 0.8, 0.1);
    return round;
}

} // namespace

class TestAttentionMaskView : public QObject {
    Q_OBJECT
private slots:
    void init() { Theme::apply(*qApp, ThemeKind::light); }

    void rowsSeeTheirPathsOnly()
    {
        const std::vector<MaskRow> rows = maskRowsOf(smallTree());
        QCOMPARE(rows.size(), std::size_t(5)); // the root and four nodes; one was pruned
        const bool expected[5][5] = {{true, false, false, false, false},
                                     {true, true, false, false, false},
                                     {true, false, true, false, false},
                                     {true, true, false, true, false},
                                     {true, true, false, false, true}};
        for (int row = 0; row < 5; ++row)
            for (int column = 0; column < 5; ++column)
                QCOMPARE(attends(rows, row, column), expected[row][column]);
        QVERIFY(rows[1].isAccepted && !rows[2].isAccepted);
        QCOMPARE(rows[3].node, 2);
    }

    /// Guesses beside the drafts come behind them, are called so, and are no nodes that could be chosen.
    void sideRowsSeeTheirPathsOnly()
    {
        RoundRecord round = smallTree();
        round.sideRows = {
            {sample::go, -1, sample::in, 9}, {sample::in, 0, sample::the, 10}, {sample::with, -1, sample::go, 11}};
        const std::vector<MaskRow> rows = maskRowsOf(round);
        QCOMPARE(rows.size(), std::size_t(8));
        const bool expected[3][8] = {{true, false, false, false, false, true, false, false},
                                     {true, false, false, false, false, true, true, false},
                                     {true, false, false, false, false, false, false, true}};
        for (int row = 0; row < 3; ++row)
            for (int column = 0; column < 8; ++column)
                QCOMPARE(attends(rows, 5 + row, column), expected[row][column]);
        for (int row = 0; row < 8; ++row)
            QCOMPARE(rows[std::size_t(row)].isSideRow, row >= 5);
        QVERIFY(maskRowsOf(atMoment(round, 2)).empty());

        const Recording recording = sample::recording();
        AttentionMaskView view;
        view.setRows(rows, 4, &recording);
        sample::show(view, {420, 260});
        const QString go = quoted(recording, sample::go);
        QVERIFY2(view.sentenceOf(5, 0).startsWith(go + " (a guess beside the drafts) sees "),
                 qPrintable(view.sentenceOf(5, 0)));
        QSignalSpy clicked(&view, &AttentionMaskView::nodeClicked);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.cellRect(6, 5).center().toPoint());
        QCOMPARE(clicked.count(), 0);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.cellRect(4, 1).center().toPoint());
        QCOMPARE(clicked.count(), 1);
    }

    void thereIsNoMaskBeforeThePass()
    {
        QVERIFY(maskRowsOf(atMoment(smallTree(), 2)).empty());
        QCOMPARE(maskRowsOf(atMoment(sample::rejectedRound(0, 3), 7)).size(), std::size_t(7));
    }

    void itIsPaintedAndLit()
    {
        const Recording recording = sample::recording();
        AttentionMaskView view;
        view.setRows(maskRowsOf(sample::rejectedRound(0, 3)), 2, &recording);
        sample::show(view, {420, 220});
        QImage image = sample::picture(view);
        const auto middle = [&](int row, int column) {
            return image.pixelColor(view.cellRect(row, column).translated(view.viewport()->pos()).center().toPoint());
        };
        QVERIFY(sample::isNear(middle(2, 1), Theme::tint(Role::accepted, 0.85), 6));
        QVERIFY(sample::isNear(middle(6, 1), Theme::tint(Role::muted, 0.75), 6)); // was not accepted
        QVERIFY(sample::difference(middle(1, 2), middle(2, 1)) > 60);             // no row sees what comes behind it
        const QRectF unseen = view.cellRect(1, 4);
        const QColor before = image.pixelColor((unseen.topLeft() + QPointF(1, 1)).toPoint());
        QTest::mouseMove(view.viewport(), view.cellRect(1, 2).center().toPoint());
        QTest::qWait(10);
        image = sample::picture(view);
        QVERIFY2(sample::difference(image.pixelColor((unseen.topLeft() + QPointF(1, 1)).toPoint()), before) > 15,
                 "the row under the mouse is lit");
    }

    void cellsSayWhoSeesWhom()
    {
        const Recording recording = sample::recording();
        AttentionMaskView view;
        view.setRows(maskRowsOf(sample::rejectedRound(0, 3)), 2, &recording);
        QCOMPARE(view.sentenceOf(0, -1), QStringLiteral("“.” sees the context: 2 tokens before the pass."));
        QCOMPARE(view.sentenceOf(2, 1), QStringLiteral("“she” sees “and”, which lies before it on its path."));
        QCOMPARE(view.sentenceOf(1, 2), QStringLiteral("“and” does not see “she”, which is not on its path."));
        QCOMPARE(view.sentenceOf(2, 2), QStringLiteral("“she” sees itself."));
    }

    void clicksAndKeysChooseNodes()
    {
        const Recording recording = sample::recording();
        AttentionMaskView view;
        view.setRows(maskRowsOf(sample::rejectedRound(0, 3)), 2, &recording);
        sample::show(view, {420, 220});
        QSignalSpy clicked(&view, &AttentionMaskView::nodeClicked);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.cellRect(3, 1).center().toPoint());
        QCOMPARE(clicked.takeFirst().at(0).toInt(), 2);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.cellRect(0, 0).center().toPoint());
        QCOMPARE(clicked.takeFirst().at(0).toInt(), -1);
        view.activateWindow();
        view.setFocus();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        QTest::keyClick(&view, Qt::Key_Down);
        QTest::keyClick(&view, Qt::Key_Down);
        QTest::keyClick(&view, Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(view.accessibleDescription(), view.sentenceOf(2, 0));
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(clicked.takeFirst().at(0).toInt(), 1);
    }

    /// Between two passes there is no mask, and the keys go on in the next one.
    void keysGoOnInTheNextRound()
    {
        const Recording recording = sample::recording();
        AttentionMaskView view;
        view.setRows(maskRowsOf(sample::rejectedRound(0, 3)), 2, &recording);
        sample::show(view, {420, 220});
        view.activateWindow();
        view.setFocus();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        view.setNothing("The target has not seen the drafts of this round yet.");
        view.setRows(maskRowsOf(sample::bonusRound(1, 8)), 7, &recording);
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(view.accessibleDescription(), view.sentenceOf(1, -1));
    }

    /// 64 nodes are there at once, or can be scrolled to.
    void aLargeTreeFits()
    {
        const Recording recording = sample::recording();
        RoundRecord round = sample::rejectedRound(0, 3);
        while (round.nodes.size() < 64)
            round.nodes.push_back(sample::node(sample::it, int(round.nodes.size()) % 6, 0.1, 0.1));
        AttentionMaskView view;
        sample::show(view, {700, 520});
        view.setRows(maskRowsOf(round), 2, &recording);
        const QRectF last = view.cellRect(64, 64);
        QVERIFY(last.right() < view.viewport()->width() && last.bottom() < view.viewport()->height());
        QVERIFY(last.width() >= 5);
    }
};

DRAFTSCOPE_WINDOW_TEST(TestAttentionMaskView)
#include "test_attention_mask_view.moc"
