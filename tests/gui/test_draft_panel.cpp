// SPDX-License-Identifier: MIT
// The panel "Why is my draft bad?": its numbers are those of the rounds, and a worst place is a click away.
#include <QComboBox>
#include <QLabel>
#include <QTableWidget>

#include "gui/language/engine_words.h"
#include "gui/language/language.h"
#include "gui/panels/draft_panel.h"
#include "tests/test_main.h"
#include "widgets/charts/draft_groups_chart.h"
#include "window_fixture.h"

using namespace draftscope;
using test::until;
using test::WindowFixture;

class TestDraftPanel : public QObject {
    Q_OBJECT
private:
    static DraftPanel& panelOf(WindowFixture& run)
    {
        auto* panel = qobject_cast<DraftPanel*>(run.window.workspace().panel("draft"));
        panel->show();
        panel->raise();
        test::until([&] { return panel->isInSight(); });
        QCoreApplication::processEvents();
        return *panel;
    }

private slots:
    void itsNumbersAreThoseOfTheRounds()
    {
        WindowFixture run;
        DraftPanel& panel = panelOf(run);
        auto* findings = panel.findChild<QLabel*>("draftFindings");
        QVERIFY2(findings->text().startsWith("No draft has been judged yet"), qPrintable(findings->text()));
        QVERIFY(run.start() && run.rounds(6));
        const Metrics& metrics = run.navigation.playhead().metrics();
        QCOMPARE(panel.diagnosis().all().judged, metrics.judged());
        QCOMPARE(panel.header().subtitle(),
                 QStringLiteral("%1 of %2 judged drafts accepted").arg(metrics.accepted()).arg(metrics.judged()));
        auto* chart = panel.findChild<DraftGroupsChart*>();
        auto* grouping = panel.findChild<QComboBox*>();
        for (int choice = 0; choice < grouping->count(); ++choice) {
            grouping->setCurrentIndex(choice);
            int judged = 0;
            for (const DraftGroup& group : chart->groups())
                judged += group.judged;
            QCOMPARE(judged, metrics.judged());
            QVERIFY(!chart->description().isEmpty());
        }
    }

    void aWorstPlaceIsAClickAway()
    {
        WindowFixture run;
        DraftPanel& panel = panelOf(run);
        QVERIFY(run.start() && run.rounds(6));
        auto* table = panel.findChild<QTableWidget*>("worstPlaces");
        const auto worst = panel.diagnosis().worst();
        QCOMPARE(table->rowCount(), int(worst.size()));
        QVERIFY(!worst.empty());
        setLanguage(Language::german);
        QCoreApplication::processEvents();
        const QStringList lines = panel.exported().csv().split('\n');
        setLanguage(Language::english);
        QCOMPARE(lines[0], "round,draft,likeliest,lost,p,q"); // for programs, whatever the window speaks
        QVERIFY2(lines[1].contains(exactCell(worst.front().p)), qPrintable(lines[1]));
        QCoreApplication::processEvents();
        run.navigation.player().goTo({0, 0, 1});
        QCoreApplication::processEvents();
        test::click(table->viewport(), table->visualItemRect(table->item(0, 1)).center());
        QCOMPARE(run.navigation.playhead().position(), worst.front().at);
        const RoundRecord& round = *run.navigation.playhead().round();
        QCOMPARE(round.moments.back(), (Moment{MomentKind::judge, worst.front().node}));
    }

    void theChartGoesByKeys()
    {
        WindowFixture run;
        DraftPanel& panel = panelOf(run);
        QVERIFY(run.start() && run.rounds(4));
        auto* chart = panel.findChild<DraftGroupsChart*>();
        chart->setFocus(Qt::TabFocusReason);
        QCOMPARE(chart->current(), 0);
        QVERIFY(chart->groups().size() > 1);
        run.press(Qt::Key_Down);
        QCOMPARE(chart->current(), 1);
        QVERIFY2(chart->accessibleDescription().startsWith("2: "), qPrintable(chart->accessibleDescription()));
        for (int row = 0; row < int(chart->groups().size()); ++row)
            QVERIFY(test::until([&] { return chart->rect().contains(chart->barRect(row).toAlignedRect()); }));
    }

    void findingsSpeakGerman()
    {
        setLanguage(Language::german);
        const QString german = engineWords(
            message("The draft is too sure of itself: it gives its tokens q = {:.2f} on average, and the target p = "
                    "{:.2f}. Where drafts are drawn, the same temperature and filters have to act on both; else the "
                    "draft was trained on other text.",
                    0.9, 0.36));
        setLanguage(Language::english);
        QVERIFY2(german.startsWith("Der Draft ist seiner zu sicher: ") && german.contains("q = 0,90"),
                 qPrintable(german));
    }
};

DRAFTSCOPE_WINDOW_TEST(TestDraftPanel)
#include "test_draft_panel.moc"
