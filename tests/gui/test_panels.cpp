// SPDX-License-Identifier: MIT
#include <QAbstractButton>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>

#include "engine/trace/trace_file.h"
#include "foreign_model.h"
#include "gui/number_field.h"
#include "gui/panels/setup_panel.h"
#include "gui/what_if_menu.h"
#include "widgets/distribution_view.h"
#include "widgets/events_view.h"
#include "widgets/moment_bar.h"
#include "widgets/stage_view.h"
#include "widgets/text_view.h"
#include "window_fixture.h"

using namespace draftscope;
using test::until;
using test::WindowFixture;

namespace {

NumberField* field(const WindowFixture& run, const QString& name)
{
    for (auto* candidate : run.window.findChildren<NumberField*>())
        if (candidate->accessibleName() == name)
            return candidate;
    return nullptr;
}

QAbstractButton* button(const WindowFixture& run, const QString& text)
{
    for (auto* candidate : run.window.findChildren<QAbstractButton*>())
        if (candidate->text() == text)
            return candidate;
    return nullptr;
}

QAction* entry(const QMenu& menu, const QString& beginning)
{
    for (QAction* action : menu.actions())
        if (action->text().startsWith(beginning))
            return action;
    return nullptr;
}

QComboBox* box(const WindowFixture& run, const QString& name)
{
    for (auto* candidate : run.window.findChildren<QComboBox*>())
        if (candidate->accessibleName() == name)
            return candidate;
    return nullptr;
}

} // namespace

/// What each panel shows and what clicking in it does.
class TestPanels : public QObject {
    Q_OBJECT

private slots:
    void whatIsTypedCountsForRestart()
    {
        WindowFixture run;
        QVERIFY(run.start());
        NumberField* k = field(run, "Draft length K");
        QVERIFY(k);
        k->setFocus();
        k->selectAll();
        QTest::keyClicks(k, "7");
        run.press(Qt::Key_R, Qt::ControlModifier);
        QVERIFY(until([&] { return run.navigation.running().settings.draftLength == 7; }));
        k->selectAll();
        QTest::keyClicks(k, "9");
        QTest::keyClick(k, Qt::Key_Up);
        QCOMPARE(k->value(), 10.0);
    }

    void branchesAreNamedByWhatIsTrue()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(2));
        QVERIFY(run.await([&] {
            run.navigation.change({{.kind = OverrideRecord::Kind::u, .node = 0, .u = 0.999}}, Position{0, 0, 0});
        }));
        QCOMPARE(QString::fromStdString(run.navigation.recording().branches().back().reason), "u = 0.999 at draft 1");
        const auto token = run.navigation.tokenOf(" zebra").value_or(2000); // any that has not occurred
        QVERIFY(run.await([&] {
            run.navigation.change({{.kind = OverrideRecord::Kind::token, .node = 0, .token = token}},
                                  Position{0, 0, 0});
        }));
        const QString reason = QString::fromStdString(run.navigation.recording().branches().back().reason);
        QVERIFY2(!reason.contains("id ") && reason.endsWith("as draft 1"), qPrintable(reason));
    }

    void setupSaysWhatItRunsOnAndWhy()
    {
        qputenv("DRAFTSCOPE_CUDA_MODULE", "nowhere.so"); // also where there is a device
        WindowFixture run;
        QVERIFY(run.start());
        qunsetenv("DRAFTSCOPE_CUDA_MODULE");
        const QLabel* says = nullptr;
        for (const auto* label : run.window.workspace().panel("setup")->findChildren<QLabel*>())
            if (label->text().contains("weights"))
                says = label;
        QVERIFY(says && says->isVisible());
        QVERIFY2(says->text().startsWith("CPU · ") && says->text().endsWith("bf16 weights"), qPrintable(says->text()));
        QVERIFY2(test::isSentence(says->toolTip()) && says->toolTip().contains("CUDA"), qPrintable(says->toolTip()));
    }

    void setupShowsTheRunAndOffersRestartWhenItDiffers()
    {
        WindowFixture run;
        QVERIFY(run.start());
        QCOMPARE(field(run, "Temperature")->value(), 0.8);
        QVERIFY(!button(run, "Restart with these")->isVisible());
        run.find<QPlainTextEdit>()->setPlainText("The capital of France is");
        QVERIFY(button(run, "Restart with these")->isVisible());
        QVERIFY(!button(run, "Apply from here on")->isVisible());
        test::click(button(run, "Restart with these"));
        QVERIFY(until([&] { return run.navigation.recording().header().prompt == "The capital of France is"; }));
        QVERIFY(until([&] { return !button(run, "Restart with these")->isVisible(); }));
    }

    void temperatureCanBeChangedInTheMiddleOfARun()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(2));
        field(run, "Temperature")->setValue(0.3);
        field(run, "Draft length K")->setValue(3);
        auto* apply = button(run, "Apply from here on");
        QVERIFY(apply->isVisible());
        QVERIFY(run.await([&] { test::click(apply); }));
        QVERIFY(!apply->isVisible());
        QVERIFY(run.rounds(1));
        QCOMPARE(run.round(2).sampler.temperature, 0.3);
        QCOMPARE(run.round(2).draftLength, 3);
        QVERIFY(!apply->isVisible());
        run.navigation.goTo({0, 0, 1}); // where the old settings were in force
        QVERIFY(apply->isVisible());
    }

    void greedyIsOneChoice()
    {
        WindowFixture run;
        auto* verifier = box(run, "Verifier");
        verifier->setCurrentIndex(verifier->findText("Greedy"));
        emit verifier->activated(verifier->currentIndex());
        QVERIFY(run.navigation.setup().settings.sampler.isGreedy());
        QVERIFY(!field(run, "Temperature")->isEnabled());
        QVERIFY(run.start() && run.rounds(1));
        QCOMPARE(run.navigation.recording().header().verifier, std::string("greedy"));
    }

    void plainDecodingNeedsNoDraft()
    {
        WindowFixture run;
        auto* method = box(run, "Method");
        method->setCurrentIndex(method->findText("Plain decoding"));
        emit method->activated(method->currentIndex());
        QVERIFY(!box(run, "Draft")->isEnabled());
        QVERIFY(run.start() && run.rounds(2));
        QVERIFY(run.round(1).nodes.empty());
        QCOMPARE(run.round(1).committed.size(), std::size_t(1));
    }

    void aPairThatCannotWorkIsSaidBeforeAnythingRuns()
    {
        WindowFixture run;
        QVERIFY(run.start());
        RunSetup other = run.navigation.setup();
        const QTemporaryDir folder;
        other.draft = test::modelOfAnotherVocabulary(folder.path()).toStdString();
        run.navigation.setSetup(other); // listed now, and chosen by hand below
        auto* draft = box(run, "Draft");
        const QVariant foreign = draft->currentData();
        other.draft = run.navigation.running().draft;
        run.navigation.setSetup(other);
        draft->addItem("foreign", foreign);
        draft->setCurrentIndex(draft->count() - 1);
        emit draft->activated(draft->currentIndex());
        auto* setup = run.find<SetupPanel>();
        QVERIFY(until([&] { return !setup->sentence().isEmpty(); }));
        QVERIFY2(test::isSentence(setup->sentence()) && setup->sentence().contains("vocabularies differ"),
                 qPrintable(setup->sentence()));
        QVERIFY(run.navigation.hasRecording());
    }

    void wrongNumbersAreSaidInASentence_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("says");
        QTest::newRow("K = 0") << "Draft length K" << 0.0 << "draft length is 0";
        QTest::newRow("T < 0") << "Temperature" << -1.0 << "temperature is -1";
        QTest::newRow("top-p = 0") << "Top-p" << 0.0 << "Top-p is 0";
        QTest::newRow("min-p = 2") << "Min-p" << 2.0 << "Min-p is 2";
        QTest::newRow("no tokens") << "Max tokens" << 0.0 << "tokens to generate is 0";
    }
    void wrongNumbersAreSaidInASentence()
    {
        QFETCH(QString, name);
        QFETCH(double, value);
        QFETCH(QString, says);
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(1));
        auto* wrong = field(run, name);
        const double right = wrong->value();
        wrong->setValue(value);
        auto* setup = run.find<SetupPanel>();
        QVERIFY2(test::isSentence(setup->sentence()) && setup->sentence().contains(says),
                 qPrintable(setup->sentence()));
        QVERIFY(!button(run, "Apply from here on")->isVisible());
        run.press(Qt::Key_R, Qt::ControlModifier);
        QVERIFY(until([&] { return !run.problem().isEmpty(); }));
        QVERIFY(run.problem().contains(says));
        QCOMPARE(run.navigation.recording().roundCount(0), 1); // nothing is lost
        wrong->setValue(right);
        QVERIFY(setup->sentence().isEmpty());
    }

    void otherNumbersThanTheOneEditedStay()
    {
        WindowFixture run;
        QVERIFY(run.start());
        RunSetup setup = run.navigation.setup();
        setup.settings.sampler.topP = 0.999;
        setup.settings.sampler.minP = 0.004;
        setup.settings.sampler.temperature = 1.0 / 3;
        run.navigation.setSetup(setup);
        QCOMPARE(field(run, "Top-p")->text(), QStringLiteral("0.999"));
        QCOMPARE(field(run, "Min-p")->text(), QStringLiteral("0.004"));
        run.find<QPlainTextEdit>()->setPlainText("Hello");
        setup.prompt = "Hello";
        QCOMPARE(run.navigation.setup(), setup);
        field(run, "Top-p")->setValue(0.5);
        setup.settings.sampler.topP = 0.5;
        QCOMPARE(run.navigation.setup(), setup);
        QCOMPARE(field(run, "Top-p")->text(), QStringLiteral("0.50")); // two decimals at least
        QCOMPARE(field(run, "Max tokens")->text(), QStringLiteral("60"));
    }

    void aSeedThatIsNoneIsSaid_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::newRow("nothing") << "";
        QTest::newRow("too large") << "99999999999999999999";
    }
    void aSeedThatIsNoneIsSaid()
    {
        QFETCH(QString, typed);
        WindowFixture run;
        QVERIFY(run.start());
        QLineEdit* seed = nullptr;
        for (auto* edit : run.window.findChildren<QLineEdit*>())
            if (edit->accessibleName() == "Seed")
                seed = edit;
        QVERIFY(seed);
        seed->setText("7");
        seed->setText(typed);
        QCOMPARE(run.navigation.setup().settings.seed, std::uint64_t(7));
        auto* setup = run.find<SetupPanel>();
        QVERIFY2(test::isSentence(setup->sentence()) && setup->sentence().contains("seed 7 stays"),
                 qPrintable(setup->sentence()));
        seed->setText("18446744073709551615");
        QCOMPARE(setup->sentence(), QString());
        QCOMPARE(run.navigation.setup().settings.seed, std::numeric_limits<std::uint64_t>::max());
    }

    void stopConditionsAreTicked()
    {
        WindowFixture run;
        QVERIFY(run.start());
        for (const char* name :
             {"stopRejection", "stopAllAccepted", "stopAcceptance", "stopResidual", "stopRound", "stopEnd"})
            run.find<QAbstractButton>(name)->click();
        run.find<NumberField>("stopAcceptanceValue")->setValue(0.25);
        const StopConditions& stops = run.navigation.stopConditions();
        QVERIFY(stops.onRejection && stops.onAllAccepted && stops.onEndOfText);
        QCOMPARE(stops.acceptanceBelow, std::optional(0.25));
        QCOMPARE(stops.residualAbove, std::optional(0.5));
        QCOMPARE(stops.atRound, std::optional(9)); // people count from 1
        auto* text = run.find<QLineEdit>("stopTokenValue");
        text->setText("dog");
        QTest::keyClick(text, Qt::Key_Return);
        QVERIFY(std::count(stops.tokens.begin(), stops.tokens.end(), *run.navigation.tokenOf(" dog")));
        QVERIFY(run.find<QAbstractButton>("stopToken")->isChecked());
        run.find<QAbstractButton>("stopToken")->click();
        QVERIFY(stops.tokens.empty());
        text->setText("no such token");
        QTest::keyClick(text, Qt::Key_Return);
        QVERIFY(run.lastSaid().contains("not one token"));
        text->clear();
        QTest::keyClick(text, Qt::Key_Return);
        QVERIFY2(stops.tokens.empty(), "nothing is no token");
    }

    void aClickInTheTextGoesToTheMoment()
    {
        WindowFixture run(test::quickSetup(), {1600, 1000}); // all of the text is in sight
        QVERIFY(run.start() && run.rounds(3));
        auto* view = run.find<TextView>();
        const int prompt = int(run.navigation.recording().header().promptTokens.size());
        test::click(view->viewport(), view->tokenRect(prompt).center().toPoint());
        QCOMPARE(run.navigation.position().round, 0);
        QCOMPARE(run.navigation.selectedToken(), std::optional(prompt));
    }

    void aClickOnTheStageSelectsThePosition()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(1));
        auto* stage = run.find<StageView>();
        auto* distribution = run.find<DistributionView>();
        test::click(stage->viewport(), stage->stageLayout().columns[0].token.center().toPoint());
        const QString first = distribution->subtitle();
        test::click(stage->viewport(), stage->stageLayout().columns[1].token.center().toPoint());
        QCOMPARE(run.navigation.context(), 1);
        QVERIFY(distribution->subtitle() != first);
    }

    void aClickOnAMomentGoesThere()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(1));
        auto* bar = run.find<MomentBar>();
        test::click(bar, bar->pillRect(4).center().toPoint());
        QCOMPARE(run.navigation.position(), (Position{0, 0, 5}));
        QCOMPARE(run.navigation.round()->moments.back().kind, MomentKind::verify);
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
        QCOMPARE(run.navigation.position().branch, 1);
        QCOMPARE(run.round(0, 1).nodes[0].verdict, Verdict::rejected);
        QVERIFY(run.round(0, 1).nodes[0].forcedVerdict);
        auto* branches = box(run, "Branch");
        QVERIFY(branches->isVisible());
        QCOMPARE(branches->count(), 2);
        QCOMPARE(branches->currentIndex(), 1);
        branches->setCurrentIndex(0);
        emit branches->activated(0);
        QCOMPARE(run.navigation.position().branch, 0);
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
        QCOMPARE(run.round(0).nodes[2].token, *run.navigation.tokenOf(" dog"));
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
            run.navigation.goTo({0, 0, 2});
            QVERIFY(run.await([&] {
                run.navigation.change({{.kind = OverrideRecord::Kind::draftLength, .draftLength = draftLength}});
            }));
            QVERIFY(saveTrace(folder.filePath(QStringLiteral("%1.jsonl").arg(draftLength)).toStdString(),
                              run.navigation.recording()));
        }
        WindowFixture run;
        for (const int draftLength : {3, 7}) {
            run.said.clear();
            run.navigation.openTrace(folder.filePath(QStringLiteral("%1.jsonl").arg(draftLength)).toStdString());
            QVERIFY(until([&] { return run.said.count() > 0; }));
            QCOMPARE(box(run, "Branch")->count(), 2);
            QCOMPARE(box(run, "Branch")->itemText(1), QStringLiteral("Branch 1: K = %1").arg(draftLength));
        }
    }

    void eventsFollowAndLead()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(2));
        auto* panel = run.window.workspace().panel("events");
        panel->raise();
        QVERIFY(until([&] { return panel->isVisible(); }));
        auto* view = run.find<EventsView>();
        const int moments = int(run.round(0).moments.size() + run.round(1).moments.size());
        QCOMPARE(view->table()->model()->rowCount(), moments);
        QCOMPARE(view->table()->currentIndex().row(), moments - 1);
        run.navigation.goTo({0, 0, 2});
        QCOMPARE(view->table()->currentIndex().row(), 1);
        emit view->positionActivated({0, 1, 3});
        QCOMPARE(run.navigation.position(), (Position{0, 1, 3}));
    }

    void aPanelOutOfSightCatchesUp()
    {
        WindowFixture run;
        QVERIFY(run.start());
        auto* panel = run.window.workspace().panel("text");
        panel->close();
        QVERIFY(run.rounds(2));
        auto* view = panel->findChild<TextView*>();
        const int before = view->tokenCount();
        panel->show();
        QVERIFY(until([&] { return view->tokenCount() == int(run.navigation.text().size()); }));
        QVERIFY(before < view->tokenCount());
    }

    void theDefaultLayoutComesBack()
    {
        WindowFixture run;
        const QRect before = run.window.workspace().panel("stage")->geometry();
        for (DockPanel* panel : run.window.workspace().panels())
            if (panel->objectName() != "setup")
                panel->close();
        run.window.workspace().panel("setup")->setFloating(true);
        QCoreApplication::processEvents();
        run.window.workspace().restoreDefaultLayout();
        QVERIFY(until([&] { return run.window.workspace().panel("stage")->geometry() == before; }));
        QVERIFY(!run.window.workspace().panel("setup")->isFloating());
        QVERIFY(run.window.workspace().panel("distribution")->isVisible());
    }

    void bothThemesPaintTheirColours_data()
    {
        QTest::addColumn<int>("theme");
        QTest::newRow("light") << int(ThemeKind::light);
        QTest::newRow("dark") << int(ThemeKind::dark);
    }
    void bothThemesPaintTheirColours()
    {
        QFETCH(int, theme);
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(3));
        run.window.setTheme(ThemeKind(theme));
        QCoreApplication::processEvents();
        const QImage picture = run.window.grab().toImage();
        const int area = picture.width() * picture.height();
        QVERIFY(test::pixelsLike(picture, Theme::color(Role::surface)) > area / 2);
        for (const Role role : {Role::draft, Role::target, Role::residual})
            QVERIFY2(test::pixelsLike(picture, Theme::color(role)) > 50, qPrintable(Theme::color(role).name()));
        run.window.setTheme(ThemeKind::light);
    }
};

QTEST_MAIN(TestPanels)
#include "test_panels.moc"
