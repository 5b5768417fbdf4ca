// SPDX-License-Identifier: MIT
// The parts of bench_window that are about trees.
#include "bench_parts.h"
#include "engine/session/shapes.h"
#include "gui/worker/thread_time.h"
#include "tests/widgets/sample_trees.h"
#include "widgets/stage/tree_layout.h"
#include "widgets/stage/tree_view.h"
#include "window_fixture.h"

namespace draftscope::bench {

/// Where a tree's cards lie, in the shapes that cost most.
void treeLayout()
{
    for (const bool isDeep : {true, false}) {
        const auto laidOut = [isDeep](int count) {
            const RoundRecord round = sample::manyNodes(count, isDeep);
            std::vector<double> times;
            for (int turn = 0; turn < 9; ++turn) {
                QElapsedTimer timer;
                timer.start();
                require(TreeLayout::of(round, {900, 460}, 16).itemCount() == count, "a node has no place");
                times.push_back(milliseconds(timer));
            }
            return medianOf(times);
        };
        const double small = laidOut(64), few = laidOut(512), many = laidOut(4096);
        std::printf(
            "layout of a %s tree       %6.2f ms for 64 nodes, %.1f ms for 512, %.1f ms for 4096: eight times as "
            "many cost %.1f times as much\n",
            isDeep ? "deep" : "wide", small, few, many, many / few);
    }
}

/// The stage of a tree that was decoded, in the window's default layout at 1280 × 800.
void treePainting()
{
    RunSetup setup = defaultSetup().setup;
    setup.settings.draftLength = 8;
    chooseShape(setup.settings, "best-first");
    setOption(setup.settings, "tree-nodes", maxDraftNodes);
    test::WindowFixture run(setup, {1280, 800});
    require(run.start() && run.rounds(3), "the tree does not decode");
    int round = 0;
    for (int r = 0; r < run.navigation.recording().roundCount(0); ++r)
        if (run.round(r).nodes.size() > run.round(round).nodes.size())
            round = r;
    auto* view = run.find<TreeView>();
    std::vector<double> times, costs;
    const auto moments = int(run.round(round).moments.size());
    for (int i = 0; i < 200; ++i) { // every moment of the round, so that nothing is what it was
        run.navigation.player().goTo({0, round, 1 + i % moments});
        QCoreApplication::processEvents();
        require(view && view->isVisible(), "there is no tree in sight");
        QElapsedTimer timer;
        timer.start();
        const double before = threadMilliseconds();
        view->viewport()->repaint();
        times.push_back(milliseconds(timer));
        costs.push_back(threadMilliseconds() - before);
    }
    std::printf("painting a tree             %6.2f ms median, %.2f ms at most, of %zu paints of %zu nodes in %d × %d   "
                "aim: under 8 ms\n",
                medianOf(times), mostOf(times), times.size(), run.round(round).nodes.size(), view->width(),
                view->height());
    std::printf("  processor                 %6.2f ms median, %.2f ms at most\n", medianOf(costs), mostOf(costs));
}

} // namespace draftscope::bench
