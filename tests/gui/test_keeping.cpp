// SPDX-License-Identifier: MIT
#include <QAbstractButton>
#include <QFileDialog>
#include <QMenu>
#include <QMessageBox>
#include <QTemporaryDir>

#include "engine/trace/trace_file.h"
#include "gui/panels/what_if_menu.h"
#include "gui/window/trace_saving.h"
#include "tests/test_main.h"
#include "window_fixture.h"

using namespace draftscope;
using test::until;
using test::WindowFixture;

namespace {

using Activity = Player::Activity;

/// A window whose run has a fork that no trace keeps.
struct ForkedWindow : WindowFixture {
    bool fork()
    {
        if (!start() || !rounds(3))
            return false;
        return await([this] {
                   navigation.whatIfs().change({{.kind = OverrideRecord::Kind::u, .node = 0, .u = 0.999}},
                                               Position{0, 1, 0});
               })
            && navigation.recording().branches().size() == 2;
    }
    QMessageBox* question()
    {
        for (auto* box : window.findChildren<QMessageBox*>())
            if (box->isVisible())
                return box;
        return nullptr;
    }
    bool answer(QMessageBox::StandardButton button)
    {
        QMessageBox* box = question();
        if (!box)
            return false;
        QTest::mouseClick(box->button(button), Qt::LeftButton);
        return until([this] { return !question(); }) && isActiveAgain();
    }
    /// What a window manager does when a dialog has gone.
    bool isActiveAgain()
    {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        window.activateWindow();
        return !window.isVisible() || until([this] { return window.isActiveWindow(); });
    }
    /// Says where to save in the dialog that stands open.
    bool saveAs(const QString& path)
    {
        auto* dialog = window.findChild<QFileDialog*>();
        if (!dialog)
            return false;
        QSignalSpy ended(&navigation.files(), &RunFiles::saveEnded);
        emit dialog->fileSelected(path);
        dialog->close();
        return isActiveAgain() && (ended.count() > 0 || ended.wait(test::patience)) && ended.first().first().toBool();
    }
};

} // namespace

/// Branches are not lost by a key, and the window does not close in the middle of a save.
class TestKeeping : public QObject {
    Q_OBJECT

private slots:
    void aRunWithoutForksIsReplacedAtOnce()
    {
        ForkedWindow run;
        QVERIFY(run.start() && run.rounds(2));
        run.press(Qt::Key_R, Qt::ControlModifier);
        QVERIFY(!run.question());
        QCOMPARE(run.navigation.player().activity(), Activity::loading);
    }

    void restartAsks()
    {
        ForkedWindow run;
        QVERIFY(run.fork());
        run.press(Qt::Key_R, Qt::ControlModifier);
        QVERIFY(run.question());
        QVERIFY(run.answer(QMessageBox::Cancel));
        QCOMPARE(run.navigation.player().activity(), Activity::paused);
        QCOMPARE(run.navigation.recording().branches().size(), std::size_t(2));
        run.press(Qt::Key_R, Qt::ControlModifier);
        QVERIFY(run.answer(QMessageBox::Discard));
        QVERIFY(until([&] { return run.navigation.recording().branches().size() == 1; }));
    }

    void savingFirstGoesOnAfterwards()
    {
        ForkedWindow run;
        QVERIFY(run.fork());
        run.press(Qt::Key_R, Qt::ControlModifier);
        QVERIFY(run.answer(QMessageBox::Save));
        const QString path = m_folder.filePath("kept.jsonl.zst");
        QVERIFY(run.saveAs(path));
        QVERIFY(until([&] { return run.navigation.recording().branches().size() == 1; }));
        const auto kept = loadTrace(path.toStdString());
        QVERIFY(kept);
        QCOMPARE(kept->recording.branches().size(), std::size_t(2));
    }

    void whatIsSavedIsNotAskedAbout()
    {
        ForkedWindow run;
        QVERIFY(run.fork());
        run.window.saving().save();
        QVERIFY(run.saveAs(m_folder.filePath("saved.jsonl")));
        run.press(Qt::Key_R, Qt::ControlModifier);
        QVERIFY(!run.question());
        QCOMPARE(run.navigation.player().activity(), Activity::loading);
    }

    void aSaveThatFailsReplacesNothing()
    {
        ForkedWindow run;
        QVERIFY(run.fork());
        run.press(Qt::Key_R, Qt::ControlModifier);
        QVERIFY(run.answer(QMessageBox::Save));
        QVERIFY(!run.saveAs(m_folder.filePath("no such folder/kept.jsonl")));
        QCOMPARE(run.navigation.recording().branches().size(), std::size_t(2));
        QCOMPARE(run.navigation.player().activity(), Activity::paused);
        QVERIFY(run.navigation.run().changes().areUnsaved());
    }

    void closingAsks()
    {
        ForkedWindow run;
        QVERIFY(run.fork());
        QVERIFY(!run.window.close());
        QVERIFY(run.window.isVisible());
        QVERIFY(run.answer(QMessageBox::Cancel));
        QVERIFY(run.window.isVisible());
        QVERIFY(!run.window.close());
        QVERIFY(run.answer(QMessageBox::Discard));
        QVERIFY(!run.window.isVisible());
    }

    void closingWaitsForASave()
    {
        ForkedWindow run;
        QVERIFY(run.fork());
        const QString path = m_folder.filePath("closing.jsonl");
        run.navigation.files().save(path.toStdString());
        QVERIFY(run.navigation.files().isSaving());
        QVERIFY(!run.window.close());
        QVERIFY(until([&] { return !run.window.isVisible(); }));
        QVERIFY(loadTrace(path.toStdString()));
    }

    void aChangeWithoutAForkIsKeptToo()
    {
        ForkedWindow run;
        QVERIFY(run.start() && run.step());
        QVERIFY(!run.navigation.run().changes().areUnsaved());
        QVERIFY(run.await(
            [&] { run.navigation.whatIfs().change({{.kind = OverrideRecord::Kind::u, .node = 0, .u = 0.5}}); }));
        QCOMPARE(run.navigation.recording().branches().size(), std::size_t(1));
        run.press(Qt::Key_R, Qt::ControlModifier);
        QVERIFY(run.question());
    }

    void whatFollowsASaveIsNotInIt()
    {
        ForkedWindow run;
        QVERIFY(run.fork());
        run.window.saving().save();
        QVERIFY(run.saveAs(m_folder.filePath("early.jsonl")));
        QVERIFY(!run.navigation.run().changes().areUnsaved());
        QVERIFY(run.rounds(1));
        QVERIFY(run.navigation.run().changes().areUnsaved());
    }

    void aForkMadeDuringASaveIsAskedAbout()
    {
        ForkedWindow run;
        QVERIFY(run.fork());
        run.navigation.files().save(m_folder.filePath("during.jsonl").toStdString());
        QVERIFY(!run.window.close()); // when it is saved
        run.navigation.whatIfs().change({{.kind = OverrideRecord::Kind::u, .node = 0, .u = 0.25}}, Position{0, 2, 0});
        QVERIFY(until([&] { return run.question() != nullptr; }));
        QVERIFY(run.window.isVisible());
        QVERIFY(run.navigation.run().changes().areUnsaved());
        QVERIFY(run.answer(QMessageBox::Discard));
        QVERIFY(!run.window.isVisible());
    }

    void aFailedSaveKeepsTheWindowOpen()
    {
        ForkedWindow run;
        QVERIFY(run.fork());
        run.navigation.files().save(m_folder.filePath("good.jsonl").toStdString());
        run.navigation.files().save(m_folder.filePath("no such folder/bad.jsonl").toStdString());
        QVERIFY(!run.window.close());
        QVERIFY(until([&] { return !run.problem().isEmpty(); }));
        QTest::qWait(50);
        QVERIFY(run.window.isVisible());
    }

    void aMenuOfARunThatIsGoneDoesNothing()
    {
        ForkedWindow run;
        QVERIFY(run.start() && run.rounds(3));
        QMenu menu;
        fillWhatIfMenu(menu, run.navigation, 0, &run.window);
        QAction* reject = test::entry(menu, "Reject");
        QVERIFY(reject && run.start());
        reject->trigger();
        QVERIFY2(run.lastFailed().contains("replaced"), qPrintable(run.lastFailed()));
        QCOMPARE(run.navigation.recording().roundCount(0), 0);
    }

    void nothingIsChangedWhileAnotherRunLoads()
    {
        ForkedWindow run;
        QVERIFY(run.start() && run.rounds(2));
        run.navigation.starter().restart();
        QCOMPARE(run.navigation.player().activity(), Activity::loading);
        run.navigation.whatIfs().change({{.kind = OverrideRecord::Kind::u, .node = 0, .u = 0.5}}, Position{0, 0, 0});
        QVERIFY2(run.lastFailed().contains("loaded"), qPrintable(run.lastFailed()));
        QCOMPARE(run.navigation.recording().branches().size(), std::size_t(1));
        emit run.navigation.starter().loadingProgressed(0.5, "Reading a model"); // as it goes on
        QVERIFY2(run.window.messages().sentence().startsWith("Nothing was changed"),
                 qPrintable(run.window.messages().sentence()));
        QAbstractButton *cancel = run.find<QAbstractButton>("cancelLoading"),
                        *dismiss = run.find<QAbstractButton>("dismissMessage");
        QVERIFY(cancel->isVisible() && dismiss->isVisible());
        test::click(dismiss);
        QCOMPARE(run.window.messages().sentence(), QStringLiteral("Reading a model"));
        QVERIFY(!dismiss->isVisible());
        test::click(cancel);
        QCOMPARE(run.navigation.player().activity(), Activity::paused);
        QCOMPARE(run.window.messages().sentence(), QString());
    }

    /// What was not dismissed is still there when the next load has been cancelled.
    void aMessageOutlivesALoadThatComesToNothing()
    {
        ForkedWindow run;
        QVERIFY(run.start());
        run.window.messages().showProblem("It did not work: try something else.");
        run.navigation.starter().restart();
        QCOMPARE(run.window.messages().sentence(), QStringLiteral("It did not work: try something else."));
        test::click(run.find<QAbstractButton>("cancelLoading"));
        QCOMPARE(run.navigation.player().activity(), Activity::paused);
        QCOMPARE(run.window.messages().sentence(), QStringLiteral("It did not work: try something else."));
        QVERIFY(!run.find<QAbstractButton>("cancelLoading")->isVisible());
    }

    void aMenuIsAboutTheMomentItWasOpenedAt()
    {
        WindowFixture run(test::quickSetup(400));
        QVERIFY(run.start() && run.rounds(3));
        run.navigation.player().goTo({0, 1, 100});
        const Position opened = run.navigation.playhead().position();
        run.navigation.player().transport().setSpeed(50);
        run.navigation.player().playOrPause();
        QMenu menu;
        fillWhatIfMenu(menu, run.navigation, 0, &run.window);
        QCOMPARE(run.navigation.player().activity(), Activity::paused);
        QAction* reject = test::entry(menu, "Reject");
        QVERIFY(reject);
        run.navigation.player().goTo({0, 2, 3}); // as a person may, with a key
        reject->trigger();
        QVERIFY(until([&] { return run.navigation.recording().branches().size() == 2; }));
        QCOMPARE(run.navigation.recording().branches().back().forkRound, opened.round);
    }

private:
    QTemporaryDir m_folder;
};

DRAFTSCOPE_WINDOW_TEST(TestKeeping)
#include "test_keeping.moc"
