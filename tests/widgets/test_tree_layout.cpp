// SPDX-License-Identifier: MIT
// The geometry of trees: nothing overlaps, parents stand in the middle of their children, all of it fits or scrolls,
// and keys lead where the tree does.
#include <QTest>

#include "tests/test_main.h"
#include "tests/widgets/sample_trees.h"
#include "widgets/stage/tree_layout.h"
#include "widgets/words/round_tree.h"

using namespace draftscope;

namespace {

constexpr double line = 17;

TreeLayout layoutOf(const RoundRecord& round, QSizeF view = {900, 460}, TreeZoom zoom = {})
{
    return TreeLayout::of(round, view, line, zoom);
}

/// Every tree of up to `nodes` nodes that grows as these numbers say.
RoundRecord randomTree(std::uint32_t seed, int nodes)
{
    RoundRecord round = sample::emptyTree(0, 3, sample::treeTo);
    for (int n = 0; n < nodes; ++n) {
        seed = seed * 1664525u + 1013904223u;
        // Levels come one after the other: a parent is not above that of the node before.
        const int from = round.nodes.empty() ? -1 : round.nodes.back().parent;
        const int parent = std::min(n - 1, from + int((seed >> 16) % 3 == 0) * int((seed >> 20) % 3));
        sample::grow(round, sample::play, parent, 0.3, 0.3);
    }
    return round;
}

int parentOf(const RoundRecord& round, const TreeLayout& layout, int item)
{
    return item == layout.drawItem() ? round.draw->context - 1 : round.nodes[std::size_t(item)].parent;
}

} // namespace

class TestTreeLayout : public QObject {
    Q_OBJECT

private:
    const Recording m_recording = sample::treeRecording();
    const RoundRecord& m_fifteen = m_recording.round(0, 0);
    const RoundRecord& m_sixtyFour = m_recording.round(0, 1);

    void verifyTidy(const RoundRecord& round, const TreeLayout& layout)
    {
        QCOMPARE(layout.itemCount(), int(round.nodes.size()) + (round.draw ? 1 : 0));
        for (int a = -1; a < layout.itemCount(); ++a) {
            const QRectF card = a < 0 ? layout.root : layout.rectOf(a);
            QVERIFY(QRectF(QPointF(), layout.contentSize).contains(card));
            QVERIFY(card.top() >= layout.captionHeight);
            std::vector<double> children;
            for (int b = 0; b < layout.itemCount(); ++b) {
                QVERIFY2(b == a || !card.intersects(layout.rectOf(b)), qPrintable(QString("%1 on %2").arg(a).arg(b)));
                if (parentOf(round, layout, b) != a)
                    continue;
                QVERIFY2(children.empty() || children.back() < layout.rectOf(b).center().y(), "in their order");
                QVERIFY2(layout.rectOf(b).left() > card.right() + line * 0.2, "the edge has room");
                children.push_back(layout.rectOf(b).center().y());
            }
            if (!children.empty())
                QVERIFY(std::abs(card.center().y() - (children.front() + children.back()) / 2) < 1e-6);
        }
    }

private slots:
    void treesAreTidy()
    {
        for (int r = 0; r < m_recording.roundCount(0); ++r)
            for (const QSizeF view : {QSizeF(900, 460), QSizeF(560, 290), QSizeF(300, 80), QSizeF(2500, 1400)})
                for (const TreeZoom zoom :
                     {TreeZoom{}, TreeZoom{TreeZoom::Kind::whole}, TreeZoom{TreeZoom::Kind::wanted, 2}})
                    verifyTidy(m_recording.round(0, r), layoutOf(m_recording.round(0, r), view, zoom));
        for (std::uint32_t seed = 0; seed < 60; ++seed) {
            const RoundRecord round = randomTree(seed, 1 + int(seed) * 2);
            verifyTidy(round, layoutOf(round));
        }
    }

    /// Dynamic trees draft many more nodes than the target gets.
    void prunedNodesOfLargeTreesAreLeftOut()
    {
        RoundRecord round = sample::emptyTree(0, 3, sample::treeTo);
        for (int n = 0; n < 10; ++n)
            sample::grow(round, sample::play, -1, 0.1, 0.1);
        for (int n = 0; n < 80; ++n)
            round.nodes[std::size_t(sample::grow(round, sample::go, n / 8, 0.1, 0.1))].pruned = n % 8 > 1 || n > 40;
        for (const std::size_t node : {8, 9})
            round.nodes[node].pruned = true;
        sample::draftAndVerify(round);
        const TreeLayout layout = layoutOf(round);
        QCOMPARE(layout.columns[1].leftOut, 2);
        QCOMPARE(layout.columns[2].leftOut, 80 - 11);
        for (std::size_t n = 0; n < round.nodes.size(); ++n)
            QCOMPARE(layout.nodes[n].isEmpty(), round.nodes[n].pruned);
        QCOMPARE(itemBeside(round, layout, 10, ItemKey::last), 50);
        QCOMPARE(itemBeside(round, layout, 88, ItemKey::down), 0);
        round.nodes.resize(60); // few enough to be shown faded
        round.contexts.clear();
        const TreeLayout small = layoutOf(round);
        QVERIFY(!small.nodes[8].isEmpty() && small.columns[2].leftOut == 0);
    }

    /// As large as a trace may have them, in the shapes that cost most; bench_window prints what that takes.
    void thousandsOfNodesAreLaidOut()
    {
        for (const bool isDeep : {true, false}) {
            const RoundRecord round = sample::manyNodes(4096, isDeep);
            QCOMPARE(layoutOf(round).itemCount(), 4096);
            QCOMPARE(int(outOfReach(round).size()), 4096);
        }
    }

    void thingsOfADepthStandInItsColumn()
    {
        const TreeLayout layout = layoutOf(m_fifteen);
        QCOMPARE(int(layout.columns.size()), 6);
        for (std::size_t n = 0; n < m_fifteen.nodes.size(); ++n)
            QCOMPARE(layout.nodes[n].left(), layout.columns[std::size_t(m_fifteen.nodes[n].depth)].left);
        QCOMPARE(layout.draw->left(), layout.columns[5].left);
        QVERIFY(!layout.columns[5].hasNodes && layout.columns[4].hasNodes); // the bonus has a column to itself
        const TreeLayout residual = layoutOf(m_recording.round(0, 2));
        QCOMPARE(residual.draw->left(), residual.columns[1].left);
        QVERIFY2(residual.draw->top() > residual.nodes[2].bottom(), "behind its context, below what was drafted there");
    }

    /// Fifteen fit a usual stage with their numbers, 64 with what a screen of 1280 by 800 has, one line each, at a size
    /// that can be read; in a small stage they scroll rather than shrink.
    void whatFitsIsNotScrolled()
    {
        const TreeLayout fifteen = layoutOf(m_fifteen);
        QVERIFY(!fifteen.isCompact && fifteen.contentSize == QSizeF(900, 460) && fifteen.pathHeight == 0);
        const TreeLayout all = layoutOf(m_sixtyFour, {1230, 760});
        QVERIFY(all.isCompact);
        QCOMPARE(all.contentSize, QSizeF(1230, 760));
        QVERIFY2(all.fontScale >= 0.73, qPrintable(QString::number(all.fontScale)));
        const TreeLayout small = layoutOf(m_sixtyFour, {560, 290});
        QVERIFY(small.contentSize.height() > 290 && small.fontScale >= 0.73);
        QVERIFY(small.pathHeight > 0 && small.captionHeight > small.pathHeight);
        const TreeLayout whole = layoutOf(m_sixtyFour, {560, 290}, {TreeZoom::Kind::whole});
        QCOMPARE(whole.contentSize, QSizeF(560, 290));
        QVERIFY(whole.scale < small.scale);
        const TreeLayout large = layoutOf(m_fifteen, {3000, 2000});
        QVERIFY(large.fontScale > 1 && !large.isCompact);
    }

    void zoomIsAsWanted()
    {
        double width = 0;
        for (const double scale : {0.3, 0.6, 0.9, 0.93, 1.2, 2.0, 3.0}) {
            const TreeLayout layout = layoutOf(m_fifteen, {400, 200}, {TreeZoom::Kind::wanted, scale});
            QCOMPARE(layout.scale, scale);
            QCOMPARE(layout.isCompact, scale < 0.92);
            QVERIFY(layout.root.width() >= width || scale < 0.4);
            width = layout.root.width();
        }
        QCOMPARE(layoutOf(m_fifteen, {400, 200}, {TreeZoom::Kind::wanted, 99}).scale, TreeZoom::largest);
    }

    void pointsAreItems()
    {
        const TreeLayout layout = layoutOf(m_fifteen);
        for (int item = 0; item < layout.itemCount(); ++item)
            QCOMPARE(layout.itemAt(layout.rectOf(item).center()), item);
        QCOMPARE(layout.itemAt(layout.root.center()), -1);
        QCOMPARE(layout.itemAt({1, 1}), -1);
    }

    void keysWalkTheTree_data()
    {
        QTest::addColumn<int>("from");
        QTest::addColumn<ItemKey>("key");
        QTest::addColumn<int>("to");
        QTest::newRow("to the first child") << 0 << ItemKey::next << 3;
        QTest::newRow("a leaf has none") << 7 << ItemKey::next << 7;
        QTest::newRow("the bonus is behind its context") << 12 << ItemKey::next << 15;
        QTest::newRow("to the parent") << 12 << ItemKey::previous << 8;
        QTest::newRow("from the bonus") << 15 << ItemKey::previous << 12;
        QTest::newRow("the root is no draft") << 0 << ItemKey::previous << 0;
        QTest::newRow("to the next sibling") << 3 << ItemKey::down << 4;
        QTest::newRow("to the neighbour of the level") << 5 << ItemKey::down << 6;
        QTest::newRow("and back") << 6 << ItemKey::up << 5;
        QTest::newRow("at the end of the level") << 6 << ItemKey::down << 6;
        QTest::newRow("further") << 14 << ItemKey::pageUp << 11;
        QTest::newRow("first") << 9 << ItemKey::first << 0;
        QTest::newRow("last") << 9 << ItemKey::last << 15;
        QTest::newRow("Enter stays") << 9 << ItemKey::activate << 9;
    }

    void keysWalkTheTree()
    {
        QFETCH(int, from);
        QFETCH(ItemKey, key);
        const TreeLayout layout = layoutOf(m_fifteen);
        QTEST(itemBeside(m_fifteen, layout, from, key), "to");
    }

    void keysReachEverything()
    {
        const TreeLayout layout = layoutOf(m_sixtyFour);
        std::vector<bool> seen(std::size_t(layout.itemCount()));
        std::vector<int> open{0};
        while (!open.empty()) {
            const int item = open.back();
            open.pop_back();
            if (seen[std::size_t(item)])
                continue;
            seen[std::size_t(item)] = true;
            for (const ItemKey key : {ItemKey::previous, ItemKey::next, ItemKey::up, ItemKey::down})
                open.push_back(itemBeside(m_sixtyFour, layout, item, key));
        }
        QVERIFY(std::ranges::count(seen, false) == 0);
    }

    /// While a round goes on the layout is that of the whole round, and keys stay with what is there.
    void keysStayWithWhatHasHappened()
    {
        const TreeLayout layout = layoutOf(m_fifteen);
        const RoundRecord drafting = atMoment(m_fifteen, 2);
        QCOMPARE(itemBeside(drafting, layout, 4, ItemKey::next), 4);
        QCOMPARE(itemBeside(drafting, layout, 12, ItemKey::up), 0);
        QCOMPARE(itemBeside(drafting, layout, 3, ItemKey::last), 6);
        QCOMPARE(itemBeside(atMoment(m_fifteen, 0), layout, -1, ItemKey::down), -1);
    }
};

DRAFTSCOPE_WINDOW_TEST(TestTreeLayout)
#include "test_tree_layout.moc"
