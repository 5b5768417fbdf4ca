// SPDX-License-Identifier: MIT
// Comparisons as they are written down: to a file and back, and as a report.
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "engine/report/comparison_file.h"
#include "tests/fixtures/judge_by.h"

using namespace draftscope;

namespace {

ComparedLane laneOf(const char* method, double speedUp)
{
    ComparedLane lane;
    lane.header.producer = "draftscope test";
    lane.header.backend = "CPU";
    lane.header.method = method;
    test::judgeBy(lane.header, "speculative-sampling");
    lane.header.target.name = "Tales";
    lane.header.target.path = "/models/tales";
    lane.header.sampler.temperature = 0.8;
    lane.header.draftLength = 6;
    lane.header.seed = 7;
    lane.header.prompt = "Once \"upon\"\n a time";
    lane.header.promptTokens = {1, 2};
    lane.maxTokens = 48;
    lane.way.name = "Two | models";
    lane.way.settings = "chain · K 6";
    lane.way.prompts = 5;
    lane.way.figures.resize(comparedFigures().size());
    lane.way.figures[0] = {2.5, Quartiles{2.25, 3}};
    lane.way.figures[6] = {speedUp, {}};
    return lane;
}

ComparisonFile comparison()
{
    ComparisonFile file;
    file.date = "2026-11-23 13:00 UTC";
    file.program = "0.1.0";
    file.machine = "A machine · 2 threads";
    file.promptTitle = "asked.jsonl (2)";
    file.prompts = {{"story", {}, "Once"}, {"code", {}, "def f():\n"}};
    file.lanes = {laneOf("two-model", 1.0 / 3), laneOf("plain", 1)};
    return file;
}

QString errorOf(const std::string& text)
{
    const auto read = comparisonOf(text, "file x.json");
    return read ? QString() : QString::fromStdString(read.error().sentence);
}

std::string with(std::string text, const std::string& from, const std::string& to)
{
    const auto at = text.find(from);
    return at == std::string::npos ? std::string() : text.replace(at, from.size(), to);
}

} // namespace

class TestComparisonFile : public QObject {
    Q_OBJECT
private slots:
    void whatIsSavedIsReadAgain()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("c.json").toStdString();
        QVERIFY(saveComparison(path, comparison()).has_value());
        const auto read = loadComparison(path);
        QVERIFY(read.has_value());
        const ComparisonFile wanted = comparison();
        QCOMPARE(read->date, wanted.date);
        QCOMPARE(read->program, wanted.program);
        QCOMPARE(read->machine, wanted.machine);
        QCOMPARE(read->promptTitle, wanted.promptTitle);
        QCOMPARE(read->prompts.size(), std::size_t(2));
        QCOMPARE(read->prompts[1].text, wanted.prompts[1].text);
        QCOMPARE(read->prompts[1].kind, wanted.prompts[1].kind);
        QVERIFY(read->lanes == wanted.lanes); // a third with all its digits
        QCOMPARE(comparisonJson(*read), comparisonJson(wanted));
    }

    /// Intervals and medians are kept; files of versions that had none are read as they were.
    void whatNewerVersionsKnowIsAdded()
    {
        ComparisonFile file = comparison();
        QVERIFY(!file.isMeasuredInTurns() && !QString::fromStdString(comparisonJson(file)).contains("\"times\""));
        QVERIFY(QString::fromStdString(markdownOf(reportOf(file))).contains("of an older way of measuring"));
        file.times = ComparisonFile::timesInTurns;
        FigureValue& speedUp = file.lanes[0].way.figures[6];
        speedUp.interval = Interval{0.3, 0.4};
        file.lanes[0].way.figures[0].quartiles->median = 2.5;
        const auto read = comparisonOf(comparisonJson(file), "file x.json");
        QVERIFY(read && read->isMeasuredInTurns() && read->lanes == file.lanes);
        const QString report = QString::fromStdString(markdownOf(reportOf(*read)));
        QVERIFY2(report.contains("| 0.33 (0.30 to 0.40) |")
                     && report.contains("| 2.50; median 2.50, quartiles 2.25 – 3.00 |"),
                 qPrintable(report));
        QVERIFY(report.contains("measured in turns"));
        QVERIFY(errorOf(with(comparisonJson(file), "\"lower\": 0.3", "\"lower\": 0.5")).contains("interval"));
    }

    void whatIsNoComparisonIsRefused()
    {
        const std::string good = comparisonJson(comparison());
        QVERIFY(errorOf(good).isEmpty());
        for (const std::string& other : {std::string(), std::string("[]"), std::string("{\"type\": \"header\"}"),
                                         good.substr(0, good.size() / 2), with(good, "draftscope comparison", "trace")})
            QVERIFY2(errorOf(other).startsWith("The file x.json is no comparison: "), qPrintable(errorOf(other)));
        QVERIFY(errorOf(with(good, "\"format\": 1", "\"format\": 2")).contains("a later version"));
        for (const auto& [from, to] : {std::pair("\"tokens\": 48", "\"tokens\": 0"),
                                       {"\"tokens\": 48", "\"tokens\": \"many\""},
                                       {"\"lanes\": [", "\"lanes\": [], \"x\": ["},
                                       {"\"date\"", "\"day\""},
                                       {"\"format\": 1", "\"format\": \"one\""},
                                       {"\"format\": 1", "\"format\": 0"},
                                       {"\"format\": 1", "\"format\": 4294967297"},
                                       {"\"tokens\": 48", "\"tokens\": 4294967297"},
                                       {"\"tokens\": 48", "\"tokens\": 1e3"},
                                       {"\"prompts\": 5", "\"prompts\": -1"},
                                       {"\"value\": 2.5", "\"value\": 1e300"},
                                       {"\"value\": 2.5", "\"value\": -2.5"},
                                       {"\"lower_quartile\": 2.25", "\"lower_quartile\": 4"},
                                       {"\"k\":", "\"k\": 1000000, \"was\":"},
                                       {"\"value\": 2.5", "\"value\": null"}}) {
            const QString why = errorOf(with(good, from, to));
            QVERIFY2(why.startsWith("The file x.json is damaged: ") && why.endsWith("."), from);
        }
        QVERIFY(
            errorOf(with(good, "\"format\": 1", "\"format\": 1, \"new\": 3")).isEmpty()); // unknown keys are ignored
        QVERIFY(!loadComparison("/nowhere/c.json").has_value());
        QVERIFY(!saveComparison("/nowhere/c.json", comparison()).has_value());
    }

    void lanesAndSizeHaveLimits()
    {
        ComparisonFile five = comparison();
        five.lanes.resize(5, five.lanes[0]);
        const QString why = errorOf(comparisonJson(five));
        QVERIFY2(why.startsWith("The file x.json is damaged: there are 5 lanes, and 4 are allowed."), qPrintable(why));
        five.lanes.resize(4);
        QVERIFY(errorOf(comparisonJson(five)).isEmpty());
        QTemporaryDir folder;
        QFile file(folder.filePath("long.json"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.resize((64 << 20) + 1)); // a hole: it takes no room
        const auto read = loadComparison(file.fileName().toStdString());
        QVERIFY(
            !read
            && QString::fromStdString(read.error().sentence).endsWith("has more than 64 MiB: choose a smaller one."));
    }

    void messagesAreKept()
    {
        ComparisonFile chat = comparison();
        QVERIFY(!QString::fromStdString(comparisonJson(chat)).contains("\"chat\""));
        chat.lanes[0].message = "Tell me a story.";
        chat.lanes[0].system = "";
        chat.lanes[1].message = "Tell me a story.";
        const auto read = comparisonOf(comparisonJson(chat), "file x.json");
        QVERIFY(read && read->lanes == chat.lanes);
        QVERIFY(errorOf(with(comparisonJson(chat), "\"system\": \"\"", "\"system\": 1")).contains("is damaged"));
    }

    void aBackendOfItsOwnIsKept()
    {
        ComparisonFile own = comparison();
        QVERIFY(!QString::fromStdString(comparisonJson(own)).contains("\"threads\""));
        own.lanes[0].backend = ComparedBackend{"cpu", 7, "f32"};
        const auto read = comparisonOf(comparisonJson(own), "file x.json");
        QVERIFY(read && read->lanes == own.lanes);
        for (const char* wrong : {"-1", "1025", "\"many\""})
            QVERIFY2(errorOf(with(comparisonJson(own), "\"threads\": 7", std::string("\"threads\": ") + wrong))
                         .contains("is damaged"),
                     wrong);
    }

    void theRoundsOfALaneAreKept()
    {
        ComparisonFile whole = comparison();
        QVERIFY(!QString::fromStdString(comparisonJson(whole)).contains("\"trace\""));
        whole.lanes[0].trace = std::string("\x28\xB5\x2F\xFD\0\n\"", 7);
        const auto read = comparisonOf(comparisonJson(whole), "file x.json");
        QVERIFY(read && read->lanes == whole.lanes);
        for (const char* wrong : {"\"###\"", "17"})
            QVERIFY2(
                errorOf(with(comparisonJson(whole), "\"trace\": \"KLUv/QAKIg==\"", std::string("\"trace\": ") + wrong))
                    .contains("is damaged"),
                wrong);
    }

    void lanesThatDifferAreNamed()
    {
        ComparisonFile other = comparison();
        other.lanes[1].header.seed = 8;
        other.lanes[1].maxTokens = 64;
        const QString text = QString::fromStdString(markdownOf(reportOf(other)));
        for (const char* line : {"| seed | lane 1: 7; lane 2: 8 |", "| backend | CPU |",
                                 "| tokens a prompt | lane 1: 48 at most; lane 2: 64 at most |"})
            QVERIFY2(text.contains(line), qPrintable(text));
    }

    void theReportIsMarkdown()
    {
        const QString text = QString::fromStdString(markdownOf(reportOf(comparison())));
        for (const char* line :
             {"| machine | A machine · 2 threads |", "| date | 2026-11-23 13:00 UTC |", "| prompts | asked.jsonl (2) |",
              "| seed | 7 |", "| way | settings | prompts | tokens per step |",
              "- *acceptance rate*: Accepted / judged nodes."})
            QVERIFY2(text.contains(line), line);
        // What would end a cell does not; what is not known is no number.
        QVERIFY(text.contains(
            "| Two \\| models | Tales · chain · K 6 | 5 | 2.50; quartiles 2.25 – 3.00 | – | – | – | – | – | "
            "0.33 | – | – | – | – | "
            "*speculative sampling (SpS), Vicuna 7B v1.3, Spec-Bench, T = 0: 2.28 tokens per step, "
            "1.79×* |\n"));
        const QStringList lines = text.split('\n');
        const int head = int(lines.indexOf(QRegularExpression("^\\| way .*")));
        for (int line = head; line < head + 4; ++line) {
            QString bare = lines[line];
            QCOMPARE(bare.replace("\\|", "").count('|'), 16);
        }
        QVERIFY(text.contains("quartiles"));
        QVERIFY(QString::fromStdString(nowInWords())
                    .contains(QRegularExpression("^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC$")));
        QVERIFY(machineInWords().find("thread") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestComparisonFile)
#include "test_comparison_file.moc"
