// SPDX-License-Identifier: MIT
// models get hf:OWNER/NAME, from a Hugging Face Hub that is pretended.
#include <csignal>

#include <QDir>
#include <QTemporaryDir>

#include "command_line.h"
#include "tests/fixtures/pretended_hub.h"

using namespace draftscope;
using test::cli;

class TestCliHub : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        qputenv("no_proxy", "*");
        m_data = std::make_unique<QTemporaryDir>();
        for (const char* name : {"HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
            qputenv(name, m_data->path().toLocal8Bit());
        for (const char* name : {"HF_HOME", "HF_HUB_CACHE", "LLAMA_CACHE", "OLLAMA_MODELS", "DRAFTSCOPE_MODEL_FOLDERS",
                                 "HF_ENDPOINT", "HF_TOKEN", "HF_HUB_OFFLINE", "HUGGINGFACE_HUB_CACHE"})
            qunsetenv(name);
    }

    /// A real model, from a server that lists and sends the files of one that comes with the program.
    void aModelFromTheHubIsListedAndDecodes()
    {
        QMap<QString, QByteArray> files;
        const QDir tales(DRAFTSCOPE_SOURCE_DIR "/resources/models/tales-0.3m");
        for (const QString& name : tales.entryList(QDir::Files)) {
            QFile file(tales.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            files[name] = file.readAll();
        }
        const test::PretendedHub hub(files);
        qputenv("HF_ENDPOINT", hub.address());
        qputenv("HF_TOKEN", "hf_secret");
        const auto outcome = cli({"models", "get", "hf:maker/tale"});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        QVERIFY2(outcome.out.startsWith("maker/tale, ") && outcome.out.contains("generate --target maker/tale --chat"),
                 qPrintable(outcome.out));
        QCOMPARE(hub.requests().front().token(), QByteArray("Bearer hf_secret"));
        const auto table = cli({"models"});
        QVERIFY2(table.out.contains("\nHugging Face\nmaker/tale  "), qPrintable(table.out));
        const auto text = cli({"generate", "--target", "maker/tale", "--method", "plain", "--tokens", "4"});
        QVERIFY2(text.status == 0 && !text.out.isEmpty(), qPrintable(text.err));
        // Offline what is there is said, and nothing is asked for.
        const auto asked = hub.requests().size();
        qputenv("HF_HUB_OFFLINE", "1");
        const auto here = cli({"models", "get", "hf:maker/tale"});
        QVERIFY2(here.status == 0 && here.out.contains("generate --target maker/tale"), qPrintable(here.err));
        const auto other = cli({"models", "get", "hf:maker/other"});
        QVERIFY2(other.status == 1 && other.err.contains("HF_HUB_OFFLINE is set"), qPrintable(other.err));
        qunsetenv("HF_HUB_OFFLINE");
        QCOMPARE(hub.requests().size(), asked);
    }

    void ctrlCKeepsWhatWasFetched()
    {
        const QByteArray bytes(100'000, 'x');
        std::atomic<bool> waits = true;
        const test::PretendedHub hub({{"tale.gguf", bytes}},
                                     [&](const test::HubRequest& request, test::HubAnswer honest) {
                                         if (waits && request.path.contains("/resolve/")) {
                                             honest.cut = 1000;
                                             honest.waits = true;
                                         }
                                         return honest;
                                     });
        qputenv("HF_ENDPOINT", hub.address());
        const QString part = m_data->filePath("huggingface/hub/models--maker--tale/blobs/"
                                              + test::PretendedHub::hashOf(bytes) + ".incomplete");
        QProcess process;
        process.start(QStringLiteral(DRAFTSCOPE_CLI), {"models", "get", "hf:maker/tale"});
        QVERIFY(QTest::qWaitFor([&] { return hub.isWaiting() && QFileInfo(part).size() == 1000; }, test::patience));
        QVERIFY(::kill(pid_t(process.processId()), SIGINT) == 0);
        QVERIFY(process.waitForFinished(-1));
        QCOMPARE(process.exitStatus(), QProcess::CrashExit);
        QCOMPARE(QString(process.readAllStandardError()),
                 QStringLiteral("draftscope-cli: Fetching maker/tale was cancelled: what was fetched is kept, and the "
                                "same command goes on with it.\n"));
        waits = false;
        QCOMPARE(cli({"models", "get", "hf:maker/tale"}).status, 0);
        QCOMPARE(hub.fetched(), (QStringList{"tale.gguf", "tale.gguf 1000-"}));
        waits = true;
    }

private:
    std::unique_ptr<QTemporaryDir> m_data;
};

QTEST_GUILESS_MAIN(TestCliHub)
#include "test_cli_hub.moc"
