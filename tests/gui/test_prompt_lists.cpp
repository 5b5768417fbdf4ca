// SPDX-License-Identifier: MIT
// Lanes that decode a list of prompts: the figures over them, how far it is, and what stays when it is stopped.
#include <QFile>
#include <QTemporaryDir>

#include "compare_fixture.h"
#include "gui/compare/figures_panel.h"
#include "gui/compare/measuring_bar.h"
#include "gui/forms/prompt_list_box.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::CompareFixture;
using test::laneSetup;
using test::until;

namespace {

struct ListFixture : CompareFixture {
    explicit ListFixture(const RunSetup& setup = laneSetup("two-model", 8)) : CompareFixture(setup) {}

    [[nodiscard]] FiguresPanel& figures() { return window.compare().figures(); }
    [[nodiscard]] PromptListBox& list() { return figures().promptList(); }
    [[nodiscard]] Measurement& measurement() { return figures().measurement(); }
    [[nodiscard]] QToolButton& decodeAll() { return *figures().findChild<MeasuringBar*>()->findChild<QToolButton*>(); }
    [[nodiscard]] QString cell(int row, int column) { return window.compare().table().item(row, column)->text(); }
    /// As a person chooses it with the mouse.
    bool choose(const QString& beginning)
    {
        for (int i = 0; i < list().count(); ++i)
            if (list().itemText(i).startsWith(beginning)) {
                list().setCurrentIndex(i);
                emit list().activated(i);
                return true;
            }
        return false;
    }
    bool openLines(const QByteArray& lines)
    {
        QFile file(folder.filePath("asked.jsonl"));
        const bool isWritten = file.open(QIODevice::WriteOnly) && file.write(lines) == lines.size();
        file.close();
        list().openFile(file.fileName().toStdString());
        return isWritten;
    }

    QTemporaryDir folder;
};

QByteArray lines(int count)
{
    QByteArray lines;
    for (int i = 0; i < count; ++i)
        lines += QString(R"({"kind": "story", "prompt": "Once there were %1 cats"})").arg(i + 2).toUtf8() + '\n';
    return lines;
}

} // namespace

class TestPromptLists : public QObject {
    Q_OBJECT
private slots:
    void figuresAreOverAllPrompts()
    {
        ListFixture run;
        QVERIFY(run.start() && run.add({laneSetup("two-model", 8), laneSetup("plain", 8)}) && run.rounds(1));
        QCOMPARE(run.decodeAll().text(), QString("Measure again")); // one prompt: that is measured by itself
        QVERIFY(run.openLines(lines(5)));
        QCOMPARE(run.list().title(), QString("asked.jsonl (5)"));
        QCOMPARE(run.cell(0, LaneTable::tokensPerStep), QString("–"));
        QVERIFY2(
            run.window.compare().table().item(0, LaneTable::tokensPerStep)->toolTip().startsWith("Nothing is decoded"),
            "says what to do");
        int most = 0;
        bool hadTime = false;
        connect(&run.measurement(), &Measurement::progressed, this, [&] {
            const DecodesByPrompt& decodes = run.measurement().decodes();
            int counts[2] = {0, 0};
            for (int way = 0; way < decodes.ways(); ++way)
                for (int prompt = 0; prompt < decodes.prompts(); ++prompt)
                    counts[way] += decodes.at(way, prompt).has_value();
            most = std::max(most, std::abs(counts[0] - counts[1]));
            hadTime |= run.figures().findChild<MeasuringBar*>()->words().contains(" left");
        });
        test::click(&run.decodeAll(), {5, 5});
        QVERIFY(run.measurement().isRunning());
        QVERIFY(until([&] { return !run.measurement().isRunning(); }));
        QCOMPARE(run.measurement().done(), 10);
        QVERIFY(most <= 1); // in turn
        QVERIFY(hadTime);
        const FiguresOverPrompts figures = run.measurement().decodes().over(0, 1);
        QCOMPARE(figures.prompts, 5);
        QStringList cell = run.cell(0, LaneTable::tokensPerStep).split('\n');
        QCOMPARE(cell.size(), 3);
        QCOMPARE(cell[0], QString::number(*figures.metrics.tokensPerStep(), 'f', 2));
        QCOMPARE(cell[1], QString("median %1").arg(*figures.quartiles[0]->median, 0, 'f', 2));
        QCOMPARE(
            cell[2],
            QString("%1 – %2").arg(figures.quartiles[0]->lower, 0, 'f', 2).arg(figures.quartiles[0]->upper, 0, 'f', 2));
        QVERIFY(*figures.quartiles[0]->median >= figures.quartiles[0]->lower
                && *figures.quartiles[0]->median <= figures.quartiles[0]->upper);
        QVERIFY(run.cell(1, LaneTable::measuredSpeedUp).startsWith("1.00 ×\nmedian 1.00\n1.00 – 1.00"));
        QVERIFY(
            run.window.compare().table().horizontalHeaderItem(LaneTable::draftYield)->toolTip().contains("quartiles"));
        const QStringList csv = run.window.compare().table().csv().split('\n', Qt::SkipEmptyParts);
        QVERIFY(csv[0].contains(",prompts,tokens_per_step,tokens_per_step_lower_quartile,"));
        QVERIFY(csv[1].contains("\",5,"));
        QCOMPARE(csv[0].count(','), csv[2].count(','));
        // The lanes themselves stand where they stood, and one prompt has its figures again.
        QCOMPARE(run.lanes.player().place(), 1);
        QVERIFY(run.choose("This prompt"));
        QVERIFY(!run.cell(0, LaneTable::tokensPerStep).contains('\n'));
        QVERIFY(
            !run.window.compare().table().horizontalHeaderItem(LaneTable::draftYield)->toolTip().contains("quartiles"));
        QVERIFY(run.choose("Of these: story")); // another list has none
        QCOMPARE(run.cell(0, LaneTable::tokensPerStep), QString("–"));
        // A lane that comes later has none over the list.
        QVERIFY(run.choose("asked.jsonl") && run.add({laneSetup("prompt-lookup", 8)}));
        QVERIFY(run.cell(0, LaneTable::tokensPerStep).contains('\n'));
        QCOMPARE(run.cell(2, LaneTable::tokensPerStep), QString("–"));
        QVERIFY(
            run.window.compare().table().item(2, LaneTable::tokensPerStep)->toolTip().contains("decode them again"));
    }

    void whatIsDecodedIsKept()
    {
        ListFixture run;
        QVERIFY(run.start() && run.add({laneSetup("two-model", 8), laneSetup("plain", 8)}));
        QVERIFY(run.choose("The program's prompts"));
        QCOMPARE(run.list().prompts().size(), std::size_t(22));
        test::click(&run.decodeAll(), {5, 5});
        QVERIFY(until([&] { return run.measurement().done() >= 5; }));
        QCOMPARE(run.decodeAll().text(), QString("❚❚ Stop"));
        test::click(&run.decodeAll(), {5, 5});
        QVERIFY(!run.measurement().isRunning());
        const int prompts = run.measurement().decodes().over(0, 1).prompts;
        QVERIFY(prompts >= 2 && prompts < 22);
        QVERIFY(run.cell(0, LaneTable::tokensPerStep) != "–");
        QVERIFY(run.figures().findChild<MeasuringBar*>()->words().startsWith(QString("Over %1 prompts").arg(prompts)));
        const int done = run.measurement().done();
        QVERIFY(run.rounds(1)); // the worker is free
        QCOMPARE(run.measurement().done(), done);
    }

    void itGoesOnWhereItWasStopped()
    {
        ListFixture run;
        QVERIFY(run.start() && run.add({laneSetup("two-model", 8), laneSetup("plain", 8)}));
        QVERIFY(run.openLines(lines(12)));
        test::click(&run.decodeAll(), {5, 5});
        QVERIFY(until([&] { return run.measurement().done() >= 3; }));
        // Another list is looked at meanwhile.
        QVERIFY(run.choose("Of these: story"));
        QVERIFY(run.measurement().isRunning());
        const MeasuringBar& bar = *run.figures().findChild<MeasuringBar*>();
        QVERIFY2(bar.words().startsWith("asked.jsonl (12) · "), qPrintable(bar.words()));
        QVERIFY(run.choose("asked.jsonl"));
        QVERIFY2(!bar.words().contains("asked.jsonl"), qPrintable(bar.words()));
        test::click(&run.decodeAll(), {5, 5});
        const int done = run.measurement().done();
        QVERIFY(done >= 3 && done < 24);
        QCOMPARE(run.decodeAll().text(), QString("▶ Go on"));
        const auto first = run.measurement().decodes().at(0, 0)->times.verifyPasses();
        QVERIFY(run.choose("Of these: story"));
        QCOMPARE(run.decodeAll().text(), QString("▶ Decode all"));
        QVERIFY(run.choose("asked.jsonl"));
        test::click(&run.decodeAll(), {5, 5});
        QVERIFY(run.measurement().done() >= done);
        QVERIFY(until([&] { return !run.measurement().isRunning(); }));
        QCOMPARE(run.measurement().done(), 24);
        QCOMPARE(run.measurement().decodes().at(0, 0)->times.verifyPasses(), first); // not decoded again
        QCOMPARE(run.measurement().decodes().over(0, 1).prompts, 12);
        QCOMPARE(run.decodeAll().text(), QString("▶ Decode all"));
        // Another lane is another measurement.
        test::click(&run.decodeAll(), {5, 5});
        QVERIFY(until([&] { return run.measurement().done() >= 3; }));
        test::click(&run.decodeAll(), {5, 5});
        QVERIFY(run.add({laneSetup("prompt-lookup", 8)}));
        QCOMPARE(run.decodeAll().text(), QString("▶ Decode all"));
    }

    /// Who looks at Step or plays the lanes does not wait for it.
    void itWaitsForPeople()
    {
        ListFixture run;
        QVERIFY(run.start() && run.add({laneSetup("two-model", 8), laneSetup("plain", 8)}));
        QVERIFY(run.openLines(lines(12)));
        test::click(&run.decodeAll(), {5, 5});
        QVERIFY(until([&] { return run.measurement().done() >= 2; }));
        run.press(Qt::Key_1, Qt::ControlModifier);
        const int done = run.measurement().done();
        QVERIFY(run.pressAndAwait(Qt::Key_F10));
        QCOMPARE(run.measurement().done(), done);
        QVERIFY(run.measurement().isRunning());
        run.press(Qt::Key_2, Qt::ControlModifier);
        QVERIFY(until([&] { return run.measurement().done() > done; }));
        QVERIFY(run.rounds(2)); // it goes on behind the lanes
        QVERIFY(until([&] { return !run.measurement().isRunning(); }));
        QCOMPARE(run.measurement().done(), 24);
    }

    /// Between the beats, too: a decode that is asked for there is dropped at the next round.
    void itWaitsWhileLanesPlay()
    {
        ListFixture run;
        QVERIFY(run.start() && run.add({laneSetup("two-model", 24), laneSetup("plain", 24)}));
        QVERIFY(run.openLines(lines(20)));
        run.lanes.player().transport().setSpeed(8);
        test::click(&run.decodeAll(), {5, 5});
        QVERIFY(until([&] { return run.measurement().done() >= 2; }));
        run.press(Qt::Key_Space);
        QVERIFY(run.lanes.player().isPlaying());
        const int done = run.measurement().done();
        QVERIFY(until([&] { return run.lanes.player().place() >= 4; }));
        QVERIFY(run.lanes.player().isPlaying() && run.measurement().isRunning());
        QCOMPARE(run.measurement().done(), done);
        const MeasuringBar& bar = *run.figures().findChild<MeasuringBar*>();
        QCOMPARE(bar.words(), QString("%1 of 40 decodes · waits for the lanes").arg(done));
        run.press(Qt::Key_Space);
        QVERIFY(!run.lanes.player().isPlaying());
        QVERIFY(until([&] { return run.measurement().done() > done; }));
        QVERIFY(!bar.words().contains("waits"));
    }

    void aFileThatIsNoListIsSaid()
    {
        ListFixture run;
        QVERIFY(run.start() && run.add({laneSetup("plain", 8)}));
        QVERIFY(run.openLines("{\"text\": \"no prompt\"}\n"));
        QVERIFY2(run.problem().contains("Line 1") && test::isSentence(run.problem()), qPrintable(run.problem()));
        QVERIFY(run.list().isOne());
        run.list().openFile(run.folder.path().toStdString());
        QVERIFY2(run.problem().contains("is a folder"), qPrintable(run.problem()));
    }

    void aPromptThatDoesNotFitIsLeftOut()
    {
        ListFixture run;
        QVERIFY(run.start() && run.add({laneSetup("plain", 8)}));
        const QByteArray longest =
            QString("{\"prompt\": \"%1\"}\n").arg(QString("once upon a time ").repeated(2000)).toUtf8();
        QVERIFY(run.openLines(longest + lines(4)));
        test::click(&run.decodeAll(), {5, 5});
        QVERIFY(until([&] { return !run.measurement().isRunning(); }));
        QCOMPARE(run.measurement().decodes().over(0, -1).prompts, 4);
        QVERIFY2(run.problem().startsWith("1 of 5 prompts are left out: ") && test::isSentence(run.problem()),
                 qPrintable(run.problem()));
    }
};

DRAFTSCOPE_WINDOW_TEST(TestPromptLists)
#include "test_prompt_lists.moc"
