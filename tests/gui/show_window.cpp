// SPDX-License-Identifier: MIT
// Pictures of the window in states that --screenshot does not reach, for looking at: show_window FOLDER [WHAT].
#include <cstdio>

#include <QAbstractButton>
#include <QComboBox>
#include <QSlider>
#include <QTableView>

#include "engine/session/methods.h"
#include "gui/forms/length_theory_page.h"
#include "gui/panels/setup_panel.h"
#include "gui/step/panel_order.h"
#include "gui/window/projector_mode.h"
#include "scenes.h"
#include "widgets/charts/phase_chart.h"
#include "widgets/charts/tokens_per_step_chart.h"
#include "widgets/distribution/distribution_view.h"
#include "widgets/stage/moment_bar.h"
#include "widgets/stage/stage_view.h"
#include "widgets/text/events_view.h"
#include "widgets/text/text_view.h"

using namespace draftscope;
using test::nameOf;
using test::save;
using test::until;
using test::WindowFixture;

namespace {

bool goToRejection(WindowFixture& run)
{
    run.navigation.player().transport().setStopConditions({.onRejection = true});
    return run.await([&] { run.navigation.player().continueToStop(); });
}

void showFork(ThemeKind theme)
{
    WindowFixture run(defaultSetup().setup);
    run.window.setTheme(theme);
    if (!run.start() || !run.rounds(12) || !goToRejection(run))
        return;
    run.navigation.player().previousMoment();
    const int node = run.navigation.playhead().selection().nodeInQuestion();
    if (run.await([&] {
            run.navigation.whatIfs().change({{.kind = OverrideRecord::Kind::verdict, .node = node, .accepted = true}});
        }))
        save(run, QStringLiteral("fork-%1").arg(nameOf(theme)));
    run.window.workspace().panel("events")->raise();
    save(run, QStringLiteral("fork-events-%1").arg(nameOf(theme)));
}

void showProblems(ThemeKind theme)
{
    WindowFixture run(defaultSetup().setup);
    run.window.setTheme(theme);
    save(run, QStringLiteral("nothing-yet-%1").arg(nameOf(theme)));
    if (!run.start() || !run.rounds(3))
        return;
    run.navigation.starter().openTrace("/nowhere/decode.jsonl");
    until([&] { return !run.problem().isEmpty(); });
    RunSetup wrong = run.navigation.starter().setup();
    wrong.settings.draftLength = 0;
    run.navigation.starter().setSetup(wrong);
    save(run, QStringLiteral("error-%1").arg(nameOf(theme)));
    run.window.messages().showLoading(0.4, "Reading Tales 6M");
    save(run, QStringLiteral("loading-%1").arg(nameOf(theme)));
}

/// Setup that differs from the run, a chosen draft, a forced verdict and numbers before the sampler.
void showChanges()
{
    for (const ThemeKind theme : {ThemeKind::light, ThemeKind::dark})
        for (const QSize size : {QSize(1280, 800), QSize(1920, 1080)}) {
            WindowFixture run(defaultSetup().setup, size);
            run.window.setTheme(theme);
            if (!run.start() || !run.rounds(12) || !goToRejection(run))
                return;
            const QString name =
                QStringLiteral("-%1-%2").arg(theme == ThemeKind::dark ? "dark" : "light").arg(size.width());
            const auto force = [&](const WhatIf& change) {
                return run.await([&] { run.navigation.whatIfs().change({change}); });
            };
            const int node = run.navigation.playhead().selection().nodeInQuestion();
            const TokenId token = run.navigation.run().vocabulary().tokenOf(" dog").value_or(100);
            if (!force({.kind = OverrideRecord::Kind::verdict, .node = node, .accepted = true}) || !run.rounds(1)
                || !force({.kind = OverrideRecord::Kind::token, .node = node, .token = token}))
                return;
            save(run, "stacked" + name);
            run.rounds(1);
            run.navigation.decode().playhead().selection().selectContext(node);
            RunSetup other = run.navigation.starter().setup();
            other.settings.sampler.temperature = 1.9;
            run.navigation.starter().setSetup(other);
            run.find<DistributionView>()->setBeforeSampler(true);
            run.navigation.decode().playhead().selection().selectContext(node);
            save(run, "chosen" + name);
            run.window.setTheme(ThemeKind::light);
        }
}

/// A text that ends with an accepted draft: nothing behind it is judged.
void showEnd()
{
    RunSetup setup = defaultSetup().setup;
    setup.prompt = "Once upon a time";
    setup.settings.maxTokens = 400;
    setup.settings.sampler.temperature = 1;
    for (setup.settings.seed = 1; setup.settings.seed < 24; ++setup.settings.seed) {
        WindowFixture run(setup);
        run.navigation.player().transport().setSpeed(Player::fastest);
        if (!run.start() || !run.await([&] { run.navigation.player().playOrPause(); }))
            return;
        const auto& last = run.navigation.playhead().round();
        if (!last || !last->endOfText || last->committed.back().node < 0)
            continue;
        save(run, "end-of-text");
        return;
    }
}

void showGreedy()
{
    RunSetup setup = defaultSetup().setup;
    setup.settings.sampler.greedy = true;
    WindowFixture run(setup);
    if (run.start() && run.rounds(8))
        save(run, "greedy");
}

/// Rules for chains and for trees, each where it has rejected something.
void showRules()
{
    const std::pair<const char*, const char*> rules[] = {{"typical", "chain"},
                                                         {"typical", "dynamic"},
                                                         {"block", "chain"},
                                                         {"k-seq", "fixed-widths"},
                                                         {"without-replacement", "fixed-widths"}};
    for (const auto& [verifier, shape] : rules)
        for (const ThemeKind theme : {ThemeKind::light, ThemeKind::dark}) {
            RunSetup setup = defaultSetup().setup;
            chooseShape(setup.settings, shape);
            setup.settings.verifier = verifier;
            if (std::string_view(verifier) == "k-seq")
                setup.settings.draws = "independent";
            setup.settings.draftLength = 4;
            WindowFixture run(setup, theme == ThemeKind::light ? QSize(1280, 800) : QSize(1920, 1080));
            run.window.setTheme(theme);
            if (!run.start() || !run.rounds(3) || !goToRejection(run))
                return;
            save(run,
                 QStringLiteral("rule-%1-%2-%3").arg(verifier, shape, theme == ThemeKind::dark ? "dark" : "light"));
            run.window.workspace().panel("events")->raise();
            run.rounds(1);
            save(run,
                 QStringLiteral("rule-%1-%2-%3-end").arg(verifier, shape, theme == ThemeKind::dark ? "dark" : "light"));
            run.window.setTheme(ThemeKind::light);
        }
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
            RunSetup other = run.navigation.starter().setup();
            other.settings.maxTokens = 100;
            run.navigation.starter().setSetup(other);
            const auto* setup = run.find<SetupPanel>();
            until([&] { return !setup->memory().isEmpty() || !setup->sentence().isEmpty(); });
            save(run,
                 QStringLiteral("memory-%1-%2").arg(theme == ThemeKind::dark ? "dark" : "light").arg(size.width()));
            run.window.setTheme(ThemeKind::light);
        }
    }
}

/// The panel in front, with its stages measured, in both themes and sizes, and with twice the pixels.
void showTime()
{
    for (const QSize size : {QSize(1280, 800), QSize(1920, 1080)}) {
        WindowFixture run(defaultSetup().setup, size);
        run.window.workspace().panel("time")->raise();
        const QString name = QStringLiteral("time-%1").arg(size.width());
        save(run, name + "-nothing-yet");
        if (!run.start())
            return;
        while (run.navigation.playhead().position().round < 29 && !run.navigation.player().hasEnded())
            run.rounds(1);
        save(run, name + "-not-measured");
        run.navigation.measurements().measureStages();
        until([&] { return !run.navigation.measurements().areStagesMeasured(); });
        save(run, name);
        run.window.setTheme(ThemeKind::dark);
        save(run, name + "-dark");
        run.window.setTheme(ThemeKind::light);
        QImage picture(run.window.size() * 2, QImage::Format_ARGB32_Premultiplied);
        picture.setDevicePixelRatio(2);
        run.window.render(&picture);
        picture.save(test::pictures().filePath(name + "-2x.png"));
        run.window.workspace().panel("time")->setFloating(true);
        run.window.workspace().panel("time")->resize(420, 640);
        QTest::qWait(120);
        run.window.workspace().panel("time")->grab().save(test::pictures().filePath(name + "-floating.png"));
    }
}

/// More rounds than there is room for, in large letters.
/// The panels of what passes leave behind: of a chain, and of a tree whose round has just ended.
void showPasses()
{
    for (const char* shape : {"chain", "dynamic"})
        for (const ThemeKind theme : {ThemeKind::light, ThemeKind::dark}) {
            RunSetup setup = defaultSetup().setup;
            chooseShape(setup.settings, shape);
            WindowFixture run(setup);
            run.window.setTheme(theme);
            if (!run.start() || !run.rounds(10))
                return;
            for (const char* panel : {"acceptance", "attention-mask", "cache"}) {
                run.window.workspace().panel(panel)->raise();
                save(run, QStringLiteral("%1-%2-%3").arg(panel, shape, theme == ThemeKind::dark ? "dark" : "light"));
            }
            run.window.setTheme(ThemeKind::light);
        }
}

void showSpeedUp()
{
    for (const ThemeKind theme : {ThemeKind::light, ThemeKind::dark}) {
        WindowFixture run(defaultSetup().setup);
        run.window.setTheme(theme);
        run.window.workspace().panel("speed-up")->raise();
        const auto name = [theme](const char* what) {
            return QStringLiteral("speed-up-%1-%2").arg(theme == ThemeKind::dark ? "dark" : "light", what);
        };
        if (!run.start() || !run.rounds(1))
            return;
        save(run, name("none"));
        if (!run.rounds(13) || !until([&] { return !run.navigation.speedOfRun().isPending(); }))
            return;
        save(run, name("measured"));
        for (auto* button : run.window.workspace().panel("speed-up")->findChildren<QAbstractButton*>())
            if (button->text() == "Theory")
                button->click();
        save(run, name("theory"));
        run.window.workspace().panel("speed-up")->findChild<LengthTheoryPage*>()->findChild<QSlider*>()->setValue(15);
        save(run, name("tried"));
    }
}

/// The time line with marks of all kinds, and text and chart with what comes after: in both themes, three sizes and for
/// a room.
void showTimeLine()
{
    for (const ThemeKind theme : {ThemeKind::light, ThemeKind::dark})
        for (const QSize size : {QSize(1024, 700), QSize(1280, 800), QSize(1920, 1080)}) {
            WindowFixture run(defaultSetup().setup, size);
            run.window.setTheme(theme);
            run.navigation.player().transport().setStopConditions({.onAllAccepted = true});
            if (!run.start() || !run.rounds(26))
                return;
            const auto name = [&](const char* what) {
                return QStringLiteral("time-line-%1-%2-%3")
                    .arg(what, theme == ThemeKind::dark ? "dark" : "light")
                    .arg(size.width());
            };
            run.navigation.player().goTo({0, 12, 7});
            const int node = run.navigation.playhead().selection().nodeInQuestion();
            if (!run.await([&] {
                    run.navigation.whatIfs().change(
                        {{.kind = OverrideRecord::Kind::verdict, .node = node, .accepted = true}});
                })
                || !run.rounds(10))
                return;
            for (const Position& at : {Position{1, 3, 2}, Position{1, 16, 4}}) {
                run.navigation.player().goTo(at);
                run.navigation.bookmarks().toggle();
            }
            save(run, name("drafts"));
            run.navigation.player().previousRound();
            save(run, name("past"));
            run.window.projector().begin(ProjectorMode::Screen::asItIs);
            save(run, name("projector"));
            run.window.projector().end();
            run.navigation.player().last();
            save(run, name("end"));
            run.navigation.player().first();
            save(run, name("beginning"));
            run.window.setTheme(ThemeKind::light);
        }
}

/// As many rounds as a plain run has.
void showLongTimeLine()
{
    RunSetup setup = defaultSetup().setup;
    setup.settings.draftLength = 1;
    setup.settings.maxTokens = 480;
    WindowFixture run(setup, {1024, 700});
    if (!run.start())
        return;
    run.navigation.player().transport().setSpeed(Player::fastest);
    run.await([&] { run.navigation.player().playOrPause(); });
    run.navigation.player().goTo({0, 70, 2});
    save(run, "time-line-long");
}

void showTimeOfManyRounds()
{
    RunSetup setup = defaultSetup().setup;
    setup.settings.method = "plain";
    WindowFixture run(setup);
    run.window.workspace().panel("time")->raise();
    if (!run.start())
        return;
    run.navigation.player().transport().setSpeed(Player::fastest);
    run.await([&] { run.navigation.player().playOrPause(); });
    save(run, "time-many-rounds");
    run.navigation.measurements().measureStages();
    until([&] { return !run.navigation.measurements().areStagesMeasured(); });
    run.window.setTextSize(15);
    save(run, "time-large-text");
    run.window.setTextSize(10.5);
}

/// Setup, scrolled to what is broken on purpose, and a run that is.
void showFault()
{
    for (const ThemeKind theme : {ThemeKind::light, ThemeKind::dark}) {
        RunSetup setup = defaultSetup().setup;
        setup.settings.fault = "p-instead-of-residual";
        WindowFixture run(setup);
        run.window.setTheme(theme);
        if (!run.start() || !run.rounds(3) || !goToRejection(run))
            return;
        test::box(run, "Break it on purpose")->setFocus(Qt::TabFocusReason);
        save(run, theme == ThemeKind::dark ? "fault-dark" : "fault-light");
        run.window.setTheme(ThemeKind::light);
    }
}

/// How the focus looks, on a view, its current item, a field, a button, tabs and a table.
void showFocus()
{
    for (const ThemeKind theme : {ThemeKind::light, ThemeKind::dark}) {
        const QSize size = theme == ThemeKind::light ? QSize(1280, 800) : QSize(1920, 1080);
        WindowFixture run(defaultSetup().setup, size);
        run.window.setTheme(theme);
        if (!run.start() || !run.rounds(12) || !goToRejection(run))
            return;
        QWidget* table = run.find<EventsView>()->table();
        const std::pair<const char*, QWidget*> shown[] = {
            {"text", run.find<TextView>()},
            {"stage", run.find<StageView>()},
            {"moments", run.find<MomentBar>()},
            {"chart", run.find<TokensPerStepChart>()},
            {"distribution", run.find<DistributionView>()},
            {"field", test::box(run, "Draft")},
            {"check-box", run.find<QWidget>("stopEnd")},
            {"play", run.find<QWidget>("play")},
            {"speed", run.find<QWidget>("speed")},
            {"times", run.find<PhaseChart>()},
            {"table", table},
        };
        for (const auto& [name, widget] : shown) {
            if (DockPanel* panel = panelOf(widget))
                panel->raise();
            QCoreApplication::processEvents();
            widget->setFocus(Qt::TabFocusReason);
            run.press(Qt::Key_Left, Qt::ControlModifier);
            save(run, QStringLiteral("focus-%1-%2").arg(theme == ThemeKind::dark ? "dark" : "light", name));
        }
        run.window.setTheme(ThemeKind::light);
    }
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    const std::vector<test::Scene> all = {
        {"fork",
         [] {
             showFork(ThemeKind::light);
             showFork(ThemeKind::dark);
         }},
        {"problems",
         [] {
             showProblems(ThemeKind::light);
             showProblems(ThemeKind::dark);
         }},
        {"text",
         [] {
             showText("Once upon a time, there was a little girl named Lily. She loved to", 16, "large-text");
             showText("שלום עולם! مرحبا 🦊🌲 naïve café\tTab and\n\na newline; "
                      "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
                      10.5, "unusual-text");
         }},
        {"plain", showPlain},
        {"changes", showChanges},
        {"end", showEnd},
        {"greedy", showGreedy},
        {"rules", showRules},
        {"fault", showFault},
        {"memory", showMemory},
        {"time", showTime},
        {"passes", showPasses},
        {"speed-up", showSpeedUp},
        {"many-rounds", showTimeOfManyRounds},
        {"time-line", showTimeLine},
        {"long-time-line", showLongTimeLine},
        {"focus", showFocus},
    };
    return test::showScenes("show_window", argc, argv, all);
}
