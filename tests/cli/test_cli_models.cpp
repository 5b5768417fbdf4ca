// SPDX-License-Identifier: MIT
// Models of this machine, listed; and another one fetched, where pip is pretended.
#include <csignal>

#include <QJsonArray>
#include <QTemporaryDir>

#include "command_line.h"
#include "tests/fixtures/pretended_python.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::cli;
using test::PretendedPython;

class TestCliModels : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_data = std::make_unique<QTemporaryDir>();
        for (const char* name : {"HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
            qputenv(name, m_data->path().toLocal8Bit());
        for (const char* name : {"HF_HOME", "HF_HUB_CACHE", "LLAMA_CACHE", "OLLAMA_MODELS", "DRAFTSCOPE_MODEL_FOLDERS",
                                 "HF_ENDPOINT", "HF_TOKEN"})
            qunsetenv(name);
    }

    void whatWasFetchedIsListedWithWhatDraftsForIt()
    {
        const QString models = m_data->filePath("draftscope/models");
        QVERIFY(QDir().mkpath(models + "/.getting-other"));
        QVERIFY(QFile::link(DRAFTSCOPE_SOURCE_DIR "/resources/models/tales-6m", models + "/large"));
        QVERIFY(QFile::link(DRAFTSCOPE_SOURCE_DIR "/resources/models/tales-0.3m", models + "/tale"));
        QVERIFY(QDir().mkpath(models + "/damaged"));
        test::write(models + "/damaged/cut.gguf", QByteArray("GGUF\x03\0\0\0", 8));
        const auto table = cli({"models"});
        QCOMPARE(table.status, 0);
        const auto at = table.out.indexOf("\nDraftscope\n");
        QVERIFY2(at > 0, qPrintable(table.out));
        const QStringList lines = table.out.mid(at).split('\n', Qt::SkipEmptyParts);
        QVERIFY2(lines.size() >= 4 && lines[1].startsWith("damaged  cannot be used: ") && lines[2].startsWith("large  ")
                     && lines[3].startsWith("tale  "),
                 qPrintable(table.out));
        QVERIFY2(table.out.contains("\ncan be drafted for by\nlarge: tale\n"), qPrintable(table.out));
        const QJsonArray found = cli({"models", "--json"}).json()["found"].toArray();
        QCOMPARE(found.size(), 3);
        QVERIFY(!found[0]["usable"].toBool() && found[1]["usable"].toBool());
        QCOMPARE(found[1]["drafts"].toArray(), QJsonArray{"tale"});
        QCOMPARE(found[2]["path"].toString(), models + "/tale");
    }

    void aModelThatIsNotOffered()
    {
        const auto outcome = cli({"models", "get", "tale"});
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.saysOneSentence() && outcome.err.contains("choose smollm2, or hf:OWNER/NAME"),
                 qPrintable(outcome.err));
        const auto unnamed = cli({"models", "get", "hf:tale"});
        QCOMPARE(unnamed.status, 2);
        QVERIFY2(unnamed.saysOneSentence() && unnamed.err.contains("hf:OWNER/NAME"), qPrintable(unnamed.err));
        QCOMPARE(cli({"models", "get"}).status, 2);
    }

    void anotherFileIsNotKept()
    {
        const PretendedPython python;
        python.fetches("abc");
        const auto outcome = cli({"models", "get", "smollm2"});
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.out.startsWith("SmolLM2-135M-Instruct, 98 MB, Apache-2.0"), qPrintable(outcome.out));
        QVERIFY2(outcome.err.contains("SHA-256 differs") && outcome.err.count('\n') == 1, qPrintable(outcome.err));
        QCOMPARE(test::entriesOf(m_data->filePath("draftscope/models")), QStringList());
    }

    void ctrlCLeavesNothing()
    {
        const PretendedPython python;
        PretendedPython::does("waits");
        QProcess process;
        process.start(QStringLiteral(DRAFTSCOPE_CLI), {"models", "get", "smollm2"});
        QVERIFY(QTest::qWaitFor([&] { return python.isWaiting(); }, test::patience));
        QVERIFY(::kill(pid_t(process.processId()), SIGINT) == 0);
        QVERIFY(process.waitForFinished(-1));
        QCOMPARE(process.exitStatus(), QProcess::CrashExit); // by the signal, as shells want to know
        const QString said = process.readAllStandardError();
        QCOMPARE(said, QStringLiteral("draftscope-cli: Fetching SmolLM2-135M-Instruct was cancelled.\n"));
        QVERIFY(::kill(python.process(), 0) != 0);
        QCOMPARE(test::entriesOf(m_data->filePath("draftscope/models")), QStringList());
    }

private:
    std::unique_ptr<QTemporaryDir> m_data;
};

DRAFTSCOPE_TEST(TestCliModels)
#include "test_cli_models.moc"
