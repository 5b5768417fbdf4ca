// SPDX-License-Identifier: MIT
// What is painted of the tree: each state of a node in both themes, edges, the accepted path and the selected context.
#include <QTest>

#include "tests/test_main.h"
#include "tests/widgets/tree_fixture.h"

using namespace draftscope;

class TestTreePainting : public TreeFixture {
    Q_OBJECT

private:
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

private slots:
    void init() { Theme::apply(*qApp, ThemeKind::light); }

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

    void chainsOfARunOfTreesAreDrawnToo()
    {
        TreeView view;
        show(view, m_recording.round(0, 3));
        QVERIFY(sample::difference(borderOf(view, 0), Theme::color(Role::accepted)) < 40);
        QVERIFY(sample::difference(borderOf(view, 1), Theme::color(Role::rejected)) < 40);
        QVERIFY(sample::difference(borderOf(view, 3), Theme::color(Role::residual)) < 40);
    }
};

DRAFTSCOPE_WINDOW_TEST(TestTreePainting)
#include "test_tree_painting.moc"
