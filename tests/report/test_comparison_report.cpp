// SPDX-License-Identifier: MIT
// What a comparison concludes, its HTML and its charts, and two saved comparisons beside each other.
#include <QTest>
#include <QXmlStreamReader>

#include "engine/report/comparison_conclusion.h"
#include "engine/report/comparison_difference.h"
#include "engine/report/comparison_html.h"

using namespace draftscope;

namespace {

std::size_t indexOfFigure(std::string_view name)
{
    const auto figures = comparedFigures();
    return std::size_t(std::ranges::find(figures, name, &ComparedFigure::name) - figures.begin());
}

ReportedWay wayOf(std::string name, std::optional<double> speedUp, std::optional<Interval> interval)
{
    ReportedWay way{std::move(name), {}, 9, std::vector<FigureValue>(comparedFigures().size())};
    way.figures[indexOfFigure("speed_up")] = {speedUp, std::nullopt, interval};
    return way;
}

ComparisonReport reportWith(std::vector<ReportedWay> ways)
{
    return {{{"machine", "A <machine>"}}, {{"all", std::move(ways)}}};
}

QString conclusionIn(const ComparisonReport& report)
{
    QString words;
    for (const std::string& sentence : conclusionOf(report))
        words += QString::fromStdString(sentence) + '\n';
    return words;
}

ComparisonFile fileWith(double speedUp, Interval interval, double acceptance)
{
    ComparisonFile file;
    file.date = "2026-11-28";
    file.machine = "M";
    ComparedLane lane;
    lane.header.method = "two-model";
    lane.header.target.name = "tales";
    lane.way = wayOf("1 · Two models", speedUp, interval);
    lane.way.figures[indexOfFigure("acceptance_rate")] = {
        acceptance, Quartiles{acceptance - 0.03, acceptance + 0.03, acceptance}, std::nullopt};
    file.lanes = {lane};
    return file;
}

FigureChange::Verdict verdictIn(const ComparisonDifference& difference, std::string_view figure)
{
    for (const FigureChange& change : difference.lanes.at(0).figures)
        if (change.figure == indexOfFigure(figure))
            return change.verdict;
    return FigureChange::Verdict::unknown;
}

} // namespace

class TestComparisonReport : public QObject {
    Q_OBJECT

private slots:
    void theFastestHasItsInterval()
    {
        const QString words = conclusionIn(
            reportWith({wayOf("plain", 1, std::nullopt), wayOf("slow", 0.8, Interval{0.7, 0.9}),
                        wayOf("fast", 1.6, Interval{1.5, 1.7}), wayOf("nearly", 1.45, Interval{1.38, 1.52})}));
        QVERIFY2(words.contains(
                     "Fastest over 9 prompts: fast, 1.60 times as fast as plain decoding (95 of 100 measurements: "
                     "1.50 to 1.70)."),
                 qPrintable(words));
        QVERIFY(words.contains("Not told apart from it by this measurement: nearly (1.38 to 1.52)."));
        QVERIFY(words.contains("Slower than plain decoding here: slow."));
    }

    void whatIsNotCertainIsNotClaimed()
    {
        QVERIFY(conclusionIn(reportWith({wayOf("a", 1.02, Interval{0.95, 1.09})}))
                    .startsWith("No way is certainly faster"));
        QVERIFY(conclusionIn(reportWith({wayOf("plain", 1, std::nullopt)})).startsWith("No speed-up was measured"));
        QVERIFY(conclusionIn({}).startsWith("Nothing was measured"));
    }

    void kindsHaveTheirFastest()
    {
        ComparisonReport report = reportWith({wayOf("a", 1.3, Interval{1.2, 1.4})});
        report.tables.insert(report.tables.begin(),
                             {"code", {wayOf("b", 1.1, Interval{1, 1.2}), wayOf("c", 2, Interval{1.9, 2.1})}});
        QVERIFY2(conclusionIn(report).contains("Fastest by kind of prompt: code: c, 2.00."),
                 qPrintable(conclusionIn(report)));
    }

    void waysAreSorted()
    {
        const ComparisonReport report =
            reportWith({wayOf("none", std::nullopt, std::nullopt), wayOf("plain", 1, std::nullopt),
                        wayOf("fast", 2, Interval{1.9, 2.1})});
        const QString text = QString::fromStdString(markdownOf(report));
        QVERIFY(text.indexOf("| fast |") < text.indexOf("| plain |")
                && text.indexOf("| plain |") < text.indexOf("| none |"));
        QVERIFY(text.startsWith("# Comparison of ways to decode\n\n- Fastest over 9 prompts: fast"));
        QVERIFY(text.contains("2.00 " + QString(32, QChar(0x2587))));
    }

    /// Whatever letters a name has.
    void barsOfTextBeginInOneColumn()
    {
        const QString text = QString::fromStdString(
            markdownOf(reportWith({wayOf("plain", 1, std::nullopt), wayOf("1 · Two models", 2, Interval{1.9, 2.1})})));
        QVERIFY2(text.contains("\n1 · Two models" + QString(14, ' ') + "  2.00 ▇")
                     && text.contains("\nplain" + QString(23, ' ') + "  1.00 ▇"),
                 qPrintable(text));
    }

    void htmlIsOneFile()
    {
        ReportedWay hostile = wayOf("<script>alert(1)</script>", 1.5, Interval{1.4, 1.6});
        hostile.figures[0] = {2.5, Quartiles{2.25, 3, 2.5}, std::nullopt};
        const QString html = QString::fromStdString(htmlOf(reportWith({hostile, wayOf("plain", 1, std::nullopt)})));
        QCOMPARE(html.count("<script"), 1);
        QVERIFY(html.contains("&lt;script&gt;alert(1)") && html.contains("A &lt;machine&gt;"));
        QVERIFY(html.contains("median 2.50") && html.contains("quartiles 2.25 – 3.00")
                && html.contains("1.40 to 1.60"));
        QVERIFY(!html.contains("http://") || html.count("http://") == html.count("http://www.w3.org/2000/svg"));
        QVERIFY(html.contains("<svg") && html.contains("Fastest over 9 prompts"));
    }

    void theChartIsWellFormed()
    {
        const std::string svg = speedUpChart(
            reportWith({wayOf("a & b", 1.5, Interval{1.4, 1.6}), wayOf("c", 0.7, Interval{0.6, 0.8})}).tables[0]);
        QXmlStreamReader reader(QString::fromStdString(svg));
        int bars = 0, whiskers = 0;
        while (!reader.atEnd())
            if (reader.readNext() == QXmlStreamReader::StartElement) {
                bars += reader.name() == QLatin1String("rect");
                whiskers += reader.name() == QLatin1String("path");
            }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QVERIFY(bars == 2 && whiskers == 2);
        QVERIFY(speedUpChart({}).empty());
    }

    void aChangeIsBeyondNoiseOrNot()
    {
        const ComparisonFile before = fileWith(1.4, {1.35, 1.45}, 0.6);
        const auto same = differenceOf(before, before);
        QCOMPARE(verdictIn(same, "speed_up"), FigureChange::Verdict::same);
        const auto noise = differenceOf(before, fileWith(1.44, {1.39, 1.49}, 0.61));
        QCOMPARE(verdictIn(noise, "speed_up"), FigureChange::Verdict::withinNoise);
        QCOMPARE(verdictIn(noise, "acceptance_rate"), FigureChange::Verdict::withinNoise);
        const auto real = differenceOf(before, fileWith(1.6, {1.55, 1.65}, 0.7));
        QCOMPARE(verdictIn(real, "speed_up"), FigureChange::Verdict::beyondNoise);
        QCOMPARE(verdictIn(real, "acceptance_rate"), FigureChange::Verdict::beyondNoise);
        const QString text = QString::fromStdString(markdownOfDifference(real));
        QVERIFY2(
            text.contains("| measured speed-up | 1.40 (1.35 to 1.45) | 1.60 (1.55 to 1.65) | +14.3 %, beyond noise |"),
            qPrintable(text));
        QVERIFY(QString::fromStdString(htmlOfDifference(real)).contains("<tr class=\"beyond\">"));
    }

    void lanesAreMatchedByWhatTheyDecodeWith()
    {
        const ComparisonFile before = fileWith(1.4, {1.35, 1.45}, 0.6);
        ComparisonFile after = before;
        after.machine = "Another";
        after.lanes[0].header.draftLength = 9;
        after.lanes[0].way.name = "K 9";
        const auto difference = differenceOf(before, after);
        QVERIFY(difference.lanes.empty());
        QCOMPARE(difference.onlyAfter, std::vector<std::string>{"K 9"});
        QCOMPARE(difference.onlyBefore, std::vector<std::string>{"1 · Two models"});
        QVERIFY(std::ranges::count(difference.facts, "machine: Another, before M") == 1);
    }

    void lanesOfOtherHeadsAreOthers()
    {
        ComparisonFile before = fileWith(1.4, {1.35, 1.45}, 0.6);
        before.lanes[0].header.head = "/models/head-a";
        ComparisonFile after = before;
        after.lanes[0].header.head = "/elsewhere/head-a/";
        QCOMPARE(differenceOf(before, after).lanes.size(), std::size_t(1));
        after.lanes[0].header.head = "/models/head-b";
        QVERIFY(differenceOf(before, after).lanes.empty());
    }

    /// 1.57 quartile distances over the root of nine prompts to both sides of the median.
    void theNotchIsTheMedians()
    {
        const auto notch = intervalOf({0.6, Quartiles{0.5, 0.8, 0.65}, std::nullopt}, 9);
        QVERIFY(notch && qFuzzyCompare(notch->lower, 0.65 - 1.57 * 0.3 / 3)
                && qFuzzyCompare(notch->upper, 0.65 + 1.57 * 0.3 / 3));
        QVERIFY(!intervalOf({0.6, Quartiles{0.5, 0.8, 0.65}, std::nullopt}, 3));
        QVERIFY(!intervalOf({0.6}, 9));
    }
};

QTEST_APPLESS_MAIN(TestComparisonReport)
#include "test_comparison_report.moc"
