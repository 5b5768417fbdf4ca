// SPDX-License-Identifier: MIT
// Every token, draft, moment, bar and row with the keyboard alone.
#include <set>

#include <QTableView>

#include "gui/playback/recorded_steps.h"
#include "keyboard_fixture.h"
#include "tests/test_main.h"
#include "widgets/charts/phase_chart.h"
#include "widgets/charts/tokens_per_step_chart.h"
#include "widgets/distribution/distribution_view.h"
#include "widgets/stage/moment_bar.h"
#include "widgets/stage/stage_view.h"
#include "widgets/text/events_view.h"
#include "widgets/text/text_view.h"

using namespace draftscope;
using test::KeyboardWindow;
using test::until;

class TestViewKeys : public QObject {
    Q_OBJECT

private slots:
    void theTransportsKeysWorkInEveryView()
    {
        KeyboardWindow run({1600, 1000});
        QVERIFY(run.start() && run.rounds(3));
        for (QWidget* view :
             std::initializer_list<QWidget*>{run.view<TextView>(), run.view<StageView>(), run.view<MomentBar>(),
                                             run.view<TokensPerStepChart>(), run.view<DistributionView>()}) {
            QVERIFY(run.tabTo(view));
            run.press(Qt::Key_Home);
            QCOMPARE(run.navigation.playhead().position(), (Position{0, 0, 0}));
            run.press(Qt::Key_Right);
            run.press(Qt::Key_Right);
            QCOMPARE(run.navigation.playhead().position(), (Position{0, 0, 2}));
            run.press(Qt::Key_Left);
            QCOMPARE(run.navigation.playhead().position(), (Position{0, 0, 1}));
            run.press(Qt::Key_End);
            QCOMPARE(run.navigation.playhead().position(), run.navigation.recording().end(0));
            QCOMPARE(run.focus(), view);
        }
    }

    void everyTokenIsReached()
    {
        KeyboardWindow run({1600, 1000});
        QVERIFY(run.start() && run.rounds(4));
        auto* view = run.view<TextView>();
        QVERIFY(run.tabTo(view));
        const int prompt = int(run.navigation.recording().header().promptTokens.size());
        QCOMPARE(view->current(), view->tokenCount() - 1); // where reading goes on
        std::set<int> seen{view->current()};
        run.press(Qt::Key_Home, Qt::ControlModifier);
        for (int i = 0; i < view->tokenCount(); ++i) {
            seen.insert(view->current());
            run.press(Qt::Key_Right, Qt::ControlModifier);
        }
        for (int i = 0; i < view->tokenCount(); ++i)
            QVERIFY2(seen.count(i) || view->tokenRect(i).width() <= 0, qPrintable(QString::number(i)));
        QVERIFY(view->accessibleDescription().contains(QStringLiteral("position %1").arg(view->tokenCount() - 1)));

        while (view->current() > prompt)
            run.press(Qt::Key_Left, Qt::ControlModifier);
        run.press(Qt::Key_Return);
        QCOMPARE(run.navigation.playhead().selection().selectedToken(), std::optional(prompt));
        QCOMPARE(run.navigation.playhead().position().round, 0);
        QCOMPARE(run.focus(), view);
    }

    void upAndDownGoFromLineToLineInTheText()
    {
        KeyboardWindow run;
        QVERIFY(run.start() && run.rounds(20));
        auto* view = run.view<TextView>();
        QVERIFY(run.tabTo(view));
        run.press(Qt::Key_Home, Qt::ControlModifier);
        double y = view->tokenRect(view->current()).center().y();
        int lines = 0;
        for (int before = -1; before != view->current(); ++lines) {
            before = view->current();
            const QRectF rect = view->tokenRect(before);
            run.press(Qt::Key_Down);
            if (view->current() == before)
                break;
            const QRectF now = view->tokenRect(view->current());
            QVERIFY2(now.center().y() > y && now.top() < rect.bottom() + rect.height(),
                     "the next line, not a later one");
            y = now.center().y();
        }
        QVERIFY(lines > 2);
        for (int i = 0; i < lines; ++i)
            run.press(Qt::Key_Up);
        QCOMPARE(view->tokenRect(view->current()).top(), view->tokenRect(0).top());
        run.press(Qt::Key_PageDown);
        QVERIFY(view->tokenRect(view->current()).top() > view->tokenRect(0).top());
    }

    void everyDraftIsReachedAndItsMenuOpens()
    {
        KeyboardWindow run;
        QVERIFY(run.start() && run.rounds(1));
        auto* stage = run.view<StageView>();
        QVERIFY(run.tabTo(stage));
        run.press(Qt::Key_Home, Qt::ControlModifier);
        const int drafts = int(run.navigation.playhead().round()->nodes.size());
        for (int draft = 0; draft < drafts; ++draft) {
            QCOMPARE(stage->currentColumn(), draft);
            QVERIFY2(stage->accessibleDescription().startsWith(QStringLiteral("Draft %1:").arg(draft + 1)),
                     qPrintable(stage->accessibleDescription()));
            run.press(Qt::Key_Return);
            QCOMPARE(run.navigation.playhead().selection().context(),
                     run.navigation.playhead().round()->nodes[std::size_t(draft)].parent + 1);
            run.press(Qt::Key_Menu);
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            QVERIFY(menu && test::entry(*menu, "Draft another token"));
            QVERIFY(menu->actions().first()->text().endsWith(QString::number(draft + 1)));
            QTest::keyClick(menu, Qt::Key_Escape);
            QVERIFY(until([] { return !QApplication::activePopupWidget(); }));
            QCOMPARE(run.focus(), stage);
            run.press(draft % 2 ? Qt::Key_Down : Qt::Key_Right, draft % 2 ? Qt::NoModifier : Qt::ControlModifier);
        }
        QCOMPARE(stage->currentColumn(), drafts); // the token that ends the round
        run.press(Qt::Key_Menu);
        QVERIFY(!QApplication::activePopupWidget());
        run.press(Qt::Key_Up);
        QCOMPARE(stage->currentColumn(), drafts - 1);
    }

    /// From its end: before it, pills do not tell how it ends.
    void everyMomentOfTheRoundIsReached()
    {
        KeyboardWindow run;
        QVERIFY(run.start() && run.rounds(1));
        QVERIFY(run.tabTo(run.view<MomentBar>()));
        const int moments = int(run.round(0).moments.size());
        run.press(Qt::Key_End, Qt::ControlModifier);
        for (int moment = moments; moment >= 1; --moment) {
            run.press(Qt::Key_Return);
            QCOMPARE(run.navigation.playhead().position(), (Position{0, 0, moment}));
            run.press(Qt::Key_Left, Qt::ControlModifier);
        }
    }

    void everyBarIsReached()
    {
        KeyboardWindow run;
        QVERIFY(run.start() && run.rounds(5));
        auto* chart = run.view<TokensPerStepChart>();
        QVERIFY(run.tabTo(chart));
        for (int round = 4; round > 0; --round) {
            QVERIFY2(chart->accessibleDescription().startsWith(QStringLiteral("Round %1:").arg(round + 1)),
                     qPrintable(chart->accessibleDescription()));
            run.press(Qt::Key_Left, Qt::ControlModifier);
        }
        run.press(Qt::Key_Down);
        run.press(Qt::Key_Return);
        QCOMPARE(run.navigation.playhead().position(), endOfRound(run.navigation.recording(), 0, 1));
        run.press(Qt::Key_End);
        test::click(chart->viewport(), chart->columnRect(2).center().toPoint());
        QCOMPARE(run.navigation.playhead().position(), endOfRound(run.navigation.recording(), 0, 2));

        run.press(Qt::Key_End);
        run.window.workspace().panel("time")->raise();
        auto* times = run.view<PhaseChart>();
        QVERIFY(until([&] { return run.window.workspace().panel("time")->isInSight(); }));
        QVERIFY(until([&] { return run.navigation.speedOfRun().background().isMeasured(); }));
        QVERIFY(run.tabTo(times));
        run.press(Qt::Key_Home, Qt::ControlModifier);
        run.press(Qt::Key_Return); // the first that has a bar: a round that reads the prompt may have none
        const Position reached = run.navigation.playhead().position();
        QVERIFY2(reached.round <= 1, qPrintable(times->accessibleDescription()));
        QCOMPARE(reached, endOfRound(run.navigation.recording(), 0, reached.round));
    }

    void everyRowIsReached()
    {
        KeyboardWindow run;
        QVERIFY(run.start() && run.rounds(2));
        auto* distribution = run.view<DistributionView>();
        QVERIFY(run.tabTo(distribution));
        QVERIFY(distribution->rowCount() > 2);
        std::set<QString> descriptions;
        for (int row = 0; row < distribution->rowCount(); ++row) {
            QCOMPARE(distribution->currentRow(), row);
            descriptions.insert(distribution->accessibleDescription());
            run.press(Qt::Key_Down);
        }
        QCOMPARE(int(descriptions.size()), distribution->rowCount());

        run.window.workspace().panel("events")->raise();
        QVERIFY(until([&] { return run.window.workspace().panel("events")->isInSight(); }));
        QTableView* table = run.view<EventsView>()->table();
        QVERIFY(run.tabTo(table));
        const int rows = table->model()->rowCount();
        QCOMPARE(table->currentIndex().row(), rows - 1);
        for (int row = rows - 2; row >= 0; --row) {
            run.press(Qt::Key_Up);
            QCOMPARE(table->currentIndex().row(), row);
        }
        run.press(Qt::Key_Down);
        run.press(Qt::Key_Return);
        QCOMPARE(run.navigation.playhead().position(), (Position{0, 0, 2}));
    }
};

DRAFTSCOPE_WINDOW_TEST(TestViewKeys)
#include "test_view_keys.moc"
