// SPDX-License-Identifier: MIT
#include <cmath>

#include <QJsonArray>

#include "command_line.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::cli;

/// Several prompts decoded together.
class TestCliBatch : public QObject {
    Q_OBJECT

private slots:
    /// With the seed that it names, generate writes the same text.
    void writesWhatGenerateWrites()
    {
        const QStringList prompts = {"Once upon a time", "", "The dragon said", "Once upon a time"};
        QStringList arguments = {"batch", "--json",        "--batch", "3",      "--tokens",
                                 "20",    "--temperature", "0.8",     "--seed", "5"};
        for (const QString& prompt : prompts)
            arguments << "--prompt" << prompt;
        const auto run = cli(arguments);
        QVERIFY2(run.status == 0 && run.err.isEmpty(), qPrintable(run.err));
        const QJsonObject batch = run.json();
        QCOMPARE(batch["batch"].toInt(), 3);
        QCOMPARE(batch["method"].toString(), QString("two-model"));
        QVERIFY(batch["tokens_per_second"].toDouble() > 0);
        QVERIFY(!batch.contains("speed_up"));
        const QJsonArray sequences = batch["sequences"].toArray();
        QCOMPARE(sequences.size(), prompts.size());
        int tokens = 0;
        for (qsizetype i = 0; i < prompts.size(); ++i) {
            const QJsonObject one = sequences[i].toObject();
            QCOMPARE(one["prompt"].toString(), prompts[i]);
            QCOMPARE(one["seed"].toInt(), 5 + int(i));
            const auto alone = cli({"generate", "--json", "--tokens", "20", "--temperature", "0.8", "--seed",
                                    QString::number(5 + i), "--prompt", prompts[i]})
                                   .json();
            for (const char* same : {"text", "token_ids", "rounds", "tokens_per_step", "acceptance_rate", "ended_by"})
                QVERIFY2(!one[same].isUndefined() && one[same] == alone[same], same);
            tokens += int(one["token_ids"].toArray().size());
        }
        QCOMPARE(batch["tokens"].toInt(), tokens);
    }

    void besideOneAfterAnother()
    {
        const QByteArray prompts = "{\"prompt\": \"Once\"}\n{\"prompt\": \"One day, a cat\"}\n";
        const auto run = cli({"batch", "--prompts", "-", "--tokens", "12", "--against-single", "--json"}, prompts);
        QVERIFY2(run.status == 0 && run.err.isEmpty(), qPrintable(run.err));
        const QJsonObject batch = run.json();
        QCOMPARE(batch["batch"].toInt(), 2); // no more than there are
        QVERIFY(batch["same_tokens"].toBool());
        const double together = batch["tokens_per_second"].toDouble(),
                     alone = batch["single_tokens_per_second"].toDouble();
        QVERIFY(together > 0 && alone > 0);
        QVERIFY(std::abs(batch["speed_up"].toDouble() - together / alone) < 1e-6);
        const auto table = cli({"batch", "--prompts", "-", "--tokens", "12", "--against-single"}, prompts);
        QCOMPARE(table.status, 0);
        QVERIFY2(table.out.contains("1 · ") && table.out.contains("2 · ") && table.out.contains("One day, a cat")
                     && table.out.contains("of up to 2 sequences") && table.out.contains("the same tokens"),
                 qPrintable(table.out));
    }

    /// Whether drafting pays in a batch: beside a plain one of the same size, in turns.
    void besideAPlainBatch()
    {
        const QByteArray prompts = "{\"prompt\": \"Once\"}\n{\"prompt\": \"One day, a cat\"}\n";
        const QStringList arguments = {"batch",           "--prompts",     "-", "--tokens", "12", "--k", "3",
                                       "--against-plain", "--max-seconds", "1"};
        const auto run = cli(arguments + QStringList{"--json"}, prompts);
        QVERIFY2(run.status == 0 && run.err.isEmpty(), qPrintable(run.err));
        const QJsonObject batch = run.json();
        const double speedUp = batch["speed_up_over_plain_batch"].toDouble();
        QVERIFY(speedUp > 0 && batch["plain_batch_tokens_per_second"].toDouble() > 0);
        QVERIFY(batch["speed_up_over_plain_batch_lower"].toDouble() < speedUp
                && batch["speed_up_over_plain_batch_upper"].toDouble() > speedUp);
        QVERIFY(batch["busy"].isBool());
        const auto table = cli(arguments, prompts);
        QVERIFY2(table.out.contains("with a plain batch of the same size"), qPrintable(table.out));
        const auto plain = cli({"batch", "--method", "plain", "--prompts", "-", "--against-plain"}, prompts);
        QVERIFY2(plain.status == 2 && plain.err.contains("measures a method that drafts"), qPrintable(plain.err));
    }

    void wrongUse_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const QStringList& arguments, const QByteArray& input, int status,
                            const char* says) { QTest::newRow(name) << arguments << input << status << says; };
        row("a shape of no drafts", {"--method", "plain", "--k", "4", "--tree", "dynamic"}, "", 2,
            "The method plain drafts nothing: leave --");
        row("no batch", {"--batch", "0"}, "", 2, "The batch size is 0: choose 1 or more.");
        row("less", {"--batch", "-2"}, "", 2, "The batch size is -2: choose 1 or more.");
        row("a word", {"--batch", "many"}, "", 2, "--batch");
        row("both", {"--prompt", "a", "--prompts", "b.jsonl"}, "", 2, "--prompt excludes --prompts");
        row("no prompts", {"--prompts", "-"}, "\n\n", 1, "The standard input has no prompts: write");
        row("no file", {"--prompts", "/nowhere.jsonl"}, "", 1, "The file /nowhere.jsonl cannot be opened");
        row("one that is too long", {"--prompt", "Once", "--prompt", QString(9000, 'x')}, "", 1,
            "Prompt 2 of 2: The prompt has ");
        row("more than there is memory for", {"--prompts", "-", "--batch", "100000", "--tokens", "4000"},
            QByteArray("{\"prompt\": \"Once\"}\n").repeated(100'000), 1, "With 100000 sequences at a time: ");
    }
    void wrongUse()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, input);
        QFETCH(int, status);
        QFETCH(QString, says);
        const auto run = cli(QStringList{"batch"} + arguments, input);
        QCOMPARE(run.status, status);
        QVERIFY2(run.saysOneSentence() && run.err.contains(says), qPrintable(run.err));
    }
};

DRAFTSCOPE_TEST(TestCliBatch)
#include "test_cli_batch.moc"
