// SPDX-License-Identifier: MIT
// What traces say of K/V caches, and those of format 1, which say nothing.
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "engine/record/cache_table.h"
#include "engine/trace/trace_file.h"
#include "tests/record/example_recording.h"
#include "tests/test_main.h"

using namespace draftscope;

class TestTraceCache : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    std::filesystem::path path(const char* name) const { return m_folder.filePath(name).toStdString(); }

    static QByteArray contents(const std::filesystem::path& path)
    {
        QFile file(QString::fromStdString(path.string()));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    /// The trace of one round whose bytes `from` are `to`.
    Result<LoadedTrace> changed(const QByteArray& from, const QByteArray& to)
    {
        Recording recording(example::header());
        recording.put(0, example::rejectedRound(0, 3));
        if (!saveTrace(path("honest.jsonl"), recording))
            return fail("It was not saved.");
        QByteArray bytes = contents(path("honest.jsonl"));
        const qsizetype at = bytes.indexOf(from);
        if (at < 0)
            return fail("There is no {} in {}", from.toStdString(), bytes.toStdString());
        QFile file(m_folder.filePath("changed"));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes.replace(at, from.size(), to)) != bytes.size())
            return fail("It was not written.");
        file.close();
        return loadTrace(path("changed"));
    }

private slots:
    /// A list for rows that follow each other, and one for however much of the text is read.
    void changesAreShort()
    {
        Recording recording(example::header());
        recording.put(0, example::rejectedRound(0, 3));
        QVERIFY(saveTrace(path("short.jsonl"), recording));
        const QByteArray bytes = contents(path("short.jsonl"));
        const QByteArray expected =
            R"("cache":{"target":{"written":[[2,2,2,11,20,21]],"read":[[0,0,0,2,0]],"rolled_back":[[6,4,1]],)"
            R"("committed":[[0,0,2],[2,2,1],[6,3,1]]},)"
            R"("draft":{"written":[[1,3,3,20]],"read":[[0,0,0,3,0]],"committed":[[0,0,3],[6,3,1]]}})";
        QVERIFY2(bytes.contains(expected), bytes.constData());
        const auto loaded = loadTrace(path("short.jsonl"));
        QVERIFY2(loaded, loaded ? "" : loaded.error().sentence.c_str());
        QVERIFY(loaded->recording.round(0, 0) == recording.round(0, 0));
    }

    /// Where nothing was recorded nothing is said.
    void roundsWithoutChangesHaveNoKey()
    {
        Recording recording(example::header());
        recording.put(0, example::prunedRound(0, 3));
        QVERIFY(saveTrace(path("none.jsonl"), recording));
        QVERIFY(!contents(path("none.jsonl")).contains("\"cache\""));
    }

    /// Written by the last program that knew no other format.
    void format1IsRead()
    {
        const std::filesystem::path fixture = DRAFTSCOPE_SOURCE_DIR "/tests/trace/format-1.jsonl";
        const auto loaded = loadTrace(fixture);
        QVERIFY2(loaded, loaded ? "" : loaded.error().sentence.c_str());
        const Recording& recording = loaded->recording;
        QVERIFY(loaded->isComplete);
        QCOMPARE(recording.header().format, 1);
        QCOMPARE(recording.header().prompt, std::string("The dragon said"));
        QCOMPARE(recording.roundCount(0), 2);
        std::size_t nodes = 0, entries = 0;
        for (int r = 0; r < recording.roundCount(0); ++r) {
            QVERIFY(recording.round(0, r).isFinished());
            QVERIFY(recording.round(0, r).cacheChanges.empty());
            nodes += recording.round(0, r).nodes.size();
            for (const DistributionRecord& context : recording.round(0, r).contexts)
                entries += context.top.size();
        }
        QCOMPARE(nodes, std::size_t(3));
        QVERIFY(entries > 90);
        QVERIFY(cacheAt(recording, recording.end(0)) == CacheTables());
        // It stays one when it is saved again.
        QVERIFY(saveTrace(path("again.jsonl"), recording));
        // The one thing that it gains is what the verifier does, which older traces left to its name.
        QString again = contents(path("again.jsonl"));
        static const QRegularExpression traits(R"(,"verifier_traits":\{[^}]*\})");
        QVERIFY(traits.match(again).hasMatch());
        QCOMPARE(again.remove(traits), QString(contents(fixture)));
    }

    void liesAreNamed_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const char* from, const char* to, const char* says) {
            QTest::newRow(name) << QByteArray(from) << QByteArray(to) << QString(says);
        };
        QByteArray tooMany = "[[0,0,0,3,0]"; // 4096 nodes and 5 tokens
        for (int slot = 100; slot < 100 + 4101; slot += 3)
            tooMany += ",[0," + QByteArray::number(slot) + ",0,3,0]";
        tooMany += "]";
        row("a moment to come", "[6,4,1]", "[7,4,1]", "a K/V cache changes at moment 8 of 7");
        row("a moment before all", "[6,4,1]", "[-1,4,1]", "a K/V cache changes at moment 0 of 7");
        row("a negative slot", "[2,2,2,11,20,21]", "[2,-2,2,11]", "a K/V cache changes 1 slots from slot -2 on");
        row("past the last slot", "[2,2,2,11,20,21]", "[2,2147483646,2,11,20,21]", "\"written\" names slot 2147483646");
        row("past the last slot, together", "[6,4,1]", "[6,4,2147483647]",
            "a K/V cache changes 2147483647 slots from slot 4 on");
        row("no slot at all", "[6,4,1]", "[6,4,0]", "a K/V cache changes 0 slots from slot 4 on");
        row("a position", "[2,2,2,11,20,21]", "[2,2,-2,11,20,21]", "slot 2 is written for position -2");
        row("a token", "[2,2,2,11,20,21]", "[2,2,2,11,-20,21]", "the token id -20 is written to slot 3");
        row("a text too short", "[[0,0,0,3,0]]", "[[0,0,0,3,3]]",
            "slot 0 is written with token 6 of a text that has 5");
        row("a text that is none", "[[0,0,0,3,0]]", "[[0,0,0,3,-1]]", "the token id -1 is written to slot 0");
        row("written twice", "[1,3,3,20]", "[1,2,3,20]", "slot 2 of the draft's cache is written twice");
        row("committed before it is written", "[6,3,1]", "[1,3,1]",
            "slot 3 of the target's cache is committed before it is written");
        row("committed and never written", "[6,3,1]", "[6,3,3]",
            "slot 3 of the target's cache is committed before it is written");
        row("committed twice", "[6,3,1]", "[6,2,2]", "slot 2 of the target's cache is committed before it is written");
        row("more slots than there are tokens and nodes", "[[0,0,0,3,0]]", tooMany.constData(),
            "4104 slots of the draft's cache are written");
        row("a gap far behind", R"("rolled_back":[[6,4,1]])", R"("gap":[[6,1048575,2]])",
            "the target's cache has a gap up to slot 1048577");
        row("a gap in a slot that is taken", R"("rolled_back":[[6,4,1]])", R"("gap":[[6,4,1]])",
            "slot 4 of the target's cache is a gap and not empty");
        row("a short list", "[6,4,1]", "[6,4]", "\"rolled_back\" has a list that is too short");
        row("a list without tokens", "[1,3,3,20]", "[1,3,3]", "\"written\" has a list that is too short");
        row("no list", R"("rolled_back":[[6,4,1]])", R"("rolled_back":4)",
            "\"rolled_back\" has a value that cannot be");
        row("a fraction", "[6,4,1]", "[6,4.5,1]", "\"rolled_back\" has a value that cannot be");
    }
    void liesAreNamed()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QString, says);
        const auto loaded = changed(from, to);
        QVERIFY(!loaded);
        const QString said = QString::fromStdString(loaded.error().sentence);
        QVERIFY2(said.startsWith("Line 2 of ") && said.contains(says), qPrintable(said));
    }

    /// What a later version may add, and lists in another order.
    void whatIsNotKnownIsIgnored()
    {
        Recording recording(example::header());
        recording.put(0, example::rejectedRound(0, 3));
        for (const auto& [from, to] :
             {std::pair(R"("cache":{)", R"("cache":{"third":{"written":[[0]]},)"),
              std::pair(R"("rolled_back":)", R"("moved":[[1,2]],"rolled_back":)"), std::pair("[6,4,1]", "[6,4,1,99]"),
              std::pair("[[0,0,2],[2,2,1],[6,3,1]]", "[[6,3,1],[2,2,1],[0,0,2]]")}) {
            const auto loaded = changed(from, to);
            QVERIFY2(loaded, loaded ? "" : loaded.error().sentence.c_str());
            QVERIFY(loaded->recording.round(0, 0) == recording.round(0, 0));
        }
    }
};

DRAFTSCOPE_TEST(TestTraceCache)
#include "test_trace_cache.moc"
