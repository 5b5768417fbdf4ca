// SPDX-License-Identifier: MIT
// Pictures of the window in states that --screenshot does not reach, for looking at: show_window FOLDER.
#include <cstdio>

#include <QDir>

#include "gui/panels/setup_panel.h"
#include "window_fixture.h"

using namespace draftscope;
using test::until;
using test::WindowFixture;

namespace {

QDir folder;

void save(const WindowFixture& run, const QString& name)
{
    QTest::qWait(120);
    const_cast<MainWindow&>(run.window).grab().save(folder.filePath(name + ".png"));
    std::printf("%s\n", qPrintable(name));
}

bool goToRejection(WindowFixture& run)
{
    run.navigation.setStopConditions({.onRejection = true});
    return run.await([&] { run.navigation.continueToStop(); });
}

void showFork()
{
    WindowFixture run(defaultSetup().setup);
    if (!run.start() || !run.rounds(12) || !goToRejection(run))
        return;
    run.navigation.previousMoment();
    const int node = run.navigation.nodeInQuestion();
    if (run.await(
            [&] { run.navigation.change({{.kind = OverrideRecord::Kind::verdict, .node = node, .accepted = true}}); }))
        save(run, "fork");
    run.window.workspace().panel("events")->raise();
    save(run, "events");
}

void showProblems()
{
    WindowFixture run(defaultSetup().setup);
    save(run, "nothing-yet");
    if (!run.start() || !run.rounds(3))
        return;
    run.navigation.openTrace("/nowhere/decode.jsonl");
    until([&] { return !run.problem().isEmpty(); });
    RunSetup wrong = run.navigation.setup();
    wrong.settings.draftLength = 0;
    run.navigation.setSetup(wrong);
    save(run, "problems");
    run.window.messages().showLoading(0.4, "Reading Tales 6M");
    save(run, "loading");
}

void showText(const std::string& prompt, double textSize, const QString& name)
{
    RunSetup setup = defaultSetup().setup;
    setup.prompt = prompt;
    WindowFixture run(setup, {1600, 1000});
    run.window.setTextSize(textSize);
    if (run.start() && run.rounds(8))
        save(run, name);
    run.window.setTextSize(10.5);
}

void showPlain()
{
    RunSetup setup = defaultSetup().setup;
    setup.settings.method = "plain";
    WindowFixture run(setup);
    if (run.start() && run.rounds(8))
        save(run, "plain");
}

/// What is chosen and not loaded yet says what memory it takes. tests/modules/failing_module.so as
/// $DRAFTSCOPE_CUDA_MODULE with $DRAFTSCOPE_FREE_BYTES shows a device that has too little.
void showMemory()
{
    for (const ThemeKind theme : {ThemeKind::light, ThemeKind::dark}) {
        for (const QSize size : {QSize(1280, 800), QSize(1920, 1080)}) {
            WindowFixture run(defaultSetup().setup, size);
            run.window.setTheme(theme);
            if (!run.start() || !run.rounds(3))
                return;
            RunSetup other = run.navigation.setup();
            other.settings.maxTokens = 100;
            run.navigation.setSetup(other);
            const auto* setup = run.find<SetupPanel>();
            until([&] { return !setup->memory().isEmpty() || !setup->sentence().isEmpty(); });
            save(run,
                 QStringLiteral("memory-%1-%2").arg(theme == ThemeKind::dark ? "dark" : "light").arg(size.width()));
            run.window.setTheme(ThemeKind::light);
        }
    }
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    if (argc != 2) {
        std::fputs("show_window FOLDER\n", stderr);
        return 2;
    }
    folder.setPath(QString::fromLocal8Bit(argv[1]));
    folder.mkpath(".");
    showFork();
    showProblems();
    showText("Once upon a time, there was a little girl named Lily. She loved to", 16, "large-text");
    showText("שלום עולם! مرحبا 🦊🌲 naïve café\tTab and\n\na newline; "
             "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
             10.5, "unusual-text");
    showPlain();
    showMemory();
    return 0;
}
