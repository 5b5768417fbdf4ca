// SPDX-License-Identifier: MIT
// draftscope-cli trace --why, --code, --python, and draftscope-cli explain.
#include <QJsonArray>

#include "command_line.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::cli;

class TestCliExplain : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    QString trace() const { return m_folder.filePath("run.jsonl"); }

private slots:
    void initTestCase()
    {
        const auto made =
            cli({"generate", "--target", "tales-6m", "--prompt",
                 "Once upon a time, there was a little girl named Lily. She loved to", "--method", "two-model", "--k",
                 "4", "--temperature", "0.9", "--seed", "7", "--tokens", "24", "--trace", trace()});
        QVERIFY2(made.status == 0, qPrintable(made.err));
    }

    void whyOfARoundAndOfAMoment()
    {
        const auto round = cli({"trace", trace(), "--why", "1"});
        QCOMPARE(round.status, 0);
        QVERIFY2(round.out.startsWith("1:1 draft\n") && round.out.contains("1:5 verify\n")
                     && round.out.contains("One pass of the target scored all 4 places and the one behind them.")
                     && round.out.contains("acceptance  a = min(1, p(x) / q(x)) = ")
                     && round.out.contains(" for one pass"),
                 qPrintable(round.out));
        const auto moment = cli({"trace", trace(), "--why", "1:5"});
        QCOMPARE(moment.status, 0);
        QVERIFY2(moment.out.startsWith("1:5 verify\nOne pass") && !moment.out.contains("draft\n"),
                 qPrintable(moment.out));
    }

    void codeOfAMoment()
    {
        const auto code = cli({"trace", trace(), "--code", "1:5"});
        QCOMPARE(code.status, 0);
        QVERIFY2(code.out.contains("▶ p = target(text, draft)") && code.out.contains("one pass, 5 distributions"),
                 qPrintable(code.out));
    }

    void aScript()
    {
        const auto script = cli({"trace", trace(), "--python", "2"});
        QCOMPARE(script.status, 0);
        QVERIFY(script.out.startsWith("#!/usr/bin/env python3\n# Round 2 of branch 0: speculative-sampling"));
    }

    void whatIsNotThereIsSaid_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("says");
        const auto add = [](const QStringList& arguments, int status, const char* says) {
            QTest::newRow(qPrintable(arguments.join(' '))) << arguments << status << QString(says);
        };
        add({"--why", "99"}, 1, "has no round 99");
        add({"--why", "1:99"}, 1, "has no moment 99");
        add({"--why", "0"}, 2, "counted from 1");
        add({"--why", "1:x"}, 2, "counted from 1");
        add({"--code", "1:"}, 2, "counted from 1");
        add({"--python", "99"}, 1, "has no round 99");
        add({"--python", "0"}, 2, "rounds count from 1");
        add({"--why", "1", "--csv"}, 2, "excludes");
        add({"--why", "1", "--python", "1"}, 2, "excludes");
    }
    void whatIsNotThereIsSaid()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const int, status);
        QFETCH(const QString, says);
        const auto outcome = cli(QStringList{"trace", trace()} + arguments);
        QCOMPARE(outcome.status, status);
        QVERIFY2(outcome.err.contains(says), qPrintable(outcome.err));
    }

    void explainOfATrace()
    {
        const auto tables = cli({"explain", trace(), "--worst", "3"});
        QVERIFY2(tables.status == 0, qPrintable(tables.err));
        QVERIFY2(tables.out.contains("position in the draft") && tables.out.contains("kind of token")
                     && tables.out.contains("Worst places"),
                 qPrintable(tables.out));
        const auto json = cli({"explain", trace(), "--json"});
        QCOMPARE(json.status, 0);
        const QJsonObject all = json.json();
        int judged = 0;
        for (const QJsonValue& group : all["by_position"].toArray())
            judged += group.toObject()["judged"].toInt();
        QVERIFY(judged > 0);
        QCOMPARE(judged, all["judged"].toInt());
        const QJsonArray worst = all["worst"].toArray();
        QVERIFY(worst.size() > 1 && worst.size() <= 50);
        const QJsonArray one = cli({"explain", trace(), "--json", "--worst", "1"}).json()["worst"].toArray();
        QCOMPARE(one, QJsonArray{worst.first()});
        const auto ignored = cli({"explain", trace(), "--k", "3"});
        QVERIFY2(ignored.status == 2 && ignored.saysOneSentence() && ignored.err.contains("leave --k out"),
                 qPrintable(ignored.err));
    }

    void explainOfPrompts()
    {
        QFile prompts(m_folder.filePath("prompts.jsonl"));
        QVERIFY(prompts.open(QIODevice::WriteOnly));
        prompts.write("{\"prompt\": \"Once upon a time\", \"kind\": \"story\"}\n"
                      "{\"prompt\": \"def add(a, b):\", \"kind\": \"code\"}\n");
        prompts.close();
        const auto json = cli({"explain", "--method", "two-model", "--target", "tales-6m", "--prompts",
                               prompts.fileName(), "--tokens", "12", "--k", "3", "--json"});
        QVERIFY2(json.status == 0, qPrintable(json.err));
        const QJsonArray kinds = json.json()["by_text_kind"].toArray();
        QCOMPARE(kinds.size(), 2);
        QCOMPARE(kinds[0].toObject()["label"].toString(), QString("code"));
        const auto none = cli({"explain", "--method", "plain", "--target", "tales-6m"});
        QCOMPARE(none.status, 2);
        QVERIFY(none.err.contains("drafts nothing"));
    }
};

DRAFTSCOPE_TEST(TestCliExplain)
#include "test_cli_explain.moc"
