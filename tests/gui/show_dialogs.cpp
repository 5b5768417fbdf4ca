// SPDX-License-Identifier: MIT
// Pictures of what stands beside the window, for looking at: show_dialogs FOLDER [WHAT].
#include <QAbstractItemView>
#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

#include "gui/compare/lane_dialog.h"
#include "gui/compare/lanes.h"
#include "gui/forms/advise_dialog.h"
#include "gui/forms/hub_dialog.h"
#include "gui/forms/length_theory_page.h"
#include "gui/forms/other_machine_page.h"
#include "gui/forms/prompt_list_box.h"
#include "gui/panels/branches_window.h"
#include "gui/panels/distribution_panel.h"
#include "gui/panels/speed_up_panel.h"
#include "gui/setup/model_catalogue.h"
#include "gui/setup/model_folders.h"
#include "gui/window/settings_dialog.h"
#include "scenes.h"

using namespace draftscope;
using test::until;
using test::WindowFixture;

namespace {

/// The lists of Setup, with the models of the source tree in place of the user's.
void showModels()
{
    test::hideModelsOfTheUser();
    qputenv("DRAFTSCOPE_MODEL_FOLDERS",
            DRAFTSCOPE_SOURCE_DIR "/tests/golden:" DRAFTSCOPE_SOURCE_DIR "/tests/golden/families");
    for (const ThemeKind theme : {ThemeKind::light, ThemeKind::dark}) {
        WindowFixture run(defaultSetup().setup);
        run.window.setTheme(theme);
        until([&] { return run.find<ModelCatalogue>()->isComplete(); });
        for (const char* name : {"Target", "Draft", "Method", "Shape", "Verifier", "Break it on purpose"}) {
            QComboBox* const box = test::box(run, name);
            box->showPopup();
            QTest::qWait(200);
            test::savePicture(
                *box->view()->window(),
                QStringLiteral("models-%1-%2").arg(test::nameOf(theme), QString(name).section(QLatin1Char(' '), 0, 0)));
            box->hidePopup();
        }
    }
}

void showSettings()
{
    setAddedModelFolders({"/home/somebody/models", "/data/a folder with a long name/and one more in it/of GGUF files"});
    WindowFixture run(defaultSetup().setup);
    if (!run.start())
        return;
    for (const ThemeKind theme : {ThemeKind::light, ThemeKind::dark, ThemeKind::highContrast}) {
        run.window.setTheme(theme);
        const QString kind = theme == ThemeKind::highContrast ? QStringLiteral("contrast") : test::nameOf(theme);
        QApplication::setActiveWindow(&run.window); // not what was closed before
        QTest::keyClick(&run.window, Qt::Key_Comma, Qt::ControlModifier);
        auto* settings = run.find<SettingsDialog>();
        test::savePicture(*settings, "settings-" + kind);
        settings->close();
        auto* hub = new HubDialog(&run.window);
        hub->open();
        QTest::keyClicks(hub->findChild<QLineEdit*>(), "maker/");
        test::savePicture(*hub, "hub-" + kind);
        hub->close();
        QTest::qWait(50); // they delete themselves
    }
    setAddedModelFolders({});
    run.window.setTheme(ThemeKind::light);
}

/// The windows beside the window: branches with two texts, the whole vocabulary, and what a lane decodes with.
void showBeside()
{
    WindowFixture run(defaultSetup().setup);
    if (!run.start() || !run.rounds(6))
        return;
    for (int i = 0; i < 3; ++i) { // what was rejected is accepted, and the other way round
        run.navigation.player().goTo({0, 1 + i, int(run.round(1 + i).moments.size())});
        const bool isAccepted = run.round(1 + i).nodes[0].verdict == Verdict::accepted;
        run.await([&] {
            run.navigation.whatIfs().change(
                {{.kind = OverrideRecord::Kind::verdict, .node = 0, .accepted = !isAccepted}});
        });
        run.rounds(5);
    }
    run.navigation.branches().name(2, "Without the garden");
    run.navigation.player().goTo({2, 3, 9});
    Lanes& lanes = run.window.lanes();
    lanes.add(defaultSetup().setup);
    until([&] { return !lanes.player().isLoading(); });
    for (const ThemeKind theme : {ThemeKind::light, ThemeKind::dark}) {
        run.window.setTheme(theme);
        BranchesWindow::show(run.navigation, &run.window);
        test::savePicture(*run.find<BranchesWindow>(), QStringLiteral("branches-%1").arg(test::nameOf(theme)));
        run.find<BranchesWindow>()->close();
        run.find<DistributionPanel>()->wholeVocabulary()->trigger();
        until([&] { return bool(run.navigation.measurements().vocabulary().answer()); });
        test::savePicture(*run.find<VocabularyWindow>(), QStringLiteral("vocabulary-%1").arg(test::nameOf(theme)));
        run.find<VocabularyWindow>()->close();
        auto* lane = new LaneDialog(lanes, nullptr, run.navigation.starter().setup(), &run.window);
        lane->open();
        QTest::qWait(400); // what it needs is known
        test::savePicture(*lane, QStringLiteral("lane-%1").arg(test::nameOf(theme)));
        lane->close();
        QTest::qWait(50);
    }
    run.window.setTheme(ThemeKind::light);
    run.window.showWorkspace("step");
    test::save(run, "named-branch");
}

/// What should I use, with what it is worth under load; Theory of this run and of another machine. Takes two minutes.
void showAdvise()
{
    WindowFixture run(defaultSetup().setup);
    if (!run.start() || !run.rounds(8))
        return;
    auto* dialog = new AdviseDialog(run.navigation, &run.window);
    dialog->show();
    dialog->findChild<PromptListBox*>()->setCurrentIndex(1);
    emit dialog->findChild<PromptListBox*>()->activated(1);
    dialog->findChild<QSpinBox*>()->setValue(60);
    dialog->findChild<QCheckBox*>()->setChecked(true);
    dialog->findChild<QPushButton*>(QStringLiteral("primary"))->click();
    QTest::qWait(20'000);
    test::savePicture(*dialog, QStringLiteral("advise-searching"));
    until([&] { return !dialog->isSearching(); });
    for (const ThemeKind theme : {ThemeKind::dark, ThemeKind::light}) {
        run.window.setTheme(theme);
        test::savePicture(*dialog, QStringLiteral("advise-%1").arg(test::nameOf(theme)));
    }
    dialog->close();
    auto& panel = *run.find<SpeedUpPanel>();
    panel.raise();
    until([&] { return !run.navigation.speedOfRun().isPending(); });
    panel.setFloating(true);
    panel.resize(1000, 360);
    panel.showTheory(true);
    emit run.navigation.speedChanged();
    test::savePicture(panel, QStringLiteral("theory-k"));
    panel.showOtherMachine();
    for (const ThemeKind theme : {ThemeKind::dark, ThemeKind::light}) {
        run.window.setTheme(theme);
        test::savePicture(panel, QStringLiteral("other-machine-%1").arg(test::nameOf(theme)));
    }
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    return test::showScenes(
        "show_dialogs", argc, argv,
        {{"settings", showSettings}, {"models", showModels}, {"beside", showBeside}, {"advise", showAdvise}});
}
