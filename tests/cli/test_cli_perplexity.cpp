// SPDX-License-Identifier: MIT
#include <QTemporaryDir>

#include "command_line.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::cli;

/// Numbers as a table and as JSON, from a file and from standard input, and what is wrong is said.
class TestCliPerplexity : public QObject {
    Q_OBJECT

    QTemporaryDir m_directory;
    const QStringList m_base = {"perplexity", "--target", "tales-6m", "--backend", "cpu"};
    const QByteArray m_text = "Once upon a time, there was a little dog named Max. He loved to play with his ball.";

    [[nodiscard]] QString path(const char* name) const { return m_directory.filePath(name); }

private slots:
    void bothWaysOfReadingGiveOneNumber()
    {
        test::write(path("tale.txt"), m_text);
        const auto table = cli(m_base + QStringList{"--text", path("tale.txt")});
        QVERIFY2(table.status == 0, qPrintable(table.err));
        const auto read = cli(m_base + QStringList{"--json"}, m_text);
        QVERIFY2(read.status == 0, qPrintable(read.err));
        const QJsonObject object = read.json();
        const int tokens = object["tokens"].toInt();
        const double each = object["negative_log_likelihood_per_token"].toDouble(),
                     perplexity = object["perplexity"].toDouble();
        QCOMPARE(object["scored"].toInt(), tokens - 1);
        QVERIFY(perplexity > 1.5 && perplexity < 100 && qAbs(perplexity - std::exp(each)) < 1e-9 * perplexity);
        QVERIFY(table.out.contains(QString::number(each, 'f', 6) + " nats"));
        const QJsonObject again = cli(m_base + QStringList{"--json", "--text", "-"}, m_text).json();
        QCOMPARE(again["perplexity"].toDouble(), perplexity);
        QCOMPARE(again["scored"].toInt(), tokens - 1);

        const QJsonObject cut = cli(m_base + QStringList{"--json", "--context", "8"}, m_text).json();
        QCOMPARE(cut["tokens"].toInt(), tokens);
        QCOMPARE(cut["context"].toInt(), 8);
        QCOMPARE(cut["scored"].toInt(), tokens - (tokens + 7) / 8);
        QVERIFY(cut["perplexity"].toDouble() > perplexity); // it knows less
    }

    void whatIsWrongIsSaid_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const QStringList& options, const QByteArray& text, int status,
                            const char* sentence) { QTest::newRow(name) << options << text << status << sentence; };
        row("nothing", {}, "", 1, "The text is empty: choose a longer one.");
        row("a token alone", {"--target", DRAFTSCOPE_SOURCE_DIR "/tests/golden/families/qwen2"}, "a", 1,
            "The text is one token, which nothing is in front of: choose a longer one.");
        row("no file", {"--text", "/none/there"}, "", 1, "cannot be opened");
        row("no UTF-8", {}, "abc \xff", 1, "UTF-8");
        row("a context of one", {"--context", "1"}, "abc", 2, "The context is 1: choose 2 tokens or more");
        row("a context of too many", {"--context", "1000000"}, "abc", 1,
            "and not 1000000: choose a smaller --context.");
        row("no number", {"--context", "many"}, "abc", 2, "--context");
        row("no model", {"--target", "/none/there"}, "abc", 1, "/none/there");
    }
    void whatIsWrongIsSaid()
    {
        QFETCH(QStringList, options);
        QFETCH(QByteArray, text);
        QFETCH(int, status);
        QFETCH(QString, sentence);
        if (!options.contains("--target"))
            options += {"--target", "tales-6m"};
        const auto outcome = cli(QStringList{"perplexity", "--backend", "cpu"} + options, text);
        QCOMPARE(outcome.status, status);
        QVERIFY2(outcome.saysOneSentence() && outcome.err.contains(sentence), qPrintable(outcome.err));
    }

    void helpSaysWhatItIs()
    {
        const auto help = cli({"perplexity", "--help"});
        QCOMPARE(help.status, 0);
        QVERIFY(help.out.simplified().contains("every token of a window but its first"));
    }
};

DRAFTSCOPE_TEST(TestCliPerplexity)
#include "test_cli_perplexity.moc"
