// SPDX-License-Identifier: MIT
// The tree as it is shown: what clicks, keys and the wheel do, and what is painted for each state of a node in both
// themes.
#include <QContextMenuEvent>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include "tests/test_main.h"
#include "tests/widgets/colours.h"
#include "tests/widgets/sample_trees.h"
#include "widgets/stage/tree_view.h"
#include "widgets/style/theme.h"

using namespace draftscope;

class TestTreeView : public QObject {
    Q_OBJECT

private:
    const Recording m_recording = sample::treeRecording();
    const RoundRecord& m_fifteen = m_recording.round(0, 0);
    const RoundRecord& m_sixtyFour = m_recording.round(0, 1);
    const RoundRecord& m_pruned = m_recording.round(0, 2);

    void show(TreeView& view, const RoundRecord& whole, int moment = 99, QSize size = {1000, 480})
    {
        sample::show(view, size);
        view.setRound(atMoment(whole, moment), whole, &m_recording);
    }
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
    /// The frame's colour at the left side of a card.
    static QColor borderOf(TreeView& view, int item)
    {
        const QRectF card = view.treeLayout().rectOf(item);
        const QImage image = sample::picture(view);
        return sample::mostDifferent(image, QRectF(card.left() - 1, card.top() + 7, 3, card.height() * 0.2),
                                     Theme::color(Role::surface));
    }
    /// Where the edge from a card's first child begins, how high its colour stands: the edge's width.
    static int edgeWidth(TreeView& view, int item, Role role)
    {
        const QRectF card = view.treeLayout().rectOf(item);
        const QImage image = sample::picture(view);
        int most = 0;
        for (int x = int(card.left()) - 8; x < int(card.left()) - 2; ++x) {
            int high = 0;
            for (int y = int(card.top()) - 4; y < int(card.bottom()) + 4; ++y)
                high += sample::difference(image.pixelColor(x, y), Theme::color(role)) < 200
                    && sample::difference(image.pixelColor(x, y), Theme::color(Role::surface)) > 60;
            most = std::max(most, high);
        }
        return most;
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

    void bordersSayTheVerdict_data()
    {
        QTest::addColumn<bool>("isDark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }

    void bordersSayTheVerdict()
    {
        QFETCH(const bool, isDark);
        Theme::apply(*qApp, isDark ? ThemeKind::dark : ThemeKind::light);
        TreeView view;
        show(view, m_fifteen);
        for (const auto& [item, role] : {std::pair{0, Role::accepted},
                                         {3, Role::rejected},
                                         {12, Role::accepted},
                                         {15, Role::bonus},
                                         {1, Role::notJudged},
                                         {13, Role::notJudged}})
            QVERIFY2(sample::difference(borderOf(view, item), Theme::color(role)) < 40,
                     qPrintable(QStringLiteral("item %1: %2").arg(item).arg(borderOf(view, item).name())));
        show(view, m_fifteen, 6); // play is accepted; in, with and outside are to be judged, go and sing are not
        for (const auto& [item, role] : {std::pair{0, Role::accepted},
                                         {3, Role::draft},
                                         {5, Role::draft},
                                         {1, Role::notJudged},
                                         {6, Role::notJudged}})
            QVERIFY2(sample::difference(borderOf(view, item), Theme::color(role)) < 40,
                     qPrintable(QStringLiteral("item %1: %2").arg(item).arg(borderOf(view, item).name())));
        show(view, m_pruned);
        QVERIFY(sample::difference(borderOf(view, 12), Theme::color(Role::residual)) < 40);
        Theme::apply(*qApp, ThemeKind::light);
    }

    /// A mark at the right of the token, in its colour; none on what was not judged.
    void marksSayTheVerdictWithoutColour()
    {
        TreeView view;
        show(view, m_fifteen);
        const QImage image = sample::picture(view);
        const auto marked = [&](int item, Role role) {
            const QRectF card = view.treeLayout().rectOf(item);
            return sample::count(image, QRectF(card.right() - 22, card.top() + 5, 17, card.height() * 0.5),
                                 Theme::color(role));
        };
        QVERIFY(marked(0, Role::accepted) > 4);
        QVERIFY(marked(3, Role::rejected) > 4);
        QVERIFY(marked(15, Role::bonus) > 4);
        QCOMPARE(marked(1, Role::accepted) + marked(1, Role::rejected), 0);
        QCOMPARE(marked(13, Role::accepted) + marked(13, Role::rejected), 0);
    }

    void edgesAreAsWideAsQ()
    {
        TreeView view;
        show(view, m_fifteen, 4);
        const int wide = edgeWidth(view, 7, Role::draft);     // q 0.80
        const int middling = edgeWidth(view, 8, Role::draft); // q 0.55
        const int thin = edgeWidth(view, 9, Role::draft);     // q 0.14
        QVERIFY2(wide > middling && middling > thin && thin > 0,
                 qPrintable(QStringLiteral("%1, %2, %3").arg(wide).arg(middling).arg(thin)));
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

    void theAcceptedPathIsBold()
    {
        TreeView view;
        show(view, m_fifteen);
        QVERIFY(edgeWidth(view, 12, Role::accepted) >= 2); // q is 0.18
        const QImage image = sample::picture(view);
        const auto frame = [&](int item, Role role) { // how many pixels of that colour its left side is wide
            const QPoint middle = view.treeLayout().rectOf(item).topLeft().toPoint() + QPoint(0, 10);
            double ink = 0;
            for (int x = -4; x <= 4; ++x)
                ink += sample::difference(image.pixelColor(middle + QPoint(x, 0)), Theme::color(Role::surface));
            return ink / sample::difference(Theme::color(role), Theme::color(Role::surface));
        };
        const double accepted = frame(4, Role::accepted), rejected = frame(3, Role::rejected);
        QVERIFY2(rejected > 1 && accepted > 1.3 * rejected,
                 qPrintable(QStringLiteral("%1 and %2 pixels").arg(accepted).arg(rejected)));
    }

    /// Dashed: along its upper side the frame of a pruned card has gaps, that of another has none.
    void prunedCardsAreDashed()
    {
        TreeView view;
        show(view, m_pruned);
        const QImage image = sample::picture(view);
        const auto gaps = [&](int item) {
            const QRectF card = view.treeLayout().rectOf(item);
            int found = 0;
            for (int x = int(card.left()) + 8; x < int(card.right()) - 8; ++x)
                found += sample::difference(
                             sample::mostDifferent(image, QRectF(x, card.top() - 1, 1, 3), Theme::color(Role::surface)),
                             Theme::color(Role::surface))
                    < 12;
            return found;
        };
        QVERIFY(gaps(10) > 15); // behind the root's third child, which nothing ground lies behind
        QCOMPARE(gaps(8), 0);   // not judged, but in the target's pass
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

    /// p is what the target says, and before its pass it is not known: of a compact card only q's bar is there.
    void nothingOfTheTargetBeforeVerify()
    {
        TreeView view;
        view.setZoom({TreeZoom::Kind::wanted, 0.8});
        show(view, m_fifteen, 4);
        QCOMPARE(sample::count(sample::picture(view), view.viewport()->rect(), Theme::color(Role::target)), 0);
        const QRectF card = view.treeLayout().rectOf(7);
        const QRectF bars(card.left(), card.center().y(), card.width(), card.height() / 2);
        QVERIFY(sample::longest(sample::picture(view), bars, Theme::color(Role::draft)) > card.width() * 0.6);
        show(view, m_fifteen, 5);
        const int p = sample::longest(sample::picture(view), bars, Theme::color(Role::target));
        QVERIFY2(std::abs(p - 0.77 * (card.width() - 10)) < 5, qPrintable(QString::number(p)));
    }

    void theSelectedContextHasAGround()
    {
        TreeView view;
        show(view, m_fifteen);
        const auto ground = [&](const QRectF& between) {
            return sample::count(sample::picture(view), between, Theme::color(Role::page));
        };
        const QRectF upper = view.treeLayout().rectOf(3), lower = view.treeLayout().rectOf(4);
        const QRectF between(upper.left() + 20, upper.bottom() + 2, 20, lower.top() - upper.bottom() - 4);
        QCOMPARE(ground(between), 0);
        view.setSelectedContext(1);
        QVERIFY(ground(between) > 20);
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

    /// Where the tree is scrolled a row above repeats the accepted path.
    void thePathIsInSightWhereverTheTreeIsScrolledTo()
    {
        TreeView view;
        show(view, m_sixtyFour, 99, {560, 260});
        view.verticalScrollBar()->setValue(0);
        const TreeLayout& layout = view.treeLayout();
        QVERIFY(layout.pathHeight > 0);
        const QImage image = sample::picture(view);
        int accepted = 0;
        for (std::size_t n = 0; n < layout.nodes.size(); ++n) {
            const QRectF row(layout.nodes[n].left() - view.horizontalScrollBar()->value(),
                             layout.captionHeight - layout.pathHeight, layout.nodes[n].width(), layout.pathHeight - 2);
            if (m_sixtyFour.nodes[n].verdict != Verdict::accepted || !image.rect().contains(row.toRect()))
                continue;
            ++accepted;
            const QColor words = sample::mostDifferent(image, row, Theme::color(Role::surface));
            QVERIFY2(sample::difference(words, Theme::color(Role::accepted)) < 60, qPrintable(words.name()));
        }
        QVERIFY(accepted >= 3);
        show(view, m_fifteen);
        QCOMPARE(view.treeLayout().pathHeight, 0.0);
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

    void chainsOfARunOfTreesAreDrawnToo()
    {
        TreeView view;
        show(view, m_recording.round(0, 3));
        QVERIFY(sample::difference(borderOf(view, 0), Theme::color(Role::accepted)) < 40);
        QVERIFY(sample::difference(borderOf(view, 1), Theme::color(Role::rejected)) < 40);
        QVERIFY(sample::difference(borderOf(view, 3), Theme::color(Role::residual)) < 40);
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
