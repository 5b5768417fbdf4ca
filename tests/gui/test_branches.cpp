// SPDX-License-Identifier: MIT
// Branches in their window and in all lists: named, removed and restored, and two of their texts beside each other.
#include <QAction>
#include <QInputDialog>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTreeWidget>

#include "engine/trace/trace_file.h"
#include "gui/panels/branches_window.h"
#include "gui/panels/stage_panel.h"
#include "gui/playback/branches.h"
#include "tests/test_main.h"
#include "widgets/text/text_view.h"
#include "widgets/text/time_line.h"
#include "window_fixture.h"

using namespace draftscope;
using test::until;
using test::WindowFixture;

namespace {

/// Two rounds, then the first draft of the second one is judged otherwise, as branch 1, which goes on for two more.
bool fork(WindowFixture& run)
{
    if (!run.start() || !run.rounds(3))
        return false;
    run.navigation.player().goTo({0, 1, int(run.round(1).moments.size())});
    const bool isAccepted = run.round(1).nodes[0].verdict == Verdict::accepted;
    return run.await([&] {
        run.navigation.whatIfs().change({{.kind = OverrideRecord::Kind::verdict, .node = 0, .accepted = !isAccepted}});
    }) && run.navigation.playhead().position().branch == 1
        && run.rounds(2);
}

/// Its key is another one on every desktop.
void redo(const WindowFixture& run)
{
    for (auto* action : run.window.findChildren<QAction*>())
        if (action->text().startsWith("&Redo"))
            action->trigger();
}

QString rowWords(const QTreeWidget& tree, int branch)
{
    for (QTreeWidgetItemIterator it(const_cast<QTreeWidget*>(&tree)); *it; ++it)
        if ((*it)->data(0, Qt::UserRole).toInt() == branch)
            return (*it)->text(0);
    return {};
}

struct Opened {
    explicit Opened(WindowFixture& run)
    {
        QApplication::setActiveWindow(&run.window);
        run.press(Qt::Key_J, Qt::ControlModifier);
        window = run.find<BranchesWindow>();
        tree = window->findChild<QTreeWidget*>();
        QApplication::setActiveWindow(window); // no window manager does it
    }
    void choose(int branch) const
    {
        for (QTreeWidgetItemIterator it(tree); *it; ++it)
            if ((*it)->data(0, Qt::UserRole).toInt() == branch)
                tree->setCurrentItem(*it);
    }
    [[nodiscard]] QPushButton* button(const QString& text) const
    {
        for (auto* candidate : window->findChildren<QPushButton*>())
            if (candidate->text() == text)
                return candidate;
        return nullptr;
    }
    [[nodiscard]] TextView* text(const QString& name) const
    {
        for (auto* candidate : window->findChildren<TextView*>())
            if (candidate->accessibleName() == name)
                return candidate;
        return nullptr;
    }
    [[nodiscard]] QString parting() const { return window->findChild<QLabel*>("parting")->text(); }

    BranchesWindow* window = nullptr;
    QTreeWidget* tree = nullptr;
};

} // namespace

class TestBranches : public QObject {
    Q_OBJECT

private slots:
    void listsSayWhereABranchBegins()
    {
        WindowFixture run;
        QVERIFY(fork(run));
        const QComboBox* list = test::box(run, "Branch");
        QVERIFY(list && list->isVisible());
        QCOMPARE(list->itemText(0), QStringLiteral("Branch 0, the first run"));
        QVERIFY2(list->itemText(1).startsWith("Branch 1: draft 1 "), qPrintable(list->itemText(1)));
        const Opened opened(run);
        QCOMPARE(opened.tree->topLevelItemCount(), 1); // the other one began on it
        QCOMPARE(opened.tree->topLevelItem(0)->childCount(), 1);
        const QTreeWidgetItem& row = *opened.tree->topLevelItem(0)->child(0);
        QCOMPARE(row.text(1), QStringLiteral("round 2"));
        int rounds = 0, tokens = 0;
        for (; rounds < run.navigation.recording().roundCount(1) && run.round(rounds, 1).isFinished(); ++rounds)
            tokens += int(run.round(rounds, 1).committed.size());
        QCOMPARE(row.text(2), QString::number(rounds));
        QCOMPARE(row.text(3), QString::number(tokens));
        QCOMPARE(row.text(4), QString::number(double(tokens) / rounds, 'f', 2));
        QVERIFY(run.rounds(1)); // it follows
        QCOMPARE(row.text(2), QString::number(rounds + 1));
    }

    void aNameIsInAllListsAndInTheTrace()
    {
        WindowFixture run;
        QVERIFY(fork(run));
        const Opened opened(run);
        opened.choose(1);
        test::click(opened.button("Name…"));
        auto* dialog = opened.window->findChild<QInputDialog*>();
        QVERIFY(dialog);
        dialog->setTextValue("  other\nverdict ");
        dialog->accept();
        QCOMPARE(run.navigation.recording().branches()[1].name, std::string("other verdict"));
        QVERIFY2(rowWords(*opened.tree, 1).startsWith("Branch 1 “other verdict”: "),
                 qPrintable(rowWords(*opened.tree, 1)));
        QVERIFY(until(
            [&] { return test::box(run, "Branch")->itemText(1).startsWith("Branch 1 “other verdict”: draft 1 "); }));
        QCOMPARE(test::box(run, "Branch")->currentIndex(), 1);
        QApplication::setActiveWindow(&run.window);
        run.press(Qt::Key_Z, Qt::ControlModifier); // the name goes
        QVERIFY(run.navigation.recording().branches()[1].name.empty());
        QCOMPARE(run.navigation.playhead().position().branch, 1);
        redo(run);
        QCOMPARE(run.navigation.recording().branches()[1].name, std::string("other verdict"));
        run.navigation.branches().remove(1);

        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("named.jsonl").toStdString();
        run.navigation.files().save(path);
        QVERIFY(until([&] { return !run.navigation.files().isSaving(); }));
        run.navigation.starter().openTrace(path);
        QVERIFY(until([&] {
            return run.navigation.recording().branches().size() == 2 && run.navigation.playhead().position().round == 0;
        }));
        QCOMPARE(run.navigation.recording().branches()[1].name, std::string("other verdict"));
        QVERIFY(run.navigation.recording().branches()[1].isRemoved);
        QCOMPARE(opened.tree->topLevelItem(0)->childCount(), 0);
        QVERIFY(opened.button("Restore all removed")->isEnabled());
    }

    void aNameOfATraceThatAnybodyWroteIsCut()
    {
        WindowFixture run;
        QVERIFY(fork(run));
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("long.jsonl").toStdString();
        Recording recording = run.navigation.recording();
        recording.nameBranch(1, "two\nlines " + std::string(500, 'x'));
        QVERIFY(saveTrace(path, recording));
        WindowFixture reader; // a window of its own: the other asks about its what-if first
        const QSignalSpy replaced(&reader.navigation, &Navigation::recordingReplaced);
        reader.navigation.starter().openTrace(path);
        QVERIFY(until([&] { return replaced.count() > 0; }));
        const QString name = QString::fromStdString(reader.navigation.recording().branches()[1].name);
        QVERIFY2(name.startsWith("two lines xxx") && name.size() == 80, qPrintable(name));
    }

    void aRemovedBranchIsInNoListUntilItIsRestored()
    {
        WindowFixture run;
        QVERIFY(fork(run));
        const Position shown = run.navigation.playhead().position();
        const int tokens = int(run.navigation.recording().tokensBefore(1, 3).size());
        auto* line = run.find<TimeLine>();
        const auto marks = [&] {
            run.navigation.player().goTo({0, 0, 1});
            return int(line->marks().size());
        };
        const int marksBefore = marks();
        QVERIFY(marksBefore > 0);
        run.navigation.player().goTo(shown);
        const Opened opened(run);
        opened.choose(1);
        opened.tree->setFocus();
        QTest::keyClick(opened.tree, Qt::Key_Delete);
        QVERIFY2(run.navigation.status().text().startsWith("Branch 1 is removed"),
                 qPrintable(run.navigation.status().text()));
        QVERIFY(run.navigation.recording().branches()[1].isRemoved);
        QCOMPARE(run.navigation.playhead().position().branch, 0); // what it came from is shown
        QCOMPARE(run.navigation.playhead().position().round, 1);
        QCOMPARE(opened.tree->topLevelItem(0)->childCount(), 0);
        QVERIFY(until([&] { return !test::box(run, "Branch")->isVisible(); }));
        QCOMPARE(marks(), marksBefore - 1);
        opened.choose(0);
        QVERIFY(!opened.button("Remove")->isEnabled()); // all others come from it
        run.navigation.branches().remove(0);
        QVERIFY(!run.navigation.recording().branches()[0].isRemoved);

        QApplication::setActiveWindow(&run.window);
        run.press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!run.navigation.recording().branches()[1].isRemoved);
        QVERIFY(run.navigation.playhead().position() == shown);
        QCOMPARE(int(run.navigation.recording().tokensBefore(1, 3).size()), tokens); // nothing of it is lost
        QVERIFY(run.rounds(1));                                                      // and it goes on
        QCOMPARE(run.navigation.playhead().position().branch, 1);
        redo(run);
        QVERIFY(run.navigation.recording().branches()[1].isRemoved);
        test::click(opened.button("Restore all removed"));
        QVERIFY(!run.navigation.recording().branches()[1].isRemoved);
        QCOMPARE(opened.tree->topLevelItem(0)->childCount(), 1);
    }

    /// Of what runs nothing is shown any more, and a branch that began on it stays.
    void removedWhileItRunsAndUnderAnother()
    {
        WindowFixture run;
        QVERIFY(fork(run));
        QVERIFY(run.await([&] {
            run.navigation.whatIfs().change({{.kind = OverrideRecord::Kind::verdict, .node = 0, .accepted = false}},
                                            Position{1, 2, 1});
        }));
        QVERIFY(run.navigation.playhead().position().branch >= 1);
        const int branches = int(run.navigation.recording().branches().size());
        QCOMPARE(branches, 3);
        run.navigation.player().goTo(run.navigation.recording().end(1));
        run.navigation.player().transport().setSpeed(Player::fastest);
        run.press(Qt::Key_Space);
        QVERIFY(until([&] { return run.navigation.run().computation().isComputing(); }));
        run.navigation.branches().remove(1);
        QVERIFY(until([&] { return run.navigation.player().activity() == Player::Activity::paused; }));
        QCOMPARE(run.navigation.playhead().position().branch, 0);
        QVERIFY(run.rounds(1));
        QCOMPARE(run.navigation.playhead().position().branch, 0);
        QCOMPARE(int(run.navigation.recording().branches().size()), branches);
        const QComboBox* list = test::box(run, "Branch");
        QVERIFY(until([&] { return list->count() == branches - 1; }));
        QCOMPARE(list->itemData(1).toInt(), 2);
    }

    void aBookmarkOnARemovedBranchBringsItBack()
    {
        WindowFixture run;
        QVERIFY(fork(run));
        run.navigation.bookmarks().toggle();
        run.navigation.branches().remove(1);
        run.navigation.bookmarks().goTo(0);
        QVERIFY(!run.navigation.recording().branches()[1].isRemoved);
        QCOMPARE(run.navigation.playhead().position().branch, 1);
    }

    void twoTextsStandBesideEachOther()
    {
        WindowFixture run;
        const auto nothing = [&] {
            const Opened opened(run);
            return opened.parting();
        };
        QVERIFY2(nothing().startsWith("There is no run yet"), qPrintable(nothing()));
        QVERIFY(run.start() && run.rounds(1));
        QVERIFY2(nothing().startsWith("There is one branch only"), qPrintable(nothing()));
        QVERIFY(fork(run));
        const Opened opened(run);
        const std::vector<CommittedToken> one = run.navigation.recording().tokensBefore(1, 3),
                                          other = run.navigation.recording().tokensBefore(0, 3);
        int first = 0;
        while (one[std::size_t(first)].token == other[std::size_t(first)].token)
            ++first;
        const auto* left = opened.text("Text of the branch shown");
        const auto* right = opened.text("Text of the branch beside it");
        QVERIFY(left && right);
        QCOMPARE(left->difference(), first);
        QCOMPARE(right->difference(), first);
        QVERIFY(left->tokenCount() >= int(one.size()) && right->tokenCount() >= int(other.size()));
        QVERIFY2(opened.parting().startsWith("They part in round 2. From token "), qPrintable(opened.parting()));
        const int number = first - int(run.navigation.recording().header().promptTokens.size()) + 1;
        QVERIFY2(opened.parting().endsWith(
                     QString("From token %1 on their texts differ; it is marked in both.").arg(number)),
                 qPrintable(opened.parting()));
        // The other one is shown, with this one beside it.
        opened.choose(0);
        QTest::keyClick(opened.tree, Qt::Key_Return);
        QCOMPARE(run.navigation.playhead().position().branch, 0);
        QCOMPARE(opened.window->findChild<QComboBox*>("branchBeside")->currentData().toInt(), 1);
        QCOMPARE(left->difference(), first);
    }

    void tabLeadsThroughAllOfItAndNamesAreSaid()
    {
        WindowFixture run;
        QVERIFY(fork(run));
        const Opened opened(run);
        opened.choose(0);
        QStringList reached;
        for (int i = 0; i < 12; ++i) {
            QWidget* focus = QApplication::focusWidget();
            QVERIFY2(focus && focus->window() == opened.window, qPrintable(reached.join(", ")));
            const auto* button = qobject_cast<QAbstractButton*>(focus);
            reached << (button ? button->text() : focus->accessibleName());
            QTest::keyClick(focus, Qt::Key_Tab);
        }
        for (const char* name : {"Branches", "Show", "Name…", "The branch beside the one shown",
                                 "Text of the branch shown", "Text of the branch beside it", "Close"})
            QVERIFY2(reached.contains(name), qPrintable(QString(name) + ": " + reached.join(", ")));
        QVERIFY(!reached.contains(QString()));
    }
};

DRAFTSCOPE_WINDOW_TEST(TestBranches)
#include "test_branches.moc"
