// SPDX-License-Identifier: MIT
#include <csignal>
#include <fstream>

#include <sys/resource.h>

#include <QDir>
#include <QDropEvent>
#include <QFileDialog>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QTemporaryDir>

#include "../fixtures/shared_data.h"
#include "foreign_model.h"
#include "gui/navigation/open_model.h"
#include "gui/window/open_file.h"
#include "gui/window/trace_saving.h"
#include "tests/test_main.h"
#include "window_fixture.h"

using namespace draftscope;
using test::isSentence;
using test::until;
using test::WindowFixture;

namespace {

void write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

/// The window says one sentence with these words, and the run that was there still is.
void verifyComplaint(WindowFixture& run, const QString& words)
{
    QVERIFY(until([&] { return !run.problem().isEmpty(); }));
    QVERIFY2(isSentence(run.problem()), qPrintable(run.problem()));
    QVERIFY2(run.problem().contains(words, Qt::CaseInsensitive), qPrintable(run.problem()));
    QCOMPARE(run.failed.count(), 1);
    QCOMPARE(run.navigation.player().activity(), Player::Activity::paused);
    QCOMPARE(run.navigation.recording().roundCount(0), 1);
    QVERIFY(run.navigation.playhead().round());
}

} // namespace

/// Whatever is wrong with a file or a wish: one sentence in the window, and nothing is lost.
class TestBadInput : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QString file(const QString& name) const { return m_folder.filePath(name); }
    QString copyOfModel(const QString& name) const { return test::copyOfRandomModel(m_folder.path(), name); }

private slots:
    void initTestCase()
    {
        QFile::remove(copyOfModel("no-tokenizer") + "/tokenizer.model");
        QFile::remove(copyOfModel("no-config") + "/config.json");
        const QString cut = copyOfModel("cut") + "/model.safetensors";
        QVERIFY(QFile::resize(cut, QFileInfo(cut).size() / 2));
        const QString lying = copyOfModel("lying-length") + "/model.safetensors";
        QByteArray bytes = test::contents(lying);
        bytes[5] = '\x7f'; // a header of more than a hundred terabytes
        QVERIFY(test::rewrite(lying, bytes));
        const QString shifted = copyOfModel("lying-offsets") + "/model.safetensors";
        bytes = test::contents(shifted);
        const QByteArray offsets("\"data_offsets\": [0, 655360]");
        QVERIFY(bytes.contains(offsets));
        QVERIFY(test::rewrite(shifted, bytes.replace(offsets, "\"data_offsets\": [4, 655360]")));
        QVERIFY(!test::modelOfAnotherVocabulary(m_folder.path()).isEmpty());
        write(file("cut.gguf"), QByteArray("GGUF\x03\0\0\0", 8));
        write(file("future.jsonl"), "{\"type\":\"header\",\"format\":7}\n");
        write(file("empty.jsonl"), "");
        write(file("noise.bin"), QByteArray("\xFF\xFE\x00\x80 noise", 10));
    }

    void models_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("says");
        QTest::newRow("missing file") << file("nowhere.gguf") << "nowhere.gguf";
        QTest::newRow("directory without tokenizer") << file("no-tokenizer") << "tokenizer";
        QTest::newRow("directory without config.json") << file("no-config") << "config.json";
        QTest::newRow("cut safetensors") << file("cut") << "model.safetensors";
        QTest::newRow("lying header length") << file("lying-length") << "header";
        QTest::newRow("lying offsets") << file("lying-offsets") << "model.safetensors";
        QTest::newRow("cut GGUF") << file("cut.gguf") << "cut.gguf";
        QTest::newRow("noise") << file("noise.bin") << "noise.bin";
        QTest::newRow("another vocabulary") << file("another-vocabulary") << "vocabularies differ";
    }
    void models()
    {
        QFETCH(QString, path);
        QFETCH(QString, says);
        for (const ModelRole role : {ModelRole::target, ModelRole::draft}) {
            WindowFixture run;
            QVERIFY(run.start() && run.rounds(1));
            useModel(run.navigation, role, path.toStdString());
            verifyComplaint(run, says);
            QVERIFY(run.rounds(1)); // the models that were there still decode
        }
    }

    /// The target is all right: only the draft that is loaded does not fit it.
    void aTargetThatTheDraftDoesNotFitIsDecodedAlone()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(1));
        useModel(run.navigation, ModelRole::target, file("another-vocabulary").toStdString());
        auto* offer = run.find<QAbstractButton>("wayOut");
        QVERIFY(test::until([&] { return offer->isVisible(); }));
        QCOMPARE(offer->text(), "Decode the target alone");
        QVERIFY(run.problem().contains("vocabularies differ"));
        test::click(offer);
        QVERIFY(test::until(
            [&] { return run.navigation.run().setup().target == file("another-vocabulary").toStdString(); }));
        QCOMPARE(run.navigation.run().setup().settings.method, std::string("plain"));
        QVERIFY(run.problem().isEmpty() && !offer->isVisible());
        QVERIFY(run.rounds(2));
    }

    /// Where the target is no model, or another thing is wrong, nothing is offered.
    void whatIsWrongOtherwiseIsNotOffered()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(1));
        useModel(run.navigation, ModelRole::target, file("cut").toStdString());
        QVERIFY(test::until([&] { return !run.problem().isEmpty(); }));
        QVERIFY(test::until([&] { return run.navigation.thread().isResting(); }));
        QVERIFY(!run.find<QAbstractButton>("wayOut")->isVisible());
    }

    void damagedGgufFiles_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("bert-bge") << "ggml-vocab-bert-bge.gguf";
        QTest::newRow("llama-spm") << "ggml-vocab-llama-spm.gguf";
    }
    void damagedGgufFiles()
    {
        QFETCH(QString, name);
        const auto path = fixtures::sharedData("models/corrupt-gguf/" + name.toStdString());
        DRAFTSCOPE_NEEDS_DATA(path);
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(1));
        useModel(run.navigation, ModelRole::target, path);
        verifyComplaint(run, name);
    }

    void traces_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("says");
        QTest::newRow("missing") << file("nowhere.jsonl") << "nowhere.jsonl";
        QTest::newRow("from a future version") << file("future.jsonl") << "newer";
        QTest::newRow("empty") << file("empty.jsonl") << "empty.jsonl";
        QTest::newRow("noise") << file("noise.bin") << "noise.bin";
    }
    void traces()
    {
        QFETCH(QString, path);
        QFETCH(QString, says);
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(1));
        run.navigation.starter().openTrace(path.toStdString());
        verifyComplaint(run, says);
    }

    void promptLongerThanTheContext()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(1));
        RunSetup setup = run.navigation.starter().setup();
        setup.prompt = QByteArray("word ").repeated(2000).toStdString();
        run.navigation.starter().setSetup(setup);
        run.navigation.starter().restart();
        verifyComplaint(run, "context");
    }

    void promptThatIsNotUtf8()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(1));
        RunSetup setup = run.navigation.starter().setup();
        setup.prompt = "caf\xE9";
        run.navigation.starter().setSetup(setup);
        run.navigation.starter().restart();
        verifyComplaint(run, "UTF-8");
    }

    void savingToAMissingFolder()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(1));
        run.navigation.files().save(file("missing-folder/trace.jsonl").toStdString());
        verifyComplaint(run, "trace.jsonl");
    }

    // A limit on file sizes fails a write as a full disk does. What was saved before stays, and so does the run.
    void savingToAFullDisk()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(1));
        const QString trace = file("full.jsonl");
        write(trace, "saved before\n");
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit before{};
        QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
        rlimit full = before;
        full.rlim_cur = 512;
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &full), 0);
        run.navigation.files().save(trace.toStdString());
        const bool said = until([&] { return !run.problem().isEmpty(); });
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &before), 0);
        QVERIFY(said);
        verifyComplaint(run,
                        "full.jsonl could not be saved (File too large): make room or choose another place; what was "
                        "there before is kept");
        QFile kept(trace);
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QCOMPARE(kept.readAll(), QByteArray("saved before\n"));
        QCOMPARE(QDir(m_folder.path()).entryList({".full*"}, QDir::Files | QDir::Hidden), QStringList());
        run.said.clear();
        run.navigation.files().save(trace.toStdString()); // and with room again it is saved
        QVERIFY(until([&] { return run.said.count() > 0; }));
        QCOMPARE(run.failed.count(), 1);
    }

    void aNameWithoutAnEndingGetsOne()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(1));
        run.window.saving().save();
        auto* dialog = run.find<QFileDialog>();
        QVERIFY(dialog);
        dialog->setDirectory(m_folder.path());
        dialog->selectFile("lesson1");
        QCOMPARE(dialog->selectedFiles(), QStringList(file("lesson1.jsonl.zst")));
        dialog->selectFile("lesson1.jsonl");
        QCOMPARE(dialog->selectedFiles(), QStringList(file("lesson1.jsonl")));
        dialog->reject();
    }

    void aMessageCanBeDismissedAndANewRunTakesItAway()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(1));
        run.navigation.starter().openTrace(file("nowhere.jsonl").toStdString());
        QVERIFY(until([&] { return !run.problem().isEmpty(); }));
        test::click(run.find<QPushButton>("dismissMessage"));
        QVERIFY(run.problem().isEmpty());
        run.navigation.starter().openTrace(file("nowhere.jsonl").toStdString());
        QVERIFY(until([&] { return !run.problem().isEmpty(); }));
        QVERIFY(run.start());
        QVERIFY(until([&] { return run.problem().isEmpty(); }));
    }

    void droppedFiles()
    {
        WindowFixture run;
        QVERIFY(run.start() && run.rounds(1));
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(file("future.jsonl"))});
        const auto enter = [&] {
            QDragEnterEvent event(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
            QCoreApplication::sendEvent(&run.window, &event);
            return event.isAccepted();
        };
        QVERIFY(enter());
        QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&run.window, &drop);
        verifyComplaint(run, "newer");

        data.setUrls({QUrl::fromLocalFile(file("cut.gguf"))});
        QVERIFY(enter());
        QDropEvent dropModel(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&run.window, &dropModel);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        QCOMPARE(menu->actions().size(), 2);
        menu->actions().last()->trigger();
        QVERIFY(until([&] { return run.problem().contains("cut.gguf"); }));
        menu->close();
    }
};

DRAFTSCOPE_WINDOW_TEST(TestBadInput)
#include "test_bad_input.moc"
