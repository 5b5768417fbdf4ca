// SPDX-License-Identifier: MIT
#include <csignal>

#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>

#include "command_line.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::cli;

/// Datastores: built of texts, told what they are, and drafted from.
class TestCliDatastore : public QObject {
    Q_OBJECT

    const QString m_model = DRAFTSCOPE_SOURCE_DIR "/tests/golden/random-llama";
    QTemporaryDir m_directory;

    [[nodiscard]] QString path(const char* name) const { return m_directory.filePath(name); }
    [[nodiscard]] test::Outcome build(const QStringList& texts, const char* out = "store") const
    {
        return cli(QStringList{"datastore", "build", "--target", m_model, "--out", path(out)} + texts);
    }
    [[nodiscard]] QJsonObject inspected(const char* name) const
    {
        return cli({"datastore", "inspect", path(name), "--json"}).json();
    }
    [[nodiscard]] int tokensOf(const QString& text) const
    {
        const auto outcome = cli({"tokenize", "--tokenizer", m_model, "--special", text});
        return int(outcome.out.split(' ', Qt::SkipEmptyParts).size());
    }

private slots:
    void textsBecomeTokens()
    {
        test::write(path("a.txt"), "Once upon a time");
        const auto built = build({path("a.txt")});
        QCOMPARE(built.status, 0);
        const int tokens = tokensOf("Once upon a time") + 1; // the end of the text
        QCOMPARE(built.out, QString("%1: %2 tokens of 1 text in 1 file\n").arg(path("store")).arg(tokens));
        const QJsonObject facts = inspected("store");
        QCOMPARE(facts["tokens"].toInt(), tokens);
        QCOMPARE(facts["path"].toString(), path("store"));
        QVERIFY(facts["vocabulary"].toInt() > 0);
        QCOMPARE(facts["tokenizer_hash"].toString().size(), 16);
        QCOMPARE(facts["separator"].toInt(), 2);
        QCOMPARE(facts["bytes"].toInt(), int(QFileInfo(path("store")).size()));
        QVERIFY(cli({"datastore", "inspect", path("store")}).out.contains(", whole\n"));
    }

    void jsonLinesAreATextEach()
    {
        test::write(path("lines.jsonl"), "{\"text\":\"one two\"}\n\n{\"prompt\":\"three\",\"kind\":\"x\"}");
        QCOMPARE(build({path("lines.jsonl")}, "lines").status, 0);
        QCOMPARE(inspected("lines")["tokens"].toInt(), tokensOf("one two") + tokensOf("three") + 2);
    }

    void foldersAreReadInOrder()
    {
        QVERIFY(QDir(m_directory.path()).mkpath("texts/below"));
        test::write(path("texts/b.txt"), "two");
        test::write(path("texts/a.txt"), "one");
        test::write(path("texts/below/c.jsonl"), "{\"text\":\"three\"}\n");
        test::write(path("texts/notes.md"), "four");
        test::write(path("texts/empty.txt"), "");
        QCOMPARE(build({path("texts")}, "folder").status, 0);
        QCOMPARE(build({path("texts/a.txt"), path("texts/b.txt"), path("texts/below/c.jsonl")}, "files").status, 0);
        QFile folder(path("folder")), files(path("files"));
        QVERIFY(folder.open(QIODevice::ReadOnly) && files.open(QIODevice::ReadOnly));
        QCOMPARE(folder.readAll(), files.readAll());
    }

    /// A long text is encoded in pieces; with a newline at their ends nothing but the first token of a piece differs.
    void longTextsLoseNothing()
    {
        QByteArray text;
        while (text.size() < 300'000)
            text += "Once upon a time there was a little girl.\n";
        test::write(path("long.txt"), text);
        QCOMPARE(build({path("long.txt")}, "long").status, 0);
        const int one = tokensOf("Once upon a time there was a little girl.\n") - 1;
        const int lines = int(text.size()) / 42, tokens = inspected("long")["tokens"].toInt();
        QVERIFY2(std::abs(tokens - one * lines) < 2 * lines, qPrintable(QString::number(tokens)));
    }

    void wrongTexts_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("says");
        QTest::newRow("no UTF-8") << "x.txt" << QByteArray("ab\xff") << "x.txt is not valid UTF-8 at byte 2:";
        QTest::newRow("no JSON") << "x.jsonl" << QByteArray("{\"text\":\"a\"}\n{text}\n") << "Line 2 of ";
        QTest::newRow("no text") << "x.jsonl" << QByteArray("{\"text\":1}\n") << "has no \"text\" and no \"prompt\"";
        QTest::newRow("nothing") << "x.txt" << QByteArray() << "hold no text";
    }
    void wrongTexts()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, bytes);
        QFETCH(QString, says);
        QTemporaryDir folder;
        test::write(folder.filePath(name), bytes);
        const auto built =
            cli({"datastore", "build", "--target", m_model, "--out", folder.filePath("out"), folder.filePath(name)});
        QCOMPARE(built.status, 1);
        QVERIFY2(built.saysOneSentence() && built.err.contains(says), qPrintable(built.err));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{name});
    }

    void wrongPlaces()
    {
        test::write(path("a.txt"), "Once upon a time");
        const auto over = build({path("a.txt")}, "a.txt");
        QCOMPARE(over.status, 1);
        QVERIFY2(over.saysOneSentence() && over.err.contains("holds no whole datastore"), qPrintable(over.err));
        QVERIFY(build({path("a.txt")}, "nowhere/store").err.contains("No such file or directory"));
        QVERIFY(build({path("none.txt")}, "other").err.contains("does not exist"));
        QVERIFY(!QFile::exists(path("other")));
        QTemporaryDir empty;
        QVERIFY(build({empty.path()}, "other").err.contains("has no .txt and no .jsonl files"));
        QCOMPARE(cli({"datastore"}).status, 2);
        QCOMPARE(cli({"datastore", "build", path("a.txt")}).status, 2);
        QVERIFY(cli({"datastore", "inspect", path("a.txt")}).err.contains("is no datastore"));
    }

    void aDamagedOneIsNotWhole()
    {
        test::write(path("a.txt"), "Once upon a time");
        QCOMPARE(build({path("a.txt")}, "whole").status, 0);
        QFile file(path("whole"));
        QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(file.size() - 4));
        QCOMPARE(file.write(QByteArray(4, '\xff')), 4);
        file.close();
        const auto outcome = cli({"datastore", "inspect", path("whole")});
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.saysOneSentence() && outcome.err.contains("is damaged ("), qPrintable(outcome.err));
    }

    void interruptedItLeavesNothing()
    {
        QTemporaryDir folder;
        QByteArray text;
        for (unsigned i = 0; text.size() < 40'000'000; ++i)
            text += "word " + QByteArray::number(i * 2654435761U) + (i % 9 == 0 ? "\n" : " ");
        test::write(folder.filePath("big.txt"), text);
        QProcess process;
        process.start(
            QStringLiteral(DRAFTSCOPE_CLI),
            {"datastore", "build", "--target", m_model, "--out", folder.filePath("out"), folder.filePath("big.txt")});
        const auto files = [&] { return QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size(); };
        QVERIFY(QTest::qWaitFor([&] { return files() == 2; }, test::patience)); // it has begun
        ::kill(pid_t(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(-1));
        QCOMPARE(process.exitStatus(), QProcess::CrashExit); // by the signal
        QCOMPARE(process.readAllStandardError(), QByteArray("draftscope-cli: Interrupted.\n"));
        QCOMPARE(files(), 1);
    }

    void itIsDraftedFrom()
    {
        test::write(path("tales.txt"), "Once upon a time, there was a little girl named Lily. She loved to play.");
        const auto built = cli({"datastore", "build", "--out", path("tales"), path("tales.txt")});
        QCOMPARE(built.status, 0);
        const QStringList generate = {"generate",      "--tokens", "24",    "--prompt", "Once upon a time, there was",
                                      "--temperature", "0",        "--json"};
        const QJsonObject plain = cli(generate + QStringList{"--method", "plain"}).json();
        for (const QStringList& method : {QStringList{"retrieval", "--datastore", path("tales")},
                                          QStringList{"suffix-automaton", "--corpus", path("tales")}}) {
            const auto run = cli(generate + QStringList{"--method"} + method + QStringList{"--trace", path("t.jsonl")});
            QVERIFY2(run.status == 0, qPrintable(run.err));
            QCOMPARE(run.json()["token_ids"], plain["token_ids"]);
            QVERIFY(run.json()["tokens_per_step"].toDouble() > 1);
            QVERIFY(cli({"inspect", path("t.jsonl")}).out.contains(method[1].mid(2) + ' ' + path("tales")));
        }
        const auto over = cli(
            generate + QStringList{"--method", "retrieval", "--datastore", path("tales"), "--trace", path("tales")});
        QCOMPARE(over.status, 1);
        QVERIFY2(over.err.contains("would overwrite"), qPrintable(over.err));
        QFile file(path("tales"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QByteArray bytes = file.readAll();
        bytes[24] = char(bytes[24] + 1); // the tokenizer's hash
        test::write(path("another"), bytes);
        const auto another = cli(generate + QStringList{"--method", "retrieval", "--datastore", path("another")});
        QCOMPARE(another.status, 1);
        QVERIFY2(another.saysOneSentence() && another.err.contains("was built with another tokenizer"),
                 qPrintable(another.err));
    }
};

DRAFTSCOPE_TEST(TestCliDatastore)
#include "test_cli_datastore.moc"
