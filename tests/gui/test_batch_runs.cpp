// SPDX-License-Identifier: MIT
// Where batches come from and go to: traces, other runs, the next start, the command line.
#include <algorithm>

#include <QFile>
#include <QMessageBox>
#include <QTemporaryDir>

#include "batch_fixture.h"
#include "engine/trace/trace_file.h"
#include "gui/forms/batch_box.h"
#include "gui/navigation/workspace_state.h"
#include "gui/window/command_line.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::Batch;
using test::batchSetup;
using test::batchTokens;
using test::idsOf;
using test::threePrompts;
using test::until;

class TestBatchRuns : public QObject {
    Q_OBJECT

private slots:
    void promptsThatWereGivenAreCounted()
    {
        BatchBox fields;
        fields.showBatchOf(batchSetup(2, threePrompts));
        const auto boxes = fields.findChildren<QComboBox*>();
        QVERIFY(std::ranges::any_of(
            boxes, [](const QComboBox* box) { return box->currentText() == QString("Given prompts (3)"); }));
    }

    void aTraceOfEachSequenceIsSaved()
    {
        Batch run(batchSetup(2, threePrompts));
        QVERIFY(run.start());
        QVERIFY(run.decodeAll());
        const QTemporaryDir folder;
        QSignalSpy ended(&run.navigation.files(), &RunFiles::saveEnded);
        run.navigation.files().saveTracesOfBatch((folder.path() + "/traces").toStdString());
        QVERIFY(ended.count() > 0 || ended.wait());
        QVERIFY(ended.first().first().toBool());
        for (int s = 0; s < 3; ++s) {
            const auto trace = loadTrace((folder.path() + QStringLiteral("/traces/%1.jsonl").arg(s + 1)).toStdString());
            QVERIFY(trace);
            QVERIFY(idsOf(trace->recording) == idsOf(run.all().of(s)));
            QVERIFY(trace->recording.header() == run.all().of(s).header());
        }
        // Those of before stay as they are.
        ended.clear();
        run.navigation.files().saveTracesOfBatch((folder.path() + "/traces").toStdString());
        QVERIFY(ended.count() > 0 || ended.wait());
        QVERIFY(ended.first().first().toBool());
        QVERIFY(loadTrace((folder.path() + "/traces/batch-2/3.jsonl").toStdString()));
        QVERIFY(run.navigation.status().text().contains("batch-2"));
        // The menu asks which.
        run.press(Qt::Key_S, Qt::ControlModifier);
        auto* asked = run.find<QMessageBox>();
        QVERIFY(asked && asked->text().contains("3"));
        QCOMPARE(asked->buttons().size(), 3);
        asked->reject();
    }

    void otherRunsTakeThePlaceOfABatchThatPlays()
    {
        Batch run(batchSetup(3, threePrompts, true));
        const QTemporaryDir folder;
        const auto path = (folder.path() + "/one.jsonl").toStdString();
        QVERIFY(run.start() && run.rounds(2));
        run.navigation.player().goToSequence(2);
        QSignalSpy saved(&run.navigation.files(), &RunFiles::saveEnded);
        run.navigation.files().save(path); // of the current sequence
        QVERIFY(saved.count() > 0 || saved.wait());
        for (const RunSetup& next : {batchSetup(2), batchSetup(5), test::quickSetup(batchTokens), batchSetup(2)}) {
            run.navigation.player().transport().setSpeed(Player::fastest);
            run.navigation.player().playOrPause();
            run.navigation.starter().setSetup(next);
            QVERIFY(run.start());
            run.window.grab(); // whatever a view still points to is there
            QCOMPARE(run.all().count(), next.batch.sequences);
            QCOMPARE(run.all().currentSequence(), 0);
            QVERIFY(run.rounds(1));
            run.window.grab();
        }
        run.navigation.starter().openTrace(path);
        QVERIFY(until([&] { return !run.navigation.starter().trace().empty(); }));
        run.window.grab();
        QVERIFY(!run.navigation.run().isBatch() && run.stage().isHidden());
        QCOMPARE(run.navigation.recording().header().prompt, threePrompts[2]);
        QCOMPARE(run.navigation.recording().roundCount(0), 2);
        QCOMPARE(run.problem(), QString());
    }

    void aBatchIsKeptForTheNextStart()
    {
        const RunSetup setup = batchSetup(2, threePrompts, true);
        const auto kept = keptSessionOf(jsonOf(WorkspaceState{setup}));
        QVERIFY(kept);
        QVERIFY(kept->setup.batch == setup.batch);
    }

    void theCommandLineAsksForBatches()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath("prompts.jsonl"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"prompt\": \"One\"}\n{\"prompt\": \"Two\"}\n");
        file.close();
        const auto line = readCommandLine({"draftscope", "--batch", "4", "--gaps", "--prompts", file.fileName()});
        QVERIFY(line);
        QCOMPARE(line->setup.batch.sequences, 4);
        QVERIFY(line->setup.batch.isSynchronised && line->namesRun);
        QVERIFY(line->setup.batch.prompts == std::vector<std::string>({"One", "Two"}));
        for (const QStringList& wrong : {QStringList{"--batch", "0"},
                                         {"--batch", "x"},
                                         {"--gaps"},
                                         {"--prompts", "embedded"},
                                         {"--batch", "2", "--compare", "plain"},
                                         {"--batch", "2", "--prompts", "/nowhere.jsonl"},
                                         {"--batch", "2", "--gaps", "--method", "two-model+fixed-widths"}}) {
            const auto refused = readCommandLine(QStringList{"draftscope"} + wrong);
            QVERIFY2(!refused, qPrintable(wrong.join(' ')));
            QVERIFY(test::isSentence(QString::fromStdString(refused.error().sentence)));
        }
    }
};

DRAFTSCOPE_WINDOW_TEST(TestBatchRuns)
#include "test_batch_runs.moc"
