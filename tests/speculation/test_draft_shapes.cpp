// SPDX-License-Identifier: MIT
// Which nodes a tree is grown by, and which are left out of the target's pass. Tokens are the letters a to d; the draft
// gives them the same q after every context. A tree is written as its nodes in order: a path of letters each, in
// brackets where it is pruned.
#include <map>

#include <QTest>

#include "engine/speculation/draw_children.h"
#include "engine/speculation/dynamic_shape.h"
#include "engine/speculation/fixed_widths_shape.h"
#include "tests/test_main.h"

using namespace draftscope;

namespace {

QString pathTo(const DraftTree& tree, int node)
{
    QString path;
    for (const int on : tree.pathTo(node))
        path += QChar('a' + tree.nodes[std::size_t(on)].token);
    return path;
}

QString shown(const DraftTree& tree)
{
    QStringList nodes;
    for (int n = 0; n < int(tree.nodes.size()); ++n)
        nodes << QString(tree.nodes[std::size_t(n)].pruned ? "(%1)" : "%1").arg(pathTo(tree, n));
    return nodes.join(' ');
}

/// q by the path of letters in front; the empty path's where there is none for it.
using Draft = std::map<QString, Distribution>;

DraftTree grown(const DraftShape& shape, ShapeLimits limits, const Draft& draft,
                DrawRule rule = DrawRule::deterministic, const std::function<double(int)>& u = {})
{
    DraftTree tree;
    tree.rule = rule;
    const LevelDraws draws{{}, u, [](int) { return std::optional<TokenId>(); }};
    for (auto level = shape.nextLevel(tree, limits); !level.empty(); level = shape.nextLevel(tree, limits)) {
        int added = 0;
        for (const Expansion& expansion : level) {
            const auto found = draft.find(expansion.parent < 0 ? QString() : pathTo(tree, expansion.parent));
            tree.q.resize(std::max(tree.q.size(), std::size_t(expansion.parent) + 2));
            tree.q[std::size_t(expansion.parent + 1)] = found == draft.end() ? draft.at({}) : found->second;
            added += drawChildren(tree, expansion, draws);
        }
        if (added == 0)
            break;
    }
    shape.prune(tree, limits);
    return tree;
}

const Distribution falling = {0.4, 0.3, 0.2, 0.1}; // of a, b, c and d

} // namespace

class TestDraftShapes : public QObject {
    Q_OBJECT

private slots:
    void aLevelOfFixedWidthsHasSoManyChildrenForEachNode()
    {
        const FixedWidthsShape shape({2, 1});
        QCOMPARE(shown(grown(shape, {3, 64}, {{{}, falling}})), QString("a b aa ba aaa baa"));
        QCOMPARE(shown(grown(shape, {1, 64}, {{{}, falling}})), QString("a b"));
        QCOMPARE(shown(grown(shape, {3, 5}, {{{}, falling}})), QString("a b aa ba aaa"));
        QCOMPARE(shown(grown(shape, {0, 64}, {{{}, falling}})), QString());
        QCOMPARE(shown(grown(shape, {3, 0}, {{{}, falling}})), QString());
    }

    /// Values: a 0.4, b 0.3, aa 0.16, ab 0.12, ba 0.12, bb 0.09.
    void aDynamicTreeExpandsAndKeepsWhatIsWorthMost()
    {
        QCOMPARE(shown(grown(DynamicShape(2, 4), {2, 64}, {{{}, falling}})), QString("a b aa ab (ba) (bb)"));
        // Only aa and ab are expanded: ba is worth as much as ab, but comes later.
        QCOMPARE(shown(grown(DynamicShape(2, 64), {3, 64}, {{{}, falling}})),
                 QString("a b aa ab ba bb aaa aab aba abb"));
        QCOMPARE(shown(grown(DynamicShape(2, 64), {2, 3}, {{{}, falling}})), QString("a b aa (ab) (ba) (bb)"));
    }

    /// A draft that is sure of itself behind b makes that path the one that is followed.
    void aDynamicTreeFollowsTheDraft()
    {
        const Draft draft = {{{}, falling}, {"b", {0.0, 0.0, 0.05, 0.95}}, {"a", {0.25, 0.25, 0.25, 0.25}}};
        QCOMPARE(shown(grown(DynamicShape(2, 3), {2, 64}, draft)), QString("a b (aa) (ab) bd (bc)"));
        const DraftTree deeper = grown(DynamicShape(1, 64), {3, 64}, draft);
        QCOMPARE(shown(deeper), QString("a aa aaa")); // one node a level is expanded: the likeliest
    }

    void prunedNodesAreBehindPrunedOnes()
    {
        const DraftTree tree = grown(DynamicShape(3, 7), {4, 64}, {{{}, falling}, {"c", {0.97, 0.01, 0.01, 0.01}}});
        int kept = 0;
        for (const DraftTree::Node& node : tree.nodes) {
            kept += !node.pruned;
            if (node.parent >= 0 && tree.nodes[std::size_t(node.parent)].pruned)
                QVERIFY(node.pruned);
        }
        QCOMPARE(kept, 7);
    }

    void likeliestChildrenComeInOrder()
    {
        const FixedWidthsShape three({3});
        QCOMPARE(shown(grown(three, {1, 64}, {{{}, {0.1, 0.2, 0.2, 0.5}}})), QString("d b c")); // b and c are tied
        QCOMPARE(shown(grown(FixedWidthsShape({9}), {1, 64}, {{{}, {0.25, 0.25, 0.25, 0.25}}})), QString("a b c d"));
    }

    void independentChildrenMayRepeat()
    {
        const auto u = [](int node) { return node == 1 ? 0.95 : 0.1; };
        const DraftTree tree = grown(FixedWidthsShape({3}), {1, 64}, {{{}, falling}}, DrawRule::independent, u);
        QCOMPARE(shown(tree), QString("a d a"));
        QCOMPARE(tree.nodes[2].q, 0.4);
        QCOMPARE(tree.nodes[1].drawU, 0.95);
    }

    /// Each is drawn from what its siblings leave, scaled to 1, and q is the probability there.
    void childrenWithoutReplacementDiffer()
    {
        const auto low = [](int) { return 0.0; };
        const DraftTree tree =
            grown(FixedWidthsShape({6}), {1, 64}, {{{}, {0.5, 0.25, 0.0, 0.25}}}, DrawRule::withoutReplacement, low);
        QCOMPARE(shown(tree), QString("a b d")); // c has no mass, so there is no fourth
        QCOMPARE(tree.nodes[0].q, 0.5);
        QCOMPARE(tree.nodes[1].q, 0.5);
        QCOMPARE(tree.nodes[2].q, 1.0);
    }
};

DRAFTSCOPE_TEST(TestDraftShapes)
#include "test_draft_shapes.moc"
