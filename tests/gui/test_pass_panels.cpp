// SPDX-License-Identifier: MIT
#include "tests/test_main.h"
#include "widgets/cache/attention_mask_view.h"
#include "widgets/cache/cache_view.h"
#include "widgets/charts/acceptance_chart.h"
#include "window_fixture.h"

using namespace draftscope;
using test::WindowFixture;

namespace {

/// A panel brought to the front, drawn.
DockPanel& shown(WindowFixture& run, const char* name)
{
    DockPanel& panel = *run.window.workspace().panel(name);
    panel.raise();
    test::until([&] { return !panel.visibleRegion().isEmpty(); });
    QCoreApplication::processEvents();
    return panel;
}

QString subtitleOf(const DockPanel& panel)
{
    return panel.header().subtitle();
}

} // namespace

/// The panels that show what passes leave behind: K/V cache, attention mask, acceptance by position.
class TestPassPanels : public QObject {
    Q_OBJECT

private slots:
    void theCacheIsThatOfTheMoment()
    {
        WindowFixture run;
        DockPanel& panel = shown(run, "cache");
        QCOMPARE(subtitleOf(panel), QString());
        QVERIFY(run.start() && run.rounds(3));
        for (const Position at :
             {Position{0, 2, 3}, Position{0, 0, 2}, Position{0, 1, 6}, run.navigation.recording().end(0)}) {
            run.navigation.player().goTo(at);
            const CacheTables tables = cacheAt(run.navigation.recording(), run.navigation.playhead().position());
            const auto used = std::ranges::count_if(
                tables.target, [](const auto& slot) { return slot.second.state != SlotState::free; });
            QVERIFY2(subtitleOf(panel).startsWith(QStringLiteral("target %1 of ").arg(used)),
                     qPrintable(subtitleOf(panel)));
        }
        auto* view = run.find<CacheView>();
        const int prompt = int(run.navigation.recording().header().promptTokens.size());
        int slot = -1;
        for (const auto& [where, held] :
             cacheAt(run.navigation.recording(), run.navigation.playhead().position()).target)
            if (held.state == SlotState::committed && held.position == prompt)
                slot = where;
        QVERIFY(slot >= 0);
        test::click(view->viewport(), view->cellRect(0, slot).center().toPoint());
        QCOMPARE(run.navigation.playhead().position().round, 0);
        QCOMPARE(run.navigation.playhead().selection().selectedToken(), std::optional(prompt));
    }

    void theMaskLeadsToNodes()
    {
        WindowFixture run;
        DockPanel& panel = shown(run, "attention-mask");
        QVERIFY(run.start() && run.rounds(1));
        const int drafts = int(run.round(0).nodes.size());
        QVERIFY2(subtitleOf(panel).startsWith(QStringLiteral("%1 rows in one pass").arg(drafts + 1)),
                 qPrintable(subtitleOf(panel)));
        auto* view = run.find<AttentionMaskView>();
        test::click(view->viewport(), view->cellRect(2, 0).center().toPoint());
        QCOMPARE(run.navigation.playhead().selection().context(), 1);
        QCOMPARE(run.navigation.playhead().selection().nodeInQuestion(), 1);
        run.navigation.player().goTo({0, 0, 2}); // drafted, not verified
        QCOMPARE(subtitleOf(panel), QString());
        QVERIFY(view->accessibleDescription().contains("has not seen the drafts"));
    }

    void acceptanceFollowsTheRounds()
    {
        WindowFixture run;
        DockPanel& panel = shown(run, "acceptance");
        QVERIFY(run.start() && run.rounds(4));
        const Metrics& metrics = run.navigation.playhead().metrics();
        QCOMPARE(metrics.rounds(), 4);
        QVERIFY2(subtitleOf(panel).contains(
                     QStringLiteral("%1 of %2 judged in 4 rounds").arg(metrics.accepted()).arg(metrics.judged())),
                 qPrintable(subtitleOf(panel)));
        auto* chart = run.find<AcceptanceChart>();
        QVERIFY(chart->accessibleDescription().contains(
            QStringLiteral("accepted in %1 of 4 rounds").arg(metrics.atDepth(1).accepted)));
        run.navigation.player().goTo({0, 0, 1});
        QCOMPARE(subtitleOf(panel), QStringLiteral("nothing has been judged yet"));
    }

    /// Whatever is asked of the window, a panel that shows another run is wrong.
    void anotherRunStartsAfresh()
    {
        WindowFixture run;
        DockPanel& cache = shown(run, "cache");
        QVERIFY(run.start() && run.rounds(3));
        const QString before = subtitleOf(cache);
        RunSetup other = run.navigation.starter().setup();
        other.prompt = "The dog";
        other.settings.seed = 7;
        run.navigation.starter().setSetup(other);
        QVERIFY(run.start());
        QCOMPARE(subtitleOf(cache), QString());
        QVERIFY(run.rounds(1));
        const CacheTables tables = cacheAt(run.navigation.recording(), run.navigation.playhead().position());
        const auto used =
            std::ranges::count_if(tables.target, [](const auto& slot) { return slot.second.state != SlotState::free; });
        QVERIFY(subtitleOf(cache) != before && subtitleOf(cache).startsWith(QStringLiteral("target %1 of ").arg(used)));
    }
};

DRAFTSCOPE_WINDOW_TEST(TestPassPanels)
#include "test_pass_panels.moc"
