// SPDX-License-Identifier: MIT
#include <csignal>
#include <sys/resource.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "engine/record/end_of_text.h"
#include "engine/trace/trace_csv.h"
#include "engine/trace/trace_file.h"
#include "tests/record/example_recording.h"

using namespace draftscope;

namespace {

bool same(const Recording& a, const Recording& b)
{
    if (!(a.header() == b.header()) || a.tokens() != b.tokens() || a.branches() != b.branches())
        return false;
    for (int branch = 0; branch < int(a.branches().size()); ++branch) {
        if (a.roundCount(branch) != b.roundCount(branch))
            return false;
        for (int round = 0; round < a.roundCount(branch); ++round)
            if (!(a.round(branch, round) == b.round(branch, round)))
                return false;
    }
    return true;
}

} // namespace

/// Traces on disk: what is written is what is read, whatever happened to the program or the disk in between.
class TestTraceFile : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    std::filesystem::path path(const QString& name) const { return m_folder.filePath(name).toStdString(); }

    static QByteArray contents(const std::filesystem::path& path)
    {
        QFile file(QString::fromStdString(path.string()));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    static void write(const std::filesystem::path& path, const QByteArray& bytes)
    {
        QFile file(QString::fromStdString(path.string()));
        file.remove(); // ext4 writes a file that was emptied to the disk at once, a new one when it has time
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }

    static QString sentence(const std::filesystem::path& path)
    {
        const auto trace = loadTrace(path);
        return trace ? QString("(read)") : QString::fromStdString(trace.error().sentence);
    }

    static void addEndings()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("plain") << "a.jsonl";
        QTest::newRow("zstd") << "a.jsonl.zst";
    }

private slots:
    void whatIsSavedIsRead_data() { addEndings(); }
    void whatIsSavedIsRead()
    {
        QFETCH(QString, name);
        const Recording recording = example::recording();
        const auto saved = saveTrace(path(name), recording);
        QVERIFY2(saved, saved ? "" : saved.error().sentence.c_str());
        const auto loaded = loadTrace(path(name));
        QVERIFY2(loaded, loaded ? "" : loaded.error().sentence.c_str());
        QVERIFY(loaded->isComplete);
        QVERIFY(same(loaded->recording, recording));
        QCOMPARE(QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{name});
        QFile::remove(m_folder.filePath(name));
    }

    /// As version 0.1.0 wrote it: the first draft ends the text, the second is judged and a bonus drawn all the same.
    void whatWasRecordedBehindTheEndOfTheTextIsLeftOut()
    {
        TraceHeader header = example::header();
        header.endTokens.clear();
        Recording recording(header);
        RoundRecord old = example::acceptedRound(0, 3);
        old.committed = {{20, TokenSource::accepted, 0}};
        old.endOfText = true;
        recording.put(0, old);
        const int branch = recording.fork({0, 0, 5}, "a fork at a verdict that is left out");
        RoundRecord again = example::rejectedRound(0, 3);
        recording.put(branch, again);
        QVERIFY(saveTrace(path("old.jsonl"), recording));
        const auto loaded = loadTrace(path("old.jsonl"));
        QVERIFY2(loaded, loaded ? "" : loaded.error().sentence.c_str());
        const RoundRecord& round = loaded->recording.round(0, 0);
        const std::vector<Moment> moments = {{MomentKind::draft, 0},
                                             {MomentKind::draft, 1},
                                             {MomentKind::verify, -1},
                                             {MomentKind::judge, 0},
                                             {MomentKind::commit, -1}};
        QVERIFY(round.moments == moments);
        QVERIFY(!round.draw);
        QVERIFY(round.nodes[0] == old.nodes[0]);
        QVERIFY(round.nodes[1].verdict == Verdict::notJudged && !round.nodes[1].u && !round.nodes[1].acceptance);
        QVERIFY(round.nodes[1].forcedToken && !round.nodes[1].forcedVerdict);
        QCOMPARE(round.overrides.size(), std::size_t(2)); // the token and K
        QCOMPARE(round.judgedCount(), 1);
        QCOMPARE(loaded->recording.header().endTokens, std::vector<TokenId>{20});
        QCOMPARE(endingNode(round, loaded->recording.header()), 0);
        QCOMPARE(endingNode(atMoment(round, 4), loaded->recording.header()), 0);
        QCOMPARE(endingNode(atMoment(round, 3), loaded->recording.header()), -1);
        QVERIFY(loaded->recording.round(1, 0) == again);
        QVERIFY(withoutWhatFollowsTheEnd(round) == round);
        QVERIFY(withoutWhatFollowsTheEnd(again) == again);
        QFile::remove(m_folder.filePath("old.jsonl"));
    }

    void everyRecordIsThereBeforeTheWriterIsClosed_data() { addEndings(); }
    void everyRecordIsThereBeforeTheWriterIsClosed()
    {
        QFETCH(QString, name);
        const Recording recording = example::recording();
        auto writer = TraceWriter::create(path(name), recording.header());
        QVERIFY(writer);
        for (int round = 0; round < 3; ++round) {
            QVERIFY((*writer)->add(recording, 0, recording.round(0, round)));
            const auto loaded = loadTrace(path(name)); // as after a kill -9 now
            QVERIFY(loaded);
            QVERIFY(loaded->isComplete);
            QCOMPARE(loaded->recording.roundCount(0), round + 1);
            QVERIFY(loaded->recording.round(0, round) == recording.round(0, round));
        }
    }

    /// What is written of other nodes has no word of it.
    void prunedNodesAreReadAgain()
    {
        Recording recording(example::header());
        recording.put(0, example::prunedRound(0, 3));
        QVERIFY(saveTrace(path("pruned.jsonl"), recording));
        QCOMPARE(contents(path("pruned.jsonl")).count("\"pruned\":true"), 2);
        QCOMPARE(contents(path("pruned.jsonl")).count("pruned"), 2);
        const auto loaded = loadTrace(path("pruned.jsonl"));
        QVERIFY2(loaded, loaded ? "" : loaded.error().sentence.c_str());
        QVERIFY(loaded->recording.round(0, 0) == recording.round(0, 0));
        QVERIFY(saveTrace(path("unpruned.jsonl"), example::recording()));
        QVERIFY(!contents(path("unpruned.jsonl")).contains("pruned"));
    }

    void prunedNodesAreNotJudged_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QString>("says");
        QTest::newRow("verdict") << QByteArray(R"("verdict":"not judged","pruned":true)")
                                 << QByteArray(R"("verdict":"rejected","pruned":true)")
                                 << "node 1 was pruned and has a verdict";
        QTest::newRow("child") << QByteArray(R"("parent":1,"depth":2,"q":0.5,"draw_u":0,"p":0,)"
                                             R"("verdict":"not judged","pruned":true)")
                               << QByteArray(R"("parent":1,"depth":2,"q":0.5,"draw_u":0,"p":0,)"
                                             R"("verdict":"not judged")")
                               << "node 2 is behind a pruned one and was not pruned";
    }

    void prunedNodesAreNotJudged()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QString, says);
        Recording recording(example::header());
        recording.put(0, example::prunedRound(0, 3));
        QVERIFY(saveTrace(path("pruned.jsonl"), recording));
        QByteArray bytes = contents(path("pruned.jsonl"));
        const qsizetype at = bytes.indexOf(from);
        QVERIFY(at >= 0);
        write(path("lying"), bytes.replace(at, from.size(), to));
        QVERIFY2(sentence(path("lying")).contains(says), qPrintable(sentence(path("lying"))));
    }

    void csvOfPrunedNodesHasNoP()
    {
        Recording recording(example::header());
        recording.put(0, example::prunedRound(0, 3));
        const QStringList lines = QString::fromStdString(traceCsv(recording, 0)).split("\r\n");
        QCOMPARE(lines[2], QString("1,node,1,-1,1,21,\"\",0.25,,,,pruned,no,no,0.75,1.75,0.0625"));
        QCOMPARE(lines[2].count(','), lines[0].count(','));
    }

    /// Columns before the sampler's steps repeat those after them only where all of their bits do.
    void columnsBeforeAndAfterAreTheirOwn()
    {
        Recording recording(example::header());
        const auto columnsOf = [&](const DistributionEntry& second) {
            RoundRecord round = example::rejectedRound(0, 3);
            round.contexts[0].top = {{1, 0.5f, 0.25f, 0, 0.5f, 0.25f}, second};
            const auto writer = TraceWriter::create(path("columns.jsonl"), recording.header());
            const bool written = writer && (*writer)->add(recording, 0, round);
            const QByteArray bytes = written ? contents(path("columns.jsonl")) : QByteArray();
            const auto begin = bytes.indexOf("\"p\":["), end = bytes.indexOf(",\"residual", begin);
            return bytes.mid(begin, end - begin);
        };
        QCOMPARE(columnsOf({2, 0.125f, 0, 0, 0.125f, 0}),
                 R"("p":[0.5,0.125],"p_before":[0.5,0.125],"q":[0.25,0],"q_before":[0.25,0])");
        QCOMPARE(columnsOf({2, 0.125f, 0, 0, 0.1f, -0.0f}),
                 R"("p":[0.5,0.125],"p_before":[0.5,0.1],"q":[0.25,0],"q_before":[0.25,-0])");
    }

    void threadsWriteTheSameBytes()
    {
        const Recording recording = example::recording();
        const auto written = [&](const QString& name, const std::shared_ptr<ThreadPool>& threads) {
            const auto writer = TraceWriter::create(path(name), recording.header(), {}, threads);
            for (int round = 0; writer && round < recording.roundCount(0); ++round)
                if (!(*writer)->add(recording, 0, recording.round(0, round)))
                    return QByteArray();
            return contents(path(name));
        };
        const QByteArray alone = written("alone.jsonl", nullptr);
        QVERIFY(!alone.isEmpty());
        QCOMPARE(written("threads.jsonl", std::make_shared<ThreadPool>(3)), alone);
    }

    // A live run forks while its round is unfinished, so that round is in no file.
    void aForkMayLeaveARoundThatWasNeverFinished()
    {
        const Recording whole = example::recording();
        auto writer = TraceWriter::create(path("fork.jsonl"), whole.header());
        QVERIFY(writer && (*writer)->add(whole, 0, whole.round(0, 0)));
        QVERIFY((*writer)->add(BranchRecord{1, 0, 1, 4, "u"}) && (*writer)->add(whole, 1, whole.round(1, 1)));
        QVERIFY((*writer)->close());
        const auto loaded = loadTrace(path("fork.jsonl"));
        QVERIFY2(loaded, loaded ? "" : loaded.error().sentence.c_str());
        QCOMPARE(loaded->recording.roundCount(0), 1);
        QVERIFY(loaded->recording.round(1, 1) == whole.round(1, 1));
    }

    void cutAtEveryByteOfTheLastRecord_data() { addEndings(); }
    void cutAtEveryByteOfTheLastRecord()
    {
        QFETCH(QString, name);
        const Recording recording = example::recording();
        qsizetype before = 0, after = 0;
        {
            auto writer = TraceWriter::create(path(name), recording.header());
            QVERIFY(writer && (*writer)->add(recording, 0, recording.round(0, 0)));
            before = contents(path(name)).size();
            QVERIFY((*writer)->add(recording, 0, recording.round(0, 1)));
            after = contents(path(name)).size();
        }
        const QByteArray whole = contents(path(name));
        const bool packed = name.endsWith(".zst");
        QVERIFY(after - before > (packed ? 100 : 500));
        for (qsizetype size = before; size <= whole.size(); ++size) {
            write(path("cut"), whole.left(size));
            const auto loaded = loadTrace(path("cut"));
            QVERIFY2(loaded, loaded ? "" : loaded.error().sentence.c_str());
            // Without compression only the newline may be lost without losing the record.
            const bool has = size >= (packed ? after : after - 1);
            QCOMPARE(loaded->recording.roundCount(0), has ? 2 : 1);
            QVERIFY(loaded->recording.round(0, 0) == recording.round(0, 0));
            if (size <= after)
                QCOMPARE(loaded->isComplete, has || size == before);
        }
    }

    void aCutHeaderIsASentence()
    {
        const Recording recording = example::recording();
        QVERIFY(saveTrace(path("whole.jsonl"), recording));
        const QByteArray line = contents(path("whole.jsonl")).split('\n').first();
        for (qsizetype size = 0; size < line.size(); size += 7) {
            write(path("cut"), line.left(size));
            QVERIFY(sentence(path("cut")).endsWith("holds no trace: its first record is missing or cut."));
        }
    }

    void aNewerFormatIsRefused()
    {
        write(path("future"),
              R"({"type":"header","format":2,"whatever":[]})"
              "\n");
        QVERIFY2(sentence(path("future")).contains("newer Draftscope (trace format 2; this one reads up to 1): update"),
                 qPrintable(sentence(path("future"))));
    }

    /// Earlier versions named the verifier in the header only.
    void withoutAVerifierARoundHasTheHeaders()
    {
        Recording recording = example::recording();
        TraceHeader header = recording.header();
        header.verifier = "speculative-sampling";
        recording.setHeader(header);
        QVERIFY(saveTrace(path("named.jsonl"), recording));
        QByteArray bytes = contents(path("named.jsonl"));
        QVERIFY(bytes.contains(R"("verifier":"greedy",)"));
        bytes.replace(R"("verifier":"greedy",)", "");
        write(path("unnamed"), bytes);
        const auto named = loadTrace(path("named.jsonl")), unnamed = loadTrace(path("unnamed"));
        QVERIFY(named && unnamed);
        QCOMPARE(named->recording.round(0, 2).verifier, std::string("greedy"));
        QCOMPARE(unnamed->recording.round(0, 2).verifier, std::string("speculative-sampling"));
    }

    /// Of those, a round after which somebody made the sampler greedy was judged greedily.
    void withoutAVerifierAChangedSamplerTells()
    {
        Recording recording(example::header()); // samples
        RoundRecord round = example::rejectedRound(0, 3);
        round.verifier = "removed";
        recording.put(0, round);
        round = example::rejectedRound(1, 5);
        round.verifier = "removed";
        round.sampler.temperature = 0;
        recording.put(0, round);
        QVERIFY(saveTrace(path("changed.jsonl"), recording));
        write(path("changed"), contents(path("changed.jsonl")).replace(R"("verifier":"removed",)", ""));
        const auto loaded = loadTrace(path("changed"));
        QVERIFY2(loaded, loaded ? "" : loaded.error().sentence.c_str());
        QCOMPARE(loaded->recording.round(0, 0).verifier, std::string("speculative-sampling"));
        QCOMPARE(loaded->recording.round(0, 1).verifier, std::string("greedy"));
    }

    void unknownKeysAndRecordsAreIgnored()
    {
        const Recording recording = example::recording();
        QVERIFY(saveTrace(path("known.jsonl"), recording));
        QByteArray bytes = contents(path("known.jsonl"));
        bytes.replace("{\"type\":", "{\"mood\":{\"x\":[1,null]},\"type\":");
        QVERIFY(bytes.contains("\"options\":{\"ngram-max\":4}")); // of kinds that a later version may have
        bytes.replace("\"ngram-max\":4",
                      "\"ngram-max\":4,\"a\":true,\"b\":null,\"c\":0.5,\"d\":4294967296,\"e\":\"x\"");
        QVERIFY(bytes.contains("\"files\":{"));
        bytes.replace("\"files\":{", "\"files\":{\"a\":1,\"b\":null,\"c\":[\"x\"],");
        bytes.insert(bytes.indexOf('\n') + 1, "{\"type\":\"note\",\"text\":\"hello\"}\n\n");
        write(path("unknown"), bytes);
        const auto loaded = loadTrace(path("unknown"));
        QVERIFY2(loaded, loaded ? "" : loaded.error().sentence.c_str());
        QVERIFY(same(loaded->recording, recording));
    }

    void liesAreNamedWithTheirLine_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const char* from, const char* to, const char* says) {
            QTest::newRow(name) << QByteArray(from) << QByteArray(to) << QString(says);
        };
        const QByteArray nested = R"("mood":)" + QByteArray(64, '[') + QByteArray(64, ']') + R"(,"branch":0,)";
        row("parent after its child", R"("parent":0)", R"("parent":1)", "node 1 has the parent 1");
        row("depth", R"("depth":2)", R"("depth":5)", "node 1 has the depth 5 and its place says 2");
        row("verdict", R"("verdict":"accepted")", R"("verdict":"maybe")",
            "\"verdict\" is \"maybe\", which is not known");
        row("token id", R"({"token":21)", R"({"token":-21)", "node 1 has the token id -21");
        row("huge number", R"("prefix":3)", R"("prefix":99999999999)", "\"prefix\" has a value that cannot be");
        row("fraction", R"("prefix":3)", R"("prefix":3.5)", "\"prefix\" has a value that cannot be");
        row("gap in the rounds", R"("round":0)", R"("round":4)", "round 5 comes where round 1 should");
        row("no such branch", R"("branch":0)", R"("branch":7)", "branch 7 is not known yet");
        row("prefix", R"("prefix":3)", R"("prefix":4)", "round 1 says that 4 tokens came before it and there were 3");
        row("probability", R"("q":0.7,)", R"("q":7,)", "node 0 has a probability outside of 0 to 1");
        row("u", R"("u":0.25)", R"("u":1)", "node 0 has a u outside of 0 to 1");
        row("missing", R"("nodes":)", R"("knots":)", "\"nodes\" is missing");
        row("columns", R"("p":[0.6,)", R"("p":[)", "\"p\" is not as long as \"tokens\"");
        row("moment", R"({"kind":"judge","node":1})", R"({"kind":"judge","node":2})", "moment 5 names node 2 of 2");
        row("order", R"({"kind":"judge","node":1})", R"({"kind":"verify","node":-1})", "moment 5 comes too late");
        row("judged twice", R"({"kind":"judge","node":1})", R"({"kind":"judge","node":0})",
            "moment 5 judges node 0 again");
        row("time", R"("verify":1.75)", R"("verify":-1)", "a time is negative");
        row("draw", R"("context":1,)", R"("context":9,)", "a token was drawn in context 9 of 3");
        row("least number", R"("context":1,)", R"("context":-2147483648,)",
            "a token was drawn in context -2147483648 of 3");
        row("most rounds", R"("round":0)", R"("round":2147483647)", "round 2147483648 comes where round 1 should");
        row("K", R"("k":2,)", R"("k":2147483647,)", "K cannot be 2147483647");
        row("no draw", R"("draw":)", R"("drew":)", "moment 6 draws a token and there is none");
        row("base64", R"("base64":"ww==")", R"("base64":"w")", "the text of token 20 cannot be read");
        row("not JSON", R"("branch":0,)", R"("branch":0;)", "it is not JSON");
        row("a number past a float", R"("p":[0.6,)", R"("p":[1e300,)", "\"p\" has a value that cannot be");
        row("deep", R"("branch":0,)", nested.constData(), "it is nested more than 64 levels deep");
        row("a key twice", R"("branch":0,)", R"("branch":0,"branch":1,)", "it says \"branch\" twice");
        row("a change past all tokens", R"("overrides":[])", R"("overrides":[{"kind":"token","node":0,"value":1e18}])",
            "a change has the value 1e+18");
        row("a name that is cut between characters", R"("verdict":"accepted")",
            R"("verdict":"ööööööööööööööööööööööööööööö x")", "which is not known");
    }

    void liesAreNamedWithTheirLine()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QString, says);
        QVERIFY(saveTrace(path("honest.jsonl"), example::recording()));
        QList<QByteArray> lines = contents(path("honest.jsonl")).split('\n');
        const qsizetype at = lines[1].indexOf(from);
        QVERIFY(at >= 0);
        lines[1].replace(at, from.size(), to);
        write(path("lying"), lines.join('\n'));
        const QString said = sentence(path("lying"));
        QVERIFY2(said.startsWith("Line 2 of ") && said.contains(says), qPrintable(said));
        QVERIFY(!said.contains(QChar::ReplacementCharacter));
    }

    void damageNeverCrashes_data() { addEndings(); }
    void damageNeverCrashes()
    {
        QFETCH(QString, name);
        QVERIFY(saveTrace(path(name), example::recording()));
        const QByteArray whole = contents(path(name));
        unsigned state = 1;
        int refused = 0, tried = 0;
        for (qsizetype at = 0; at < whole.size(); ++at, ++tried) {
            QByteArray damaged = whole;
            state = state * 1664525u + 1013904223u;
            damaged[at] = char(damaged[at] ^ (1 + (state >> 24) % 255));
            write(path("damaged"), damaged);
            const auto loaded = loadTrace(path("damaged"));
            if (!loaded) {
                ++refused;
                QVERIFY(QString::fromStdString(loaded.error().sentence).endsWith('.'));
                continue;
            }
            // What is let through can be walked without a check.
            const Recording& recording = loaded->recording;
            for (int branch = 0; branch < int(recording.branches().size()); ++branch)
                for (int round = 0; round < recording.roundCount(branch); ++round)
                    for (int moment = 0; moment <= int(recording.round(branch, round).moments.size()); ++moment)
                        (void)atMoment(recording.round(branch, round), moment);
            (void)traceCsv(recording, 0);
        }
        QVERIFY2(refused > tried / 4, qPrintable(QString("%1 of %2 refused").arg(refused).arg(tried)));
    }

    void aFullDiskIsTold()
    {
        if (!QFile::exists("/dev/full"))
            QSKIP("This system has no /dev/full.");
        const auto writer = TraceWriter::create("/dev/full", example::header());
        QVERIFY(!writer);
        QVERIFY(QString::fromStdString(writer.error().sentence).contains("No space left on device"));
    }

    void aFileThatMayNotGrowKeepsWhatItHas_data() { addEndings(); }
    void aFileThatMayNotGrowKeepsWhatItHas()
    {
        QFETCH(QString, name);
        std::signal(SIGXFSZ, SIG_IGN);
        const Recording recording = example::recording();
        auto writer = TraceWriter::create(path(name), recording.header());
        QVERIFY(writer && (*writer)->add(recording, 0, recording.round(0, 0)));
        rlimit old{};
        getrlimit(RLIMIT_FSIZE, &old);
        const rlimit tight{rlim_t(contents(path(name)).size()) + 20, old.rlim_max};
        setrlimit(RLIMIT_FSIZE, &tight);
        const auto failed = (*writer)->add(recording, 0, recording.round(0, 1));
        const auto after = (*writer)->add(recording, 0, recording.round(0, 2));
        const auto closed = (*writer)->close();
        setrlimit(RLIMIT_FSIZE, &old);
        QVERIFY(!failed);
        QVERIFY(QString::fromStdString(failed.error().sentence).contains("what was written stays"));
        QVERIFY(after && closed); // told once
        const auto loaded = loadTrace(path(name));
        QVERIFY2(loaded, loaded ? "" : loaded.error().sentence.c_str());
        QVERIFY(!loaded->isComplete);
        QCOMPARE(loaded->recording.roundCount(0), 1);
    }

    void saveThatFailsLeavesTheOldFile()
    {
        QVERIFY(saveTrace(path("kept.jsonl"), example::recording()));
        const QByteArray before = contents(path("kept.jsonl"));
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit old{};
        getrlimit(RLIMIT_FSIZE, &old);
        const rlimit tight{100, old.rlim_max};
        setrlimit(RLIMIT_FSIZE, &tight);
        const auto saved = saveTrace(path("kept.jsonl"), example::recording());
        const auto savedNew = saveTrace(path("new.jsonl"), example::recording());
        setrlimit(RLIMIT_FSIZE, &old);
        QVERIFY(!saved && !savedNew);
        QCOMPARE(contents(path("kept.jsonl")), before);
        QVERIFY(QDir(m_folder.path()).entryList({"*.part*"}, QDir::Files | QDir::Hidden).isEmpty());
        QVERIFY(!QFile::exists(m_folder.filePath("new.jsonl")));
        const auto sentenceFor = [this](const char* name, const char* rest) {
            return fmt::format("The trace {} could not be saved (File too large): make room or choose another place{}.",
                               path(name).string(), rest);
        };
        QCOMPARE(saved.error().sentence, sentenceFor("kept.jsonl", "; what was there before is kept"));
        QCOMPARE(savedNew.error().sentence, sentenceFor("new.jsonl", ""));
    }

    void oneWriterAtATime_data() { addEndings(); }
    void oneWriterAtATime()
    {
        QFETCH(QString, name);
        const Recording recording = example::recording();
        auto first = TraceWriter::create(path(name), recording.header());
        QVERIFY(first && (*first)->add(recording, 0, recording.round(0, 0)));
        const QByteArray before = contents(path(name));
        const auto second = TraceWriter::create(path(name), recording.header());
        const auto saved = saveTrace(path(name), recording);
        const auto expected = fmt::format("The trace {} is being written by another Draftscope: wait until it is done, "
                                          "or choose another name.",
                                          path(name).string());
        QVERIFY(!second && !saved);
        QCOMPARE(second.error().sentence, expected);
        QCOMPARE(saved.error().sentence, expected);
        QCOMPARE(contents(path(name)), before);
        QVERIFY((*first)->add(recording, 0, recording.round(0, 1)));
        QVERIFY((*first)->close());
        const auto loaded = loadTrace(path(name));
        QVERIFY(loaded && loaded->isComplete);
        QCOMPARE(loaded->recording.roundCount(0), 2);
        QVERIFY(saveTrace(path(name), recording));
        QVERIFY(TraceWriter::create(path(name), recording.header()).has_value());
    }

    /// Devices and pipes have no contents to spoil.
    void manyMayWriteToNowhere()
    {
        const auto first = TraceWriter::create("/dev/null", example::header());
        QVERIFY(first && TraceWriter::create("/dev/null", example::header()));
    }

    void filesOfTheRunAreNotOverwritten_data()
    {
        QTest::addColumn<QString>("trace");
        QTest::addColumn<QString>("says");
        QTest::newRow("weights") << "model/model.safetensors"
                                 << "model/model.safetensors, which belongs to the model Big";
        QTest::newRow("a link") << "link.jsonl"
                                << "model/model.safetensors, which belongs to the model Big";
        QTest::newRow("a second name") << "model/second.jsonl"
                                       << "model/model.safetensors, which belongs to";
        QTest::newRow("another way there") << "model/../model/config.json"
                                           << "config.json, which belongs to the model Big";
        QTest::newRow("one file") << "small.gguf"
                                  << "small.gguf, which belongs to the model Small";
        QTest::newRow("the prompt") << "prompt.txt"
                                    << "prompt.txt, which this run uses";
    }
    void filesOfTheRunAreNotOverwritten()
    {
        QFETCH(QString, trace);
        QFETCH(QString, says);
        const QDir folder(m_folder.path());
        folder.mkdir("model");
        const QStringList files = {"model/model.safetensors", "model/config.json", "small.gguf", "prompt.txt"};
        for (const QString& name : files) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write("precious") == 8);
        }
        std::error_code ignored; // they are there from the second row on
        std::filesystem::create_symlink(path("model/model.safetensors"), path("link.jsonl"), ignored);
        std::filesystem::create_hard_link(path("model/model.safetensors"), path("model/second.jsonl"), ignored);
        TraceHeader header = example::header();
        header.target.path = path("model").string();
        header.target.name = "Big";
        header.draft->path = path("small.gguf").string();
        const auto place = path(trace);
        const std::vector<std::filesystem::path> inUse = {path("nowhere"), path("prompt.txt")};

        const auto writer = TraceWriter::create(place, header, inUse);
        QVERIFY(!writer);
        const QString sentence = QString::fromStdString(writer.error().sentence);
        QVERIFY2(sentence.contains("would overwrite") && sentence.contains(says)
                     && sentence.endsWith(": choose another name."),
                 qPrintable(sentence));
        if (trace != "prompt.txt")
            QCOMPARE(saveTrace(place, Recording(header)).error().sentence, writer.error().sentence);
        for (const QString& name : files)
            QCOMPARE(contents(path(name)), QByteArray("precious"));
        QVERIFY(TraceWriter::create(path("model/run.jsonl"), header, inUse).has_value());
        QVERIFY2(TraceWriter::create(path("model/run.jsonl"), header, inUse), "a trace in the folder is no file of it");
    }

    void missingFilesAndFoldersAreSentences()
    {
        QVERIFY(sentence(path("nowhere")).contains("cannot be opened (No such file or directory)"));
        QVERIFY(sentence(m_folder.path().toStdString()).endsWith("is a folder: choose a trace file."));
        const auto saved = saveTrace(path("no/such/folder.jsonl"), example::recording());
        QVERIFY(!saved);
        QVERIFY(QString::fromStdString(saved.error().sentence)
                    .endsWith("folder.jsonl could not be saved (No such file or directory): choose another place."));
    }

    void csvOfOneRound()
    {
        const Recording recording = example::recording();
        const QStringList all = QString::fromStdString(traceCsv(recording, 0)).split("\r\n");
        const QStringList second = QString::fromStdString(traceCsv(recording, 0, 1)).split("\r\n");
        QCOMPARE(second, all.mid(0, 1) + all.mid(4, 3) + all.mid(8));
    }

    void csvHasALineANodeAndADraw()
    {
        const QStringList lines = QString::fromStdString(traceCsv(example::recording(), 0)).split("\r\n");
        QCOMPARE(lines.size(), 1 + 3 + 3 + 1 + 1);
        QCOMPARE(lines[0],
                 "round,what,node,parent,depth,token,text,q,p,acceptance,u,verdict,forced,committed,draft_ms,verify_ms,"
                 "sample_ms");
        QCOMPARE(lines[2],
                 QString("1,node,1,0,2,21,\"\uFFFD "
                         "\uFFFD\",0.30000000000000004,0.01,0.03333333333333333,0.75,rejected,no,no,0.75,1.75,0.0625"));
        QCOMPARE(lines[3], "1,residual,,0,2,22,\" ü\",,,,0.12345678901234568,,no,yes,0.75,1.75,0.0625");
        for (int i = 1; i + 1 < lines.size(); ++i)
            QVERIFY(lines[i].count(',') == lines[0].count(','));
    }
};

QTEST_GUILESS_MAIN(TestTraceFile)
#include "test_trace_file.moc"
