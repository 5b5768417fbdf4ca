// SPDX-License-Identifier: MIT
#include "engine/record/cache_table.h"
#include "engine/trace/trace_csv.h"
#include "tests/test_main.h"
#include "trace_folder.h"

using namespace draftscope;

/// Traces that were cut, changed or made up: what is wrong is said, and what is let through can be walked.
class TestTraceDamage : public QObject, private test::TraceFolder {
    Q_OBJECT

private slots:
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
            (void)cacheAt(recording, recording.end(0));
            (void)traceCsv(recording, 0);
        }
        QVERIFY2(refused > tried / 4, qPrintable(QString("%1 of %2 refused").arg(refused).arg(tried)));
    }
};

DRAFTSCOPE_TEST(TestTraceDamage)
#include "test_trace_damage.moc"
