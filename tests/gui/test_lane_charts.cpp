// SPDX-License-Identifier: MIT
// The charts of Compare: what they draw is what the definitions make of the lanes' rounds and of what was measured.
#include <QFile>
#include <QTableWidget>
#include <QTemporaryDir>

#include "compare_fixture.h"
#include "gui/compare/figures_panel.h"
#include "gui/compare/lane_rows.h"
#include "gui/compare/measuring_bar.h"
#include "gui/export/view_picture.h"
#include "gui/forms/prompt_list_box.h"
#include "tests/test_main.h"
#include "widgets/lanes/lane_chart.h"

using namespace draftscope;
using test::CompareFixture;
using test::laneSetup;
using test::until;

namespace {

struct ChartFixture : CompareFixture {
    ChartFixture() : CompareFixture(laneSetup("two-model", 8)) {}

    [[nodiscard]] FiguresPanel& figures() { return window.compare().figures(); }
    [[nodiscard]] LaneChart& chart() { return figures().chart(); }
    [[nodiscard]] const LaneDrawing& drawing() { return chart().drawing(); }
    /// As a person chooses it with the keys.
    void show(const QString& words)
    {
        for (auto* box : figures().findChildren<QComboBox*>())
            if (box->accessibleName() == "What the figures are shown as")
                box->setCurrentIndex(box->findText(words));
        QCoreApplication::processEvents();
    }
    [[nodiscard]] QToolButton& numbers()
    {
        for (auto* candidate : figures().findChildren<QToolButton*>())
            if (candidate->text() == "Numbers")
                return *candidate;
        qFatal("no such button");
    }
    bool decodeLines()
    {
        QFile file(folder.filePath("kinds.jsonl"));
        if (!file.open(QIODevice::WriteOnly))
            return false;
        for (int i = 0; i < 5; ++i)
            file.write(QString(R"({"kind": "%1", "prompt": "Once there were %2 cats"})")
                           .arg(i < 4 ? "story" : "code")
                           .arg(i + 2)
                           .toUtf8()
                       + '\n');
        file.close();
        figures().promptList().openFile(file.fileName().toStdString());
        test::click(figures().findChild<MeasuringBar*>()->findChild<QToolButton*>(), {5, 5});
        return figures().measurement().isRunning() && until([this] { return !figures().measurement().isRunning(); });
    }

    QTemporaryDir folder;
};

} // namespace

class TestLaneCharts : public QObject {
    Q_OBJECT
private slots:
    void ofTheRoundsThatAreShown()
    {
        ChartFixture run;
        QVERIFY(run.start() && run.add({laneSetup("two-model", 8), laneSetup("plain", 8)}));
        QVERIFY(run.window.compare().table().isVisible() && !run.chart().isVisible());
        run.show("Survival by position");
        QVERIFY(!run.window.compare().table().isVisible() && run.chart().isVisible());
        QVERIFY2(run.drawing().isEmpty() && run.drawing().nothing.startsWith("Play a few rounds"),
                 qPrintable(run.drawing().nothing));
        QVERIFY(run.rounds(2));
        const Metrics& metrics = run.lanes.lane(0).playhead().metrics();
        QCOMPARE(int(run.drawing().groups.size()), metrics.maxDepth());
        for (int depth = 1; depth <= metrics.maxDepth(); ++depth) {
            const LaneDrawing::Point& point = run.drawing().points.at(std::size_t(2 * (depth - 1)));
            QCOMPARE(point.value, metrics.survivalAt(depth));
            QVERIFY(point.detail.startsWith(QString("accepted in %1 of %2 ")
                                                .arg(metrics.atDepth(depth).accepted)
                                                .arg(metrics.atDepth(depth).drafted)));
            QVERIFY(!run.drawing().points.at(std::size_t(2 * depth - 1)).value); // plain decoding drafts nothing
        }
        run.show("Speed-up by method");
        QCOMPARE(run.drawing().points.size(), std::size_t(2));
        QVERIFY(run.measured());
        QVERIFY(until([&] { return run.drawing().points[0].value.has_value(); }));
        QVERIFY(run.drawing().points[0].isInterval); // one prompt has no quartiles
        QVERIFY(run.drawing().points[0].spread->lower < *run.drawing().points[0].value);
        QVERIFY(run.drawing().sentenceOf(0).contains(", interval "));
        const auto row = rowOf(run.lanes, run.lanes.lane(0));
        QCOMPARE(run.drawing().points[0].value, LaneTable::valueOf(row, LaneTable::measuredSpeedUp));
        run.show("Tokens per step by kind of text");
        QVERIFY(run.drawing().isEmpty());
        QVERIFY2(run.drawing().nothing.startsWith("Decode a list of prompts"), qPrintable(run.drawing().nothing));
        run.show("Table");
        QVERIFY(run.window.compare().table().isVisible() && !run.chart().isVisible());
    }

    void overAListOfPrompts()
    {
        ChartFixture run;
        QVERIFY(run.start() && run.add({laneSetup("two-model", 8), laneSetup("plain", 8)}));
        run.show("Tokens per step by kind of text");
        QVERIFY(run.decodeLines());
        const DecodesByPrompt& decodes = run.figures().measurement().decodes();
        QCOMPARE(run.drawing().groups, (std::vector<QString>{"story", "code", "all"}));
        Metrics story;
        for (int prompt = 0; prompt < 4; ++prompt)
            story.add(decodes.at(0, prompt)->metrics);
        const auto& points = run.drawing().points;
        QCOMPARE(points[0].value, story.tokensPerStep());
        QVERIFY(points[0].spread && points[0].spread->lower <= points[0].spread->upper);
        QCOMPARE(points[0].detail, "over 4 prompts");
        QCOMPARE(points[1].value, std::optional<double>(1)); // plain decoding
        QCOMPARE(points[2].value, decodes.at(0, 4)->metrics.tokensPerStep());
        QVERIFY(!points[2].spread); // of one prompt
        QCOMPARE(points[4].value, decodes.over(0, 1).metrics.tokensPerStep());
        run.show("Speed-up by method");
        QCOMPARE(run.drawing().points[0].value, decodes.over(0, 1).speed.measuredSpeedUp);
        QCOMPARE(run.drawing().points[0].spread, decodes.over(0, 1).quartiles[LaneTable::measuredSpeedUp - 1]);
        run.show("Survival by position");
        QCOMPARE(run.drawing().points[0].value, decodes.over(0, 1).metrics.survivalAt(1));
        // A lane that was not there then says so.
        QVERIFY(run.add({laneSetup("prompt-lookup", 8)}));
        QVERIFY(run.drawing().sentenceOf(2).contains("decode them again"));
    }

    /// The table says what the chart draws, and both leave the window.
    void theChartAsATableAndExported()
    {
        ChartFixture run;
        QVERIFY(run.start() && run.add({laneSetup("two-model", 8), laneSetup("plain", 8)}) && run.rounds(2));
        QVERIFY(!run.numbers().isVisible());
        run.show("Survival by position");
        test::click(&run.numbers(), {5, 5});
        auto* table = run.figures().findChild<QTableWidget*>("chartNumbers");
        QVERIFY(table->isVisible() && !run.chart().isVisible());
        QCOMPARE(table->rowCount(), int(run.drawing().points.size()));
        QCOMPARE(table->horizontalHeaderItem(3)->text(), "survival");
        QCOMPARE(table->item(0, 3)->text().toDouble(), *run.drawing().points[0].value);
        QVERIFY(table->item(1, 3)->text().isEmpty());
        test::click(&run.numbers(), {5, 5});
        const ExportedView exported = run.figures().exported();
        QCOMPARE(exported.title, "Survival by position");
        QVERIFY(exported.csv().startsWith("lane,method,position,survival,"));
        QVERIFY(exported.text().startsWith("1 · Two models"));
        QVERIFY(exported.markdown().contains("| survival |"));
        const QString svg = QString::fromUtf8(ViewPicture(exported).svg());
        for (const char* words : {"survival", "position in the draft", "Survival by position", "Draftscope"})
            QVERIFY2(svg.contains(words), words);
    }

    void itIsReachedAndWalkedWithKeys()
    {
        ChartFixture run;
        QVERIFY(run.start() && run.add({laneSetup("two-model", 8), laneSetup("plain", 8)}) && run.rounds(2));
        QVERIFY(until([&] { return run.window.lanes().speeds().background().isMeasured(); }));
        run.show("Speed-up by method");
        run.chart().setFocus(Qt::TabFocusReason);
        QVERIFY(run.chart().hasFocus());
        QCOMPARE(run.chart().current(), 0);
        run.press(Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(run.chart().current(), 1);
        QVERIFY(run.chart().accessibleDescription().startsWith("2 · Plain decoding"));
        for (const ThemeKind theme : {ThemeKind::dark, ThemeKind::highContrast, ThemeKind::light}) {
            run.window.setTheme(theme);
            QVERIFY(!run.chart().grab().isNull());
        }
        QCOMPARE(run.lanes.player().place(), 2); // the lanes stand where they stood
    }
};

DRAFTSCOPE_WINDOW_TEST(TestLaneCharts)
#include "test_lane_charts.moc"
