// SPDX-License-Identifier: MIT
#include <sys/stat.h>

#include <QJsonArray>
#include <QTemporaryDir>

#include "command_line.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::cli;

class TestCliTokenize : public QObject {
    Q_OBJECT

private:
    const QString m_model = DRAFTSCOPE_SOURCE_DIR "/tests/golden/random-llama";

private slots:
    // The 47 texts that llama.cpp tests its vocabularies with, and the ids it gives.
    void givesLlamaCppsIds()
    {
        const auto vectors = fixtures::sharedData("tokenizers/vectors/ggml-vocab-llama-spm.gguf");
        const auto tokenizer = fixtures::sharedData("tokenizers/llama2/tokenizer.model");
        DRAFTSCOPE_NEEDS_DATA(tokenizer);
        const auto read = [&](const char* ending) {
            QFile file(QString::fromStdString(vectors.string()) + ending);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        const QString separator = "\n__ggml_vocab_test__\n";
        const QStringList texts = QString::fromUtf8(read(".inp")).split(separator);
        const QStringList ids = QString::fromUtf8(read(".out")).split('\n');
        int checked = 0;
        for (qsizetype i = 0; i < texts.size() && i < ids.size(); ++i, ++checked) {
            const auto outcome =
                cli({"tokenize", "--tokenizer", QString::fromStdString(tokenizer.string())}, texts[i].toUtf8());
            QCOMPARE(outcome.status, 0);
            QCOMPARE(outcome.out.trimmed(), ids[i].trimmed());
        }
        QCOMPARE(checked, 47);
    }

    /// Opening it would wait for a writer, and the program would not end.
    void aPipeIsNoTextFile()
    {
        QTemporaryDir folder;
        const QString pipe = folder.filePath("pipe");
        QCOMPARE(::mkfifo(qPrintable(pipe), 0600), 0);
        const auto outcome = cli({"tokenize", "--tokenizer", m_model, "--file", pipe});
        QCOMPARE(outcome.status, 1);
        QCOMPARE(outcome.err, QString("draftscope-cli: %1 is a pipe, not a regular file: choose a file.\n").arg(pipe));
    }

    void idsGoBackToTheText()
    {
        const QString text = "Hello  world,\nhow  are you? äß 猫";
        const auto ids = cli({"tokenize", "--tokenizer", m_model, text});
        QCOMPARE(ids.status, 0);
        QCOMPARE(cli({"tokenize", "--tokenizer", m_model, "--decode"}, ids.out.toUtf8()).out, text);
        QCOMPARE(cli({"tokenize", "--tokenizer", m_model, "--decode", ids.out.trimmed()}).out, text);
    }

    void textComesFromArgumentFileOrInput()
    {
        QTemporaryDir folder;
        test::write(folder.filePath("text"), "one two");
        const QStringList base = {"tokenize", "--tokenizer", m_model};
        const QString expected = cli(base + QStringList{"one two"}).out;
        QCOMPARE(cli(base + QStringList{"--file", folder.filePath("text")}).out, expected);
        QCOMPARE(cli(base, "one two").out, expected);
        QCOMPARE(cli(base + QStringList{"one", "two"}).out, expected);
        QCOMPARE(expected.count('\n'), 1);
    }

    void specialTokensOnlyWhereAsked()
    {
        const QStringList base = {"tokenize", "--tokenizer", m_model, "one two"};
        const QString without = cli(base).out;
        const QString with = cli(base + QStringList{"--special"}).out;
        QVERIFY(with == without || with.endsWith(" " + without));
        QVERIFY(with.startsWith("1 "));
        QVERIFY(!without.startsWith("1 "));
    }

    void aMessageBecomesWhatTheModelReads()
    {
        const QTemporaryDir folder;
        QVERIFY(QFile::copy(m_model + "/tokenizer.model", folder.filePath("tokenizer.model")));
        const QStringList base = {"tokenize", "--tokenizer", folder.path()};
        const auto refused = cli(base + QStringList{"--chat", "Hi"});
        QVERIFY2(refused.saysOneSentence() && refused.err.contains("has no chat template"), qPrintable(refused.err));
        test::write(
            folder.filePath("tokenizer_config.json"),
            R"({"chat_template": "{{ bos_token + '[INST] ' + '<<SYS>>' + system + '<</SYS>>' + m + ' [/INST]' }}"})");
        const QByteArray whole = "[INST] <<SYS>>\nBe brief.\n<</SYS>>\n\nHi [/INST]";
        const QString ids = cli(base + QStringList{"--chat", "--system", "Be brief.", "Hi"}).out;
        QVERIFY(!ids.isEmpty());
        QCOMPARE(ids, cli(base + QStringList{"--special"}, whole).out);
        QCOMPARE(cli(base + QStringList{"--chat", "Hi"}).out,
                 cli(base + QStringList{"--special"}, "[INST] Hi [/INST]").out);
    }

    void jsonShowsPiecesAndBytes()
    {
        const QJsonObject object = cli({"tokenize", "--tokenizer", m_model, "--json", "a ü"}).json();
        QCOMPARE(object["text"].toString(), "a ü");
        const QJsonArray tokens = object["tokens"].toArray();
        QCOMPARE(tokens.size(), object["token_ids"].toArray().size());
        QByteArray bytes;
        for (const auto& token : tokens) {
            QVERIFY(token.toObject()["piece"].isString());
            for (const auto& byte : token.toObject()["bytes"].toArray())
                bytes.append(char(byte.toInt()));
        }
        QCOMPARE(QString::fromUtf8(bytes).trimmed(), "a ü");
    }
};

DRAFTSCOPE_TEST(TestCliTokenize)
#include "test_cli_tokenize.moc"
