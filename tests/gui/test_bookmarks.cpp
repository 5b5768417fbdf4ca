// SPDX-License-Identifier: MIT
// Bookmarks: made, named, found again with keys and menus, on every branch that shares the moment, and kept in traces.
#include <algorithm>

#include <QInputDialog>
#include <QMenuBar>
#include <QTemporaryDir>
#include <QTextBrowser>

#include "engine/trace/trace_file.h"
#include "gui/playback/recorded_steps.h"
#include "tests/test_main.h"
#include "widgets/text/time_line.h"
#include "window_fixture.h"

using namespace draftscope;
using test::until;
using test::WindowFixture;

namespace {

QMenu* bookmarkMenu(const WindowFixture& run)
{
    for (auto* menu : run.window.findChildren<QMenu*>())
        if (menu->title() == "Bookmarks")
            return menu;
    return nullptr;
}

QStringList listed(const WindowFixture& run)
{
    QMenu* menu = bookmarkMenu(run);
    emit menu->aboutToShow();
    QStringList words;
    for (const QAction* action : menu->actions())
        if (action->text().contains("ound "))
            words << action->text();
    return words;
}

void nameIt(WindowFixture& run, const QString& name)
{
    run.press(Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
    auto* dialog = run.find<QInputDialog>();
    QVERIFY(dialog);
    dialog->setTextValue(name);
    dialog->accept();
    QVERIFY(until([&] { return !run.find<QInputDialog>(); }));
    QApplication::setActiveWindow(&run.window); // no window manager does it
}

} // namespace

class TestBookmarks : public QObject {
    Q_OBJECT

private slots:
    void keysMakeFindAndTakeAway()
    {
        WindowFixture run;
        run.press(Qt::Key_B, Qt::ControlModifier); // there is no run yet
        QVERIFY(run.navigation.bookmarks().all().empty());
        QVERIFY(run.start() && run.rounds(6));
        const Position places[] = {{0, 1, 3}, {0, 3, 2}, {0, 4, 1}};
        for (const int i : {1, 0, 2}) {
            run.navigation.player().goTo(places[i]);
            run.press(Qt::Key_B, Qt::ControlModifier);
            QVERIFY(test::isSentence(run.lastSaid()));
        }
        QCOMPARE(int(run.navigation.bookmarks().all().size()), 3);
        run.navigation.player().first();
        for (const Position& place : places) {
            run.press(Qt::Key_F2);
            QCOMPARE(run.navigation.playhead().position(), place);
        }
        run.press(Qt::Key_F2);
        QCOMPARE(run.navigation.playhead().position(), places[2]);
        QVERIFY(run.lastSaid().startsWith("There is no bookmark after"));
        run.press(Qt::Key_F2, Qt::ShiftModifier);
        QCOMPARE(run.navigation.playhead().position(), places[1]);
        run.press(Qt::Key_B, Qt::ControlModifier);
        run.press(Qt::Key_F2, Qt::ShiftModifier);
        QCOMPARE(run.navigation.playhead().position(), places[0]);
        run.press(Qt::Key_F2, Qt::ShiftModifier);
        QVERIFY(run.lastSaid().startsWith("There is no bookmark before"));
        QCOMPARE(int(run.navigation.bookmarks().all().size()), 2);
        const auto& marks = run.find<TimeLine>()->marks();
        QCOMPARE(int(marks.size()), 2);
        QCOMPARE(marks[0].round, 1);
        QCOMPARE(marks[1].round, 4);
        QVERIFY(run.start());
        QVERIFY2(run.navigation.bookmarks().all().empty() && run.find<TimeLine>()->marks().empty(),
                 "another run has its own");
    }

    void theMenuListsAndNamesThem()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(4));
        run.navigation.player().goTo({0, 1, 1});
        nameIt(run, "  Tea & garden ");
        QCOMPARE(QString::fromStdString(run.navigation.bookmarks().all().front().name), QStringLiteral("Tea & garden"));
        run.navigation.player().goTo({0, 2, 0});
        run.press(Qt::Key_B, Qt::ControlModifier);
        QCOMPARE(listed(run), (QStringList{"Tea && garden – Round 2 · Draft 1", "Before round 3"}));
        QCOMPARE(listed(run).size(), 2); // looked up again, not once more
        QVERIFY(run.find<TimeLine>()->wordsAt(1).contains("Bookmark “Tea & garden”: Round 2 · Draft 1."));
        QMenu* menu = bookmarkMenu(run);
        test::entry(*menu, "Tea")->trigger();
        QCOMPARE(run.navigation.playhead().position(), (Position{0, 1, 1}));
        QCOMPARE(run.lastSaid(), QStringLiteral("Bookmark “Tea & garden”."));
        emit menu->aboutToShow();
        QVERIFY(test::entry(*menu, "Tea")->isChecked() && !test::entry(*menu, "Before round 3")->isChecked());
        QVERIFY(test::entry(*menu, "Bookmark this moment")->isChecked());
        nameIt(run, "");
        QCOMPARE(listed(run).first(), QStringLiteral("Round 2 · Draft 1"));
        emit run.find<TimeLine>()->menuRequested(run.window.mapToGlobal(QPoint(200, 200)));
        auto* popup = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(popup && test::entry(*popup, "Before round 3"));
        popup->close();
    }

    void branchesShareWhatCameBefore()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(5));
        for (const Position& at : {Position{0, 1, 2}, Position{0, 4, 1}}) {
            run.navigation.player().goTo(at);
            run.press(Qt::Key_B, Qt::ControlModifier);
        }
        run.navigation.player().goTo({0, 2, 2});
        QVERIFY(run.await([&] {
            run.navigation.whatIfs().change({{.kind = OverrideRecord::Kind::token, .node = 1, .token = 300}});
        }));
        QCOMPARE(run.navigation.playhead().position().branch, 1);
        QVERIFY(run.rounds(1));
        run.press(Qt::Key_B, Qt::ControlModifier);
        run.navigation.player().goTo({1, 0, 1});
        run.press(Qt::Key_F2);
        QCOMPARE(run.navigation.playhead().position(), (Position{1, 1, 2})); // the same moment, as this branch has it
        QVERIFY(run.navigation.bookmarks().here().has_value());
        run.press(Qt::Key_F2);
        QCOMPARE(run.navigation.playhead().position(), run.navigation.recording().end(1));
        int bookmarks = 0;
        for (const TimeLineMark& mark : run.find<TimeLine>()->marks())
            bookmarks += mark.kind == TimeLineMark::Kind::bookmark;
        QCOMPARE(bookmarks, 2); // that in round 5 is of the other branch
        QCOMPARE(int(run.navigation.bookmarks().all().size()), 3);
        run.press(Qt::Key_F2); // that in round 5 comes after this moment, but not on this branch
        QVERIFY2(run.lastSaid().startsWith("There is no bookmark after this moment on this branch."),
                 qPrintable(run.lastSaid()));
        const QStringList words = listed(run);
        QCOMPARE(words.size(), 3);
        QVERIFY2(words[1].endsWith("branch 1") && words[2].startsWith("Round 5"), qPrintable(words.join('\n')));
        run.navigation.bookmarks().goTo(2);
        QCOMPARE(run.navigation.playhead().position(), (Position{0, 4, 1}));
    }

    void whatTheMenuHasNoRoomForIsCounted()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(8));
        const auto mark = [&](int branch, int count) {
            Position at{branch, 0, 0};
            for (int i = 0; i < count; ++i, at = *after(run.navigation.recording(), at))
                run.navigation.bookmarks().name(at, {});
        };
        const auto more = [&] {
            QMenu* menu = bookmarkMenu(run);
            emit menu->aboutToShow();
            QStringList words;
            for (const QAction* action : menu->actions())
                if (action->text().contains(" more"))
                    words << action->text();
            return words;
        };
        mark(0, 40);
        QCOMPARE(more(), QStringList());
        mark(0, 43);
        QCOMPARE(more(), QStringList("3 more: F2 leads there"));
        run.navigation.player().goTo({0, 0, 1});
        QVERIFY(run.await(
            [&] { run.navigation.whatIfs().change({{.kind = OverrideRecord::Kind::u, .node = 0, .u = 0.999}}); }));
        run.navigation.player().goToBranch(1);
        QVERIFY(run.rounds(1));
        const int shared = int(std::ranges::count_if(run.navigation.bookmarks().all(), [&](const BookmarkRecord& each) {
            return onBranch(run.navigation.recording(), each.at, 1).has_value();
        }));
        QVERIFY(shared > 0 && shared < 40);
        QCOMPARE(more(), QStringList("3 more on other branches"));
        run.navigation.player().goToBranch(0);
        QCOMPARE(more(), QStringList("3 more: F2 leads there"));
    }

    void sharedMomentsAreKnown()
    {
        Recording recording;
        for (int r = 0; r < 4; ++r) {
            RoundRecord round;
            round.round = r;
            round.moments.assign(5, {});
            recording.put(0, round);
        }
        const int one = recording.fork({0, 2, 3}, "");
        const int two = recording.fork({one, 2, 1}, "");
        QCOMPARE(onBranch(recording, {0, 1, 4}, one), (std::optional<Position>{{one, 1, 4}}));
        QCOMPARE(onBranch(recording, {0, 2, 3}, one), (std::optional<Position>{{one, 2, 3}}));
        QVERIFY(!onBranch(recording, {0, 2, 4}, one));
        QVERIFY(!onBranch(recording, {0, 3, 0}, one));
        QCOMPARE(onBranch(recording, {two, 2, 1}, 0), (std::optional<Position>{{0, 2, 1}}));
        QVERIFY(!onBranch(recording, {two, 2, 2}, one));
        QCOMPARE(onBranch(recording, {two, 0, 0}, two), (std::optional<Position>{{two, 0, 0}}));
    }

    /// As another program may have written them.
    void bookmarksOfATraceArePutInOrder()
    {
        const QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.filePath("other.jsonl").toStdString());
        {
            test::RunFixture run;
            QVERIFY(run.start() && run.rounds(4));
            run.navigation.player().goTo({0, 2, 2});
            QVERIFY(run.await([&] {
                run.navigation.whatIfs().change({{.kind = OverrideRecord::Kind::token, .node = 1, .token = 300}});
            }));
            const std::vector<BookmarkRecord> written = {{{0, 3, 1}, "last"},
                                                         {{1, 1, 2}, {}},
                                                         {{0, 0, 1}, "two\nlines"},
                                                         {{0, 1, 2}, std::string(5000, 'a')},
                                                         {{0, 3, 1}, "once more"}};
            QVERIFY(saveTrace(path, run.navigation.recording(), written));
        }
        WindowFixture run;
        run.navigation.starter().openTrace(path);
        QVERIFY(until([&] { return run.navigation.starter().trace() == path; }));
        const std::vector<BookmarkRecord> kept = {
            {{0, 0, 1}, "two lines"}, {{0, 1, 2}, std::string(80, 'a')}, {{0, 3, 1}, "last"}};
        QVERIFY(run.navigation.bookmarks().all() == kept);
        for (const BookmarkRecord& each : kept) {
            run.press(Qt::Key_F2);
            QCOMPARE(run.navigation.playhead().position(), each.at);
        }
    }

    void tracesKeepThem()
    {
        const QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.filePath("a.jsonl").toStdString());
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(4));
        run.navigation.player().goTo({0, 2, 1});
        nameIt(run, "here");
        QSignalSpy saved(&run.navigation.files(), &RunFiles::saveEnded);
        run.navigation.files().save(path);
        QVERIFY(saved.wait());
        QVERIFY(saved.first().first().toBool());
        run.navigation.starter().openTrace(path);
        QVERIFY(
            until([&] { return run.navigation.run().isThere() && !run.navigation.run().computation().canCompute(); }));
        QCOMPARE(int(run.navigation.bookmarks().all().size()), 1);
        QCOMPARE(int(run.find<TimeLine>()->marks().size()), 1);
        run.press(Qt::Key_F2);
        QCOMPARE(run.navigation.playhead().position(), (Position{0, 2, 1}));
        QCOMPARE(run.lastSaid(), QStringLiteral("Bookmark “here”."));
    }

    void theKeysAreTheirsAlone()
    {
        WindowFixture run;
        for (const QKeySequence& key :
             {QKeySequence(Qt::CTRL | Qt::Key_B), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_B),
              QKeySequence(Qt::Key_F2), QKeySequence(Qt::SHIFT | Qt::Key_F2)}) {
            int users = 0;
            for (const auto* action : run.window.findChildren<QAction*>())
                users += action->shortcuts().contains(key);
            QCOMPARE(users, 1);
        }
        run.press(Qt::Key_F1);
        auto* keys = run.find<QTextBrowser>();
        QVERIFY(keys && keys->toPlainText().contains("Ctrl+B") && keys->toPlainText().contains("Shift+F2"));
    }
};

DRAFTSCOPE_WINDOW_TEST(TestBookmarks)
#include "test_bookmarks.moc"
