// SPDX-License-Identifier: MIT
// What should I use? The dialog that searches, and another machine in Theory, driven as a person would.
#include <QCheckBox>
#include <QLabel>
#include <QMenuBar>
#include <QPushButton>
#include <QScopeGuard>
#include <QSlider>
#include <QSpinBox>
#include <QTableWidget>
#include <QToolButton>

#include "gui/forms/advise_dialog.h"
#include "gui/forms/other_machine_page.h"
#include "gui/language/language.h"
#include "gui/panels/speed_up_panel.h"
#include "tests/test_main.h"
#include "widgets/charts/speed_up_curves.h"
#include "window_fixture.h"

using namespace draftscope;
using test::until;
using test::WindowFixture;

namespace {

/// By the menu.
AdviseDialog* openAdvise(WindowFixture& run)
{
    for (QAction* menu : run.window.menuBar()->actions())
        if (QAction* advise = menu->menu() ? test::entry(*menu->menu(), QStringLiteral("&Advise")) : nullptr)
            advise->trigger();
    return run.window.findChild<AdviseDialog*>();
}

QPushButton& startOf(const AdviseDialog& dialog)
{
    return *dialog.findChild<QPushButton*>(QStringLiteral("primary"));
}

bool search(AdviseDialog& dialog, int seconds)
{
    dialog.findChild<QSpinBox*>()->setValue(seconds);
    test::click(&startOf(dialog));
    return until([&] { return !dialog.isSearching(); });
}

SpeedUpPanel& speedUpPanel(WindowFixture& run)
{
    auto& panel = *qobject_cast<SpeedUpPanel*>(run.window.workspace().panel("speed-up"));
    panel.raise();
    until([&] { return !panel.visibleRegion().isEmpty(); });
    return panel;
}

} // namespace

class TestAdvise : public QObject {
    Q_OBJECT
private slots:
    void searchesAndApplies()
    {
        WindowFixture run;
        QVERIFY(run.start());
        AdviseDialog* dialog = openAdvise(run);
        QVERIFY(dialog && dialog->isVisible());
        QVERIFY(!dialog->findChild<QPushButton*>("applyAdvice")->isEnabled());
        QVERIFY(search(*dialog, 5));
        QVERIFY2(dialog->advice() && dialog->advice()->best(), qPrintable(dialog->words()));
        const TriedSetting& best = *dialog->advice()->best();
        QVERIFY(dialog->table().rowCount() > 3);
        QVERIFY(dialog->words().contains(dialog->table().item(0, 0)->text()));
        // The second row instead of the fastest, by a click on it.
        QTableWidget& table = dialog->table();
        test::click(table.viewport(), table.visualItemRect(table.item(1, 0)).center());
        QCOMPARE(table.currentRow(), 1);
        table.clearSelection();
        test::click(dialog->findChild<QPushButton*>("applyAdvice"));
        QVERIFY(until([&] { return run.navigation.run().setup().settings.method == best.settings.method; }));
        QCOMPARE(run.navigation.starter().setup().settings.draftLength, best.settings.draftLength);
        QCOMPARE(run.navigation.starter().setup().settings.options, best.settings.options);
        QVERIFY(run.navigation.starter().setup().settings.topTokens > 0);
    }

    void isCutShortByStop()
    {
        WindowFixture run;
        QVERIFY(run.start());
        AdviseDialog* dialog = openAdvise(run);
        dialog->findChild<QSpinBox*>()->setValue(600);
        test::click(&startOf(*dialog));
        QVERIFY(dialog->isSearching());
        QCOMPARE(startOf(*dialog).text(), QStringLiteral("Stop"));
        openAdvise(run); // two searches would disturb each other's times
        QCOMPARE(run.window.findChildren<AdviseDialog*>(), QList<AdviseDialog*>{dialog});
        QVERIFY(until([&] { return dialog->advice() && dialog->table().rowCount() > 0; }));
        test::click(&startOf(*dialog));
        QVERIFY(until([&] { return !dialog->isSearching(); }));
        QVERIFY(dialog->advice()->isCutShort && dialog->words().contains("cut short"));
        QVERIFY(dialog->findChild<QPushButton*>("applyAdvice")->isEnabled());
    }

    /// It ends with what it does.
    void closesWhileItSearches()
    {
        WindowFixture run;
        QVERIFY(run.start());
        AdviseDialog* dialog = openAdvise(run);
        test::click(&startOf(*dialog));
        QVERIFY(dialog->isSearching());
        dialog->close();
        QVERIFY(until([&] { return !run.window.findChild<AdviseDialog*>(); }));
    }

    void underLoadInBothLanguages()
    {
        WindowFixture run;
        QVERIFY(run.start());
        AdviseDialog* dialog = openAdvise(run);
        test::click(dialog->findChild<QCheckBox*>(), {8, 8});
        QVERIFY(dialog->findChild<QCheckBox*>()->isChecked());
        QVERIFY(search(*dialog, 6));
        const auto charts = dialog->findChildren<SpeedUpCurvesChart*>();
        QVERIFY(charts.size() == 2 && charts[0]->isVisible() && charts[0]->curves().places().size() == 6);
        charts[0]->setFocus();
        QTest::keyClick(charts[0], Qt::Key_Down);
        QVERIFY(charts[0]->accessibleDescription().contains("times plain"));
        QVERIFY(dialog->words().contains("Batch 1"));
        const auto english = qScopeGuard([] { setLanguage(Language::english); });
        setLanguage(Language::german);
        QCoreApplication::processEvents();
        QVERIFY2(dialog->words().contains("einfache") && !dialog->words().contains(" plain "),
                 qPrintable(dialog->words()));
        QCOMPARE(startOf(*dialog).text(), QStringLiteral("Rat holen"));
    }

    void anotherMachine()
    {
        WindowFixture run;
        QVERIFY(run.start());
        SpeedUpPanel& panel = speedUpPanel(run);
        for (auto* button : panel.findChildren<QToolButton*>())
            if (button->text() == QLatin1String("On another machine"))
                test::click(button);
        OtherMachinePage& page = panel.otherMachinePage();
        QVERIFY(page.isVisible() && page.chart().curves().lines.size() == 2);
        QVERIFY(page.chart().curves().lines[0].isComputed);
        const double before = page.shown().speedUp(1);
        page.findChild<QSlider*>("otherAcceptanceSlider")->setFocus();
        QTest::keyClick(page.findChild<QSlider*>("otherAcceptanceSlider"), Qt::Key_Home);
        QVERIFY(page.shown().acceptance == 0 && page.shown().speedUp(1) < before);
        const auto words = [&] { return page.findChild<QLabel*>("rooflineSentence")->text(); };
        QVERIFY2(words().startsWith("Computed, not measured: on H100"), qPrintable(words()));
        QVERIFY(panel.exported().csv().startsWith("machine,"));
        QVERIFY(!page.measured());
        for (auto* button : page.findChildren<QToolButton*>())
            if (button->text() == QLatin1String("Measure this machine"))
                test::click(button);
        QVERIFY(until([&] { return page.measured().has_value(); }));
        QCOMPARE(page.shown().machine.id, std::string("this"));
        const auto english = qScopeGuard([] { setLanguage(Language::english); });
        setLanguage(Language::german);
        QCoreApplication::processEvents();
        QVERIFY2(words().startsWith("Berechnet, nicht gemessen: dieser Rechner"), qPrintable(words()));
    }
};

DRAFTSCOPE_WINDOW_TEST(TestAdvise)
#include "test_advise.moc"
