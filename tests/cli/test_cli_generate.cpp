// SPDX-License-Identifier: MIT
#include <QJsonArray>
#include <QRegularExpression>
#include <QTemporaryDir>

#include "command_line.h"
#include "tests/fixtures/damaged_checkpoint.h"
#include "tests/gui/foreign_model.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::cli;

class TestCliGenerate : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    const QString m_model = DRAFTSCOPE_SOURCE_DIR "/tests/golden/random-llama";

    QStringList generate(const QStringList& more) const
    {
        return QStringList{"generate", "--target", m_model, "--prompt", "Hello"} + more;
    }

private slots:
    void printsTheKnownStory()
    {
        const auto path = fixtures::sharedData("models/stories260K/stories260K.gguf");
        DRAFTSCOPE_NEEDS_DATA(path);
        const QString model = QString::fromStdString(path.string());
        const auto outcome =
            cli({"generate", "--target", model, "--method", "plain", "--greedy", "--tokens", "200", "--prompt", ""});
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.out.startsWith("Once upon a time, there was a little girl named Lily."),
                 qPrintable(outcome.out));
        QVERIFY2(outcome.out.endsWith("Lily didn't want to help her mom, so she\n"), qPrintable(outcome.out));
        QVERIFY(outcome.err.isEmpty());
        QVERIFY2(!outcome.out.contains('\033'), "a pipe gets no colours");
    }

    void aShapeIsMeasuredWithoutModels()
    {
        const auto outcome =
            cli({"bench", "--shape", "tales-6m", "--turns", "1", "--context", "20", "--arithmetic", "f32", "--json"});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        const QJsonObject report = outcome.json();
        QCOMPARE(report["model"].toString(), "random weights in the shape of Tales 6M");
        QCOMPARE(report["weight_bytes"].toInt(), 12'338'176); // 6,160,384 elements of matrices, 4,352 of norms
        QCOMPARE(report["context"].toInt(), 20);
        const QJsonArray rows = report["rows"].toArray();
        QCOMPARE(rows.size(), 7);
        QCOMPARE(rows[6].toObject()["rows"].toInt(), 64);
        QVERIFY(rows[6].toObject()["over_one_row"].toDouble() > 1);
        QVERIFY(rows[0].toObject()["share_of_bandwidth"].toDouble() > 0);
    }

    void aNanInTheWeightsIsASentence_data()
    {
        QTest::addColumn<QStringList>("arguments");
        const auto row = [](const char* name, const char* arguments) {
            QTest::newRow(name) << QString(arguments).split(' ');
        };
        row("a draft, sampled", "generate --target good --draft bad --temperature 1 --seed 3");
        row("a draft, greedy", "generate --target good --draft bad --greedy");
        row("a target, sampled", "generate --target bad --temperature 1 --seed 3 --json");
        row("a target, greedy, drafted for", "generate --target bad --draft good --greedy --json");
        row("bench", "bench --target good --draft bad --turns 1");
        row("lossless, a draft", "lossless --target good --draft bad --rounds 1000");
        row("lossless, a target", "lossless --target bad --draft good --rounds 1000");
    }
    void aNanInTheWeightsIsASentence()
    {
        QFETCH(QStringList, arguments);
        QTemporaryDir folder;
        fixtures::copyWithNan(m_model.toStdString(), folder.filePath("bad").toStdString());
        arguments.replaceInStrings(QRegularExpression("^good$"), m_model);
        arguments.replaceInStrings(QRegularExpression("^bad$"), folder.filePath("bad"));
        const auto outcome = cli(arguments + QStringList{"--prompt", "Hello", "--backend", "cpu"});
        QCOMPARE(outcome.status, 1);
        QVERIFY(outcome.out.isEmpty());
        QCOMPARE(outcome.err,
                 "draftscope-cli: The logits of bad at position 4 of the text are NaN or infinite, so that "
                 "no token can be chosen by them: its weights are damaged, choose another model.\n");
    }

    void aFullContextOfTheDraftIsSaid()
    {
        QTemporaryDir folder;
        const QString draft = test::modelOfContext(folder.path(), 40);
        const auto outcome = cli(generate({"--draft", draft, "--tokens", "60", "--ignore-eos"}));
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.err,
                 "draftscope-cli: The draft's context of 40 tokens is full: from here on the target decodes "
                 "alone.\n");
    }

    void whatWasDecodedBeforeAFailureIsThere()
    {
        QTemporaryDir folder;
        const QJsonObject whole = cli(generate({"--tokens", "4", "--greedy", "--json"})).json();
        const int fourth = whole["token_ids"].toArray()[3].toInt(), hidden = 64;
        fixtures::copyWithNan(m_model.toStdString(), folder.filePath("bad").toStdString(), "model.embed_tokens.weight",
                              std::uint64_t(fourth * hidden));
        for (const QString name : {"trace.jsonl", "trace.jsonl.zst"}) {
            const QString trace = folder.filePath(name);
            const auto outcome = cli({"generate", "--target", folder.filePath("bad"), "--prompt", "Hello", "--greedy",
                                      "--trace", trace, "--backend", "cpu"});
            QCOMPARE(outcome.status, 1);
            QVERIFY2(outcome.err.contains("The logits of bad at position 8 of the text"), qPrintable(outcome.err));
            QCOMPARE(outcome.out, whole["text"].toString());
            const auto shown = cli({"trace", trace});
            QCOMPARE(shown.status, 0);
            QCOMPARE(shown.out.count('\n'), 5); // a line a round under the heading
            QVERIFY2(shown.err.isEmpty(), "no record is cut");
        }
    }

    /// Threads that cannot be started, models that cannot be mapped, buffers that cannot be allocated.
    void shortOfMemory_data()
    {
        QTest::addColumn<int>("threads");
        for (const int threads : {1, 4})
            QTest::addRow("%d threads", threads) << threads;
    }
    void shortOfMemory()
    {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("Sanitizers need more addresses than the limit leaves.");
#endif
        QFETCH(int, threads);
        const auto within = [](QProcess& process, int kibibytes, const QStringList& arguments) {
            process.start("sh",
                          QStringList{"-c", "ulimit -v $0; exec \"$@\"", QString::number(kibibytes), DRAFTSCOPE_CLI}
                              + arguments);
            return process.waitForFinished(60'000);
        };
        // With less than this not even its libraries can be loaded and set up, in which it has no part.
        constexpr int step = 2'000, most = 110'000; // libcurl brings some twenty others, and ICU 30 MB of tables
        const auto loads = [&](int kibibytes) {
            QProcess process;
            return within(process, kibibytes, {"--version"}) && process.exitStatus() == QProcess::NormalExit
                && process.exitCode() == 0;
        };
        int least = step;
        while (least < most && !loads(least))
            least += step;
        QVERIFY(least < most - 20 * step);

        int refused = 0;
        for (int kibibytes = least + step; kibibytes < most; kibibytes += step) {
            QProcess process;
            QVERIFY(within(process, kibibytes,
                           {"generate", "--target", m_model, "--draft", m_model, "--prompt", "Hello", "--tokens",
                            "1900", "--ignore-eos", "--backend", "cpu", "--threads", QString::number(threads)}));
            const QByteArray says = process.readAllStandardError();
            QVERIFY2(process.exitStatus() == QProcess::NormalExit, says.constData());
            QVERIFY2(process.exitCode() == 0 || (says.startsWith("draftscope-cli: ") && says.endsWith(".\n")),
                     says.constData());
            refused += process.exitCode() == 1 ? 1 : 0;
        }
        QVERIFY(refused > 0);
    }

    /// A model for conversations says how it reads them; another one is not asked a question.
    void chatsNeedATemplate()
    {
        const auto refused = cli(generate({"--chat", "--tokens", "1"}));
        QCOMPARE(refused.status, 1);
        QVERIFY2(refused.err.contains("has no chat template, so it was not made for conversations"),
                 qPrintable(refused.err));
        QCOMPARE(cli(generate({"--system", "Be short."})).status, 2);
    }

    void jsonHasWhatToolsRead()
    {
        const QJsonObject plain = cli(generate({"--tokens", "12", "--greedy", "--json", "--ignore-eos"})).json();
        QCOMPARE(plain["method"].toString(), "plain");
        QCOMPARE(plain["token_ids"].toArray().size(), 12);
        QCOMPARE(plain["rounds"].toInt(), 12);
        QCOMPARE(plain["tokens_per_step"].toDouble(), 1.0);
        QVERIFY(plain["acceptance_rate"].isNull() && plain["draft_yield"].isNull());
        QVERIFY(plain["tokens_per_second"].toDouble() > 0);
        QVERIFY2(plain["clock_tokens_per_second"].toDouble() <= plain["tokens_per_second"].toDouble(),
                 "the clock on the wall counts what is between the stages, too");
        QVERIFY(plain["verify_ms"].toDouble() > 0);
        QVERIFY(!plain["prompt_ids"].toArray().isEmpty());
        QVERIFY(plain["text"].isString());

        const QJsonObject drafted =
            cli(generate({"--draft", m_model, "--k", "3", "--tokens", "12", "--greedy", "--json", "--ignore-eos"}))
                .json();
        QCOMPARE(drafted["method"].toString(), "two-model");
        QVERIFY2(drafted["token_ids"] == plain["token_ids"],
                 "greedy two-model decoding gives greedy plain decoding's tokens");
        QCOMPARE(drafted["rounds"].toInt(), 3);
        QCOMPARE(drafted["acceptance_rate"].toDouble(), 1.0);
        QCOMPARE(drafted["draft_yield"].toDouble(), 1.0);
        QVERIFY(drafted["draft_ms"].toDouble() > 0);

        const QJsonObject one = cli(generate({"--tokens", "1", "--json"})).json();
        QVERIFY2(one["tokens_per_second"].isNull(), "one round is the prompt's, so there is nothing to measure");
    }

    void theSeedDecides()
    {
        const auto ids = [&](const char* seed) {
            return cli(generate({"--tokens", "16", "--seed", seed, "--json", "--ignore-eos"}))
                .json()["token_ids"]
                .toArray();
        };
        QCOMPARE(ids("1"), ids("1"));
        QVERIFY(ids("1") != ids("2"));
    }

    void promptComesFromAFileOrStandardInput()
    {
        test::write(m_folder.filePath("prompt"), "Hello");
        const auto ids = [](const test::Outcome& outcome) { return outcome.json()["prompt_ids"].toArray(); };
        const auto expected = ids(cli(generate({"--tokens", "1", "--json"})));
        const QStringList base = {"generate", "--target", m_model, "--tokens", "1", "--json", "--prompt-file"};
        QCOMPARE(ids(cli(base + QStringList{m_folder.filePath("prompt")})), expected);
        QCOMPARE(ids(cli(base + QStringList{"-"}, "Hello")), expected);
    }

    void aTraceHoldsTheRun()
    {
        for (const char* name : {"a.jsonl", "a.jsonl.zst"}) {
            const QString trace = m_folder.filePath(name);
            const auto run =
                cli(generate({"--draft", m_model, "--tokens", "20", "--k", "3", "--json", "--trace", trace}));
            QCOMPARE(run.status, 0);
            const int rounds = run.json()["rounds"].toInt();
            const auto inspected = cli({"inspect", trace});
            QVERIFY2(inspected.out.contains(QString("branch 0     %1 rounds, ").arg(rounds)),
                     qPrintable(inspected.out));
            const auto overview = cli({"trace", trace});
            QCOMPARE(overview.out.count('\n'), rounds + 1);
            const auto first = cli({"trace", trace, "--round", "1"});
            QVERIFY2(first.out.startsWith("Round 1 of branch 0") && first.out.contains("verdict")
                         && first.out.contains("committed: "),
                     qPrintable(first.out));
            const auto cache = cli({"trace", trace, "--round", "1", "--cache"});
            QVERIFY2(cache.out.startsWith("Round 1 of branch 0: what the K/V caches did\n")
                         && cache.out.contains("target  wrote ") && cache.out.contains("draft   wrote ")
                         && cache.out.contains("\nThe target's cache after it\n")
                         && cache.out.contains("\nThe draft's cache after it\n"),
                     qPrintable(cache.out));
            const auto atEnd = cli({"trace", trace, "--cache"});
            QVERIFY(atEnd.out.startsWith(QString("Round %1 of branch 0").arg(rounds)));
            QVERIFY2(atEnd.out.contains(QRegularExpression("\\n  0–\\d+ +committed +0–\\d+ +")), qPrintable(atEnd.out));
            const auto csv = cli({"trace", trace, "--csv"});
            QVERIFY(csv.out.startsWith("round,what,node,"));
            QVERIFY(csv.out.count("\r\n") > rounds);
            const auto beyond = cli({"trace", trace, "--round", "99"});
            QCOMPARE(beyond.status, 1);
            QVERIFY(beyond.saysOneSentence() && beyond.err.contains("has no round 99"));
        }
    }

    /// The target has not seen what was pruned, so there is no p of it to print.
    void prunedDraftsAreSaidToBe()
    {
        const QString trace = m_folder.filePath("pruned.jsonl");
        const auto run = cli(generate({"--draft", m_model, "--tokens", "20", "--k", "3", "--tree", "dynamic",
                                       "--tree-width", "3", "--tree-nodes", "6", "--trace", trace}));
        QVERIFY2(run.status == 0, qPrintable(run.err));
        const auto first = cli({"trace", trace, "--round", "1"});
        const auto rows = first.out.split('\n');
        const auto pruned = rows.filter("pruned");
        QVERIFY2(!pruned.isEmpty(), qPrintable(first.out));
        for (const QString& row : pruned)
            QCOMPARE(row.count(QStringLiteral("–")), 3); // p, acceptance and u
    }

    /// K is that of what the draft drafts; how long a copy was the nodes say.
    void copiedDraftsAreSaidToBe()
    {
        const QString trace = m_folder.filePath("copied.jsonl");
        const auto run =
            cli({"generate", "--target", m_model, "--draft", m_model, "--tokens", "12", "--k", "1", "--copy-first", "5",
                 "--prompt", "One two three four. One two three four. One two three", "--trace", trace});
        QVERIFY2(run.status == 0, qPrintable(run.err));
        const auto first = cli({"trace", trace, "--round", "1"});
        QVERIFY2(first.out.contains("\nIts drafts were copied from the text (copy-first).\n"), qPrintable(first.out));
        QVERIFY2(first.out.contains("\n     4       3      5  "), qPrintable(first.out)); // the fifth
    }

    // The text is not lost because the trace is.
    void aFullDiskEndsTheTraceAndNotTheText()
    {
        if (!QFile::exists("/bin/bash"))
            QSKIP("Needs bash for a file size limit.");
        const QString trace = m_folder.filePath("full.jsonl");
        QProcess shell;
        // 13 KiB end in the middle of the third record, whatever the times in it.
        shell.start("/bin/bash",
                    {"-c", "ulimit -f 13; exec \"$@\"", "bash", DRAFTSCOPE_CLI, "generate", "--target", m_model,
                     "--draft", m_model, "--prompt", "Hello", "--tokens", "60", "--ignore-eos", "--greedy", "--trace",
                     trace});
        QVERIFY(shell.waitForFinished(test::patience));
        QCOMPARE(shell.exitStatus(), QProcess::NormalExit);
        QCOMPARE(shell.exitCode(), 1);
        const QString err = QString::fromUtf8(shell.readAllStandardError());
        QVERIFY2(err.startsWith("draftscope-cli: The trace ") && err.contains("what was written stays")
                     && err.count('\n') == 1,
                 qPrintable(err));
        const auto whole = cli(generate({"--draft", m_model, "--tokens", "60", "--ignore-eos", "--greedy"}));
        QCOMPARE(QString::fromUtf8(shell.readAllStandardOutput()), whole.out);
        const auto kept = cli({"inspect", "trace", trace});
        QCOMPARE(kept.status, 0);
        QVERIFY2(kept.out.contains("the last record was cut"), qPrintable(kept.out));
    }

    void aFullDiskForTheTextIsTold()
    {
        if (!QFile::exists("/dev/full"))
            QSKIP("This system has no /dev/full.");
        QProcess process;
        process.setStandardOutputFile("/dev/full");
        process.start(DRAFTSCOPE_CLI, generate({"--tokens", "3"}));
        QVERIFY(process.waitForFinished(test::patience));
        QCOMPARE(process.exitCode(), 1);
        QVERIFY(process.readAllStandardError().contains("The output could not be written (No space left on device)"));
    }

    void textComesAsItIsMade()
    {
        test::NarrowPipe pipe(m_folder.filePath("pipe"));
        QProcess process;
        process.setStandardOutputFile(m_folder.filePath("pipe"));
        process.start(DRAFTSCOPE_CLI, generate({"--tokens", "100000", "--ignore-eos"}));
        QVERIFY(pipe.readByte());
        QVERIFY2(process.state() == QProcess::Running, "the text came only at the end");
        process.kill();
        process.waitForFinished(test::patience);
    }
};

DRAFTSCOPE_TEST(TestCliGenerate)
#include "test_cli_generate.moc"
