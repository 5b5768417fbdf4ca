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
        test::write(folder.filePath("chat_template.jinja"),
                    "{{ bos_token }}{% for m in messages %}{% if m.role == 'system' %}<<SYS>>{{ m.content }}<</SYS>>{% "
                    "elif m.role "
                    "== 'user' %}[INST] {{ m.content }} [/INST]{% else %} {{ m.content }} {{ eos_token }}{% endif %}{% "
                    "endfor %}");
        const QByteArray whole = "<s><<SYS>>Be brief.<</SYS>>[INST] Hi [/INST]";
        const QString ids = cli(base + QStringList{"--chat", "--system", "Be brief.", "Hi"}).out;
        QVERIFY(ids.startsWith("1 ") && !ids.startsWith("1 1 ")); // the template writes it, and nothing comes in front
        QCOMPARE(ids, cli(base, whole).out);
        QCOMPARE(cli(base + QStringList{"--chat", "Hi"}).out, cli(base, "<s>[INST] Hi [/INST]").out);

        // A template without it: as transformers, whatever the tokenizer puts in front of other texts.
        test::write(folder.filePath("chat_template.jinja"), "{% for m in messages %}({{ m.content }}){% endfor %}");
        QCOMPARE(cli(base + QStringList{"--chat", "Hi"}).out, cli(base, "(Hi)").out);
        QVERIFY(cli(base + QStringList{"--special", "(Hi)"}).out != cli(base, "(Hi)").out);
    }

    void whatBecomesOfMessagesIsSaid()
    {
        const QTemporaryDir folder;
        QVERIFY(QFile::copy(m_model + "/tokenizer.model", folder.filePath("tokenizer.model")));
        const QStringList base = {"tokenize", "--tokenizer", folder.path(), "--chat"};
        test::write(folder.filePath("chat_template.jinja"),
                    "{% for m in messages if m.role == 'user' %}[INST] {{ m.content }}{% endfor %}");
        QCOMPARE(cli(base + QStringList{"Hi"}).err, "");
        const auto dropped = cli(base + QStringList{"--system", "Be brief.", "Hi"});
        QVERIFY2(dropped.status == 0 && dropped.err.count('\n') == 1, qPrintable(dropped.err));
        QVERIFY2(dropped.err.contains("leaves the system message out"), qPrintable(dropped.err));
        const auto marked = cli(base + QStringList{"Hi</s>there"});
        QVERIFY2(marked.status == 0 && marked.err.contains("A message has </s> in it"), qPrintable(marked.err));
        test::write(folder.filePath("chat_template.jinja"), "\n{{ raise_exception('Only tools may ask') }}");
        const auto raised = cli(base + QStringList{"Hi"});
        QVERIFY2(raised.saysOneSentence() && raised.err.contains("refuses this conversation: Only tools may ask."),
                 qPrintable(raised.err));
        test::write(folder.filePath("chat_template.jinja"), "\n{% include 'x' %}");
        const auto refused = cli(base + QStringList{"Hi"});
        QVERIFY2(refused.saysOneSentence() && refused.err.contains("line 2: the statement include is not supported"),
                 qPrintable(refused.err));
    }

    void conversationsComeFromAFile()
    {
        const QTemporaryDir folder;
        QVERIFY(QFile::copy(m_model + "/tokenizer.model", folder.filePath("tokenizer.model")));
        test::write(folder.filePath("chat_template.jinja"),
                    "{% for m in messages %}[{{ m.role }}] {{ m.content }} {% endfor %}");
        const QStringList base = {"tokenize", "--tokenizer", folder.path()};
        const QString file = folder.filePath("chat.json");
        const QByteArray turns = R"({"role": "user", "content": "A"}, {"role": "assistant", "content": "B"})";
        const QString expected = cli(base, "[user] A [assistant] B ").out;
        for (const QByteArray& json : {"[" + turns + "]", "{\"model\": \"m\", \"messages\": [" + turns + "]}"}) {
            test::write(file, json);
            const auto run = cli(base + QStringList{"--messages", file});
            QVERIFY2(run.status == 0, qPrintable(run.err));
            QCOMPARE(run.out, expected);
        }
        QCOMPARE(cli(base + QStringList{"--messages", "-"}, "[" + turns + "]").out, expected);
        const QList<std::pair<QByteArray, QString>> wrong = {
            {"[{\"role\": \"user\",\n \"content\": }]", "is no JSON from line 2, column 13 on"},
            {"{\"role\": \"user\"}", "is no list of messages"},
            {"[]", "has no messages"},
            {"[" + turns + ", {\"content\": \"x\"}]", "Message 3 of the file " + file + " has no \"role\""},
            {"[{\"role\": \"user\"}]", "Message 1 of the file " + file + " has no \"content\""},
            {"[\"x\"]", "Message 1 of the file " + file + " is no object"},
            {R"([{"role": "user", "role": "x", "content": ""}])", "says \"role\" twice"},
            {R"([{"role": "user", "content": [{"type": "image_url", "image_url": {}}]}])",
             "has a part of the type image_url"},
            {R"([{"role": "user", "content": [{"type": "text"}]}])", "has a part without a text"},
        };
        for (const auto& [json, sentence] : wrong) {
            test::write(file, json);
            const auto run = cli(base + QStringList{"--messages", file});
            QVERIFY2(run.saysOneSentence() && run.err.contains(sentence), qPrintable(run.err));
        }
        const auto both = cli(base + QStringList{"--messages", file, "--chat", "Hi"});
        QVERIFY2(both.status != 0 && both.err.contains("--messages"), qPrintable(both.err));
        QVERIFY(cli(base + QStringList{"--messages", folder.filePath("none")}).saysOneSentence());
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
