// SPDX-License-Identifier: MIT
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>

#include "command_line.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::cli;

/// The set of sublayers that is found is one that drafting takes, and what is wrong is said.
class TestCliSearchSkip : public QObject {
    Q_OBJECT

    QTemporaryDir m_directory;

    [[nodiscard]] QString path(const char* name) const { return m_directory.filePath(name); }

private slots:
    void aSetIsFoundAndDraftedWith()
    {
        test::write(
            path("tale.txt"),
            "Once upon a time, there was a little girl named Lily. She loved to play outside in the garden with "
            "her friends. One day, she found a big box.");
        const auto found = cli({"search-skip", "--target", "tales-6m", "--backend", "cpu", "--text", path("tale.txt"),
                                "--tokens", "32", "--out", path("set.json")});
        QVERIFY2(found.status == 0, qPrintable(found.err));
        for (const char* what : {"sets tried", "α", "cost ratio c", "predicted speed-up"})
            QVERIFY2(found.out.contains(what), what);
        QFile file(path("set.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray json = file.readAll();
        QVERIFY(found.out.contains(QString::fromUtf8(json.trimmed())));
        const QJsonObject set = QJsonDocument::fromJson(json).object();
        QVERIFY(set["attention"].isArray() && set["mlp"].isArray());
        const QStringList asked = {"generate", "--target",      "tales-6m", "--tokens",
                                   "24",       "--temperature", "0",        "--json"};
        const auto drafted = cli(asked + QStringList{"--method", "layer-skipping", "--skip", path("set.json")});
        QVERIFY2(drafted.status == 0, qPrintable(drafted.err));
        const auto plain = cli(asked + QStringList{"--method", "plain"});
        QCOMPARE(drafted.json()["token_ids"].toArray(), plain.json()["token_ids"].toArray());
        QVERIFY(drafted.json()["acceptance_rate"].toDouble() > 0.3);
    }

    void whatIsWrongIsSaid_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("sentence");
        test::write(path("empty.txt"), "");
        QTest::newRow("no file") << QStringList() << "--out is required";
        QTest::newRow("too few tokens") << QStringList{"--out", path("x"), "--tokens", "1"}
                                        << "The number of tokens is 1: choose 2 to 4096.";
        QTest::newRow("no text") << QStringList{"--out", path("x"), "--text", path("none.txt")} << "cannot be opened";
        QTest::newRow("an empty text") << QStringList{"--out", path("x"), "--text", path("empty.txt")}
                                       << "The text has fewer than two tokens: choose a longer one.";
        QTest::newRow("no such place") << QStringList{"--out", path("none/x.json"), "--tokens", "4"}
                                       << "cannot be created";
    }
    void whatIsWrongIsSaid()
    {
        QFETCH(QStringList, options);
        QFETCH(QString, sentence);
        const auto outcome = cli(QStringList{"search-skip", "--target", "tales-6m", "--backend", "cpu"} + options);
        QVERIFY(outcome.status != 0);
        QVERIFY2(outcome.err.contains(sentence), qPrintable(outcome.err));
        QVERIFY(!QFile::exists(path("x")));
    }
};

DRAFTSCOPE_TEST(TestCliSearchSkip)
#include "test_cli_search_skip.moc"
