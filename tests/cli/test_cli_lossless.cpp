// SPDX-License-Identifier: MIT
// lossless --trial: one trial, as the window's Lossless lab makes it.
#include <QJsonArray>
#include <QTest>

#include "command_line.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::cli;

class TestCliLossless : public QObject {
    Q_OBJECT
private slots:
    void aTrialIsPrintedWhole()
    {
        const auto run = cli({"lossless", "--trial", "letters", "--k", "3", "--temperature", "0.7", "--top-p", "0.9",
                              "--texts", "2000", "--json"});
        QVERIFY2(run.status == 0, qPrintable(run.err));
        const QJsonArray trials = run.json()["trials"].toArray();
        QCOMPARE(trials.size(), 1);
        const QJsonObject trial = trials[0].toObject();
        QCOMPARE(trial["texts"].toInt(), 2000);
        QCOMPARE(trial["verifier"].toString(), "speculative-sampling");
        QVERIFY(trial["found_after"].isNull());
        QCOMPARE(trial["looks"].toArray().size(), 5); // 100, 200, 500, 1000, 2000
        QCOMPARE(trial["looks"].toArray()[4].toObject()["texts"].toInt(), 2000);
        QCOMPARE(trial["drawn"].toArray().size(), 5); // four tokens, and how texts begin
        QCOMPARE(trial["next_look"].toInt(), 5000);
        const QJsonObject rest = trial["drawn"].toArray().last().toObject();
        QVERIFY(rest["rest_lower"].toDouble() <= rest["rest_drawn"].toInt() / 2000.0
                && rest["rest_upper"].toDouble() >= rest["rest_drawn"].toInt() / 2000.0);
        const QJsonObject point = trial["distances"].toArray().last().toObject();
        QCOMPARE(point["texts"].toInt(), 2000);
        QCOMPARE(point["distance"].toDouble(),
                 run.json()["cases"].toArray()[0].toObject()["total_variation"].toDouble());
        const QJsonArray bars = trial["drawn"].toArray()[0].toObject()["bars"].toArray();
        double exact = 0;
        int drawn = 0;
        for (const QJsonValue& bar : bars) {
            exact += bar.toObject()["exact"].toDouble();
            drawn += bar.toObject()["drawn"].toInt();
        }
        QVERIFY(std::abs(exact - 1) < 1e-9);
        QCOMPARE(drawn, 2000);
        // Another seed is another trial; the same one the same.
        QStringList again = {"lossless", "--trial", "letters", "--k",  "3",      "--temperature", "0.7",
                             "--top-p",  "0.9",     "--texts", "2000", "--json", "--seed",        "42"};
        QCOMPARE(cli(again).json()["trials"].toArray(), trials);
        again.back() = "43";
        QVERIFY(cli(again).json()["trials"].toArray() != trials);
    }

    void aBugIsFound()
    {
        const auto run = cli({"lossless", "--trial", "letters", "--temperature", "0.7", "--top-p", "0.9", "--texts",
                              "1000", "--tokens", "1", "--break", "p-instead-of-residual"});
        QCOMPARE(run.status, 1);
        QVERIFY2(run.out.contains("A difference was found after "), qPrintable(run.out));
        QVERIFY(run.out.contains("distribution of the first token"));
    }

    void refusals_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("no such trial") << QStringList{"--trial", "words"}
                                       << "There is no trial \"words\": choose letters or pair.";
        QTest::newRow("greedy") << QStringList{"--trial", "letters", "--temperature", "0"}
                                << "At temperature 0 nothing is drawn";
        QTest::newRow("a fault that changes nothing")
            << QStringList{"--trial", "letters", "--break", "recompute-q"} << "changes nothing with this sampler";
        QTest::newRow("tokens") << QStringList{"--trial", "letters", "--tokens", "0"}
                                << "The texts have 0 tokens: choose 1 to 64.";
        QTest::newRow("a sampler without a trial") << QStringList{"--top-k", "3"} << "add --trial letters";
    }
    void refusals()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, sentence);
        const auto run = cli(QStringList{"lossless"} + arguments);
        QCOMPARE(run.status, 2);
        QVERIFY2(run.saysOneSentence() && run.err.contains(sentence), qPrintable(run.err));
    }

    /// The embedded pair's first token, where the prompt leaves it a choice.
    void thePairsFirstToken()
    {
        const QStringList arguments = {"lossless", "--trial",  "pair", "--tokens", "1",   "--temperature",
                                       "1",        "--prompt", "They", "--texts",  "1000"};
        const auto right = cli(arguments + QStringList{"--json"});
        QVERIFY2(right.status == 0, qPrintable(right.err + right.out));
        const QJsonObject trial = right.json()["trials"].toArray()[0].toObject();
        QCOMPARE(trial["length"].toInt(), 1);
        QCOMPARE(trial["drawn"].toArray().size(), 1);
        QVERIFY(trial["drawn"].toArray()[0].toObject()["bars"].toArray().size() > 8);
    }
};

DRAFTSCOPE_TEST(TestCliLossless)
#include "test_cli_lossless.moc"
