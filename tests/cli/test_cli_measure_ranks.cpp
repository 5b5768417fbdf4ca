// SPDX-License-Identifier: MIT
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>

#include "command_line.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::cli;

/// What is measured of a method is a table that trees are drafted by, and what is wrong is said.
class TestCliMeasureRanks : public QObject {
    Q_OBJECT

    QTemporaryDir m_directory;

    [[nodiscard]] QString path(const char* name) const { return m_directory.filePath(name); }

private slots:
    void initTestCase()
    {
        test::write(path("prompts.jsonl"),
                    "{\"prompt\":\"Once upon a time, there was a\"}\n{\"prompt\":\"The dragon said:\"}\n");
    }

    void aTableIsMeasuredAndDraftedBy_data()
    {
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("temperature");
        QTest::newRow("two-model") << "two-model"
                                   << "0";
        QTest::newRow("two-model, T 0.8") << "two-model"
                                          << "0.8";
        QTest::newRow("medusa") << "medusa"
                                << "0";
        QTest::newRow("eagle") << "eagle"
                               << "0";
        QTest::newRow("layer-skipping") << "layer-skipping"
                                        << "0";
    }
    void aTableIsMeasuredAndDraftedBy()
    {
        QFETCH(QString, method);
        QFETCH(QString, temperature);
        const auto measured =
            cli({"measure-ranks", "--method", method, "--backend", "cpu", "--prompts", path("prompts.jsonl"),
                 "--tokens", "48", "--k", "5", "--width", "6", "--temperature", temperature, "--out", path("ranks")});
        QVERIFY2(measured.status == 0, qPrintable(measured.err));
        for (const char* what : {"acceptance by rank", "c = ", "the best (--tree-nodes 0)", "Written to"})
            QVERIFY2(measured.out.contains(what), what);
        QFile file(path("ranks"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject table = QJsonDocument::fromJson(file.readAll()).object();
        QCOMPARE(table["method"].toString(), method);
        QCOMPARE(table["target"].toString(), "tales-6m");
        QCOMPARE(table["draft"].toString(), method == "two-model" ? "tales-0.8m" : "");
        QCOMPARE(table["temperature"].toDouble(), temperature.toDouble());
        QVERIFY(table["cost_ratio"].toDouble() > 0);
        QCOMPARE(table["passes"].toArray().size(), 8);
        const QJsonArray levels = table["levels"].toArray();
        QVERIFY(!levels.isEmpty() && levels.size() <= 5);
        const QJsonArray first = levels[0].toObject()["acceptance"].toArray();
        QCOMPARE(first.size(), 6);
        QVERIFY(levels[0].toObject()["parents"].toInt() > 60);
        const double least = temperature == "0" ? 0.5 : 0.3; // of a hundred draws, which are others on other CPUs
        if (method != "layer-skipping")                      // whose usual set suits no model
            QVERIFY(first[0].toDouble() > least && first[0].toDouble() > first[1].toDouble());
        // The target comes to a node of the second level where it took one of the first.
        double taken = 0;
        for (const QJsonValue rank : first)
            taken += rank.toDouble();
        if (levels.size() > 1)
            QVERIFY(levels[1].toObject()["parents"].toInt()
                    <= int(taken * levels[0].toObject()["parents"].toInt() + 0.5));

        const QStringList asked = {"generate", "--tokens", "32", "--temperature", "0", "--json"};
        const auto plain = cli(asked + QStringList{"--method", "plain"});
        for (const char* nodes : {"0", "12"}) {
            const auto drafted = cli(asked
                                     + QStringList{"--method", method, "--tree", "best-first", "--ranks", path("ranks"),
                                                   "--tree-nodes", nodes});
            QVERIFY2(drafted.status == 0, qPrintable(drafted.err));
            QCOMPARE(drafted.json()["token_ids"].toArray(), plain.json()["token_ids"].toArray());
            QVERIFY(drafted.json()["acceptance_rate"].isDouble());
        }
    }

    void whatIsWrongIsSaid_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("sentence");
        test::write(path("empty.jsonl"), "");
        QTest::newRow("no file") << QStringList() << "--out is required";
        QTest::newRow("too wide") << QStringList{"--out", path("x"), "--width", "65"}
                                  << "The width is 65: choose 1 to 64.";
        QTest::newRow("too deep") << QStringList{"--out", path("x"), "--k", "65"}
                                  << "The draft length is 65: choose a number from 1 to 64.";
        QTest::newRow("a chain only") << QStringList{"--out", path("x"), "--method", "prompt-lookup"}
                                      << "The method prompt-lookup drafts no trees: choose another method.";
        QTest::newRow("plain") << QStringList{"--out", path("x"), "--method", "plain"}
                               << "The method plain drafts nothing: add --draft, or choose another method.";
        QTest::newRow("no draft") << QStringList{"--out", path("x"), "--target", "tales-6m"}
                                  << "The method plain drafts nothing: add --draft, or choose another method.";
        QTest::newRow("no prompts") << QStringList{"--out", path("x"), "--prompts", path("empty.jsonl")}
                                    << "has no prompts";
        QTest::newRow("another file's place") << QStringList{"--out", path("prompts.jsonl")}
                                              << "is there and holds no acceptance by rank: choose another name";
        QTest::newRow("no such place") << QStringList{"--out", path("none/x.json"), "--tokens",
                                                      "8",     "--prompts",         path("prompts.jsonl")}
                                       << "cannot be created";
    }
    void whatIsWrongIsSaid()
    {
        QFETCH(QStringList, options);
        QFETCH(QString, sentence);
        const auto outcome = cli(QStringList{"measure-ranks", "--backend", "cpu"} + options);
        QVERIFY(outcome.status != 0);
        QVERIFY2(outcome.err.contains(sentence), qPrintable(outcome.err));
        QVERIFY(!QFile::exists(path("x")));
    }
};

DRAFTSCOPE_TEST(TestCliMeasureRanks)
#include "test_cli_measure_ranks.moc"
