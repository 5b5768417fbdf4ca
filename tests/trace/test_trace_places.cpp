// SPDX-License-Identifier: MIT
#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>

#include "tests/test_main.h"
#include "trace_folder.h"

using namespace draftscope;

/// Places that a trace cannot be written to, may not be written to, or is not at.
class TestTracePlaces : public QObject, private test::TraceFolder {
    Q_OBJECT

private slots:
    void aFullDiskIsTold()
    {
        if (!QFile::exists("/dev/full"))
            QSKIP("This system has no /dev/full.");
        const auto writer = TraceWriter::create("/dev/full", example::header());
        QVERIFY(!writer);
        QVERIFY(QString::fromStdString(writer.error().sentence).contains("No space left on device"));
    }

    void aFileThatMayNotGrowKeepsWhatItHas_data() { addEndings(); }
    void aFileThatMayNotGrowKeepsWhatItHas()
    {
        QFETCH(QString, name);
        std::signal(SIGXFSZ, SIG_IGN);
        const Recording recording = example::recording();
        auto writer = TraceWriter::create(path(name), recording.header());
        QVERIFY(writer && (*writer)->add(recording, 0, recording.round(0, 0)));
        rlimit old{};
        getrlimit(RLIMIT_FSIZE, &old);
        const rlimit tight{rlim_t(contents(path(name)).size()) + 20, old.rlim_max};
        setrlimit(RLIMIT_FSIZE, &tight);
        const auto failed = (*writer)->add(recording, 0, recording.round(0, 1));
        const auto after = (*writer)->add(recording, 0, recording.round(0, 2));
        const auto closed = (*writer)->close();
        setrlimit(RLIMIT_FSIZE, &old);
        QVERIFY(!failed);
        QVERIFY(QString::fromStdString(failed.error().sentence).contains("what was written stays"));
        QVERIFY(after && closed); // told once
        const auto loaded = loadTrace(path(name));
        QVERIFY2(loaded, loaded ? "" : loaded.error().sentence.c_str());
        QVERIFY(!loaded->isComplete);
        QCOMPARE(loaded->recording.roundCount(0), 1);
    }

    void saveThatFailsLeavesTheOldFile()
    {
        QVERIFY(saveTrace(path("kept.jsonl"), example::recording()));
        const QByteArray before = contents(path("kept.jsonl"));
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit old{};
        getrlimit(RLIMIT_FSIZE, &old);
        const rlimit tight{100, old.rlim_max};
        setrlimit(RLIMIT_FSIZE, &tight);
        const auto saved = saveTrace(path("kept.jsonl"), example::recording());
        const auto savedNew = saveTrace(path("new.jsonl"), example::recording());
        setrlimit(RLIMIT_FSIZE, &old);
        QVERIFY(!saved && !savedNew);
        QCOMPARE(contents(path("kept.jsonl")), before);
        QVERIFY(QDir(m_folder.path()).entryList({"*.part*"}, QDir::Files | QDir::Hidden).isEmpty());
        QVERIFY(!QFile::exists(m_folder.filePath("new.jsonl")));
        const auto sentenceFor = [this](const char* name, const char* rest) {
            return fmt::format("The trace {} could not be saved (File too large): make room or choose another place{}.",
                               path(name).string(), rest);
        };
        QCOMPARE(saved.error().sentence, sentenceFor("kept.jsonl", "; what was there before is kept"));
        QCOMPARE(savedNew.error().sentence, sentenceFor("new.jsonl", ""));
    }

    // A save takes the place of what was there: not of a pipe or a device, which would be gone.
    void whatIsNoFileStays()
    {
        const std::string pipe = path("pipe.jsonl");
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        const auto saved = saveTrace(pipe, example::recording());
        QVERIFY(!saved);
        QVERIFY(QString::fromStdString(saved.error().sentence).contains("that is no file"));
        QVERIFY(std::filesystem::is_fifo(pipe));
    }

    void oneWriterAtATime_data() { addEndings(); }
    void oneWriterAtATime()
    {
        QFETCH(QString, name);
        const Recording recording = example::recording();
        auto first = TraceWriter::create(path(name), recording.header());
        QVERIFY(first && (*first)->add(recording, 0, recording.round(0, 0)));
        const QByteArray before = contents(path(name));
        const auto second = TraceWriter::create(path(name), recording.header());
        const auto saved = saveTrace(path(name), recording);
        const auto expected = fmt::format("The trace {} is being written by another Draftscope: wait until it is done, "
                                          "or choose another name.",
                                          path(name).string());
        QVERIFY(!second && !saved);
        QCOMPARE(second.error().sentence, expected);
        QCOMPARE(saved.error().sentence, expected);
        QCOMPARE(contents(path(name)), before);
        QVERIFY((*first)->add(recording, 0, recording.round(0, 1)));
        QVERIFY((*first)->close());
        const auto loaded = loadTrace(path(name));
        QVERIFY(loaded && loaded->isComplete);
        QCOMPARE(loaded->recording.roundCount(0), 2);
        QVERIFY(saveTrace(path(name), recording));
        QVERIFY(TraceWriter::create(path(name), recording.header()).has_value());
    }

    /// Devices and pipes have no contents to spoil.
    void manyMayWriteToNowhere()
    {
        const auto first = TraceWriter::create("/dev/null", example::header());
        QVERIFY(first && TraceWriter::create("/dev/null", example::header()));
    }

    void filesOfTheRunAreNotOverwritten_data()
    {
        QTest::addColumn<QString>("trace");
        QTest::addColumn<QString>("says");
        QTest::newRow("weights") << "model/model.safetensors"
                                 << "model/model.safetensors, which belongs to the model Big";
        QTest::newRow("a link") << "link.jsonl"
                                << "model/model.safetensors, which belongs to the model Big";
        QTest::newRow("a second name") << "model/second.jsonl"
                                       << "model/model.safetensors, which belongs to";
        QTest::newRow("another way there") << "model/../model/config.json"
                                           << "config.json, which belongs to the model Big";
        QTest::newRow("one file") << "small.gguf"
                                  << "small.gguf, which belongs to the model Small";
        QTest::newRow("the prompt") << "prompt.txt"
                                    << "prompt.txt, which this run uses";
    }
    void filesOfTheRunAreNotOverwritten()
    {
        QFETCH(QString, trace);
        QFETCH(QString, says);
        const QDir folder(m_folder.path());
        folder.mkdir("model");
        const QStringList files = {"model/model.safetensors", "model/config.json", "small.gguf", "prompt.txt"};
        for (const QString& name : files) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write("precious") == 8);
        }
        std::error_code ignored; // they are there from the second row on
        std::filesystem::create_symlink(path("model/model.safetensors"), path("link.jsonl"), ignored);
        std::filesystem::create_hard_link(path("model/model.safetensors"), path("model/second.jsonl"), ignored);
        TraceHeader header = example::header();
        header.target.path = path("model").string();
        header.target.name = "Big";
        header.draft->path = path("small.gguf").string();
        const auto place = path(trace);
        const std::vector<std::filesystem::path> inUse = {path("nowhere"), path("prompt.txt")};

        const auto writer = TraceWriter::create(place, header, inUse);
        QVERIFY(!writer);
        const QString sentence = QString::fromStdString(writer.error().sentence);
        QVERIFY2(sentence.contains("would overwrite") && sentence.contains(says)
                     && sentence.endsWith(": choose another name."),
                 qPrintable(sentence));
        if (trace != "prompt.txt")
            QCOMPARE(saveTrace(place, Recording(header)).error().sentence, writer.error().sentence);
        for (const QString& name : files)
            QCOMPARE(contents(path(name)), QByteArray("precious"));
        QVERIFY(TraceWriter::create(path("model/run.jsonl"), header, inUse).has_value());
        QVERIFY2(TraceWriter::create(path("model/run.jsonl"), header, inUse), "a trace in the folder is no file of it");
    }

    void missingFilesAndFoldersAreSentences()
    {
        QVERIFY(sentence(path("nowhere")).contains("cannot be opened (No such file or directory)"));
        QVERIFY(sentence(m_folder.path().toStdString()).endsWith("is a folder: choose a trace file."));
        const auto saved = saveTrace(path("no/such/folder.jsonl"), example::recording());
        QVERIFY(!saved);
        QVERIFY(QString::fromStdString(saved.error().sentence)
                    .endsWith("folder.jsonl could not be saved (No such file or directory): choose another place."));
    }
};

DRAFTSCOPE_TEST(TestTracePlaces)
#include "test_trace_places.moc"
