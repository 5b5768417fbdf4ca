// SPDX-License-Identifier: MIT
#include <algorithm>

#include <QAbstractButton>
#include <QFile>
#include <QLineEdit>
#include <QTableView>

#include "gui/controls/number_field.h"
#include "gui/export/view_exports.h"
#include "gui/panels/acceptance_panel.h"
#include "gui/panels/panels.h"
#include "gui/playback/recorded_steps.h"
#include "gui/step/panel_order.h"
#include "tests/record/example_recording.h"
#include "tests/test_main.h"
#include "widgets/distribution/distribution_view.h"
#include "widgets/distribution/overlap_view.h"
#include "widgets/stage/moment_bar.h"
#include "widgets/stage/sentence_strip.h"
#include "widgets/stage/stage_view.h"
#include "widgets/text/events_view.h"
#include "widgets/text/text_view.h"
#include "window_fixture.h"

using namespace draftscope;
using test::until;
using test::WindowFixture;

/// What each panel shows and what clicking in it does.
namespace {

/// The view of events, brought to the front.
EventsView* events(const test::WindowFixture& run)
{
    auto* panel = run.window.workspace().panel("events");
    panel->raise();
    return until([&] { return panel->isVisible(); }) ? run.find<EventsView>() : nullptr;
}

} // namespace

class TestPanels : public QObject {
    Q_OBJECT

private slots:
    /// No window, no worker and no model: what a panel draws is at a moment of a recording.
    void aPanelNeedsARecordingOnly()
    {
        const test::Themed themed;
        const Recordings recordings{example::recording()};
        Playhead playhead(recordings);
        AcceptancePanel panel(playhead);
        panel.resize(400, 240);
        panel.show();
        QVERIFY(until([&] { return panel.isInSight(); }));
        QCOMPARE(panel.header().subtitle(), "nothing has been judged yet");
        playhead.goTo(endOfRound(recordings, 0, 0));
        Metrics metrics;
        metrics.add(recordings.current().round(0, 0));
        QVERIFY(metrics.judged() > 0);
        QVERIFY2(panel.header().subtitle().contains(
                     QStringLiteral("%1 of %2 judged in 1 round").arg(metrics.accepted()).arg(metrics.judged())),
                 qPrintable(panel.header().subtitle()));
        QSignalSpy exporting(&panel, &DockPanel::exporting);
        const ExportedView exported = panel.exported();
        QCOMPARE(exporting.count(), 1);
        QVERIFY(!exported.caption.isEmpty() && exported.csv().contains('\n'));
        playhead.goTo({0, 0, 0});
        QCOMPARE(panel.header().subtitle(), "nothing has been judged yet");
    }

    void theSentenceUnderTheStageIsThatOfThePosition()
    {
        WindowFixture run;
        QVERIFY(run.start());
        auto* strip = run.find<SentenceStrip>();
        QVERIFY(strip && !strip->isVisible()); // nothing has happened yet
        QVERIFY(run.rounds(1));
        QVERIFY(strip->isVisible());
        run.press(Qt::Key_Home);
        QSet<QString> said;
        for (int moment = 1; moment <= int(run.navigation.recording().round(0, 0).moments.size()); ++moment) {
            run.press(Qt::Key_Right);
            QVERIFY(!strip->sentence().isEmpty());
            QCOMPARE(strip->sentence(), run.find<DistributionView>()->sentence());
            said << strip->sentence();
        }
        QVERIFY2(said.size() >= 3, qPrintable(QString::number(said.size()))); // drafted, judged, drawn
        auto* stage = run.find<StageView>();
        const QString before = strip->sentence();
        QTest::mouseClick(stage->viewport(), Qt::LeftButton, Qt::NoModifier,
                          stage->stageLayout().columns.front().token.center().toPoint());
        QCOMPARE(strip->sentence(), run.find<DistributionView>()->sentence());
        QVERIFY(strip->sentence() != before || stage->stageLayout().columns.size() == 1);
        run.window.workspace().panel("distribution")->close(); // it does not need that panel
        run.press(Qt::Key_Left);
        QVERIFY(strip->isVisible() && !strip->sentence().isEmpty());
    }

    /// The panel's menu leads to the overlap, which follows the moment and says 1 - the record's residual mass.
    void theOverlapIsThatOfThePosition()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(2));
        DockPanel& panel = *run.window.workspace().panel("distribution");
        auto* overlap = panel.findChild<OverlapView*>();
        QVERIFY(!overlap->isVisible());
        const auto* menu = panel.findChild<QMenu*>();
        test::entry(*menu, "Overlap of p and q")->trigger();
        QVERIFY(overlap->isVisible() && !run.find<DistributionView>()->isVisible());
        QVERIFY(!test::entry(*menu, "Logarithmic bars")->isEnabled());
        run.press(Qt::Key_Home);
        int exact = 0, without = 0;
        const Playhead& playhead = run.navigation.playhead();
        for (int step = 0; step < int(run.navigation.recording().round(0, 0).moments.size()); ++step) {
            run.press(Qt::Key_Right);
            const DistributionRecord& here = playhead.round()->contexts.at(std::size_t(playhead.selection().context()));
            if (here.hasP && here.hasQ && here.residualMass > 0) {
                ++exact;
                QVERIFY2(overlap->headline().endsWith(QString("= %1").arg(1 - here.residualMass, 0, 'f', 3)),
                         qPrintable(overlap->headline()));
            } else if (!here.hasP || !here.hasQ) {
                ++without;
                QVERIFY(overlap->headline().isEmpty());
            }
        }
        QVERIFY2(exact > 0 && without > 0, qPrintable(QString("%1 and %2").arg(exact).arg(without)));
        const Metrics& metrics = playhead.metrics(); // of the round before
        run.navigation.player().goTo({0, 1, int(run.navigation.recording().round(0, 1).nodes.size()) + 1}); // verified
        QVERIFY2(overlap->sentence().contains(
                     QString("%1 of %2 judged drafts accepted").arg(metrics.accepted()).arg(metrics.judged())),
                 qPrintable(overlap->sentence()));
        const ExportedView exported = panel.exported();
        QCOMPARE(exported.title, QString("Overlap of p and q"));
        QCOMPARE(exported.view, static_cast<QWidget*>(overlap));
        test::entry(*menu, "Overlap of p and q")->trigger();
        QVERIFY(!overlap->isVisible() && run.find<DistributionView>()->isVisible());
    }

    void stopConditionsAreTicked()
    {
        WindowFixture run;
        QVERIFY(run.start());
        for (const char* name :
             {"stopRejection", "stopAllAccepted", "stopAcceptance", "stopResidual", "stopRound", "stopEnd"})
            run.find<QAbstractButton>(name)->click();
        run.find<NumberField>("stopAcceptanceValue")->setValue(0.25);
        const StopConditions& stops = run.navigation.player().transport().stopConditions();
        QVERIFY(stops.onRejection && stops.onAllAccepted && stops.onEndOfText);
        QCOMPARE(stops.acceptanceBelow, std::optional(0.25));
        QCOMPARE(stops.residualAbove, std::optional(0.5));
        QCOMPARE(stops.atRound, std::optional(9)); // people count from 1
        auto* text = run.find<QLineEdit>("stopTokenValue");
        text->setText("dog");
        QTest::keyClick(text, Qt::Key_Return);
        QVERIFY(
            std::count(stops.tokens.begin(), stops.tokens.end(), *run.navigation.run().vocabulary().tokenOf(" dog")));
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
        QCOMPARE(run.navigation.playhead().position().round, 0);
        QCOMPARE(run.navigation.playhead().selection().selectedToken(), std::optional(prompt));
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
        QCOMPARE(run.navigation.playhead().selection().context(), 1);
        QVERIFY(distribution->subtitle() != first);
    }

    void aClickOnAMomentGoesThere()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(1));
        auto* bar = run.find<MomentBar>();
        test::click(bar, bar->pillRect(4).center().toPoint());
        QCOMPARE(run.navigation.playhead().position(), (Position{0, 0, 5}));
        QCOMPARE(run.navigation.playhead().round()->moments.back().kind, MomentKind::verify);
    }

    void eventsFollowAndLead()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(2));
        auto* view = events(run);
        QVERIFY(view);
        const int moments = int(run.round(0).moments.size() + run.round(1).moments.size());
        QCOMPARE(view->table()->model()->rowCount(), moments);
        QCOMPARE(view->table()->currentIndex().row(), moments - 1);
        run.navigation.player().goTo({0, 0, 2});
        QCOMPARE(view->table()->currentIndex().row(), 1);
        emit view->positionActivated({0, 1, 3});
        QCOMPARE(run.navigation.playhead().position(), (Position{0, 1, 3}));
    }

    /// Before the first moment no moment is the one shown, nor where the filter leaves it out.
    void noEventIsCurrentWhereNoneIsShown()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(2));
        auto* view = events(run);
        QVERIFY(view);
        const auto hasCurrent = [&] {
            return view->table()->selectionModel()->hasSelection() || view->table()->currentIndex().isValid();
        };
        QVERIFY(hasCurrent());
        run.press(Qt::Key_Home);
        QCOMPARE(run.navigation.playhead().position().moment, 0);
        QVERIFY(!hasCurrent());
        run.press(Qt::Key_Right);
        QVERIFY(hasCurrent());
        auto* filter = view->findChild<QLineEdit*>();
        filter->setText("Verify");
        run.navigation.player().goTo({0, 0, 5});
        QVERIFY(hasCurrent());
        run.navigation.player().goTo({0, 0, 2});
        QVERIFY(!hasCurrent());
    }

    /// As on the stage and in the distribution: without chance nothing is drawn.
    void aGreedyTokenIsTaken()
    {
        for (const bool isGreedy : {true, false}) {
            RunSetup setup = test::quickSetup();
            setup.settings.sampler.greedy = isGreedy;
            WindowFixture run(setup);
            QVERIFY(run.start() && run.rounds(1));
            run.window.workspace().panel("events")->raise();
            auto* view = run.find<EventsView>();
            QVERIFY(until([&] { return view->table()->model()->rowCount() > 0; }));
            QStringList outcomes;
            for (int row = 0; row < view->table()->model()->rowCount(); ++row)
                outcomes << view->table()->model()->index(row, EventsModel::outcome).data().toString();
            const QString all = outcomes.join('\n');
            QVERIFY2(all.contains(" taken") == isGreedy && all.contains(" drawn") != isGreedy, qPrintable(all));
        }
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
        QVERIFY(until([&] { return view->tokenCount() == int(run.navigation.playhead().text().size()); }));
        QVERIFY(before < view->tokenCount());
    }

    void theDefaultLayoutComesBack()
    {
        WindowFixture run;
        QTest::qWait(100); // columns are shared once more when they have got their widths
        const QRect before = run.window.workspace().panel("stage")->geometry();
        for (DockPanel* panel : run.window.workspace().panels())
            if (panel->objectName() != "setup")
                panel->close();
        run.window.workspace().panel("setup")->setFloating(true);
        QCoreApplication::processEvents();
        run.window.workspace().restoreDefaultLayout();
        QTRY_COMPARE(run.window.workspace().panel("stage")->geometry(), before);
        QVERIFY(!run.window.workspace().panel("setup")->isFloating());
        QVERIFY(run.window.workspace().panel("distribution")->isVisible());
    }

    /// What every entry of allPanels() has to bring, so that a new one that lacks it is told here.
    void eachPanelHasWhatPanelsHave()
    {
        QFile file(QStringLiteral(DRAFTSCOPE_SOURCE_DIR "/resources/translations/draftscope_de.ts"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString german = QString::fromUtf8(file.readAll());
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(3));
        QMap<QKeySequence, int> uses;
        for (const QAction* action : run.window.findChildren<QAction*>())
            for (const QKeySequence& key : action->shortcuts())
                ++uses[key];
        const auto& panels = run.window.workspace().panels();
        QCOMPARE(panels.size(), allPanels().size());
        for (std::size_t i = 0; i < panels.size(); ++i) {
            DockPanel* const panel = panels[i];
            const QByteArray name = panel->objectName().toUtf8();
            const QKeySequence key = keyOfPanel(i);
            QVERIFY2(!key.isEmpty(), name + " has no key: give keyOfPanel() more of them");
            QVERIFY2(uses.value(key) == 1, name + ": its key is none of the menu's, or leads elsewhere, too");
            QVERIFY2(german.contains("<source>" + panel->windowTitle().toHtmlEscaped() + "</source>"),
                     name + ": its title has no German");
            panel->show(); // some are closed at first
            panel->raise();
            QVERIFY2(until([&] { return panel->isInSight(); }), name);
            if (panel->exports()) { // else it is filled in and not looked at
                const ExportedView exported = panel->exported();
                QVERIFY2(exported.view && !exported.title.isEmpty() && !exported.caption.isEmpty(),
                         name + ": it cannot be copied and saved");
                QVERIFY2(exported.csv || exported.text || exported.markdown, name + ": its numbers cannot be copied");
            }
            QWidget* const stop = panel->firstStop();
            const auto stops = tabStopsIn(run.window.workspace());
            QVERIFY2(stop && std::ranges::count(stops, stop) == 1, name + ": the Tab key does not reach it");
        }
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

DRAFTSCOPE_WINDOW_TEST(TestPanels)
#include "test_panels.moc"
