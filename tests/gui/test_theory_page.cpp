// SPDX-License-Identifier: MIT
// The page Theory of the speed-up panel: what other draft lengths, acceptance rates and costs would come to.
#include <QAbstractButton>
#include <QClipboard>
#include <QScrollArea>
#include <QSlider>
#include <QToolButton>

#include "engine/session/methods.h"
#include "engine/session/shapes.h"
#include "gui/export/view_exports.h"
#include "gui/forms/length_theory_page.h"
#include "speed_up_fixture.h"
#include "tests/test_main.h"
#include "widgets/charts/tried_theory.h"
#include "widgets/words/token_text.h"

using namespace draftscope;
using test::until;
using test::WindowFixture;

class TestTheoryPage : public QObject {
    Q_OBJECT

private slots:
    /// In a small window, too: its words are scrolled up and down, and nothing is cut off beside them.
    void theoryFitsASmallWindow()
    {
        WindowFixture run(test::quickSetup(), {1024, 700});
        run.window.workspace().restoreDefaultLayout();
        DockPanel& panel = test::shownSpeedUpPanel(run);
        for (auto* button : panel.findChildren<QAbstractButton*>())
            if (button->text() == "Theory")
                button->click();
        QVERIFY(run.start() && run.rounds(3));
        QVERIFY(until([&] { return test::isMeasured(run); }));
        panel.raise();
        QVERIFY(until([&] { return panel.isInSight(); }));
        const auto* words = panel.findChild<LengthTheoryPage*>()->findChild<QScrollArea*>();
        const auto fits = [&] { return words->isVisible() && words->widget()->width() <= words->viewport()->width(); };
        QVERIFY(until(fits));
        panel.findChild<LengthTheoryPage*>()->findChild<QSlider*>()->setValue(5); // a way back comes into sight
        const auto* back = words->widget()->findChild<QToolButton*>();
        QVERIFY(until([&] { return back->isVisible(); }));
        QCoreApplication::processEvents();
        QVERIFY(fits() && back->geometry().right() < words->viewport()->width());
    }

    /// The second page: the curve at the run's α, c and v, and at rates that are tried.
    void theory()
    {
        WindowFixture run;
        DockPanel& panel = test::shownSpeedUpPanel(run);
        const auto press = [&panel](const char* text) {
            for (auto* button : panel.findChildren<QAbstractButton*>())
                if (button->text() == text)
                    button->click();
        };
        press("Theory");
        auto* chart = panel.findChild<LengthTheoryChart*>();
        QVERIFY(chart->accessibleDescription().contains("Nothing has been drafted"));
        QVERIFY(run.start() && run.rounds(1));
        QVERIFY2(chart->accessibleDescription().contains("have to be measured"),
                 qPrintable(chart->accessibleDescription()));
        QVERIFY(run.rounds(5));
        QVERIFY(until([&] { return test::isMeasured(run) && chart->theory().costs; }));
        const SpeedFigures figures = run.navigation.speedOfRun().figures();
        const LengthTheory theory = chart->theory();
        QCOMPARE(theory.acceptance, figures.measured.acceptanceRate());
        QCOMPARE(theory.measuredSpeedUp, figures.speed.measuredSpeedUp);
        const SpeedMeasurement& measured = run.navigation.speedOfRun().background().measurement();
        QCOMPARE(theory.costs, passCostsOf(measured.figures(0).times, measured.figures(1).times));
        QCOMPARE(theory.expectedSpeedUp, figures.speed.predictedSpeedUp);
        QVERIFY2(noteOf(theory).contains("this run: " + timesText(figures.speed.predictedSpeedUp)),
                 qPrintable(noteOf(theory)));
        QVERIFY(theory.costs->isMeasured(5)); // K is 4
        const ExpectedLength best = bestLength(theory.lengths());
        QVERIFY2(chart->accessibleDescription().contains(timesText(best.speedUp)),
                 qPrintable(chart->accessibleDescription()));

        panel.exports()->copyCsv();
        const QStringList lines = QGuiApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
        QCOMPARE(int(lines.size()), 1 + 1 + theory.longest());
        const auto speedUps = lines[0].split(',').indexOf("predicted_speed_up");
        QCOMPARE(lines[1 + best.draftLength].split(',')[speedUps].toDouble(), best.speedUp);

        auto* slider = panel.findChild<LengthTheoryPage*>()->findChild<QSlider*>();
        slider->setValue(0);
        QVERIFY(chart->theory().isTried && *chart->theory().acceptance == 0);
        QVERIFY2(chart->accessibleDescription().contains("drafting hurts"), qPrintable(chart->accessibleDescription()));
        slider->setValue(100);
        QCOMPARE(chart->theory().lengths()[4].tokens, 5.0);
        QVERIFY(run.rounds(1));
        QVERIFY2(chart->theory().isTried, "going on ends the try");
        press("As measured");
        QCOMPARE(chart->theory().acceptance, run.navigation.speedOfRun().figures().measured.acceptanceRate());

        // c and v likewise, each for itself
        const PassCosts costs = *chart->theory().costs;
        auto* const cost = panel.findChild<QSlider*>("costSlider");
        auto* const verify = panel.findChild<QSlider*>("verifySlider");
        QCOMPARE(cost->value(), int(std::lround(100 * costs.costRatio)));
        cost->setValue(50);
        QVERIFY(chart->theory().isCostTried && !chart->theory().isVerifyTried);
        QCOMPARE(chart->theory().costs->costRatio, 0.5);
        QCOMPARE(chart->theory().costs->verify, costs.verify);
        const int tried = verify->value() == 200 ? 250 : 200; // another one than was measured
        verify->setValue(tried);
        QCOMPARE(chart->theory().costs->verifyRatio(rowsOf(chart->theory())), tried / 100.0);
        QVERIFY(noteOf(chart->theory()).contains("not measured"));
        press("As measured");
        QVERIFY(!chart->theory().isTried);
        QCOMPARE(cost->value(), int(std::lround(100 * chart->theory().costs->costRatio)));

        chart->setFocus();
        run.press(Qt::Key_End, Qt::ControlModifier);
        QVERIFY2(chart->accessibleDescription().startsWith(QStringLiteral("K %1: ").arg(theory.longest())),
                 qPrintable(chart->accessibleDescription()));
        QVERIFY(chart->accessibleDescription().contains("not measured"));
    }

    void noFormulaForTrees()
    {
        RunSetup setup = test::quickSetup();
        chooseShape(setup.settings, "dynamic");
        WindowFixture run(setup);
        DockPanel& panel = test::shownSpeedUpPanel(run);
        for (auto* button : panel.findChildren<QAbstractButton*>())
            if (button->text() == "Theory")
                button->click();
        QVERIFY(run.start() && run.rounds(2));
        QVERIFY(panel.findChild<LengthTheoryChart*>()->accessibleDescription().contains("of chains"));
        for (const QSlider* slider : panel.findChild<LengthTheoryPage*>()->findChildren<QSlider*>())
            QVERIFY(!slider->isEnabled());
    }
};

DRAFTSCOPE_WINDOW_TEST(TestTheoryPage)
#include "test_theory_page.moc"
