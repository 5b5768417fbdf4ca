// SPDX-License-Identifier: MIT
// The tree as it is shown: what clicks, keys and the wheel do, and what stays in sight and in its place.
#include <QContextMenuEvent>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include "tests/test_main.h"
#include "tests/widgets/tree_fixture.h"

using namespace draftscope;

class TestTreeView : public TreeFixture {
    Q_OBJECT

private:
    static QPoint middle(const TreeView& view, int item)
    {
        return (view.treeLayout().rectOf(item).center()
                - QPointF(view.horizontalScrollBar()->value(), view.verticalScrollBar()->value()))
            .toPoint();
    }
    static bool isInSight(const TreeView& view, const QRectF& card)
    {
        const QRectF room = QRectF(view.viewport()->rect()).adjusted(0, view.treeLayout().captionHeight, 0, 0);
        return room.contains(card.translated(-view.horizontalScrollBar()->value(), -view.verticalScrollBar()->value()));
    }
    static void wheel(TreeView& view, QPoint at, int notches, Qt::KeyboardModifiers modifiers)
    {
        QWheelEvent event(at, view.viewport()->mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(view.viewport(), &event);
    }

private slots:
    void init() { Theme::apply(*qApp, ThemeKind::light); }

    void clicksSelectTheContextThatATokenWasJudgedAt_data()
    {
        QTest::addColumn<int>("item");
        QTest::addColumn<int>("context");
        QTest::addColumn<int>("node");
        QTest::newRow("a child of the root") << 2 << 0 << 2;
        QTest::newRow("a sibling after a rejection") << 4 << 1 << 4;
        QTest::newRow("its rejected sibling shares the context") << 3 << 1 << 3;
        QTest::newRow("one that was never judged") << 14 << 11 << 14;
        QTest::newRow("the bonus token follows its context") << 15 << 13 << -1;
    }

    void clicksSelectTheContextThatATokenWasJudgedAt()
    {
        QFETCH(int, item);
        TreeView view;
        show(view, m_fifteen);
        QSignalSpy spy(&view, &TreeView::contextSelected);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, middle(view, item));
        QCOMPARE(spy.count(), 1);
        QTEST(spy.first().at(0).toInt(), "context");
        QTEST(spy.first().at(1).toInt(), "node");
        QTEST(view.selectedContext(), "context");
        QCOMPARE(view.selectedItem(), item);
        view.setSelectedContext(7); // a person goes elsewhere
        QCOMPARE(view.selectedItem(), -1);
    }

    void whatHasNotHappenedCannotBeClicked()
    {
        TreeView view;
        show(view, m_fifteen, 2);
        QSignalSpy selected(&view, &TreeView::contextSelected), menu(&view, &TreeView::nodeMenuRequested);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, middle(view, 12));
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, middle(view, 15));
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.treeLayout().root.center().toPoint());
        QCOMPARE(selected.count(), 0);
        const auto rightClick = [&](QPoint at) {
            QContextMenuEvent event(QContextMenuEvent::Mouse, at, view.viewport()->mapToGlobal(at));
            QApplication::sendEvent(view.viewport(), &event);
        };
        rightClick(middle(view, 12));
        QCOMPARE(menu.count(), 0);
        rightClick(middle(view, 5));
        QCOMPARE(menu.count(), 1);
        QCOMPARE(menu.first().at(0).toInt(), 5);
        show(view, m_fifteen);
        rightClick(middle(view, 15));
        QVERIFY2(menu.count() == 1, "the drawn token is no node");
    }

    void keysWalkAndSelect()
    {
        TreeView view;
        show(view, m_fifteen);
        view.activateWindow();
        view.setFocus(Qt::TabFocusReason);
        QSignalSpy spy(&view, &TreeView::contextSelected);
        const auto press = [&](Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
            QTest::keyClick(&view, key, modifiers);
            return view.currentItem();
        };
        QCOMPARE(press(Qt::Key_Home, Qt::ControlModifier), 0);
        QCOMPARE(press(Qt::Key_Right, Qt::ControlModifier), 3);
        QCOMPARE(press(Qt::Key_Down), 4);
        QVERIFY2(
            view.accessibleDescription().startsWith("Draft 5: “with”, after “play”. q 0.30, p 0.52, acceptance 0.97, "
                                                    "u 0.44: ✓ accepted. Round 1: 15 drafts"),
            qPrintable(view.accessibleDescription()));
        QCOMPARE(spy.count(), 0);
        press(Qt::Key_Return);
        QCOMPARE(spy.count(), 1);
        QCOMPARE(spy.first().at(0).toInt(), 1);
        QCOMPARE(spy.first().at(1).toInt(), 4);
        QCOMPARE(press(Qt::Key_Right, Qt::ControlModifier), 8);
        QCOMPARE(press(Qt::Key_Left, Qt::ControlModifier), 4);
        QCOMPARE(press(Qt::Key_End, Qt::ControlModifier), 15);
        press(Qt::Key_Return);
        QCOMPARE(spy.last().at(0).toInt(), 13);
        QSignalSpy menu(&view, &TreeView::nodeMenuRequested);
        press(Qt::Key_Menu);
        QCOMPARE(menu.count(), 0);
        QCOMPARE(press(Qt::Key_Left, Qt::ControlModifier), 12);
        press(Qt::Key_Menu);
        QCOMPARE(menu.count(), 1);
        QCOMPARE(menu.first().at(0).toInt(), 12);
        const QRectF card = view.treeLayout().rectOf(12);
        QVERIFY2(sample::count(sample::picture(view), card.adjusted(-4, -4, 4, 4), Theme::color(Role::target)) > 60,
                 "a ring says where the keys are");
    }

    /// A fork may have the same moments.
    void anotherBranchHasNoOutline()
    {
        TreeView view;
        show(view, m_fifteen);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, middle(view, 4));
        QCOMPARE(view.selectedItem(), 4);
        show(view, m_fifteen);
        QCOMPARE(view.selectedItem(), 4);
        RoundRecord other = m_fifteen;
        other.nodes[4].forcedU = true;
        show(view, other);
        QCOMPARE(view.selectedItem(), -1);
    }

    void whatIsToComeKeepsItsPlace()
    {
        TreeView view;
        show(view, m_fifteen, 1);
        const QRectF early = view.treeLayout().rectOf(12);
        const QImage image = sample::picture(view);
        QCOMPARE(sample::count(image, early.adjusted(4, 4, -4, -4), Theme::color(Role::surface)),
                 early.adjusted(4, 4, -4, -4).toAlignedRect().width()
                     * early.adjusted(4, 4, -4, -4).toAlignedRect().height());
        for (int moment = 1; moment <= 13; ++moment) {
            view.setRound(atMoment(m_fifteen, moment), m_fifteen, &m_recording);
            QCOMPARE(view.treeLayout().rectOf(12), early);
        }
    }

    void theMomentStaysInSight_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("a small stage") << QSize(560, 260);
        QTest::newRow("narrow") << QSize(330, 400);
        QTest::newRow("low") << QSize(900, 130);
    }

    void theMomentStaysInSight()
    {
        QFETCH(QSize, size);
        TreeView view;
        show(view, m_sixtyFour, 1, size);
        const auto verify = [&](int moment) {
            const RoundRecord round = atMoment(m_sixtyFour, moment);
            view.setRound(round, m_sixtyFour, &m_recording);
            const Moment& now = round.moments.back();
            const QRectF card = now.node >= 0 ? view.treeLayout().rectOf(now.node)
                : round.draw                  ? *view.treeLayout().draw
                                              : view.treeLayout().root;
            QVERIFY2(isInSight(view, card), qPrintable(QStringLiteral("moment %1").arg(moment)));
        };
        const int last = int(m_sixtyFour.moments.size());
        for (int moment = 1; moment <= last; ++moment)
            verify(moment);
        for (const int moment : {7, 2, last, 1, 12})
            verify(moment);
        view.setFollowing(false);
        view.verticalScrollBar()->setValue(0);
        view.horizontalScrollBar()->setValue(0);
        view.setRound(m_sixtyFour, m_sixtyFour, &m_recording);
        QCOMPARE(view.verticalScrollBar()->value(), 0);
        view.setFollowing(true);
        QVERIFY(isInSight(view, *view.treeLayout().draw));
        view.verticalScrollBar()->setValue(0);
        view.setRound(m_sixtyFour, m_sixtyFour, &m_recording); // the same moment: scrolling stays as it is
        QCOMPARE(view.verticalScrollBar()->value(), 0);
    }

    /// A dynamic tree shows few nodes of a level, and neither its first nor its last.
    void ofALevelWhatIsShownStaysInSight()
    {
        RoundRecord round = sample::emptyTree(0, 3, sample::treeTo);
        constexpr int above = 10, shown = above + 1;
        for (int n = 0; n < above; ++n)
            sample::grow(round, sample::play, -1, 0.1, 0.1);
        for (int n = 0; n < 80; ++n)
            round.nodes[std::size_t(sample::grow(round, sample::go, n / 8, 0.1, 0.1))].pruned = above + n != shown;
        sample::draftAndVerify(round);
        TreeView view;
        show(view, round, 1, {560, 110});
        view.setRound(atMoment(round, 2), round, &m_recording);
        QVERIFY(view.treeLayout().rectOf(above).isEmpty() && !isInSight(view, view.treeLayout().root));
        QVERIFY(isInSight(view, view.treeLayout().rectOf(shown)));
    }

    void theWheelZooms()
    {
        TreeView view;
        show(view, m_sixtyFour, 99, {560, 260});
        QSignalSpy spy(&view, &TreeView::zoomChanged);
        const double before = view.treeLayout().scale;
        wheel(view, {300, 150}, 1, Qt::NoModifier);
        QCOMPARE(view.treeLayout().scale, before);
        wheel(view, {300, 150}, 2, Qt::ControlModifier);
        QVERIFY(view.treeLayout().scale > before * 1.2 && spy.count() == 1);
        wheel(view, {300, 150}, -90, Qt::ControlModifier);
        QCOMPARE(view.treeLayout().scale, TreeZoom::smallest);
        wheel(view, {300, 150}, 90, Qt::ControlModifier);
        QCOMPARE(view.treeLayout().scale, TreeZoom::largest);
        view.setZoom({TreeZoom::Kind::whole});
        QCOMPARE(view.horizontalScrollBar()->maximum() + view.verticalScrollBar()->maximum(), 0);
    }

    /// What lies under the pointer stays about there.
    void zoomingKeepsThePlace()
    {
        TreeView view;
        view.setFollowing(false);
        show(view, m_sixtyFour, 99, {560, 260});
        view.setZoom({TreeZoom::Kind::wanted, 1.2});
        const QRectF card = view.treeLayout().rectOf(40);
        view.horizontalScrollBar()->setValue(int(card.center().x()) - 280);
        view.verticalScrollBar()->setValue(int(card.center().y()) - 130);
        const QPoint at = middle(view, 40);
        wheel(view, at, 3, Qt::ControlModifier);
        QVERIFY((middle(view, 40) - at).manhattanLength() < 60);
    }

    void aDoubleClickShowsAllOfIt()
    {
        TreeView view;
        show(view, m_sixtyFour, 99, {560, 260});
        const QPoint beside(3, int(view.treeLayout().captionHeight) + 2);
        QCOMPARE(view.treeLayout().itemAt(beside), -1);
        QTest::mouseDClick(view.viewport(), Qt::LeftButton, {}, beside);
        QVERIFY(view.zoom().kind == TreeZoom::Kind::whole);
        QTest::mouseDClick(view.viewport(), Qt::LeftButton, {}, beside);
        QVERIFY(view.zoom().kind == TreeZoom::Kind::readable);
    }

    void aRoundWithoutDraftsIsItsDraw()
    {
        RoundRecord plain = sample::emptyTree(4, 30, sample::toys);
        plain.contexts.resize(1);
        plain.draw = DrawRecord{sample::dog, TokenSource::plain, 0, 0.5};
        plain.moments = {{MomentKind::verify, -1}, {MomentKind::plain, -1}, {MomentKind::commit, -1}};
        plain.committed = {{sample::dog, TokenSource::plain, -1}};
        TreeView view;
        show(view, plain);
        QCOMPARE(view.treeLayout().itemCount(), 1);
        QSignalSpy spy(&view, &TreeView::contextSelected);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, middle(view, 0));
        QCOMPARE(spy.count(), 1);
        QCOMPARE(spy.first().at(0).toInt(), 0);
        show(view, plain, 1);
        view.setFocus(Qt::TabFocusReason);
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(view.currentItem(), -1);
        view.clear();
        QCOMPARE(sample::count(sample::picture(view), view.rect(), Theme::color(Role::text)), 0);
    }
};

DRAFTSCOPE_WINDOW_TEST(TestTreeView)
#include "test_tree_view.moc"
