// SPDX-License-Identifier: MIT
// Lanes that are made, and changed, in the fields of Setup: each with models, method, sampler and backend of its own.
#include <QCheckBox>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>

#include "compare_fixture.h"
#include "engine/report/comparison_file.h"
#include "gui/compare/compare_actions.h"
#include "gui/compare/lane_dialog.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::CompareFixture;
using test::laneSetup;
using test::until;

namespace {

LaneDialog* dialogOf(const CompareFixture& run)
{
    return run.find<LaneDialog>();
}

template <class Field>
Field* fieldOf(const LaneDialog& dialog, const QString& name)
{
    for (auto* candidate : dialog.findChildren<Field*>())
        if (candidate->accessibleName() == name)
            return candidate;
    return nullptr;
}

void choose(QComboBox& box, const QString& beginning)
{
    for (int i = 0; i < box.count(); ++i)
        if (box.itemText(i).startsWith(beginning)) {
            box.setCurrentIndex(i);
            emit box.activated(i);
            return;
        }
    QFAIL(qPrintable("no choice " + beginning));
}

QPushButton* buttonOf(const LaneDialog& dialog, const QString& words)
{
    for (auto* candidate : dialog.findChildren<QPushButton*>())
        if (candidate->text() == words)
            return candidate;
    return nullptr;
}

void newLane(const CompareFixture& run)
{
    for (auto* action : run.window.findChildren<QAction*>())
        if (action->text() == "New lane…") {
            action->trigger();
            return;
        }
}

} // namespace

class TestLaneDialog : public QObject {
    Q_OBJECT

private slots:
    void aNewLaneHasWhatItsFieldsSay()
    {
        CompareFixture run;
        QVERIFY(run.start() && run.add({laneSetup()}));
        run.press(Qt::Key_2, Qt::ControlModifier);
        newLane(run);
        LaneDialog* dialog = dialogOf(run);
        QVERIFY(dialog && dialog->isVisible());
        choose(*fieldOf<QComboBox>(*dialog, "Method"), "Prompt lookup");
        fieldOf<QDoubleSpinBox>(*dialog, "Draft length K")->setValue(3);
        fieldOf<QDoubleSpinBox>(*dialog, "Temperature")->setValue(0);
        QVERIFY(!fieldOf<QComboBox>(*dialog, "Draft")->isEnabled());
        QCOMPARE(dialog->problem(), QString());
        test::click(buttonOf(*dialog, "Add lane"));
        QVERIFY(until([&] { return run.lanes.count() == 2 && !run.lanes.player().isLoading(); }));
        QApplication::setActiveWindow(&run.window); // no window manager does it
        const RunSetup& lane = run.lanes.lane(1).setup();
        QCOMPARE(lane.settings.method, std::string("prompt-lookup"));
        QCOMPARE(lane.settings.draftLength, 3);
        QCOMPARE(lane.settings.sampler.temperature, 0.0);
        QCOMPARE(lane.prompt, run.lanes.lane(0).setup().prompt);
        QCOMPARE(run.lanes.lane(0).setup().settings.method, std::string("two-model"));
        QVERIFY(run.rounds(2));
        QCOMPARE(run.lanes.lane(1).recording().header().draftLength, 3);
    }

    void aLaneIsChangedAndDecodesAgain()
    {
        CompareFixture run;
        QVERIFY(run.start() && run.add({laneSetup(), laneSetup("plain")}) && run.rounds(2));
        emit run.card(1).changeRequested();
        LaneDialog* dialog = dialogOf(run);
        QVERIFY(dialog);
        QCOMPARE(dialog->windowTitle(), QStringLiteral("Lane 2"));
        choose(*fieldOf<QComboBox>(*dialog, "Method"), "Two models");
        QVERIFY(fieldOf<QComboBox>(*dialog, "Draft")->isEnabled());
        test::click(buttonOf(*dialog, "Change lane"));
        QVERIFY(until([&] { return !run.lanes.player().isLoading() && run.lanes.lane(1).recording().header().draft; }));
        QApplication::setActiveWindow(&run.window);
        QCOMPARE(run.lanes.count(), 2);
        QCOMPARE(run.lanes.lane(1).rounds(), 0); // from the beginning
        QVERIFY(run.playToTheEnd());
        QVERIFY(run.tokens(1) == run.tokens(0)); // the same setup and seed by now
    }

    /// What each is on is said, and kept in a comparison.
    void aLaneHasABackendOfItsOwn()
    {
        CompareFixture run;
        QVERIFY(run.start() && run.add({laneSetup("plain")}));
        newLane(run);
        LaneDialog* dialog = dialogOf(run);
        auto* threads = fieldOf<QSpinBox>(*dialog, "Threads of the CPU");
        QVERIFY(threads && !threads->isEnabled());
        dialog->findChild<QCheckBox*>()->click();
        QVERIFY(threads->isEnabled());
        choose(*fieldOf<QComboBox>(*dialog, "Backend"), "The CPU");
        choose(*fieldOf<QComboBox>(*dialog, "Arithmetic of the CPU"), "f32");
        threads->setValue(1);
        QVERIFY(dialog->setup().backend == (BackendChoice{"cpu", 1, "f32"}));
        test::click(buttonOf(*dialog, "Add lane"));
        QVERIFY(until([&] { return run.lanes.count() == 2 && !run.lanes.player().isLoading(); }));
        QApplication::setActiveWindow(&run.window); // no window manager does it
        const QString first = QString::fromStdString(run.lanes.lane(0).recording().header().backend),
                      own = QString::fromStdString(run.lanes.lane(1).recording().header().backend);
        QVERIFY2(own.contains("1 thread") && own != first, qPrintable(own + " / " + first));
        const auto* subtitle = run.card(1).findChild<QLabel*>("panelSubtitle");
        QVERIFY(subtitle && subtitle->text().contains(own));
        QVERIFY(run.playToTheEnd());
        QCOMPARE(int(run.tokens(0).size()), int(run.tokens(1).size()));

        // A comparison keeps it.
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("c.json").toStdString();
        run.window.compare().save(path);
        const auto saved = loadComparison(path);
        QVERIFY(saved && saved->lanes.size() == 2);
        QVERIFY(!saved->lanes[0].backend && saved->lanes[1].backend == (ComparedBackend{"cpu", 1, "f32"}));
        run.lanes.clear();
        run.window.compare().open(path, laneSetup());
        QVERIFY(until([&] { return run.lanes.count() == 2 && !run.lanes.player().isLoading(); }));
        QVERIFY(run.lanes.lane(1).setup().backend == (BackendChoice{"cpu", 1, "f32"}));
        QVERIFY(QString::fromStdString(run.lanes.lane(1).recording().header().backend).contains("1 thread"));
    }

    void whatCannotWorkIsSaidBeforehand()
    {
        CompareFixture run;
        QVERIFY(run.start() && run.add({laneSetup()}));
        newLane(run);
        LaneDialog* dialog = dialogOf(run);
        fieldOf<QDoubleSpinBox>(*dialog, "Top-p")->setValue(7);
        QVERIFY2(test::isSentence(dialog->problem()), qPrintable(dialog->problem()));
        QVERIFY(!buttonOf(*dialog, "Add lane")->isEnabled());
        fieldOf<QDoubleSpinBox>(*dialog, "Top-p")->setValue(1);
        QCOMPARE(dialog->problem(), QString());
        dialog->findChild<QCheckBox*>()->click();
        auto* backend = fieldOf<QComboBox>(*dialog, "Backend");
        backend->setCurrentIndex(backend->findData("cuda"));
        emit backend->activated(backend->currentIndex());
        QVERIFY(until([&] { return dialog->problem().contains("CUDA"); })); // tests have no device
        QVERIFY2(test::isSentence(dialog->problem()), qPrintable(dialog->problem()));
        QVERIFY(!buttonOf(*dialog, "Add lane")->isEnabled());
        dialog->reject();
        QVERIFY(until([&] { return !dialogOf(run); }));
        QCOMPARE(run.lanes.count(), 1);
    }

    void aLaneThatGoesTakesItsDialogAlong()
    {
        CompareFixture run;
        QVERIFY(run.start() && run.add({laneSetup(), laneSetup("plain")}));
        emit run.card(1).changeRequested();
        QVERIFY(dialogOf(run));
        run.lanes.remove(&run.lanes.lane(1));
        QVERIFY(until([&] { return !dialogOf(run); }));
        QCOMPARE(run.lanes.count(), 1);
    }
};

DRAFTSCOPE_WINDOW_TEST(TestLaneDialog)
#include "test_lane_dialog.moc"
