// SPDX-License-Identifier: MIT
// Comparisons as they are written down: to a file and back, and as a report.
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "engine/report/comparison_file.h"

using namespace draftscope;

namespace {

ComparedLane laneOf(const char* method, double speedUp)
{
    ComparedLane lane;
    lane.header.producer = "draftscope test";
    lane.header.backend = "CPU";
    lane.header.method = method;
    lane.header.verifier = "speculative-sampling";
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
                                       {"\"value\": 2.5", "\"value\": null"}}) {
            const QString why = errorOf(with(good, from, to));
            QVERIFY2(why.startsWith("The file x.json is damaged: ") && why.endsWith("."), from);
        }
        QVERIFY(
            errorOf(with(good, "\"format\": 1", "\"format\": 1, \"new\": 3")).isEmpty()); // unknown keys are ignored
        QVERIFY(!loadComparison("/nowhere/c.json").has_value());
        QVERIFY(!saveComparison("/nowhere/c.json", comparison()).has_value());
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
            "| Two \\| models | Tales · chain · K 6 | 5 | 2.50 (2.25 – 3.00) | – | – | – | – | – | 0.33 | – |\n"));
        const QStringList lines = text.split('\n');
        const int head = int(lines.indexOf(QRegularExpression("^\\| way .*")));
        for (int line = head; line < head + 4; ++line) {
            QString bare = lines[line];
            QCOMPARE(bare.replace("\\|", "").count('|'), 12);
        }
        QVERIFY(text.contains("quartiles"));
        QVERIFY(QString::fromStdString(nowInWords())
                    .contains(QRegularExpression("^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC$")));
        QVERIFY(machineInWords().find("thread") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestComparisonFile)
#include "test_comparison_file.moc"
