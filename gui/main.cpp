// SPDX-License-Identifier: GPL-3.0-or-later
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include <QApplication>
#include <QIcon>
#include <QTimer>

#include "engine/core/http_client.h"
#include "engine/lessons/lesson_files.h"
#include "gui/attach/attach_dialog.h"
#include "gui/compare/lanes.h"
#include "gui/lab/lab_workspace.h"
#include "gui/language/language.h"
#include "gui/lessons/lesson_workspace.h"
#include "gui/setup/model_folders.h"
#include "gui/share/handout.h"
#include "gui/window/animation_shot.h"
#include "gui/window/command_line.h"
#include "gui/window/main_window.h"
#include "gui/window/projector_mode.h"
#include "gui/window/screenshot.h"
#include "gui/window/share_actions.h"
#include "gui/window/workspace_state_keeper.h"
#include "gui/worker/backend_setting.h"
#include "widgets/style/number_text.h"

using namespace draftscope;

namespace {

/// Without a display Qt would give up: draw into memory instead. Returns whether that was so.
bool goHeadlessWhereThereIsNoDisplay()
{
    const bool hasDisplay = qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY")
        || qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
    if (!hasDisplay)
        qputenv("QT_QPA_PLATFORM", "offscreen");
    return !hasDisplay;
}

/// Qt's offscreen platform warns of what only a real window system can do.
void dropOffscreenWarnings(QtMsgType type, const QMessageLogContext&, const QString& message)
{
    if (message.contains(QLatin1String("propagateSizeHints")) || message.contains(QLatin1String("XDG_RUNTIME_DIR")))
        return;
    std::fprintf(stderr, "%s\n", qPrintable(message));
    if (type == QtFatalMsg)
        std::abort();
}

int complain(const std::string& sentence, int status)
{
    std::fprintf(stderr, "%s\n", sentence.c_str());
    return status;
}

int takeScreenshot(QApplication& application, MainWindow& window, Navigation& navigation,
                   const ScreenshotOptions& options)
{
    new Screenshot(window, navigation, options, [&](const QString& problem) {
        if (problem.isEmpty())
            std::printf("Wrote %s.\n", qPrintable(options.file));
        application.exit(problem.isEmpty() ? 0 : complain(problem.toStdString(), 1));
    });
    return application.exec();
}

int makeAnimation(QApplication& application, Navigation& navigation, const AnimationOptions& options)
{
    new AnimationShot(
        navigation, options,
        [&](bool isWritten, const QString& sentence) {
            if (isWritten)
                std::printf("%s\n", qPrintable(sentence));
            application.exit(isWritten ? 0 : complain(sentence.toStdString(), 1));
        },
        &application);
    return application.exec();
}

int makeHandout(QApplication& application, const CommandLine& line)
{
    const bool isGerman = numberStyle() == NumberStyle::german;
    const auto file = lessonFile(line.handout, isGerman ? LessonLanguage::german : LessonLanguage::english);
    auto lesson = file ? readLesson(*file) : tl::unexpected(file.error());
    if (!lesson)
        return complain(lesson.error().sentence, 1);
    const auto to = line.handoutFile.empty() ? std::filesystem::path(lesson->name + ".pdf") : line.handoutFile;
    auto* job = new HandoutJob(std::move(*lesson), line.backend, to, &application);
    QObject::connect(job, &HandoutJob::ended, &application, [&](bool isWritten, const QString& sentence) {
        if (isWritten)
            std::printf("%s\n", qPrintable(sentence));
        application.exit(isWritten ? 0 : complain(sentence.toStdString(), 1));
    });
    return application.exec();
}

/// As far as the command line says it: to a server at once where there is a prompt for it.
void attach(MainWindow& window, const CommandLine& asked)
{
    AttachDialog& dialog = window.attachDialog();
    if (!isServerAddress(asked.attached.toStdString())) {
        dialog.readFile(asked.attached);
        return;
    }
    dialog.setServer(asked.attached);
    if (!asked.sendsPrompt)
        return;
    dialog.setPrompt(QString::fromStdString(asked.setup.prompt));
    dialog.begin();
}

/// What the window begins with once it is up: the command line's own, else what was open last, else the default run.
void beginFirstRun(MainWindow& window, Navigation& navigation, const CommandLine& asked, bool keepsNothing)
{
    if (asked.screenshot && !asked.lesson.empty())
        return; // only the lesson's own run is seen
    if (asked.scene && !keepsNothing)
        window.findChild<ShareActions*>()->begin(*asked.scene);
    else if (!asked.trace.empty())
        navigation.starter().openTrace(asked.trace);
    else if (!asked.attached.isEmpty())
        return; // what the server tells is shown
    else if (!asked.namesRun && window.session().restore())
        return;
    else if (!asked.setup.target.empty() || asked.problem.empty())
        navigation.starter().restart();
    else
        emit navigation.failed(QString::fromStdString(asked.problem));
}

/// Layout, letters and colours of a scene; what the command line names itself comes before the scene's, now and when
/// its moment is reached.
void applySceneLooks(MainWindow& window, CommandLine& asked)
{
    Scene& scene = *asked.scene;
    scene.isProjected = false; // the projector follows once the window has its size
    scene.theme = asked.theme;
    scene.language = asked.language;
    if (!asked.panels.isEmpty())
        scene.panels.clear();
    window.findChild<ShareActions*>()->applyLooks(scene);
}

} // namespace

int main(int argc, char** argv)
{
    // A file that may not grow any more is a failed write with a reason, not the end of the program.
    std::signal(SIGXFSZ, SIG_IGN);
    const bool isHeadless = goHeadlessWhereThereIsNoDisplay();
    if (qgetenv("QT_QPA_PLATFORM") == "offscreen")
        qInstallMessageHandler(dropOffscreenWarnings);
    QApplication application(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("Draftscope"));
    QCoreApplication::setApplicationName(QStringLiteral("draftscope"));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.draftscope.Draftscope"));
    application.setWindowIcon(QIcon(QStringLiteral(":/draftscope.svg")));

    auto asked = readCommandLine(QCoreApplication::arguments());
    if (!asked)
        return complain(asked.error().sentence, 2);
    if (!asked->message.isEmpty()) {
        std::fputs(qPrintable(asked->message), stdout);
        return 0;
    }
    const bool isPicture = asked->screenshot || asked->animation || !asked->handout.empty();
    if (isHeadless && !isPicture) {
        std::puts("There is no display: decoding without a window.");
        asked->screenshot = ScreenshotOptions{.file = QStringLiteral("draftscope.png")};
    }

    const bool keepsNothing = isPicture || asked->screenshot;
    const auto memory = keepsNothing ? MainWindow::Memory::none : MainWindow::Memory::kept;
    Theme::apply(application, asked->theme.value_or(keepsNothing ? ThemeKind::light : ThemeKind::system));
    setLanguage(asked->language.value_or(keepsNothing ? Language::english : keptLanguage()));
    if (memory == MainWindow::Memory::kept) {
        recallModelFolders();
        if (!asked->namesBackend)
            asked->backend = keptBackend();
    }
    if (!asked->handout.empty())
        return makeHandout(application, *asked);
    Navigation navigation(asked->backend);
    MainWindow window(navigation, memory);
    if (asked->theme || keepsNothing)
        window.setTheme(asked->theme.value_or(ThemeKind::light));
    navigation.speedOfRun().setMeasuresUnasked(asked->measuresUnasked);
    window.lanes().speeds().setMeasuresUnasked(asked->measuresUnasked);
    navigation.starter().setSetup(asked->setup);
    QTimer::singleShot(0, &navigation, [&] { beginFirstRun(window, navigation, *asked, keepsNothing); });
    if (!asked->attached.isEmpty())
        QTimer::singleShot(0, &window, [&] { attach(window, *asked); });
    if (!asked->comparison.empty())
        QTimer::singleShot(0, &window, [&] { window.open(asked->comparison); });
    for (const RunSetup& lane : asked->lanes)
        window.lanes().add(lane);
    if (!asked->panels.isEmpty())
        if (const auto shown = window.showOnly(asked->panels); !shown)
            return complain(shown.error().sentence, 2);
    if (!asked->lesson.empty())
        if (const auto opened = window.lessons().open(asked->lesson, asked->lessonStep); !opened)
            return complain(opened.error().sentence, 2);
    if (asked->isLab)
        window.findChild<LabWorkspace*>()->begin(!asked->screenshot);
    if (asked->stops)
        navigation.player().transport().setStopConditions(*asked->stops);
    if (asked->animation)
        return makeAnimation(application, navigation, *asked->animation);
    window.show();
    if (asked->isKiosk)
        window.lessons().playFilm(true);
    if (asked->screenshot)
        window.resize(asked->screenshot->size);
    if (asked->scene)
        applySceneLooks(window, *asked);
    if (asked->isProjected || asked->isKiosk)
        window.projector().begin(asked->screenshot ? ProjectorMode::Screen::asItIs : ProjectorMode::Screen::whole);
    return asked->screenshot ? takeScreenshot(application, window, navigation, *asked->screenshot) : application.exec();
}
