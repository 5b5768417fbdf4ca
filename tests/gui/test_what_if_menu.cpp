// SPDX-License-Identifier: MIT
#include <QComboBox>
#include <QContextMenuEvent>
#include <QInputDialog>
#include <QMenu>
#include <QTemporaryDir>

#include "engine/trace/trace_file.h"
#include "gui/panels/what_if_menu.h"
#include "tests/test_main.h"
#include "widgets/stage/stage_view.h"
#include "window_fixture.h"

using namespace draftscope;
using test::box;
using test::entry;
using test::until;
using test::WindowFixture;

/// What the menu of a node offers, what comes of it, and the branches that it leaves.
class TestWhatIfMenu : public QObject {
    Q_OBJECT

private slots:
    void branchesAreNamedByWhatIsTrue()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(2));
        QVERIFY(run.await([&] {
            run.navigation.whatIfs().change({{.kind = OverrideRecord::Kind::u, .node = 0, .u = 0.999}},
                                            Position{0, 0, 0});
        }));
        QCOMPARE(QString::fromStdString(run.navigation.recording().branches().back().reason),
                 "u = 0.999 at draft 1 in round 1");
        const auto token =
            run.navigation.run().vocabulary().tokenOf(" zebra").value_or(2000); // any that has not occurred
        QVERIFY(run.await([&] {
            run.navigation.whatIfs().change({{.kind = OverrideRecord::Kind::token, .node = 0, .token = token}},
                                            Position{0, 0, 0});
        }));
        const QString reason = QString::fromStdString(run.navigation.recording().branches().back().reason);
        QVERIFY2(!reason.contains("id ") && reason.endsWith("as draft 1 in round 1"), qPrintable(reason));
    }

    void theWhatIfMenuForces()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(1));
        QMenu menu;
        fillWhatIfMenu(menu, run.navigation, 0, &run.window);
        QAction* reject = nullptr;
        for (QAction* action : menu.actions())
            if (action->text().startsWith("Reject"))
                reject = action;
        QVERIFY(reject);
        QVERIFY(run.await([&] { reject->trigger(); }));
        QCOMPARE(run.navigation.playhead().position().branch, 1);
        QCOMPARE(run.round(0, 1).nodes[0].verdict, Verdict::rejected);
        QVERIFY(run.round(0, 1).nodes[0].forcedVerdict);
        auto* branches = box(run, "Branch");
        QVERIFY(branches->isVisible());
        QCOMPARE(branches->count(), 2);
        QCOMPARE(branches->currentIndex(), 1);
        branches->setCurrentIndex(0);
        emit branches->activated(0);
        QCOMPARE(run.navigation.playhead().position().branch, 0);
    }

    void anEmptyTokenAsksForNothing()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(1));
        QMenu menu;
        fillWhatIfMenu(menu, run.navigation, 0, &run.window);
        entry(menu, "Draft another token")->menu()->actions().last()->trigger();
        auto* dialog = run.find<QInputDialog>();
        QVERIFY(dialog);
        dialog->accept();
        QCOMPARE(run.failed.count(), 0);
        QCOMPARE(run.navigation.recording().branches().size(), std::size_t(1));
    }

    void offeredUsDoWhatTheySay_data()
    {
        QTest::addColumn<double>("acceptance");
        for (const double a :
             {1e-9, 0.004, 0.2, 0.5, 0.989, 0.99, 0.9901, 0.995, 0.99951, 0.999999999, 1 - 1e-15, 1 - 1.2e-16})
            QTest::addRow("%.17g", a) << a;
    }

    void offeredUsDoWhatTheySay()
    {
        QFETCH(double, acceptance);
        const OfferedU accepting = acceptingU(acceptance), rejecting = rejectingU(acceptance);
        QVERIFY(accepting.u >= 0 && accepting.u < acceptance);
        QVERIFY(rejecting.u >= acceptance && rejecting.u < 1);
        QCOMPARE(accepting.words.toDouble(), accepting.u);
        QCOMPARE(rejecting.words.toDouble(), rejecting.u);
        if (acceptance < 0.98)
            QCOMPARE(rejecting.words.size(), qsizetype(4)); // no more digits than it takes
    }

    void aGreedyVerdictHasNoU()
    {
        RunSetup setup = test::quickSetup();
        setup.settings.sampler.greedy = true;
        WindowFixture greedy(setup), sampling;
        QVERIFY(greedy.start() && greedy.rounds(1) && sampling.start() && sampling.rounds(1));
        QMenu without, with;
        fillWhatIfMenu(without, greedy.navigation, 0, &greedy.window);
        fillWhatIfMenu(with, sampling.navigation, 0, &sampling.window);
        QVERIFY(entry(with, "Draw another u"));
        QVERIFY(!entry(without, "Draw"));
        QVERIFY(entry(without, "Reject"));
    }

    void aTokenThatIsStillToBeDraftedCanBeForced()
    {
        WindowFixture run;
        QVERIFY(run.start());
        QCOMPARE(nextNode(run.navigation), 0); // before the first round
        QVERIFY(run.step());
        QCOMPARE(nextNode(run.navigation), 1);
        QMenu menu, none;
        fillWhatIfMenu(none, run.navigation, 4, &run.window);
        QVERIFY2(none.isEmpty(), "K is 4");
        fillWhatIfMenu(menu, run.navigation, 2, &run.window);
        QVERIFY(!entry(menu, "Accept") && !entry(menu, "Draw"));
        const auto tokens = entry(menu, "Draft another token")->menu()->actions();
        QCOMPARE(tokens.size(), 1);
        tokens.first()->trigger();
        auto* dialog = run.find<QInputDialog>();
        QVERIFY(dialog);
        dialog->setTextValue(" dog");
        QVERIFY(run.await([&] { dialog->accept(); }));
        QCOMPARE(run.navigation.recording().branches().size(), std::size_t(1)); // nothing recorded is changed
        QCOMPARE(run.round(0).nodes.size(), std::size_t(3));
        QCOMPARE(run.round(0).nodes[2].token, *run.navigation.run().vocabulary().tokenOf(" dog"));
        QVERIFY(run.round(0).nodes[2].forcedToken);
        QVERIFY(run.rounds(1));
        QCOMPARE(nextNode(run.navigation), -1);
    }

    void aRightClickOnADraftToComeOpensTheMenu()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.step());
        auto* stage = run.find<StageView>();
        const QPoint at = stage->stageLayout().columns[1].token.center().toPoint();
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, stage->viewport()->mapToGlobal(at));
        QApplication::sendEvent(stage->viewport(), &event);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu && entry(*menu, "Draft another token"));
        menu->close();
    }

    void branchesAreThoseOfTheTraceShown()
    {
        const QTemporaryDir folder;
        for (const int draftLength : {3, 7}) {
            WindowFixture run;
            QVERIFY(run.start() && run.rounds(2));
            run.navigation.player().goTo({0, 0, 2});
            QVERIFY(run.await([&] {
                run.navigation.whatIfs().change(
                    {{.kind = OverrideRecord::Kind::draftLength, .draftLength = draftLength}});
            }));
            QVERIFY(saveTrace(folder.filePath(QStringLiteral("%1.jsonl").arg(draftLength)).toStdString(),
                              run.navigation.recording()));
        }
        WindowFixture run;
        for (const int draftLength : {3, 7}) {
            run.said.clear();
            run.navigation.starter().openTrace(
                folder.filePath(QStringLiteral("%1.jsonl").arg(draftLength)).toStdString());
            QVERIFY(until([&] { return run.said.count() > 0; }));
            QCOMPARE(box(run, "Branch")->count(), 2);
            QCOMPARE(box(run, "Branch")->itemText(1),
                     QStringLiteral("Branch 1: K = %1 from round 2 on").arg(draftLength));
        }
    }
};

DRAFTSCOPE_WINDOW_TEST(TestWhatIfMenu)
#include "test_what_if_menu.moc"
