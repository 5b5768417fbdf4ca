// SPDX-License-Identifier: MIT
// Pictures of what stands beside the window, for looking at: show_dialogs FOLDER [WHAT].
#include <QAbstractItemView>
#include <QCheckBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

#include "engine/catalogue/prompts.h"
#include "gui/compare/lane_dialog.h"
#include "gui/compare/lanes.h"
#include "gui/compare/texts_dialog.h"
#include "gui/forms/advise_dialog.h"
#include "gui/forms/hub_dialog.h"
#include "gui/forms/length_theory_page.h"
#include "gui/forms/other_machine_page.h"
#include "gui/forms/prompt_list_box.h"
#include "gui/language/language.h"
#include "gui/panels/branches_window.h"
#include "gui/panels/distribution_panel.h"
#include "gui/panels/speed_up_panel.h"
#include "gui/setup/model_catalogue.h"
#include "gui/setup/model_folders.h"
#include "gui/window/compare_texts.h"
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
    setAddedModelFolders({"/home/maria/models", "/data/a folder with a long name/and one more in it/of GGUF files"});
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
    emit run.navigation.speedOfRun().changed();
    test::savePicture(panel, QStringLiteral("theory-k"));
    panel.showOtherMachine();
    for (const ThemeKind theme : {ThemeKind::dark, ThemeKind::light}) {
        run.window.setTheme(theme);
        test::savePicture(panel, QStringLiteral("other-machine-%1").arg(test::nameOf(theme)));
    }
    for (auto* button : panel.findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Measure this machine"))
            button->click();
    const auto* said = panel.findChild<QLabel*>(QStringLiteral("rooflineSentence"));
    if (until([&] { return said->text().contains(QStringLiteral("This machine")); }))
        test::savePicture(panel, QStringLiteral("this-machine"));
}

/// A text as another engine answers it.
std::filesystem::path answered(const QTemporaryDir& folder, const char* name, const std::vector<TokenId>& prompt,
                               const std::vector<TokenId>& tokens)
{
    const auto list = [](const std::vector<TokenId>& ids) {
        QStringList words;
        for (const TokenId id : ids)
            words << QString::number(id);
        return words.join(QLatin1Char(','));
    };
    QFile file(folder.filePath(QString::fromLatin1(name)));
    if (file.open(QIODevice::WriteOnly))
        file.write(
            QStringLiteral("{\"prompt_token_ids\":[%1],\"token_ids\":[%2]}").arg(list(prompt), list(tokens)).toUtf8());
    return file.fileName().toStdString();
}

/// Two texts that rounding parts, and two of which one has a token that was swapped.
void showTexts()
{
    constexpr int count = 48, swapped = 12;
    const QTemporaryDir folder;
    const auto target = *loadModel(*resolveModel("tales-6m"));
    const std::vector<ReadingWay> ways = readingWays(*target, 0);
    const ReadingWay& rounded = *std::ranges::find(ways, "bf16-states", &ReadingWay::key);
    const auto written = [&](const ReadingWay& way, const std::vector<TokenId>& prompt) {
        return ForcedReader::create(target, way, int(prompt.size()) + count)->write(prompt, count);
    };
    std::vector<TokenId> prompt, right, other;
    const auto prompts = *embeddedPrompts();
    for (const Prompt& each : prompts) {
        prompt = *target->tokenizer->encodePrompt(each.text);
        right = written(ways.front(), prompt);
        other = written(rounded, prompt);
        if (right != other)
            break;
    }
    auto behind = prompt;
    behind.insert(behind.end(), right.begin(), right.begin() + swapped);
    behind.push_back(target->tokenizer->encode(" zebra")->front());
    std::vector<TokenId> changed(behind.begin() + std::ptrdiff_t(prompt.size()), behind.end());
    for (const TokenId token : written(ways.front(), behind))
        changed.push_back(token);
    changed.resize(count);
    const auto ours = answered(folder, "ours.json", prompt, right);
    const std::pair<const char*, std::filesystem::path> pairs[] = {
        {"rounding", answered(folder, "another engine.json", prompt, other)},
        {"swapped", answered(folder, "another engine, changed.json", prompt, changed)}};
    for (const auto& [name, path] : pairs)
        for (const ThemeKind theme : {ThemeKind::light, ThemeKind::dark}) {
            WindowFixture run(defaultSetup().setup);
            run.window.setTheme(theme);
            TextsDialog* dialog = compareTexts(run.window, run.navigation);
            dialog->take(TextsDialog::Side::first, ours);
            dialog->take(TextsDialog::Side::second, path);
            QSignalSpy done(dialog, &TextsDialog::compared);
            dialog->compare();
            done.wait(test::patience);
            test::savePicture(*dialog, QStringLiteral("texts-%1-%2").arg(QLatin1String(name), test::nameOf(theme)));
            setLanguage(Language::german);
            test::savePicture(*dialog, QStringLiteral("texts-%1-%2-de").arg(QLatin1String(name), test::nameOf(theme)));
            setLanguage(Language::english);
        }
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    return test::showScenes("show_dialogs", argc, argv,
                            {{"settings", showSettings},
                             {"models", showModels},
                             {"beside", showBeside},
                             {"advise", showAdvise},
                             {"texts", showTexts}});
}
