// SPDX-License-Identifier: MIT
#include <csignal>

#include <QJsonArray>
#include <QRegularExpression>

#include "command_line.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::cli;

/// The fastest setting, by measuring.
class TestCliAdvise : public QObject {
    Q_OBJECT

private slots:
    void adviceAsJson()
    {
        const auto run = cli({"advise", "--seconds", "4", "--tokens", "24", "--json"});
        QVERIFY2(run.status == 0 && run.err.isEmpty(), qPrintable(run.err));
        const QJsonObject advice = run.json();
        const QJsonObject best = advice["best"].toObject();
        QVERIFY(best["speed_up"].toDouble() > 0 && best["rounds"].toInt() > 0);
        QVERIFY(advice["sentences"].toArray().at(0).toString().contains(best["setting"].toString()));
        QVERIFY(advice["tried"].toArray().size() <= advice["settings"].toInt());
        QVERIFY(advice["exhaustive"].isUndefined());
        // The command line that it says runs.
        const QStringList arguments = best["arguments"].toString().split(' ');
        const auto used = cli(QStringList{"generate", "--tokens", "8"} + arguments);
        QVERIFY2(used.status == 0, qPrintable(used.err));
    }

    /// It decodes with what the advice was asked for.
    void theCommandIsWhole()
    {
        const auto run = cli({"advise", "--seconds", "3", "--tokens", "16", "--target", "tales-6m", "--greedy"});
        QVERIFY2(run.status == 0, qPrintable(run.err));
        static const QRegularExpression command("\n  draftscope-cli (generate --target tales-6m --greedy --tokens 16 "
                                                "--method .*)\n");
        const auto found = command.match(run.out);
        QVERIFY2(found.hasMatch(), qPrintable(run.out));
        const auto used = cli(found.captured(1).split(' '));
        QVERIFY2(used.status == 0, qPrintable(used.err));
    }

    void ctrlCKeepsTheAnswer()
    {
        QProcess process;
        process.start(QStringLiteral(DRAFTSCOPE_CLI), {"advise", "--seconds", "600", "--tokens", "16"});
        QVERIFY(process.waitForStarted());
        QTest::qWait(4000);
        QCOMPARE(process.state(), QProcess::Running);
        QVERIFY(::kill(pid_t(process.processId()), SIGINT) == 0);
        QVERIFY(process.waitForFinished(test::patience));
        const QString out = QString::fromUtf8(process.readAllStandardOutput());
        QVERIFY2(out.contains("times plain") && out.contains("cut short") && out.contains("draftscope-cli generate"),
                 qPrintable(out + QString::fromUtf8(process.readAllStandardError())));
    }

    void underLoad()
    {
        const auto run = cli({"advise", "--seconds", "4", "--tokens", "12", "--load", "--json"});
        QVERIFY2(run.status == 0 && run.err.isEmpty(), qPrintable(run.err));
        const QJsonObject load = run.json()["load"].toObject();
        const QJsonArray batches = load["over_batch"].toArray();
        QCOMPARE(batches.size(), 6);
        QVERIFY(batches.last()["batch"].toInt() == 32 && batches.last()["speed_up"].toDouble() > 0);
        QVERIFY(load["over_context"].toArray().size() >= 2 && !load["sentences"].toArray().isEmpty());
    }

    void roofline()
    {
        const auto all = cli({"roofline", "--json"});
        QVERIFY2(all.status == 0 && all.err.isEmpty(), qPrintable(all.err));
        const QJsonArray machines = all.json()["machines"].toArray();
        QCOMPARE(machines.size(), 6);
        QVERIFY(all.json()["computed"].toBool() && machines.last()["machine"].toString() == "this machine");
        for (const QJsonValue& machine : machines)
            QVERIFY(machine["plain_seconds"].toDouble() > 0 && !machine["source"].toString().isEmpty());
        const QJsonArray rows = all.json()["check"].toObject()["rows"].toArray();
        QVERIFY(rows.size() > 5 && rows.first()["measured_seconds"].toDouble() > 0);
        const auto laptop = cli({"roofline", "--machine", "m4", "--model", "70b"});
        QVERIFY2(laptop.out.contains("does not fit") && laptop.out.contains("Computed, not measured"),
                 qPrintable(laptop.out));
        QVERIFY(cli({"roofline", "--machine", "abacus"}).saysOneSentence());
        QVERIFY(cli({"roofline", "--model", "9b"}).saysOneSentence());
        QVERIFY(cli({"roofline", "--acceptance", "2"}).saysOneSentence());
        QVERIFY(cli({"roofline", "--k", "0"}).saysOneSentence());
        const auto unused = cli({"roofline", "--machine", "h100", "--target", "tales-0.3m"});
        QVERIFY2(unused.status == 2 && unused.saysOneSentence() && unused.err.contains("--machine h100"),
                 qPrintable(unused.err));
    }

    void whatIsWrongIsSaid()
    {
        QVERIFY(cli({"advise", "--seconds", "0"}).saysOneSentence());
        QVERIFY(cli({"advise", "--tokens", "1"}).err.contains("choose 2 tokens or more"));
        QVERIFY(cli({"advise", "--prompts", "/nowhere"}).saysOneSentence());
        QVERIFY(cli({"advise", "--prompts", "-"}, "").saysOneSentence());
        QCOMPARE(cli({"advise", "--k", "4"}).status, 2); // it is what is looked for
    }
};

DRAFTSCOPE_TEST(TestCliAdvise)
#include "test_cli_advise.moc"
