// SPDX-License-Identifier: MIT
#include <csignal>

#include <QJsonArray>

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
        QVERIFY(advice["sentences"].toArray().at(0).toString().startsWith(best["setting"].toString())
                || advice["sentences"].toArray().at(0).toString().contains(best["setting"].toString()));
        QVERIFY(advice["tried"].toArray().size() <= advice["settings"].toInt());
        QVERIFY(advice["exhaustive"].isUndefined());
        // The command line that it says runs.
        const QStringList arguments = best["arguments"].toString().split(' ');
        const auto used = cli(QStringList{"generate", "--tokens", "8"} + arguments);
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

    void whatIsWrongIsSaid()
    {
        QVERIFY(cli({"advise", "--seconds", "0"}).saysOneSentence());
        QVERIFY(cli({"advise", "--prompts", "/nowhere"}).saysOneSentence());
        QVERIFY(cli({"advise", "--prompts", "-"}, "").saysOneSentence());
        QVERIFY(cli({"advise", "--k", "4"}).status != 0); // it is what is looked for
    }
};

DRAFTSCOPE_TEST(TestCliAdvise)
#include "test_cli_advise.moc"
