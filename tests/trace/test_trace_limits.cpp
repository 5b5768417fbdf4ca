// SPDX-License-Identifier: MIT
// Traces that were made to fill the memory or the day, and reading that is cancelled.
#include <sys/stat.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <zstd.h>

#include "engine/trace/trace_file.h"
#include "tests/record/example_recording.h"
#include "tests/test_main.h"

using namespace draftscope;

class TestTraceLimits : public QObject {
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
        file.remove();
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }

    static QByteArray packed(const QByteArray& bytes)
    {
        QByteArray result(qsizetype(ZSTD_compressBound(std::size_t(bytes.size()))), '\0');
        result.resize(qsizetype(
            ZSTD_compress(result.data(), std::size_t(result.size()), bytes.data(), std::size_t(bytes.size()), 1)));
        return result;
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
    void sizesOfModelsAreNotNegative()
    {
        QVERIFY(saveTrace(path("sizes.jsonl"), example::recording()));
        QByteArray bytes = contents(path("sizes.jsonl"));
        QVERIFY(bytes.contains(R"("context":512)"));
        bytes.replace(R"("context":512)", R"("context":-2147483648)");
        write(path("negative"), bytes);
        QVERIFY2(sentence(path("negative")).contains("a size of the model Big \"quoted\" is -2147483648"),
                 qPrintable(sentence(path("negative"))));
    }

    void refusesPipes()
    {
        QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
        QVERIFY2(sentence(path("pipe")).endsWith("is a pipe, not a regular file: choose a file."),
                 qPrintable(sentence(path("pipe"))));
    }

    /// Thirty megabytes of blank lines, plain and packed. A reader that moves the rest of its buffer at each line takes
    /// hours, and Qt Test ends it.
    void blankLinesTakeLinearTime_data() { addEndings(); }
    void blankLinesTakeLinearTime()
    {
        QFETCH(QString, name);
        QVERIFY(saveTrace(path("some.jsonl"), example::recording()));
        const QByteArray bytes = contents(path("some.jsonl")) + QByteArray(30'000'000, '\n');
        write(path("blank"), name.endsWith(".zst") ? packed(bytes) : bytes);
        const auto loaded = loadTrace(path("blank"));
        QVERIFY2(loaded, loaded ? "" : loaded.error().sentence.c_str());
        QCOMPARE(loaded->recording.roundCount(0), example::recording().roundCount(0));
        QCOMPARE(loaded->recording.branches().size(), example::recording().branches().size());
    }

    /// Small files that unpack to much are given up early.
    void refusesWhatGrowsWithoutMeasure()
    {
        QVERIFY(saveTrace(path("some.jsonl"), example::recording()));
        write(path("bomb"), packed(contents(path("some.jsonl")) + QByteArray(100 << 20, '\n')));
        QVERIFY2(
            sentence(path("bomb")).endsWith("bomb unpacks to more than 1000 times its size: it is damaged or forged."),
            qPrintable(sentence(path("bomb"))));
        write(path("line"), QByteArray(66 << 20, 'x'));
        QVERIFY2(sentence(path("line")).endsWith("is longer than 64 MiB: the file is damaged or is no trace."),
                 qPrintable(sentence(path("line"))));
    }

    /// A line of sixty bytes that copies a large round, again and again.
    void branchesMayNotFillTheMemory()
    {
        Recording recording = example::recording();
        RoundRecord round = recording.round(0, 0);
        round.contexts[0].top.resize(200'000, round.contexts[0].top[0]);
        auto writer = TraceWriter::create(path("forks.jsonl"), recording.header());
        QVERIFY(writer && (*writer)->add(recording, 0, round));
        for (int branch = 1; branch < 1000; ++branch)
            QVERIFY((*writer)->add(BranchRecord{branch, 0, 0, 5, ""}));
        QVERIFY((*writer)->close());
        QVERIFY2(sentence(path("forks.jsonl")).contains("its branches need more than 256 MiB of memory"),
                 qPrintable(sentence(path("forks.jsonl"))));
    }

    /// What a round may hold is limited by its nodes, and how many those are.
    void roundsMayNotBeEndless()
    {
        Recording recording = example::recording();
        RoundRecord round = recording.round(0, 0);
        round.nodes.resize(4097, round.nodes[0]);
        auto writer = TraceWriter::create(path("nodes.jsonl"), recording.header());
        QVERIFY(writer && (*writer)->add(recording, 0, round) && (*writer)->close());
        QVERIFY2(sentence(path("nodes.jsonl")).contains("the round has more than 4096 nodes"),
                 qPrintable(sentence(path("nodes.jsonl"))));

        round = recording.round(0, 0);
        round.endOfText = true;
        const RoundRecord next = example::rejectedRound(1, round.prefixLength + int(round.committed.size()));
        writer = TraceWriter::create(path("ended.jsonl"), recording.header());
        QVERIFY(writer && (*writer)->add(recording, 0, round) && (*writer)->add(recording, 0, next));
        QVERIFY((*writer)->close());
        QVERIFY2(sentence(path("ended.jsonl")).contains("round 2 comes after the end of the text"),
                 qPrintable(sentence(path("ended.jsonl"))));
    }

    /// A hundred thousand changes of a node, of which a fork keeps none: looked at once each, not once for each moment.
    void forksOfManyChangesTakeLinearTime()
    {
        Recording recording = example::recording();
        RoundRecord round = recording.round(0, 0);
        round.overrides.resize(100'000, {OverrideRecord::Kind::u, 0, 0.5});
        auto writer = TraceWriter::create(path("changes.jsonl"), recording.header());
        QVERIFY(writer && (*writer)->add(recording, 0, round));
        for (int branch = 1; branch < 50; ++branch)
            QVERIFY((*writer)->add(BranchRecord{branch, 0, 0, 2, ""}));
        QVERIFY((*writer)->close());
        const auto loaded = loadTrace(path("changes.jsonl"));
        QVERIFY2(loaded, loaded ? "" : loaded.error().sentence.c_str());
        QVERIFY(loaded->recording.round(49, 0).overrides.empty());
    }

    void readingCanBeCancelled_data() { addEndings(); }
    void readingCanBeCancelled()
    {
        QFETCH(QString, name);
        Recording recording = example::recording();
        auto writer = TraceWriter::create(path(name), recording.header());
        QVERIFY(writer);
        for (int round = 0; round < 2000; ++round)
            QVERIFY((*writer)->add(recording, 0, example::rejectedRound(round, 3 + 2 * round)));
        QVERIFY((*writer)->close());
        std::atomic<bool> cancelled = false;
        int reports = 0;
        double last = 0;
        const auto count = [&](double share, std::string_view) { ++reports, last = share; };
        QVERIFY(loadTrace(path(name), {count, &cancelled}));
        QCOMPARE(last, 1.0);
        const int whole = reports;
        reports = 0;
        const auto stop = [&](double, std::string_view) { ++reports, cancelled = true; };
        const auto loaded = loadTrace(path(name), {stop, &cancelled});
        QVERIFY(!loaded);
        QCOMPARE(loaded.error().sentence, fmt::format("Reading {} was cancelled.", path(name).string()));
        QCOMPARE(reports, 1);
        QVERIFY(whole > 1);
    }
};

DRAFTSCOPE_TEST(TestTraceLimits)
#include "test_trace_limits.moc"
