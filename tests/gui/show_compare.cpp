// SPDX-License-Identifier: MIT
// Pictures of the Compare workspace in states that --screenshot does not reach, for looking at: show_compare FOLDER
// [WHAT].
#include <cstdio>
#include <string_view>

#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QMessageBox>
#include <QSlider>

#include "compare_fixture.h"
#include "engine/session/shapes.h"
#include "gui/compare/figures_panel.h"
#include "gui/compare/measuring_bar.h"
#include "gui/compare/race_panel.h"
#include "gui/compare/sweep_panel.h"
#include "gui/compare/theory_panel.h"
#include "gui/forms/prompt_list_box.h"
#include "widgets/lanes/race_view.h"
#include "widgets/lanes/sweep_view.h"

using namespace draftscope;
using test::CompareFixture;

namespace {

template <class Condition>
void until(Condition condition, int milliseconds)
{
    if (!QTest::qWaitFor(condition, milliseconds))
        std::puts("it takes too long");
}

QDir folder;

void save(CompareFixture& run, const QString& name)
{
    QTest::qWait(250);
    run.window.grab().save(folder.filePath(name + ".png"));
    std::printf("%s\n", qPrintable(name));
}

RunSetup laneOf(const char* method, const char* shape = "chain", int maxTokens = 48)
{
    RunSetup setup = defaultSetup().setup;
    setup.settings.maxTokens = maxTokens;
    chooseMethod(setup.settings, method);
    if (setup.settings.shape != shape)
        chooseShape(setup.settings, shape);
    return setup;
}

void choose(QComboBox& box, int index)
{
    box.setCurrentIndex(index);
    emit box.activated(index);
}

void start(QWidget& panel)
{
    panel.findChild<MeasuringBar*>()->findChild<QToolButton*>()->click();
}

void showList(const QString& suffix, ThemeKind theme)
{
    CompareFixture run(laneOf("two-model"));
    run.window.setTheme(theme);
    if (!run.start() || !run.add({laneOf("two-model"), laneOf("plain"), laneOf("two-model", "best-first")})
        || !run.rounds(6))
        return;
    FiguresPanel& figures = run.window.compare().figures();
    choose(figures.promptList(), 1);
    start(figures);
    until([&] { return figures.measurement().done() >= 15; }, 60'000);
    save(run, "prompts-running" + suffix);
    until([&] { return !figures.measurement().isRunning(); }, 120'000);
    save(run, "prompts" + suffix);
}

/// The figures as charts, over the program's prompts.
void showCharts(const QString& suffix, ThemeKind theme)
{
    CompareFixture run(laneOf("two-model"));
    run.window.setTheme(theme);
    if (!run.start()
        || !run.add({laneOf("two-model"), laneOf("plain"), laneOf("two-model", "best-first"), laneOf("prompt-lookup")})
        || !run.rounds(2))
        return;
    FiguresPanel& figures = run.window.compare().figures();
    figures.showAs(LanesShownAs::tokensByKind);
    save(run, "charts-empty" + suffix);
    choose(figures.promptList(), 1);
    start(figures);
    until([&] { return !figures.measurement().isRunning(); }, 180'000);
    save(run, "chart-tokens-by-kind" + suffix);
    figures.showAs(LanesShownAs::speedUps);
    save(run, "chart-speed-ups" + suffix);
    figures.showAs(LanesShownAs::survival);
    save(run, "chart-survival" + suffix);
}

/// A file whose models are not there: what is left of it.
void showSaved(const QString& suffix, ThemeKind theme)
{
    CompareFixture run(laneOf("two-model"));
    run.window.setTheme(theme);
    if (!run.start() || !run.add({laneOf("two-model"), laneOf("plain")}))
        return;
    FiguresPanel& figures = run.window.compare().figures();
    choose(figures.promptList(), 2);
    start(figures);
    until([&] { return !figures.measurement().isRunning(); }, 60'000);
    run.window.compare().save(folder.filePath("pair.json").toStdString());
    run.lanes.clear();
    run.window.compare().open(folder.filePath("pair.json").toStdString(), run.navigation.starter().setup());
    until([&] { return !run.lanes.player().isLoading(); }, 10'000);
    save(run, "saved" + suffix);
    auto comparison = figures.comparison();
    for (ComparedLane& lane : comparison->lanes) {
        lane.header.target.path = "/models/gone";
        lane.header.target.parameters = 1;
    }
    if (!saveComparison(folder.filePath("gone.json").toStdString(), *comparison))
        return;
    run.lanes.clear();
    run.window.compare().open(folder.filePath("gone.json").toStdString(), run.navigation.starter().setup());
    until([&] { return run.lanes.count() == 0; }, 10'000);
    save(run, "saved-without-models" + suffix);
}

void showSweep(const QString& suffix, ThemeKind theme)
{
    CompareFixture run(laneOf("two-model"));
    run.window.setTheme(theme);
    if (!run.start() || !run.add({laneOf("two-model"), laneOf("plain")}) || !run.rounds(6))
        return;
    SweepPanel& panel = run.window.compare().sweep();
    run.window.compare().below().setCurrentWidget(&panel);
    save(run, "sweep-empty" + suffix);
    choose(panel.promptList(), 2);
    start(panel);
    until([&] { return !panel.sweep().measurement().isRunning(); }, 120'000);
    save(run, "sweep" + suffix);
    auto boxes = panel.findChildren<QComboBox*>();
    for (QComboBox* box : boxes)
        if (box->accessibleName() == "What is varied besides")
            box->setCurrentIndex(box->findText("temperature"));
    start(panel);
    until([&] { return panel.sweep().measurement().done() >= 60; }, 120'000);
    save(run, "sweep-two-running" + suffix);
    until([&] { return !panel.sweep().measurement().isRunning(); }, 120'000);
    save(run, "sweep-two" + suffix);
    for (QComboBox* box : boxes)
        if (box->accessibleName().startsWith("What is varied"))
            box->setCurrentIndex(box->findText(box->accessibleName() == "What is varied" ? "draft" : "nothing"));
    start(panel);
    until([&] { return !panel.sweep().measurement().isRunning(); }, 120'000);
    save(run, "sweep-drafts" + suffix);
}

/// The race and what theory expects, at two sizes; the race also without plain decoding.
void showRaceAndTheory(const QString& suffix, ThemeKind theme)
{
    CompareFixture run(laneOf("two-model"));
    run.window.setTheme(theme);
    if (!run.start() || !run.add({laneOf("two-model"), laneOf("prompt-lookup")}) || !run.rounds(6) || !run.measured())
        return;
    ComparePage& compare = run.window.compare();
    compare.below().setCurrentWidget(&compare.race());
    save(run, "race-without-plain" + suffix);
    if (!run.add({laneOf("plain"), laneOf("two-model", "best-first")}) || !run.playToTheEnd() || !run.measured())
        return;
    compare.race().view().setClock(0.6 * compare.race().view().duration());
    save(run, "race" + suffix);
    compare.below().setCurrentWidget(&compare.theory());
    save(run, "theory" + suffix);
    compare.theory().findChild<QSlider*>("costSlider")->setValue(80);
    save(run, "theory-tried" + suffix);
    run.window.resize(1920, 1080);
    save(run, "theory-1920" + suffix);
    compare.below().setCurrentWidget(&compare.race());
    save(run, "race-1920" + suffix);
}

/// How lanes move, and what is asked before they go.
void showLocks(const QString& suffix, ThemeKind theme)
{
    CompareFixture run(laneOf("two-model"));
    run.window.setTheme(theme);
    if (!run.start())
        return;
    run.press(Qt::Key_2, Qt::ControlModifier);
    save(run, "compare-empty" + suffix);
    if (!run.add({laneOf("two-model"), laneOf("plain"), laneOf("two-model", "best-first")}))
        return;
    run.lanes.player().setLock(LaneLock::byToken);
    for (int i = 0; i < 16; ++i) {
        run.press(Qt::Key_F10);
        until([&] { return !run.lanes.player().isComputing(); }, 10'000);
    }
    save(run, "locked-by-token" + suffix);
    run.lanes.player().setLock(LaneLock::none);
    run.press(Qt::Key_Down, Qt::AltModifier);
    run.press(Qt::Key_Left);
    run.press(Qt::Key_Left);
    save(run, "each-on-its-own" + suffix);
    run.window.resize(1024, 700);
    save(run, "each-on-its-own-1024" + suffix);
    run.window.resize(1280, 800);
    run.window.compare().save(folder.filePath("lanes.json").toStdString());
    run.window.compare().open(folder.filePath("lanes.json").toStdString(), run.navigation.starter().setup());
    if (auto* question = run.window.compare().findChild<QMessageBox*>()) {
        QTest::qWait(250);
        question->grab().save(folder.filePath("replace-lanes" + suffix + ".png"));
        std::printf("replace-lanes%s\n", qPrintable(suffix));
    }
    QFile::remove(folder.filePath("lanes.json"));
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    folder = QDir(argc > 1 ? argv[1] : ".");
    folder.mkpath(".");
    const std::string_view what = argc > 2 ? argv[2] : "";
    for (const ThemeKind theme : {ThemeKind::light, ThemeKind::dark}) {
        const QString suffix = theme == ThemeKind::dark ? "-dark" : "-light";
        if (what.empty() || what == "prompts")
            showList(suffix, theme);
        if (what.empty() || what == "locks")
            showLocks(suffix, theme);
        if (what.empty() || what == "saved")
            showSaved(suffix, theme);
        if (what.empty() || what == "charts")
            showCharts(suffix, theme);
        if (what.empty() || what == "race")
            showRaceAndTheory(suffix, theme);
        if (what.empty() || what == "sweep")
            showSweep(suffix, theme);
    }
    return 0;
}
