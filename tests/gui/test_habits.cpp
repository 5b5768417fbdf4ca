// SPDX-License-Identifier: MIT
// Recent files, undo of what-ifs, motion, About. (What was open the last time: test_workspace_state.)
#include <QAbstractButton>
#include <QAction>
#include <QDir>
#include <QMenuBar>
#include <QMessageBox>
#include <QSettings>
#include <QTemporaryDir>

#include "engine/core/version.h"
#include "gui/compare/compare_page.h"
#include "gui/window/motion_setting.h"
#include "gui/window/recent_files.h"
#include "own_settings.h"
#include "start_fixture.h"
#include "tests/test_main.h"
#include "widgets/style/motion.h"
#include "window_fixture.h"

using namespace draftscope;
using test::action;
using test::Start;
using test::until;
using test::WindowFixture;

namespace {

QMenu* submenu(const QWidget& window, const QString& title)
{
    for (auto* each : window.findChildren<QMenu*>())
        if (each->title().remove(QLatin1Char('&')) == title)
            return each;
    return nullptr;
}

} // namespace

class TestHabits : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(m_folder.isValid()); }
    void init() { QSettings().clear(); }

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
        QSignalSpy saved(&start.navigation.files(), &RunFiles::saveEnded);
        start.navigation.files().save(path);
        QVERIFY(saved.wait(test::patience));
        start.navigation.starter().openTrace(path);
        QVERIFY(until([&] { return start.navigation.starter().trace() == path; }));
        QVERIFY(start.start()); // a run again
        QVERIFY(start.navigation.starter().trace().empty());
        QMenu* menu = submenu(start.window, "Open recent");
        QVERIFY(menu);
        emit menu->aboutToShow();
        QAction* trace = test::entry(*menu, "Trace again.jsonl");
        QVERIFY(trace);
        trace->trigger();
        QVERIFY(until([&] { return start.navigation.starter().trace() == path; }));

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
            run.navigation.whatIfs().change({{.kind = OverrideRecord::Kind::u, .node = 0, .u = 0.999}}, from);
            run.navigation.player().nextRound();
        }));
        QVERIFY(until([&] { return run.navigation.recording().branches().size() == 2; }));
        QVERIFY(undo->isEnabled() && undo->text().contains("0.999"));
        const Position onFork = run.navigation.playhead().position();
        QCOMPARE(onFork.branch, 1);
        run.window.showWorkspace("compare");
        QVERIFY2(!undo->isEnabled(), "it would change what is out of sight");
        run.window.showWorkspace("step");
        run.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(run.navigation.playhead().position(), from);
        QVERIFY(run.lastSaid().contains("Undone") && run.lastSaid().contains("0.999"));
        QVERIFY(!undo->isEnabled() && redo->isEnabled());
        redo->trigger();
        QCOMPARE(run.navigation.playhead().position(), onFork);
        QVERIFY(undo->isEnabled() && !redo->isEnabled());
        QCOMPARE(run.navigation.recording().branches().size(), std::size_t(2)); // nothing is lost
        run.navigation.starter().restart();                                     // another run has no what-ifs
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
        emit run.navigation.whatIfs().forked({0, 1, 0}, {0, 1, 0}, QStringLiteral("“%2&” as draft 1"));
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
             {QString::fromStdString(version()), QString::fromLatin1(qVersion()),
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
