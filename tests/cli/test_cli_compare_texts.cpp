// SPDX-License-Identifier: MIT
// draftscope-cli compare-texts, on files of every kind that it takes.
#include <QJsonArray>

#include "command_line.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::cli;

class TestCliCompareTexts : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    const QString m_prompt = "Once upon a time, there was a little girl named Lily. She loved to";
    QJsonArray m_ids; ///< that the target writes

    QString path(const QString& name) const { return m_folder.filePath(name); }
    QString write(const QString& name, const QByteArray& bytes) const
    {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("%s cannot be written.", qPrintable(name));
        return file.fileName();
    }
    void generate(const QString& name, const QStringList& more = {}) const
    {
        const auto made = cli(QStringList{"generate", "--target", "tales-6m", "--prompt", m_prompt, "--temperature",
                                          "0", "--tokens", "24", "--arithmetic", "f32", "--trace", path(name)}
                              + more);
        QVERIFY2(made.status == 0, qPrintable(made.err));
    }
    static QByteArray list(const QJsonArray& ids) { return QJsonDocument(ids).toJson(QJsonDocument::Compact); }
    QJsonObject compared(const QStringList& arguments) const
    {
        const auto done = cli(QStringList{"compare-texts", "--target", "tales-6m", "--json"} + arguments);
        if (done.status != 0)
            qFatal("%s", qPrintable(done.err));
        return done.json();
    }

private slots:
    void initTestCase()
    {
        generate("plain.jsonl", {"--method", "plain"});
        generate("drafted.jsonl", {"--method", "two-model", "--k", "3"});
        const auto tokens = cli({"generate", "--target", "tales-6m", "--prompt", m_prompt, "--temperature", "0",
                                 "--tokens", "24", "--arithmetic", "f32", "--method", "plain", "--json"});
        QVERIFY2(tokens.status == 0, qPrintable(tokens.err));
        m_ids = tokens.json()["token_ids"].toArray();
        QVERIFY2(m_ids.size() == 24, qPrintable(tokens.out));
    }

    void equalWithDraftsAndWithout()
    {
        const QJsonObject found = compared({path("plain.jsonl"), path("drafted.jsonl")});
        QCOMPARE(found["relation"].toString(), QString("equal"));
        QCOMPARE(found["first"]["pattern"].toString(), QString("targets"));
        const auto words = cli({"compare-texts", path("plain.jsonl"), path("drafted.jsonl")});
        QVERIFY2(words.status == 0 && words.out.startsWith("The texts are equal: 24 tokens.\n"),
                 qPrintable(words.out + words.err));
    }

    void oneFileIsComparedWithTheTarget()
    {
        const QJsonObject found = compared({path("drafted.jsonl"), "--arithmetic", "f32"});
        QCOMPARE(found["relation"].toString(), QString("equal"));
        QCOMPARE(found["second"]["name"].toString(), QString("this program"));
    }

    /// Ids and texts of other engines, which say the same as the trace in their own ways.
    void otherEnginesSayTheSame_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const QByteArray ids = list(m_ids);
        const QString text = cli({"generate", "--target", "tales-6m", "--prompt", m_prompt, "--temperature", "0",
                                  "--tokens", "24", "--arithmetic", "f32", "--method", "plain", "--json"})
                                 .json()["text"]
                                 .toString();
        const QByteArray quoted = QJsonDocument(QJsonArray{text}).toJson(QJsonDocument::Compact).mid(1).chopped(1);
        QTest::newRow("list") << ids;
        QTest::newRow("list in a list") << '[' + ids + ']';
        QTest::newRow("numbers") << QByteArray(ids).replace(',', ' ').replace('[', ' ').replace(']', '\n');
        QTest::newRow("vLLM") << "{\"choices\": [{\"text\": \"x\", \"token_ids\": " + ids + "}]}";
        QTest::newRow("SGLang") << "{\"text\": \"x\", \"output_ids\": " + ids + "}";
        QTest::newRow("llama.cpp, tokens") << "{\"content\": \"x\", \"tokens\": " + ids + "}";
        QTest::newRow("llama.cpp, text") << "{\"content\": " + quoted + ", \"tokens\": []}";
        QTest::newRow("OpenAI") << "{\"choices\": [{\"message\": {\"content\": " + quoted + "}}]}";
        QTest::newRow("Ollama") << "{\"response\": " + quoted + "}";
        QTest::newRow("transformers") << "[{\"generated_text\": " + quoted + "}]";
        QTest::newRow("text") << text.toUtf8();
        QTest::newRow("text with the prompt") << (m_prompt + text).toUtf8();
    }
    void otherEnginesSayTheSame()
    {
        QFETCH(const QByteArray, bytes);
        const QJsonObject found = compared({path("plain.jsonl"), write("other", bytes)});
        QVERIFY2(found["relation"].toString() == "equal", QJsonDocument(found).toJson().constData());
    }

    void aChangedTokenIsFound()
    {
        QJsonArray changed = m_ids;
        changed.replace(7, m_ids[3]);
        while (changed.size() > 14)
            changed.removeLast();
        const QJsonObject found = compared({path("plain.jsonl"), write("changed.json", list(changed))});
        QCOMPARE(found["relation"].toString(), QString("part"));
        QCOMPARE(found["parting"]["index"].toInt(), 7);
        QCOMPARE(found["parting"]["near_tie"].toBool(), false);
        QCOMPARE(found["second"]["first_fault"].toInt(), 7);
        QCOMPARE(found["first"]["pattern"].toString(), QString("targets"));
        const auto words = cli({"compare-texts", path("plain.jsonl"), path("changed.json"), "--target", "tales-6m"});
        QVERIFY2(words.out.startsWith("They part at token 8 behind the prompt, where plain.jsonl has ")
                     && words.out.contains("That is no near-tie") && words.out.contains("wrote down there"),
                 qPrintable(words.out));
    }

    /// A line of dashes begins a lesson, and many a text.
    void aTextThatBeginsWithALine()
    {
        const QJsonObject found = compared({path("plain.jsonl"), write("ruled.txt", "---\nShe loved to play.")});
        QCOMPARE(found["relation"].toString(), QString("part"));
        QVERIFY(found["second"]["tokens"].toInt() > 3);
    }

    void idsAloneWithAPrompt()
    {
        const QString ids = write("ids.json", list(m_ids));
        const QJsonObject found = compared({ids, "--prompt", m_prompt, "--arithmetic", "f32"});
        QCOMPARE(found["relation"].toString(), QString("equal"));
        const auto without = cli({"compare-texts", ids, "--target", "tales-6m"});
        QVERIFY2(without.status == 1 && without.saysOneSentence() && without.err.contains("give the prompt"),
                 qPrintable(without.err));
    }

    void whatIsNoTextIsSaid_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("says");
        QTest::newRow("empty") << QByteArray() << "is empty";
        QTest::newRow("blanks") << QByteArray(" \n\n") << "is empty";
        QTest::newRow("no ids in JSON") << QByteArray("{\"a\": 1}") << "has no token ids and no text";
        QTest::newRow("another vocabulary") << QByteArray("[1, 900000]") << "has the token 900000";
        QTest::newRow("bytes") << QByteArray("\x00\x01\x02\xff", 4) << "is no text";
        QTest::newRow("no UTF-8") << QByteArray("abc \xff\xfe def") << "UTF-8";
    }
    void whatIsNoTextIsSaid()
    {
        QFETCH(const QByteArray, bytes);
        QFETCH(const QString, says);
        const auto refused = cli({"compare-texts", path("plain.jsonl"), write("bad", bytes), "--target", "tales-6m"});
        QCOMPARE(refused.status, 1);
        QVERIFY2(refused.saysOneSentence() && refused.err.contains(says), qPrintable(refused.err));
    }

    void wrongUsage()
    {
        QCOMPARE(cli({"compare-texts"}).status, 2);
        const auto missing = cli({"compare-texts", path("none.jsonl")});
        QVERIFY2(missing.status == 1 && missing.saysOneSentence(), qPrintable(missing.err));
    }
};

DRAFTSCOPE_TEST(TestCliCompareTexts)
#include "test_cli_compare_texts.moc"
