// SPDX-License-Identifier: MIT
// What the program remembers from start to start: files that were opened, and the session. And undo of what-ifs, and About.
#include <QAbstractButton>
#include <QAction>
#include <QDir>
#include <QMenuBar>
#include <QMessageBox>
#include <QScopeGuard>
#include <QSettings>
#include <QTemporaryDir>

#include "engine/session/methods.h"
#include "gui/command_line.h"
#include "gui/compare/compare_workspace.h"
#include "gui/compare/lane_lock_box.h"
#include "gui/kept_session.h"
#include "gui/motion_setting.h"
#include "gui/recent_files.h"
#include "gui/session_keeper.h"
#include "own_settings.h"
#include "tests/test_main.h"
#include "widgets/motion.h"
#include "window_fixture.h"

using namespace draftscope;
using test::RunFixture;
using test::until;
using test::WindowFixture;

namespace {

/// What a start of the program makes, with what it keeps from the one before.
struct Start : RunFixture {
    Start() : window(navigation, MainWindow::Memory::kept) { window.show(); }
    ~Start() { QSettings().sync(); }
    void quit()
    {
        window.close();
        QCoreApplication::processEvents();
    }
    /// As main() does, without files on the command line.
    bool restored()
    {
        return window.session().restore()
            && until([this] { return navigation.activity() != Navigation::Activity::loading; })
            && until([this] { return navigation.hasRecording(); });
    }
    [[nodiscard]] QString problem() const { return window.messages().problem(); }
    MainWindow window;
};

/// An action of the window's menus, by how its words begin.
QAction* action(const QWidget& window, const QString& beginning)
{
    for (auto* each : window.findChildren<QAction*>())
        if (each->text().remove(QLatin1Char('&')).startsWith(beginning))
            return each;
    return nullptr;
}

QMenu* submenu(const QWidget& window, const QString& title)
{
    for (auto* each : window.findChildren<QMenu*>())
        if (each->title().remove(QLatin1Char('&')) == title)
            return each;
    return nullptr;
}

RunSetup unusualSetup()
{
    RunSetup setup = test::quickSetup(33);
    setup.settings.draftLength = 3;
    setup.settings.sampler = {.temperature = 0.37, .topK = 40, .topP = 0.9, .minP = 0.01, .greedy = false};
    setup.settings.seed = 18446744073709551557ULL;
    setup.prompt = "One day, a “bear” & a fox\nwent";
    return setup;
}

void keepSession(const KeptSession& session)
{
    QSettings().setValue("session/last", jsonOf(session));
}

} // namespace

class TestHabits : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(m_folder.isValid()); }
    void init() { QSettings().clear(); }

    // --- the session

    void aSetupIsKeptExactly()
    {
        KeptSession session{unusualSetup(), {}};
        chooseMethod(session.setup.settings, "prompt-lookup");
        session.setup.isChat = true;
        session.setup.system = "";
        const auto read = keptSessionOf(jsonOf(session));
        QVERIFY2(read, read ? "" : read.error().sentence.c_str());
        QVERIFY(*read == session);
    }

    void theRunComesBackAtTheNextStart()
    {
        {
            Start first;
            first.navigation.setSetup(unusualSetup());
            QVERIFY(first.start() && first.rounds(1));
            first.quit();
        }
        Start second;
        QVERIFY(second.restored());
        QVERIFY(second.navigation.canCompute());
        QVERIFY(second.navigation.running() == unusualSetup());
        QVERIFY(second.problem().isEmpty());
    }

    void howLanesMoveIsKept()
    {
        {
            Start first;
            QCOMPARE(first.window.lanes().lock(), LaneLock::byRound);
            first.window.lanes().setLock(LaneLock::none);
            first.quit();
        }
        Start second;
        QCOMPARE(second.window.lanes().lock(), LaneLock::none);
        QCOMPARE(second.window.findChild<LaneLockBox*>()->currentText(), QString("Each on its own"));
    }

    void aTargetThatFailedDoesNotTakeThePlaceOfTheRun()
    {
        {
            Start first;
            first.navigation.setSetup(unusualSetup());
            QVERIFY(first.start());
            RunSetup noModel = unusualSetup();
            noModel.target = QCoreApplication::applicationFilePath().toStdString();
            first.navigation.setSetup(noModel);
            first.navigation.restart();
            QVERIFY(until([&] { return !first.lastFailed().isEmpty(); }));
            first.quit();
        }
        Start second;
        QVERIFY(second.restored());
        QVERIFY(second.navigation.running() == unusualSetup());
        QVERIFY(second.problem().isEmpty());
    }

    void aTraceComesBack()
    {
        const std::string path = m_folder.filePath("kept.jsonl").toStdString();
        {
            Start first;
            QVERIFY(first.start() && first.rounds(2));
            QSignalSpy saved(&first.navigation, &Navigation::saveEnded);
            first.navigation.saveTrace(path);
            QVERIFY(saved.wait(test::patience));
            first.navigation.openTrace(path);
            QVERIFY(until([&] { return first.navigation.trace() == path; }));
            first.quit();
        }
        Start second;
        QVERIFY(second.restored());
        QCOMPARE(second.navigation.trace().string(), path);
        QVERIFY(!second.navigation.canCompute());
        QCOMPARE(second.navigation.recording().roundCount(0), 2);
    }

    void itCanBeTurnedOffAndBegunAfresh()
    {
        Start start;
        keepSession({unusualSetup(), {}});
        QAction* wanted = action(start.window, "Begin where I left off");
        QVERIFY(wanted && wanted->isChecked());
        wanted->trigger();
        QVERIFY(!start.window.session().restore());
        wanted->trigger();
        QVERIFY(start.restored());
        QVERIFY(start.navigation.running() == unusualSetup());
        action(start.window, "Start afresh")->trigger();
        QVERIFY(until([&] { return start.navigation.running() == defaultSetup().setup; }));
    }

    void withoutTheEmbeddedPairNothingStartsAfresh()
    {
        const QByteArray before = qgetenv("DRAFTSCOPE_MODELS");
        qputenv("DRAFTSCOPE_MODELS", m_folder.path().toLocal8Bit());
        const auto thePairIsBack = qScopeGuard(
            [&] { before.isEmpty() ? qunsetenv("DRAFTSCOPE_MODELS") : qputenv("DRAFTSCOPE_MODELS", before); });
        const QString why = QString::fromStdString(defaultSetup().problem);
        QVERIFY(test::isSentence(why));
        Start start;
        start.navigation.setSetup(unusualSetup());
        start.window.session().startAfresh();
        QCOMPARE(start.problem(), why);
        QCOMPARE(start.navigation.activity(), Navigation::Activity::nothing);
        QVERIFY(start.navigation.setup() == unusualSetup());
        QSettings().setValue("session/last", "garbage");
        QVERIFY(start.window.session().restore());
        QVERIFY(until([&] { return start.problem().contains("last time") && start.problem().contains(why); }));
    }

    /// A person would rather keep the run.
    void startingAfreshLeavesSetupAsItIsIfItIsCancelled()
    {
        Start start;
        start.navigation.setSetup(unusualSetup());
        QVERIFY(start.start() && start.step());
        QVERIFY(
            start.await([&] { start.navigation.change({{.kind = OverrideRecord::Kind::u, .node = 0, .u = 0.5}}); }));
        action(start.window, "Start afresh")->trigger();
        auto* question = start.window.findChild<QMessageBox*>();
        QVERIFY(question);
        question->button(QMessageBox::Cancel)->click();
        QVERIFY(start.navigation.setup() == unusualSetup() && start.navigation.running() == unusualSetup());
        QCOMPARE(start.navigation.activity(), Navigation::Activity::paused);
    }

    void whatCannotBeBroughtBackIsNamed_data()
    {
        QTest::addColumn<QByteArray>("kept");
        QTest::addColumn<QString>("word");
        RunSetup missing = unusualSetup();
        missing.target = "/nowhere/model.gguf";
        RunSetup outOfRange = unusualSetup();
        outOfRange.settings.draftLength = 1000;
        RunSetup unknown = unusualSetup();
        unknown.settings.method = "clairvoyance";
        QTest::newRow("garbage") << QByteArray("garbage") << QString("damaged");
        QTest::newRow("nothing") << QByteArray() << QString("damaged");
        QTest::newRow("of another type") << QByteArray("[1, 2]") << QString("damaged");
        QTest::newRow("later") << QByteArray(R"({"format": 99})") << QString("later");
        QTest::newRow("missing model") << jsonOf(KeptSession{missing, {}}) << QString("nowhere");
        QTest::newRow("missing trace") << jsonOf(KeptSession{unusualSetup(), "/nowhere/a.jsonl"}) << QString("nowhere");
        QTest::newRow("settings") << jsonOf(KeptSession{outOfRange, {}}) << QString("1000");
        QTest::newRow("unknown method") << jsonOf(KeptSession{unknown, {}}) << QString("clairvoyance");
    }

    void whatCannotBeBroughtBackIsNamed()
    {
        QFETCH(const QByteArray, kept);
        QFETCH(const QString, word);
        const auto session = keptSessionOf(kept);
        QVERIFY(!session);
        const QString sentence = QString::fromStdString(session.error().sentence);
        QVERIFY2(test::isSentence(sentence) && sentence.contains(word), qPrintable(sentence));
    }

    /// Found out at once, and only when the file is read.
    void insteadOfWhatCannotComeBackTheEmbeddedPairIsThere()
    {
        RunSetup noModel = unusualSetup();
        noModel.target = QCoreApplication::applicationFilePath().toStdString(); // is there, and is no model
        for (const QByteArray& kept : {QByteArray("garbage"), jsonOf(KeptSession{noModel, {}})}) {
            QSettings().setValue("session/last", kept);
            Start start;
            QVERIFY(start.restored());
            QVERIFY(until([&] { return !start.problem().isEmpty(); }));
            QVERIFY2(start.problem().contains("embedded pair")
                         && start.problem().contains(
                             kept == "garbage" ? QStringLiteral("damaged")
                                               : QFileInfo(QCoreApplication::applicationFilePath()).fileName()),
                     qPrintable(start.problem()));
            QVERIFY(start.navigation.canCompute());
            QCOMPARE(start.navigation.running().target, defaultSetup().setup.target);
        }
    }

    /// Nobody asked for the embedded pair then, and what fails next is something else.
    void aRestoreThatIsGivenUpIsOver_data()
    {
        QTest::addColumn<bool>("isCancelled");
        QTest::newRow("cancelled") << true;
        QTest::newRow("overtaken") << false;
    }

    void aRestoreThatIsGivenUpIsOver()
    {
        QFETCH(const bool, isCancelled);
        keepSession({unusualSetup(), {}});
        Start start;
        QVERIFY(start.window.session().restore());
        if (isCancelled)
            start.navigation.cancelLoading();
        start.navigation.openTrace("/nowhere/a.jsonl");
        QVERIFY(until([&] { return !start.lastFailed().isEmpty(); }));
        QCOMPARE(start.navigation.activity(), Navigation::Activity::nothing);
        QVERIFY2(start.problem().contains("/nowhere/a.jsonl") && !start.problem().contains("last time"),
                 qPrintable(start.problem()));
    }

    void whatIsOpenedInsteadOfTheEmbeddedPairHasNoExcuse()
    {
        const std::string path = m_folder.filePath("instead.jsonl").toStdString();
        {
            RunFixture run;
            QVERIFY(run.start() && run.rounds(1));
            QSignalSpy saved(&run.navigation, &Navigation::saveEnded);
            run.navigation.saveTrace(path);
            QVERIFY(saved.wait(test::patience));
        }
        QSettings().setValue("session/last", "garbage");
        Start start;
        QVERIFY(start.window.session().restore());
        start.navigation.openTrace(path); // while the embedded pair is being loaded
        QVERIFY(until([&] { return start.navigation.trace() == path; }));
        QCoreApplication::processEvents();
        QVERIFY2(start.problem().isEmpty(), qPrintable(start.problem()));
        QVERIFY(start.start());
        QCoreApplication::processEvents();
        QVERIFY2(start.problem().isEmpty(), qPrintable(start.problem()));
    }

    void whatTheCommandLineNamesGoesFirst()
    {
        QVERIFY(!readCommandLine({"draftscope"})->namesRun);
        QVERIFY(!readCommandLine({"draftscope", "--theme", "dark", "--panels", "stage"})->namesRun);
        QVERIFY(readCommandLine({"draftscope", "--fresh"})->namesRun);
        QVERIFY(readCommandLine({"draftscope", "tales-6m"})->namesRun);
        QVERIFY(readCommandLine({"draftscope", "--prompt", "Hello"})->namesRun);
        QVERIFY(readCommandLine({"draftscope", "--compare", "plain,two-model"})->namesRun);
    }

    /// What is kept of them is looked for by a start in another folder.
    void filesOfTheCommandLineAreFoundFromAnywhere()
    {
        for (const char* name : {"here.jsonl", "target.gguf", "draft.gguf"})
            QVERIFY(QFile(m_folder.filePath(name)).open(QIODevice::WriteOnly));
        const QString before = QDir::currentPath();
        const auto goBack = qScopeGuard([&] { QDir::setCurrent(before); });
        QVERIFY(QDir::setCurrent(m_folder.path()));
        const auto here = [](const char* name) { return std::filesystem::current_path() / name; };
        const auto trace = readCommandLine({"draftscope", "here.jsonl"});
        QVERIFY(trace && trace->trace == here("here.jsonl"));
        const auto models = readCommandLine({"draftscope", "target.gguf", "draft.gguf"});
        QVERIFY(models && models->setup.target == here("target.gguf") && models->setup.draft == here("draft.gguf"));
        QCOMPARE(readCommandLine({"draftscope", "tales-6m"})->setup.target, std::string("tales-6m"));
        QCOMPARE(readCommandLine({"draftscope", "nowhere.gguf"})->setup.target, std::string("nowhere.gguf"));
    }

    /// As in other tests and in pictures.
    void withoutMemoryNothingIsReadOrWritten()
    {
        keepSession({unusualSetup(), {}});
        QSettings().setValue("recent/files", QStringList{"trace /tmp/a.jsonl"});
        const QStringList before = QSettings().allKeys();
        {
            WindowFixture run;
            QVERIFY(!run.window.session().restore());
            QVERIFY(run.window.recent().entries().isEmpty());
            QVERIFY(run.start());
            run.window.recent().note(RecentFiles::Kind::trace, "/tmp/b.jsonl");
            run.window.close();
        }
        QCOMPARE(QSettings().allKeys(), before);
        QVERIFY(QSettings().value("session/last").toByteArray() == jsonOf(KeptSession{unusualSetup(), {}}));
    }

    // --- recent files

    void recentFilesAreKeptInTheirOrder()
    {
        const QString there = m_folder.filePath("there & now.jsonl");
        QVERIFY(QFile(there).open(QIODevice::WriteOnly));
        {
            RecentFiles files(true);
            files.note(RecentFiles::Kind::target, "/nowhere/model.gguf");
            files.note(RecentFiles::Kind::trace, there.toStdString());
            files.note(RecentFiles::Kind::comparison, "/nowhere/one.json");
            files.note(RecentFiles::Kind::trace, there.toStdString()); // again
        }
        RecentFiles files(true);
        QCOMPARE(files.entries().size(), 3);
        QMenu menu;
        files.fill(menu);
        QSignalSpy chosen(&files, &RecentFiles::chosen);
        QAction* first = menu.actions().front();
        QVERIFY(first->isEnabled() && first->text() == "Trace there && now.jsonl");
        first->trigger();
        QCOMPARE(chosen.first().at(1).toString(), there);
        for (const char* words : {"Comparison one.json (no longer there)", "Target model.gguf (no longer there)"}) {
            QAction* gone = test::entry(menu, words);
            QVERIFY(gone && !gone->isEnabled() && test::isSentence(gone->toolTip()));
        }
        for (int i = 0; i < 30; ++i)
            files.note(RecentFiles::Kind::trace, QStringLiteral("/tmp/%1.jsonl").arg(i).toStdString());
        QCOMPARE(int(files.entries().size()), RecentFiles::most);
        test::entry(menu, "Clear")->trigger();
        QVERIFY(RecentFiles(true).entries().isEmpty());
        files.fill(menu);
        QVERIFY(!menu.actions().front()->isEnabled());
    }

    void theMenuOpensWhatWasOpened()
    {
        const std::string path = m_folder.filePath("again.jsonl").toStdString();
        Start start;
        QVERIFY(start.start() && start.rounds(1));
        QVERIFY(start.window.recent().entries().isEmpty()); // the embedded pair is always at hand
        QSignalSpy saved(&start.navigation, &Navigation::saveEnded);
        start.navigation.saveTrace(path);
        QVERIFY(saved.wait(test::patience));
        start.navigation.openTrace(path);
        QVERIFY(until([&] { return start.navigation.trace() == path; }));
        QVERIFY(start.start()); // a run again
        QVERIFY(start.navigation.trace().empty());
        QMenu* menu = submenu(start.window, "Open recent");
        QVERIFY(menu);
        emit menu->aboutToShow();
        QAction* trace = test::entry(*menu, "Trace again.jsonl");
        QVERIFY(trace);
        trace->trigger();
        QVERIFY(until([&] { return start.navigation.trace() == path; }));

        const QString damaged = m_folder.filePath("damaged.json");
        QFile file(damaged);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{") == 1);
        file.close();
        start.window.compare().open(damaged.toStdString(), test::quickSetup());
        QVERIFY(test::isSentence(start.problem()));
        QCOMPARE(start.window.recent().entries().size(), 1); // it was not opened
    }

    // --- undo

    void aWhatIfIsUndoneAndDoneAgain()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(3));
        QAction* undo = action(run.window, "Undo");
        QAction* redo = action(run.window, "Redo");
        QVERIFY(undo && redo && !undo->isEnabled() && !redo->isEnabled());
        const Position from{0, 1, 0};
        QVERIFY(run.await([&] {
            run.navigation.change({{.kind = OverrideRecord::Kind::u, .node = 0, .u = 0.999}}, from);
            run.navigation.nextRound();
        }));
        QVERIFY(until([&] { return run.navigation.recording().branches().size() == 2; }));
        QVERIFY(undo->isEnabled() && undo->text().contains("0.999"));
        const Position onFork = run.navigation.position();
        QCOMPARE(onFork.branch, 1);
        run.window.showWorkspace(MainWindow::Workspace::compare);
        QVERIFY2(!undo->isEnabled(), "it would change what is out of sight");
        run.window.showWorkspace(MainWindow::Workspace::step);
        run.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(run.navigation.position(), from);
        QVERIFY(run.lastSaid().contains("Undone") && run.lastSaid().contains("0.999"));
        QVERIFY(!undo->isEnabled() && redo->isEnabled());
        redo->trigger();
        QCOMPARE(run.navigation.position(), onFork);
        QVERIFY(undo->isEnabled() && !redo->isEnabled());
        QCOMPARE(run.navigation.recording().branches().size(), std::size_t(2)); // nothing is lost
        run.navigation.restart();                                               // another run has no what-ifs
        auto* question = run.window.findChild<QMessageBox*>();
        QVERIFY(question);
        question->button(QMessageBox::Discard)->click();
        QVERIFY(until([&] { return run.navigation.recording().branches().size() == 1; }));
        QVERIFY(!undo->isEnabled() && !redo->isEnabled());
    }

    void undoSaysWhatWasForced()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(2));
        QAction* undo = action(run.window, "Undo");
        emit run.navigation.forked({0, 1, 0}, {0, 1, 0}, QStringLiteral("“%2&” as draft 1"));
        QCOMPARE(undo->text(), QStringLiteral("&Undo what-if: “%2&&” as draft 1"));
        undo->trigger();
        QVERIFY2(run.lastSaid().startsWith(QStringLiteral("Undone: “%2&” as draft 1. Branch 0 stays")),
                 qPrintable(run.lastSaid()));
    }

    // --- motion

    void momentsMoveAsWasChosenLastTime()
    {
        QSettings().remove(QStringLiteral("motion"));
        {
            WindowFixture pictures; // which keep nothing
            QVERIFY(!Motion::isAllowed());
        }
        {
            Start first;
            QVERIFY(Motion::isAllowed()); // no desktop says otherwise here
            action(first.window, "Animate moments")->trigger();
            QVERIFY(!Motion::isAllowed());
            first.quit();
        }
        {
            Start second;
            QVERIFY(!Motion::isAllowed());
            QAction* moves = action(second.window, "Animate moments");
            QVERIFY(!moves->isChecked());
            moves->trigger();
            QVERIFY(Motion::isAllowed() && moves->isChecked());
            second.quit();
        }
        Start third;
        QVERIFY(Motion::isAllowed());
        third.quit();
        QSettings().remove(QStringLiteral("motion"));
        Motion::setAllowed(false);
    }

    void aDesktopAsksForLessMotion_data()
    {
        QTest::addColumn<QString>("space");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QVariant>("value");
        QTest::addColumn<int>("wants"); // -1: says nothing
        const QString portal = QStringLiteral("org.freedesktop.appearance"),
                      gnome = QStringLiteral("org.gnome.desktop.interface"),
                      kde = QStringLiteral("org.kde.kdeglobals.KDE");
        const QString reduced = QStringLiteral("reduced-motion"), animations = QStringLiteral("enable-animations"),
                      factor = QStringLiteral("AnimationDurationFactor");
        QTest::addRow("the portal: less") << portal << reduced << QVariant(1u) << 1;
        QTest::addRow("the portal: no preference") << portal << reduced << QVariant(0u) << 0;
        QTest::addRow("GNOME without animations") << gnome << animations << QVariant(false) << 1;
        QTest::addRow("GNOME with them") << gnome << animations << QVariant(true) << 0;
        QTest::addRow("GNOME, something else") << gnome << animations << QVariant(QStringLiteral("x")) << -1;
        QTest::addRow("KDE: instant") << kde << factor << QVariant(QStringLiteral("0")) << 1;
        QTest::addRow("KDE: half as long") << kde << factor << QVariant(QStringLiteral("0.5")) << 0;
        QTest::addRow("KDE, something else") << kde << factor << QVariant(QStringLiteral("fast")) << -1;
        QTest::addRow("another key") << gnome << QStringLiteral("cursor-blink") << QVariant(false) << -1;
    }
    void aDesktopAsksForLessMotion()
    {
        QFETCH(QString, space);
        QFETCH(QString, key);
        QFETCH(QVariant, value);
        const std::optional<bool> wants = wantsLessMotion(space, key, value);
        QTEST(wants ? int(*wants) : -1, "wants");
    }

    // --- About

    void aboutSaysVersionsBackendAndLicences()
    {
        WindowFixture run;
        QVERIFY(run.start());
        action(run.window, "About Draftscope")->trigger();
        auto* box = run.window.findChild<QMessageBox*>();
        QVERIFY(box);
        for (const QString& words :
             {QStringLiteral(DRAFTSCOPE_VERSION), QString::fromLatin1(qVersion()),
              QString::fromStdString(run.navigation.recording().header().backend), QStringLiteral("MIT"),
              QStringLiteral("General Public License, version 3"), QStringLiteral("SentencePiece")})
            QVERIFY2(box->text().contains(words), qPrintable(words));
        if (const QString file = qEnvironmentVariable("DRAFTSCOPE_KEEP_PICTURES"); !file.isEmpty())
            box->grab().save(file + QStringLiteral("/about.png"));
        box->close();
    }

private:
    QTemporaryDir m_folder;
};

DRAFTSCOPE_TEST_IN(test::ApplicationWithOwnSettings, TestHabits)
#include "test_habits.moc"
