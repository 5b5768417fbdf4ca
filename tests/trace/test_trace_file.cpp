// SPDX-License-Identifier: MIT
#include "engine/record/end_of_text.h"
#include "engine/trace/trace_csv.h"
#include "tests/fixtures/judge_by.h"
#include "tests/test_main.h"
#include "trace_folder.h"

using namespace draftscope;
using test::same;

/// Traces on disk: what is written is what is read, whatever happened to the program in between.
class TestTraceFile : public QObject, private test::TraceFolder {
    Q_OBJECT

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

    /// It is in the trace only where there is one, and a name that this version does not know is kept.
    void whatIsBrokenOnPurposeIsKept()
    {
        TraceHeader header = example::header();
        QVERIFY(saveTrace(path("whole.jsonl"), Recording(header)));
        QFile whole(m_folder.filePath("whole.jsonl"));
        QVERIFY(whole.open(QIODevice::ReadOnly));
        QVERIFY(!whole.readAll().contains("\"fault\""));
        header.fault = "a-later-one";
        header.lossless = false;
        QVERIFY(saveTrace(path("broken.jsonl"), Recording(header)));
        const auto loaded = loadTrace(path("broken.jsonl"));
        QVERIFY2(loaded, loaded ? "" : loaded.error().sentence.c_str());
        QVERIFY(loaded->recording.header() == header);
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

    void aNewerFormatIsRefused()
    {
        write(path("future"),
              R"({"type":"header","format":3,"whatever":[]})"
              "\n");
        QVERIFY2(sentence(path("future")).contains("newer Draftscope (trace format 3; this one reads up to 2): update"),
                 qPrintable(sentence(path("future"))));
    }

    /// Earlier versions named the verifier in the header only.
    void withoutAVerifierARoundHasTheHeaders()
    {
        Recording recording = example::recording();
        TraceHeader header = recording.header();
        test::judgeBy(header, "speculative-sampling");
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

    /// Of those, a round after which the sampler was made greedy was judged greedily.
    void withoutAVerifierAChangedSamplerTells()
    {
        Recording recording(example::header()); // samples
        RoundRecord round = example::rejectedRound(0, 3);
        test::judgeBy(round, "removed");
        recording.put(0, round);
        round = example::rejectedRound(1, 5);
        test::judgeBy(round, "removed");
        round.sampler.temperature = 0;
        recording.put(0, round);
        QVERIFY(saveTrace(path("changed.jsonl"), recording));
        write(path("changed"), contents(path("changed.jsonl")).replace(R"("verifier":"removed",)", ""));
        const auto loaded = loadTrace(path("changed"));
        QVERIFY2(loaded, loaded ? "" : loaded.error().sentence.c_str());
        QCOMPARE(loaded->recording.round(0, 0).verifier, std::string("speculative-sampling"));
        QCOMPARE(loaded->recording.round(0, 1).verifier, std::string("greedy"));
    }

    void namesAndRemovalsOfBranchesAreKept_data() { addEndings(); }
    void namesAndRemovalsOfBranchesAreKept()
    {
        QFETCH(QString, name);
        Recording recording = example::recording();
        recording.nameBranch(0, "as it was");
        recording.nameBranch(1, "what if “Lily” …");
        recording.setBranchRemoved(1, true);
        const auto saved = saveTrace(path(name), recording);
        QVERIFY2(saved, saved ? "" : saved.error().sentence.c_str());
        auto loaded = loadTrace(path(name));
        QVERIFY2(loaded, loaded ? "" : loaded.error().sentence.c_str());
        QVERIFY(loaded->recording.branches() == recording.branches());
        QCOMPARE(loaded->recording.branches()[0].name, std::string("as it was"));
        QVERIFY(loaded->recording.branches()[1].isRemoved);
        QVERIFY(same(loaded->recording, recording));
        recording.nameBranch(0, {});
        recording.setBranchRemoved(1, false);
        QVERIFY(saveTrace(path(name), recording));
        loaded = loadTrace(path(name));
        QVERIFY(!loaded->recording.branches()[1].isRemoved);
        QVERIFY(loaded->recording.branches()[0].name.empty());
    }

    void notesOfBranchesThatCannotBeAreRefused_data()
    {
        QTest::addColumn<QByteArray>("record");
        QTest::addColumn<QString>("says");
        QTest::newRow("not there") << QByteArray(R"("branch":9,"name":"x")")
                                   << "a note is about branch 9, which is not there";
        QTest::newRow("the first") << QByteArray(R"("branch":0,"removed":true)")
                                   << "branch 0, where all others come from";
        QTest::newRow("no number") << QByteArray(R"("name":"x")") << "\"branch\" is missing";
        QTest::newRow("no name") << QByteArray(R"("branch":1,"name":7)") << "name";
    }
    void notesOfBranchesThatCannotBeAreRefused()
    {
        QFETCH(const QByteArray, record);
        QFETCH(const QString, says);
        QVERIFY(saveTrace(path("known.jsonl"), example::recording()));
        write(path("changed"), contents(path("known.jsonl")) + "{\"type\":\"branch_note\"," + record + "}\n");
        const auto loaded = loadTrace(path("changed"));
        QVERIFY(!loaded);
        QVERIFY2(QString::fromStdString(loaded.error().sentence).contains(says), loaded.error().sentence.c_str());
    }

    void bookmarksAreKept_data() { addEndings(); }
    void bookmarksAreKept()
    {
        QFETCH(QString, name);
        const Recording recording = example::recording();
        const std::vector<BookmarkRecord> bookmarks{
            {{0, 0, 0}, ""}, {{0, 1, 2}, "the first “garden”\n"}, {recording.end(1), "end"}};
        const auto saved = saveTrace(path(name), recording, bookmarks);
        QVERIFY2(saved, saved ? "" : saved.error().sentence.c_str());
        const auto loaded = loadTrace(path(name));
        QVERIFY2(loaded, loaded ? "" : loaded.error().sentence.c_str());
        QVERIFY(loaded->bookmarks == bookmarks);
        QVERIFY(same(loaded->recording, recording));
        QVERIFY(saveTrace(path(name), recording));
        QVERIFY(loadTrace(path(name))->bookmarks.empty());
    }

    void bookmarksOfMomentsThatAreNotThereAreRefused_data()
    {
        QTest::addColumn<QByteArray>("record");
        QTest::addColumn<QString>("says");
        QTest::newRow("branch") << QByteArray(R"("branch":9,"round":0,"moment":0)")
                                << "a bookmark is in branch 9, which is not there";
        QTest::newRow("round") << QByteArray(R"("branch":0,"round":99,"moment":1)") << "a bookmark is in round 100 of";
        QTest::newRow("moment") << QByteArray(R"("branch":0,"round":0,"moment":99)")
                                << "a bookmark is at a moment of round 1 that is not there";
        QTest::newRow("before the first")
            << QByteArray(R"("branch":0,"round":-1,"moment":0)") << "a bookmark is in round";
        QTest::newRow("no round") << QByteArray(R"("branch":0,"moment":0)") << "\"round\" is missing";
    }
    void bookmarksOfMomentsThatAreNotThereAreRefused()
    {
        QFETCH(const QByteArray, record);
        QFETCH(const QString, says);
        QVERIFY(saveTrace(path("known.jsonl"), example::recording()));
        write(path("changed"), contents(path("known.jsonl")) + "{\"type\":\"bookmark\"," + record + "}\n");
        const auto loaded = loadTrace(path("changed"));
        QVERIFY(!loaded);
        QVERIFY2(QString::fromStdString(loaded.error().sentence).contains(says), loaded.error().sentence.c_str());
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

DRAFTSCOPE_TEST(TestTraceFile)
#include "test_trace_file.moc"
