// SPDX-License-Identifier: MIT
// How many nodes trees have where that is left to the machine: by the times of its passes, once, and written down.
#include <algorithm>

#include <QTest>

#include "engine/session/shapes.h"
#include "engine/session/start_session.h"
#include "engine/session/tree_size.h"
#include "engine/speculation/best_first_shape.h"
#include "tests/fixtures/session_helpers.h"
#include "tests/fixtures/tiny_model.h"
#include "tests/test_main.h"

using namespace draftscope;
using namespace draftscope::fixtures;

namespace {

/// Passes whose time is `each` for every row beyond the first.
RankTable tableOf(double acceptance, double each, double levels)
{
    RankTable table;
    table.acceptance = {{acceptance, (1 - acceptance) / 2}};
    table.costRatio = levels;
    for (const int rows : {1, 2, 4, 8, 16, 32, 65})
        table.passes.push_back({rows, 1 + each * (rows - 1)});
    return table;
}

SessionSettings treeOf(const char* shape)
{
    SessionSettings settings;
    chooseShape(settings, shape);
    settings.sampler.greedy = true;
    settings.draftLength = 4;
    settings.maxTokens = 24;
    return settings;
}

} // namespace

class TestTreeSize : public QObject {
    Q_OBJECT

private slots:
    void dearRowsMakeSmallTrees()
    {
        const ShapeLimits most{6, maxDraftNodes};
        // A row costs as much as a pass: one draft is the least.
        QCOMPARE(bestTree(tableOf(0.7, 1, 0.1), most).nodes, 1);
        // Rows for nothing: as many as there may be, of all levels.
        const ShapeLimits free = bestTree(tableOf(0.7, 0, 0), most);
        QCOMPARE(free.nodes, maxDraftNodes);
        QCOMPARE(free.depth, 6);
        const int some = bestTree(tableOf(0.7, 0.05, 0.05), most).nodes;
        QVERIFY2(some > 1 && some < 16, qPrintable(QString::number(some)));
        QVERIFY(bestTree(tableOf(0.7, 0.1, 0.05), most).nodes <= some);
        // Levels that cost much are left out.
        QVERIFY(bestTree(tableOf(0.7, 0.01, 0.8), most).depth < bestTree(tableOf(0.7, 0.01, 0.01), most).depth);
    }

    /// What it predicts is the best there is, by trying all.
    void noOtherSizePredictsMore()
    {
        const RankTable table = tableOf(0.6, 0.12, 0.1);
        const ShapeLimits most{5, maxDraftNodes}, best = bestTree(table, most);
        const auto speedUp = [&](int nodes, int depth) {
            const auto expected = BestFirstShape(table.acceptance, nodes).expected({depth, nodes});
            return expected.tokens / (table.verifyRatio(expected.nodes + 1) + expected.levels * table.costRatio);
        };
        const double chosen = speedUp(best.nodes, best.depth);
        for (int depth = 1; depth <= 5; ++depth)
            for (int nodes = 1; nodes <= maxDraftNodes; ++nodes)
                QVERIFY2(speedUp(nodes, depth) <= chosen + 1e-9,
                         qPrintable(QStringLiteral("%1 nodes, %2 levels").arg(nodes).arg(depth)));
    }

    /// Passes that all share are full sooner.
    void sequencesTogetherHaveSmallerTrees()
    {
        RankTable table = tableOf(0.7, 0, 0.05);
        for (RankTable::Pass& pass : table.passes) // memory decides up to eight rows, arithmetic behind them
            pass.ratio = std::max(1.0, pass.rows / 8.0);
        const ShapeLimits most{6, maxDraftNodes};
        QVERIFY(bestTree(table, most, 1).nodes >= 6);
        QCOMPARE(bestTree(table, most, 8).nodes, 1);
    }

    void whatIsChosenIsWrittenDown_data()
    {
        QTest::addColumn<QString>("shape");
        QTest::newRow("dynamic") << "dynamic";
        QTest::newRow("best first") << "best-first";
    }
    void whatIsChosenIsWrittenDown()
    {
        QFETCH(const QString, shape);
        const TinyPair models = makeTinyPair(96);
        const Pair pair{models.target, models.draft};
        const auto backend = makeCpuBackend(1);
        const SessionSettings asked = treeOf(shape.toUtf8());
        QVERIFY(leavesTreeSize(asked));
        const auto sized = withTreeSize(pair, asked, backend);
        QVERIFY(sized && !leavesTreeSize(*sized));
        const int nodes = optionOf(*sized, "tree-nodes"), levels = optionOf(*sized, "tree-levels");
        QVERIFY(nodes >= 1 && nodes <= maxDraftNodes && levels >= 0 && levels < asked.draftLength);
        QCOMPARE(*withTreeSize(pair, asked, backend), *sized); // measured once
        const auto session = createSized(pair, asked, "Once", backend);
        QVERIFY(session.has_value());
        QCOMPARE((*session)->header().options.at("tree-nodes"), nodes);
        QCOMPARE((*session)->header().options.at("tree-levels"), levels);
        QCOMPARE((*session)->header().draftLength, asked.draftLength);
        const Recording recording = decode(**session);
        for (int round = 0; round < recording.roundCount(0); ++round) {
            const auto& drafted = recording.round(0, round).nodes;
            QVERIFY(std::ranges::count(drafted, false, &NodeRecord::pruned) <= nodes);
            for (const NodeRecord& node : drafted)
                QVERIFY(node.depth <= (levels > 0 ? levels : asked.draftLength));
        }
        QCOMPARE(tokensOf(**session), greedyTokens({models.target, nullptr}, "plain", 1, "Once", 24));
    }

    void whoSaysASizeGetsIt()
    {
        const TinyPair models = makeTinyPair(96);
        const auto backend = makeCpuBackend(1);
        SessionSettings settings = treeOf("dynamic");
        setOption(settings, "tree-nodes", 5);
        QVERIFY(!leavesTreeSize(settings));
        QCOMPARE(*withTreeSize({models.target, models.draft}, settings, backend), settings);
        const SessionSettings chain;
        QCOMPARE(*withTreeSize({models.target, models.draft}, chain, backend), chain);
        SessionSettings plain;
        chooseMethod(plain, "plain");
        QCOMPARE(*withTreeSize({models.target, nullptr}, plain, backend), plain);
    }

    void levelsAreAtMostThoseAskedFor()
    {
        const TinyPair models = makeTinyPair(96);
        SessionSettings settings = treeOf("dynamic");
        setOption(settings, "tree-nodes", 16);
        setOption(settings, "tree-levels", 2);
        const auto session = makeSession({models.target, models.draft}, settings, "Once");
        const RoundRecord& round = session->finishRound();
        QCOMPARE(std::ranges::max(round.nodes, {}, &NodeRecord::depth).depth, 2);
        QCOMPARE(round.draftLength, 4);
    }

    void measuringCanBeCancelled()
    {
        const TinyPair models = makeTinyPair(96);
        const std::atomic<bool> isCancelled = true;
        Progress progress;
        progress.cancelled = &isCancelled;
        const auto sized =
            withTreeSize({models.target, models.draft}, treeOf("dynamic"), makeCpuBackend(1), 1, progress);
        QVERIFY(!sized && sized.error().sentence.find("cancelled") != std::string::npos);
    }
};

DRAFTSCOPE_TEST(TestTreeSize)
#include "test_tree_size.moc"
