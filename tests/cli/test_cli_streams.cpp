// SPDX-License-Identifier: MIT
// Standard streams that are closed, full, gone or a terminal, and what may be written to them.
#include <csignal>
#include <sys/types.h>

#include <QRegularExpression>
#include <QTemporaryDir>

#include "command_line.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::cli;

namespace {

/// Runs a line of bash, in which $cli is the program and $1, $2, ... are `arguments`. `status` is that of the line.
test::Outcome shell(const QString& line, const QStringList& arguments = {})
{
    QProcess process;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert("cli", DRAFTSCOPE_CLI);
    environment.remove("NO_COLOR");
    environment.insert("TERM", "xterm");
    environment.insert("SHELL", "/bin/bash"); // script(1) runs its command with it, and with sh where it is not set
    process.setProcessEnvironment(environment);
    process.start("/bin/bash", QStringList{"-c", line, "bash"} + arguments);
    process.closeWriteChannel();
    if (!process.waitForFinished(test::patience))
        return {-1, {}, "did not end: " + process.errorString()};
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
}

/// Whether a process has a handler for SIGINT (SigCgt, proc(5)).
bool catchesInterrupts(qint64 process)
{
    QFile status(QString("/proc/%1/status").arg(process));
    if (!status.open(QIODevice::ReadOnly))
        return false;
    for (const QByteArray& line : status.readAll().split('\n'))
        if (line.startsWith("SigCgt:"))
            return line.mid(7).trimmed().toULongLong(nullptr, 16) >> (SIGINT - 1) & 1;
    return false;
}

} // namespace

class TestCliStreams : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    const QString m_model = DRAFTSCOPE_SOURCE_DIR "/tests/golden/random-llama";
    const QString m_generate = "$cli generate --target \"$1\" --prompt Hello --tokens 3 ";

    QString file(const QString& name) const { return m_folder.filePath(name); }

private slots:
    void initTestCase()
    {
        if (!QFile::exists("/bin/bash") || !QFile::exists("/dev/full"))
            QSKIP("Needs bash and /dev/full.");
    }

    void whatCannotBeWrittenIsToldByTheStatus_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("says");
        const QString full = "The output could not be written (No space left on device): make room or write somewhere "
                             "else.",
                      closed = "The output could not be written (Bad file descriptor): make room or write somewhere "
                               "else.";
        const auto row = [](const char* name, const QString& line, int status, const QString& says) {
            QTest::newRow(name) << line << status << says;
        };
        row("help, full", "$cli --help >/dev/full", 1, full);
        row("help of a command, full", "$cli generate --help >/dev/full", 1, full);
        row("version, full", "$cli --version >/dev/full", 1, full);
        row("version, closed", "$cli --version >&-", 1, closed);
        row("text, full", m_generate + ">/dev/full", 1, full);
        row("text, closed", m_generate + ">&-", 1, closed);
        row("json, closed", m_generate + "--json >&-", 1, closed);
        row("models, full", "$cli inspect model \"$1\" >/dev/full", 1, full);
        row("no input", "$cli tokenize --tokenizer \"$1\" <&-", 1, "Standard input cannot be read to its end");
        row("errors, full", "$cli nonsense 2>/dev/full", 2, "");
        row("errors, closed", "$cli nonsense 2>&-", 2, "");
        row("what runs, full", m_generate + "-v 2>/dev/full >/dev/null", 0, "");
        row("all closed", "$cli --version <&- >&- 2>&-", 1, "");
    }
    void whatCannotBeWrittenIsToldByTheStatus()
    {
        QFETCH(QString, line);
        QFETCH(int, status);
        QFETCH(QString, says);
        const auto outcome = shell(line, {m_model});
        QCOMPARE(outcome.status, status);
        QCOMPARE(outcome.out, QString());
        if (says.isEmpty())
            QCOMPARE(outcome.err, QString());
        else
            QVERIFY2(outcome.saysOneSentence() && outcome.err.contains(says), qPrintable(outcome.err));
    }

    /// The first file that is opened would have got the number of standard output, and the text with it.
    void aClosedOutputIsNotTheTrace()
    {
        const auto outcome = shell(m_generate + "--trace \"$2\" >&-", {m_model, file("closed.jsonl")});
        QCOMPARE(outcome.status, 1);
        QVERIFY(outcome.err.contains("could not be written (Bad file descriptor)"));
        QFile trace(file("closed.jsonl"));
        QVERIFY(trace.open(QIODevice::ReadOnly));
        for (const QByteArray& line : trace.readAll().split('\n'))
            QVERIFY2(line.isEmpty() || QJsonDocument::fromJson(line).isObject(), line.constData());
        const auto kept = cli({"inspect", file("closed.jsonl")});
        QVERIFY2(kept.out.contains("3 rounds") && !kept.out.contains("cut"), qPrintable(kept.out));
    }

    void aReaderThatIsGoneEndsItQuietly_data()
    {
        QTest::addColumn<QString>("before");
        QTest::newRow("as usual") << "";
        QTest::newRow("where SIGPIPE is ignored") << "trap '' PIPE; ";
    }
    void aReaderThatIsGoneEndsItQuietly()
    {
        QFETCH(QString, before);
        const auto outcome = shell(before
                                       + "$cli generate --target \"$1\" --tokens 100000 --ignore-eos | head -c 5 "
                                         ">/dev/null; exit ${PIPESTATUS[0]}",
                                   {m_model});
        QCOMPARE(outcome.status, 128 + SIGPIPE);
        QCOMPARE(outcome.err, QString());
    }

    /// A name of a model, of a branch or of a file may hold anything. What a terminal would obey is shown instead.
    void namesCannotSteerTheTerminal()
    {
        const QByteArray evil = R"(Big\u001b]0;title\u0007\u001b[31m\u009b2J\u202eslanted\nnext)";
        test::write(file("evil.jsonl"),
                    R"({"type":"header","format":1,"producer":"test","backend":"\u001bc","method":"plain",)"
                    R"("verifier":"greedy","k":0,"seed":1,"lossless":true,"sampler":{"temperature":1,)"
                    R"("top_k":0,"top_p":1,"min_p":0,"greedy":false},"target":{"name":")"
                        + evil
                        + R"("},"prompt":"x","prompt_tokens":[1]})"
                          "\n");
        const auto inspected = cli({"inspect", file("evil.jsonl")});
        QVERIFY2(inspected.status == 0, qPrintable(inspected.err));
        QVERIFY2(
            inspected.out.contains("target       Big\\x1B]0;title\\x07\\x1B[31m\\u009B2J\\u202Eslanted\\x0Anext\n"),
            qPrintable(inspected.out));
        QVERIFY2(inspected.out.contains("\\x1Bc"), qPrintable(inspected.out));
        QVERIFY(!inspected.out.contains('\x1B') && !inspected.out.contains(QChar(0x9B)));

        const auto missing = cli({"inspect", "trace", file("no\x1B[31m\nthing")});
        QCOMPARE(missing.status, 1);
        QVERIFY2(missing.saysOneSentence() && missing.err.contains("no\\x1B[31m thing"), qPrintable(missing.err));
        const auto usage = cli({"generate", "--\x1B[31m"});
        QCOMPARE(usage.status, 2);
        QVERIFY2(usage.saysOneSentence() && usage.err.contains("--\\x1B[31m"), qPrintable(usage.err));
    }

    /// Text goes to a file or a pipe as it is, and to a terminal so that it cannot act there.
    void textCannotSteerTheTerminal()
    {
        if (shell("script -qec true /dev/null").status != 0) // it is missing, or a container has no /dev/pts
            QSKIP("No terminal can be made here: script(1) fails.");
        const QString line = "$cli tokenize --tokenizer '%1' --decode '30 12 197 158 30'"; // ESC, tab, U+009B, ESC
        const QString text = QStringLiteral("\x1B\t") + QChar(0x9B) + QChar(0x1B);
        QCOMPARE(shell(line.arg(m_model)).out, text);
        const auto onTerminal = [](const QString& command) {
            return shell("export cli; script -qec \"$1\" /dev/null", {command}).out;
        };
        QCOMPARE(onTerminal(line.arg(m_model)), QString("\\x1B\t\\u009B\\x1B"));
        const QString generated = onTerminal(QString("NO_COLOR=1 $cli generate --target '%1' --tokens 2 --prompt "
                                                     "$'\\x1b]0;title\\x07 red'")
                                                 .arg(m_model));
        QVERIFY2(generated.startsWith("\\x1B]0;title\\x07 red"), qPrintable(generated));
        QVERIFY(!generated.contains('\x1B'));
    }

    void jsonIsJsonWhateverItHolds()
    {
        test::write(file("prompt"), "C1 \xC2\x9B, ESC \x1B, quotes \"\\, del \x7F");
        const auto outcome = cli({"generate", "--target", m_model, "--prompt-file", file("prompt"), "--tokens", "20",
                                  "--ignore-eos", "--json", "--trace", file("run.jsonl")});
        const QJsonObject json = outcome.json(); // random weights: the text has bytes that are no UTF-8, and is cut
        QVERIFY2(json["text"].toString().contains(QChar(0xFFFD)), qPrintable(outcome.out));
        QVERIFY(json["acceptance_rate"].isNull()); // there is none
        QVERIFY(!outcome.out.contains(QChar(0x9B)) && !outcome.out.contains('\x1B'));
        QFile trace(file("run.jsonl"));
        QVERIFY(trace.open(QIODevice::ReadOnly));
        const QByteArray header = trace.readLine();
        QCOMPARE(QJsonDocument::fromJson(header)["prompt"].toString(),
                 QString("C1 ") + QChar(0x9B) + ", ESC \x1B, quotes \"\\, del \x7F");
        QVERIFY(header.contains("\\u009b") && !header.contains("\xC2\x9B"));
    }

    /// A shell sees 128 and the signal's number. The text stops where it was, and the trace is whole.
    void anInterruptEndsByTheSignal_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("Ctrl+C") << SIGINT;
        QTest::newRow("SIGTERM") << SIGTERM;
    }
    void anInterruptEndsByTheSignal()
    {
        QFETCH(int, signal);
        const QString trace = file("interrupted.jsonl.zst");
        QFile::remove(trace);
        test::NarrowPipe pipe(file("pipe")); // no program reads the text: that must not hold up the end either
        pipe.fill();
        QProcess process;
        process.setStandardOutputFile(file("pipe"));
        process.start(DRAFTSCOPE_CLI,
                      {"generate", "--target", m_model, "--draft", m_model, "--tokens", "100000", "--ignore-eos",
                       "--trace", trace});
        // The trace is begun before the prompt is read.
        QVERIFY(QTest::qWaitFor([&] { return QFileInfo(trace).size() > 0; }, test::patience));
        QCOMPARE(::kill(pid_t(process.processId()), signal), 0);
        QVERIFY(process.waitForFinished(test::patience));
        QCOMPARE(process.exitStatus(), QProcess::CrashExit);
        QCOMPARE(process.exitCode(), signal);
        const QString said = QString::fromUtf8(process.readAllStandardError());
        const QRegularExpression sentence(
            "^draftscope-cli: Interrupted (before the first token was there|after \\d+ tokens?)\\.\n$");
        QVERIFY2(said.contains(sentence), qPrintable(said));
        const auto kept = cli({"inspect", trace});
        QCOMPARE(kept.status, 0);
        QVERIFY2(!kept.out.contains("cut"), qPrintable(kept.out));
    }

    /// What nohup and the background jobs of scripts count on.
    void anIgnoredInterruptStaysIgnored()
    {
        const auto outcome =
            shell("trap '' INT; $cli generate --target \"$1\" --tokens 2000 --ignore-eos --trace \"$2\" "
                  ">/dev/null & until [ -s \"$2\" ]; do sleep 0.01; done; kill -INT $!; wait $!",
                  {m_model, file("ignored.jsonl")});
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.err, QString());
    }

    /// The measurement would take hours.
    void aMeasurementIsInterrupted_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("shape") << QStringList{"bench", "--shape", "tales-6m", "--turns", "1000", "--context", "8000"};
        QTest::newRow("pair") << QStringList{"bench", "--turns", "1000"};
        QTest::newRow("lossless") << QStringList{"lossless", "--rounds", "100000000"};
    }
    void aMeasurementIsInterrupted()
    {
        QFETCH(QStringList, arguments);
        QProcess process;
        process.start(DRAFTSCOPE_CLI, arguments);
        QVERIFY(process.waitForStarted(test::patience));
        // The program says so in /proc when it has its own way of ending.
        QVERIFY(QTest::qWaitFor([&] { return catchesInterrupts(process.processId()); }, test::patience));
        QCOMPARE(::kill(pid_t(process.processId()), SIGINT), 0);
        QVERIFY(process.waitForFinished(test::patience));
        QCOMPARE(process.exitStatus(), QProcess::CrashExit);
        QCOMPARE(process.exitCode(), SIGINT);
        QCOMPARE(process.readAllStandardOutput(), QByteArray());
        const QString said = QString::fromUtf8(process.readAllStandardError());
        QVERIFY2(said.startsWith("draftscope-cli: ") && said.count('\n') == 1 && said.endsWith(".\n"),
                 qPrintable(said));
    }

    void aTraceDoesNotOverwriteWhatTheRunReads()
    {
        const QString model = file("model");
        QVERIFY(QDir(m_folder.path()).mkdir("model"));
        for (const char* name : {"config.json", "model.safetensors", "tokenizer.model"})
            QVERIFY(QFile::copy(m_model + '/' + name, model + '/' + name));
        test::write(file("prompt.txt"), "Hello");
        for (const QString& name : {model + "/model.safetensors", model + "/tokenizer.model", file("prompt.txt")}) {
            const qint64 size = QFileInfo(name).size();
            const auto outcome =
                cli({"generate", "--target", model, "--prompt-file", file("prompt.txt"), "--trace", name});
            QCOMPARE(outcome.status, 1);
            QVERIFY2(outcome.saysOneSentence() && outcome.err.contains("would overwrite")
                         && outcome.err.endsWith(": choose another name.\n"),
                     qPrintable(outcome.err));
            QCOMPARE(QFileInfo(name).size(), size);
        }
        const auto both = shell(m_generate + "--trace \"$2\" >\"$2\"", {m_model, file("both")});
        QCOMPARE(both.status, 1);
        QVERIFY2(both.err.contains("would overwrite /dev/stdout, which this run uses"), qPrintable(both.err));
    }

    void oneTraceHasOneWriter()
    {
        const QString trace = file("one.jsonl");
        test::NarrowPipe pipe(file("pipe"));
        pipe.fill();
        QProcess first; // stands still with its first token
        first.setStandardOutputFile(file("pipe"));
        first.start(DRAFTSCOPE_CLI,
                    {"generate", "--target", m_model, "--tokens", "100000", "--ignore-eos", "--trace", trace});
        QVERIFY(QTest::qWaitFor([&] { return QFileInfo(trace).size() > 0; }, test::patience));
        const auto second = cli({"generate", "--target", m_model, "--tokens", "3", "--trace", trace});
        QCOMPARE(second.status, 1);
        QVERIFY2(second.saysOneSentence() && second.err.contains("is being written by another Draftscope"),
                 qPrintable(second.err));
        ::kill(pid_t(first.processId()), SIGTERM);
        QVERIFY(first.waitForFinished(test::patience));
        QCOMPARE(cli({"inspect", trace}).status, 0);
    }
};

DRAFTSCOPE_TEST(TestCliStreams)
#include "test_cli_streams.moc"
