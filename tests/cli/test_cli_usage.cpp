// SPDX-License-Identifier: MIT
#include <QJsonArray>
#include <QTemporaryDir>

#include "command_line.h"
#include "tests/test_main.h"

using namespace draftscope;
using test::cli;

/// Whatever is wrong with a command line or a file: one sentence on standard error, nothing on standard output, and the
/// exit status that says whose fault it was.
class TestCliUsage : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    const QString m_model = DRAFTSCOPE_SOURCE_DIR "/tests/golden/random-llama";

    QString file(const QString& name) const { return m_folder.filePath(name); }

private slots:
    void initTestCase()
    {
        test::write(file("future.jsonl"),
                    R"({"type":"header","format":7})"
                    "\n");
        test::write(file("empty.jsonl"), "");
        test::write(file("binary"), QByteArray("\xFF\xFE\x00\x80 broken", 11));
        test::write(file("long.txt"), QByteArray("word ").repeated(20000));
        test::write(file("cut.gguf"), QByteArray("GGUF\x03\0\0\0", 8));
        QVERIFY(QDir(m_folder.path()).mkdir("no-tokenizer"));
        for (const char* name : {"config.json", "model.safetensors"})
            QVERIFY(QFile::copy(m_model + '/' + name, file("no-tokenizer/") + name));
    }

    void wrongUsageIsStatusTwo_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* line, const char* says) {
            QTest::newRow(line) << QString(line) << QString(says);
        };
        row("", "subcommand is required");
        row("dance", "see draftscope-cli --help");
        row("generate --foo", "--foo");
        row("generate --k 0", "The draft length is 0");
        row("generate --k 65", "The draft length is 65");
        row("generate --k many", "see draftscope-cli generate --help");
        row("generate --temperature -1", "The temperature is -1");
        row("generate --temperature nan", "--temperature takes a number, and \"nan\" is none");
        row("generate --top-p 0", "Top-p is 0");
        row("generate --top-p 1.5", "Top-p is 1.5");
        row("generate --top-k -3", "Top-k is -3");
        row("generate --min-p 2", "Min-p is 2");
        row("generate --tokens 0", "The number of tokens to generate is 0");
        row("generate --method magic", "magic");
        row("generate --backend abacus", "There is no backend \"abacus\"");
        row("generate --threads -1", "The number of threads is -1");
        row("generate --target x --method two-model", "needs a draft");
        row("roofline --target http://127.0.0.1:1", "behind a server, and this command needs the model itself");
        row("compare-texts a --target http://127.0.0.1:1", "choose one of this machine");
        row("attach --stream-file s.jsonl --tokens 9", "--tokens needs a server");
        row("attach http://127.0.0.1:1 --stream-file s.jsonl", "Give the address of a server");
        row("generate --verifier greedy --temperature 1", "greedy verifier needs greedy sampling");
        row("generate --prompt a --prompt-file b", "--prompt");
        row("tokenize", "--tokenizer is required");
        row("trace", "file is required");
        row("trace x --round 0", "There is no round 0");
        row("trace x --cache --csv", "excludes");
        row("inspect pair x", "A pair is told by 2 names");
        row("lossless --rounds 1", "The number of texts is 1");
        row("lossless --k 0", "The draft length is 0");
        row("lossless --break recompute-p",
            "There is no \"recompute-p\" to break: choose q-temperature, keep-rejected-kv");
        row("lossless --method prompt-lookup --break contiguous-block",
            "The verifier block needs tokens that were chosen at random");
        row("generate --break contiguous-block", "The fault contiguous-block is one of the verifier block");
        row("generate --break q", "There is no fault \"q\": choose one of keep-rejected-kv, recompute-q");
        row("generate --break recompute-q --temperature 1", "The fault recompute-q changes nothing with this sampler");
        row("generate --method plain --tree dynamic",
            "The method plain drafts nothing: leave --tree out, or choose another method.");
        row("generate --method plain --k 4", "The method plain drafts nothing: leave --k out");
        row("generate --method plain --break skip-bonus", "The fault skip-bonus needs drafts");
        row("bench --break skip-bonus", "--break");
        row("lossless --break everything", "There is no \"everything\" to break");
        row("bench --turns 0", "The number of turns is 0");
        row("bench --method plain", "leave --method out");
        row("bench --context 9", "--context is for --shape");
        row("bench --shape tales-6m --k 3", "--shape measures random weights and reads no --k");
        row("generate --greedy --temperature 1", "excludes");
        row("generate --greedy=false", "greedy");
        row("generate --k 3 --k 4", "--k");
        row("tokenize --tokenizer x --decode --special 5", "excludes");
    }

    void wrongUsageIsStatusTwo()
    {
        QFETCH(QString, line);
        QFETCH(QString, says);
        const auto outcome = cli(line.split(' ', Qt::SkipEmptyParts));
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.saysOneSentence() && outcome.err.contains(says), qPrintable(outcome.err));
    }

    /// Where a server told no counters, rounds are not said to agree with them.
    void whatCannotBeCheckedIsNotClaimed()
    {
        const auto addsUp = [](const QString& stream) {
            return cli({"attach", "--stream-file", stream, "--json"}).json()["texts"].toArray().at(0)["adds_up"];
        };
        test::write(file("untold.sse"), "data: {\"choices\":[{\"index\":0,\"text\":\" a\"}]}\n\ndata: [DONE]\n");
        QVERIFY(addsUp(file("untold.sse")).isNull());
        QCOMPARE(addsUp(DRAFTSCOPE_SOURCE_DIR "/tests/attach/streams/llama-draft.sse"), QJsonValue(true));
    }

    /// A value is what it says or it is refused; none is read as another one, or as if it were not there.
    void valuesAreTakenLiterally_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("value");
        const QStringList notWhole = {
            "", " ", "-", "+5", " 5", "5 ", "5.0", "1e2", "0x10", "1_0", "five", "99999999999999999999", "NaN", "５"};
        const QStringList notNumbers = {"",      " ",   "+0.5", " 0.5", "0.5 ",  "0,5",
                                        "0x1p1", "inf", "-inf", "nan",  "1e999", "half"};
        const auto refuse = [](const QStringList& command, const QString& option, const QStringList& values) {
            for (const QString& value : values)
                QTest::addRow("%s %s \"%s\"", qPrintable(command[0]), qPrintable(option), qPrintable(value))
                    << command + QStringList{option, value} << value;
        };
        const QStringList generate = {"generate"}, lossless = {"lossless"}, bench = {"bench"}, trace = {"trace", "x"};
        for (const char* option : {"--k", "--top-k", "--tokens", "--threads"})
            refuse(generate, option, notWhole + QStringList{"2147483648"});
        refuse(generate, "--seed", notWhole + QStringList{"-1", "18446744073709551616"});
        for (const char* option : {"--temperature", "--top-p", "--min-p"})
            refuse(generate, option, notNumbers);
        for (const char* option : {"--rounds", "--k", "--threads"})
            refuse(lossless, option, notWhole);
        refuse(lossless, "--seed", {"", "-1", "18446744073709551616"});
        refuse(bench, "--turns", notWhole);
        refuse(bench, "--context", notWhole);
        refuse(trace, "--round", notWhole);
        refuse(trace, "--branch", notWhole);
        for (const char* option :
             {"--target", "--draft", "--backend", "--method", "--verifier", "--prompt-file", "--trace"})
            refuse(generate, option, {""});
        refuse(lossless, "--break", {""});
        refuse(bench, "--shape", {""});
        refuse({"tokenize"}, "--tokenizer", {""});
        refuse({"tokenize", "--tokenizer", "x"}, "--file", {""});
        refuse({"trace"}, "--", {""});
        refuse({"inspect"}, "--", {""});
    }
    void valuesAreTakenLiterally()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, value);
        const auto outcome = cli(arguments);
        QVERIFY2(outcome.status == 2, qPrintable(outcome.out + outcome.err));
        QVERIFY2(outcome.saysOneSentence(), qPrintable(outcome.err));
        QVERIFY2(value.isEmpty() || outcome.err.contains('"' + value + '"'), qPrintable(outcome.err));
    }

    void theLargestSeedIsTaken()
    {
        const auto outcome =
            cli({"generate", "--target", m_model, "--seed", "18446744073709551615", "--tokens", "1", "--json"});
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        QVERIFY2(outcome.out.contains(R"("seed":18446744073709551615)"), qPrintable(outcome.out));
        QCOMPARE(cli({"generate", "--target", m_model, "--prompt", "", "--tokens", "1"}).status, 0);
    }

    void failureIsStatusOne_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const QStringList& arguments, const char* says) {
            QTest::newRow(name) << arguments << QString(says);
        };
        row("no such shape", {"bench", "--shape", "9b"}, "There is no shape \"9b\": choose one of tales-6m, llama-68m");
        row("a context too long", {"bench", "--shape", "tales-6m", "--context", "8129"}, "choose 1 to 8128");
        row("no such model", {"generate", "--target", "/nowhere/model"}, "/nowhere/model");
        row("a cut GGUF", {"generate", "--target", file("cut.gguf")}, "cut.gguf");
        row("no tokenizer", {"generate", "--target", file("no-tokenizer")}, "tokenizer");
        row("no such prompt file", {"generate", "--target", m_model, "--prompt-file", file("none")},
            "cannot be opened");
        row("a folder as prompt file", {"generate", "--target", m_model, "--prompt-file", m_folder.path()},
            "is a folder");
        row("invalid UTF-8", {"generate", "--target", m_model, "--prompt-file", file("binary")}, "UTF-8");
        row("prompt too long", {"generate", "--target", m_model, "--prompt-file", file("long.txt")},
            "shorten the prompt");
        row("trace cannot be made", {"generate", "--target", m_model, "--trace", file("no/such/place.jsonl")},
            "cannot be created");
        row("future trace", {"trace", file("future.jsonl")}, "newer Draftscope (trace format 7");
        row("what caches did in an old trace",
            {"trace", DRAFTSCOPE_SOURCE_DIR "/tests/trace/format-1.jsonl", "--cache"},
            "does not say what lies in which K/V slot");
        row("empty trace", {"trace", file("empty.jsonl")}, "holds no trace");
        row("not a trace", {"trace", file("binary")}, "binary");
        row("no such trace", {"trace", file("none")}, "cannot be opened");
        row("inspect nothing", {"inspect", file("none")}, "none");
        row("no such tokenizer", {"tokenize", "--tokenizer", file("none"), "x"}, "none");
        row("tokenize invalid UTF-8", {"tokenize", "--tokenizer", m_model, "--file", file("binary")}, "UTF-8");
        row("decode what is no id", {"tokenize", "--tokenizer", m_model, "--decode", "5 99999999"}, "99999999");
    }

    void failureIsStatusOne()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, says);
        const auto outcome = cli(arguments);
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.saysOneSentence() && outcome.err.contains(says), qPrintable(outcome.err));
    }

    void damagedGgufOfOthersIsRefused_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("bert") << "models/corrupt-gguf/ggml-vocab-bert-bge.gguf";
        QTest::newRow("llama") << "models/corrupt-gguf/ggml-vocab-llama-spm.gguf";
    }

    void damagedGgufOfOthersIsRefused()
    {
        QFETCH(QString, name);
        const auto path = fixtures::sharedData(name.toStdString());
        DRAFTSCOPE_NEEDS_DATA(path);
        const auto outcome = cli({"generate", "--target", QString::fromStdString(path.string())});
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.saysOneSentence(), qPrintable(outcome.err));
    }

    void vocabulariesThatDifferAreNoPair()
    {
        const auto other = fixtures::sharedData("models/stories260K/stories260K.gguf");
        DRAFTSCOPE_NEEDS_DATA(other);
        const QString draft = QString::fromStdString(other.string());
        for (const QStringList& line : {QStringList{"generate", "--target", m_model, "--draft", draft},
                                        QStringList{"inspect", "pair", m_model, draft}}) {
            const auto outcome = cli(line);
            QCOMPARE(outcome.status, 1);
            QVERIFY2(outcome.saysOneSentence(), qPrintable(outcome.err));
        }
    }

    void helpIsNoFailure()
    {
        for (const char* command : {"generate", "inspect", "models", "tokenize", "trace", "lossless", "bench"}) {
            const auto outcome = cli({command, "--help"});
            QCOMPARE(outcome.status, 0);
            QVERIFY(outcome.out.contains("--help"));
        }
        QVERIFY(cli({"--version"}).out.startsWith("draftscope "));
    }
};

DRAFTSCOPE_TEST(TestCliUsage)
#include "test_cli_usage.moc"
