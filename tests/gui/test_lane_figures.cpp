// SPDX-License-Identifier: MIT
// What the table of lanes says, computed again from their recordings; and whose turn it is.
#include <cmath>
#include <utility>

#include <QClipboard>
#include <QHeaderView>
#include <QPushButton>
#include <QScrollBar>

#include "compare_fixture.h"
#include "engine/analysis/metrics.h"
#include "engine/analysis/published_figures.h"
#include "engine/session/shapes.h"
#include "gui/compare/figures_panel.h"
#include "gui/compare/race_panel.h"
#include "gui/compare/theory_panel.h"
#include "gui/forms/length_theory_page.h"
#include "gui/worker/session_worker.h"
#include "tests/test_main.h"
#include "widgets/lanes/race_view.h"
#include "widgets/style/qt_text.h"
#include "widgets/words/token_text.h"

using namespace draftscope;
using test::CompareFixture;
using test::laneSetup;
using test::until;

namespace {

double medianOf(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// The figures of a lane over its first rounds, by the definitions; nothing where there is none.
struct Figures {
    double committed = 0, drafted = 0, judged = 0, accepted = 0;

    Figures(const Recording& recording, int rounds)
    {
        for (int r = 0; r < rounds; ++r) {
            const RoundRecord& round = recording.round(0, r);
            committed += double(round.committed.size());
            drafted += double(round.nodes.size());
            judged += round.judgedCount();
            accepted += round.acceptedCount();
        }
    }
};

/// What was measured of the lanes, put together again from the turns as they came.
struct MeasuredTurns {
    explicit MeasuredTurns(CompareFixture& run)
    {
        QObject::connect(&run.navigation.thread().worker(), &SessionWorker::turnsTaken, &run.window,
                         [this, &run](int measuring, const SentTurns& lap) {
                             if (std::exchange(job, measuring) != measuring) { // lanes have been added meanwhile
                                 subjects.clear();
                                 wasDone = false;
                             }
                             // Laps that were under way when the measurement had enough are not among it.
                             const bool isDone = run.lanes.speeds().background().isMeasured();
                             if (std::exchange(wasDone, isDone) && isDone)
                                 return;
                             for (const MeasuredTurn& turn : *lap)
                                 take(turn);
                         });
    }
    struct Subject {
        std::map<int, std::vector<double>> ms; ///< by round
        std::map<int, double> committed;
        std::vector<double> draftSteps, passes, firstTokens;
        Metrics metrics;
        [[nodiscard]] double tokensPerSecond() const
        {
            double tokens = 0, all = 0;
            for (const auto& [round, times] : ms) {
                all += medianOf(times);
                tokens += committed.at(round);
            }
            return 1000 * tokens / all;
        }
    };
    void take(const MeasuredTurn& turn)
    {
        Subject& subject = subjects[turn.decode];
        for (const FirstToken& first : turn.firstTokens)
            subject.firstTokens.push_back(first.ms);
        for (const TimedRound& round : turn.rounds) {
            if (!round.counts || round.record.round == 0)
                continue;
            if (subject.ms[round.record.round].empty())
                subject.metrics.add(round.record);
            subject.ms[round.record.round].push_back(round.ms);
            subject.committed[round.record.round] = double(round.record.committed.size());
            subject.passes.push_back(round.record.times.verify);
            for (const double step : round.record.times.draftSteps)
                subject.draftSteps.push_back(step);
        }
    }
    /// The lanes are measured, and the last lap of that has come here, too: the thread that measures may be interrupted
    /// between telling the one and the other.
    [[nodiscard]] bool areThere(CompareFixture& run) const
    {
        return run.measured() && until([&] { return wasDone; });
    }
    std::map<int, Subject> subjects;
    int job = 0;
    bool wasDone = false;
};

bool isAbout(const QString& text, double value)
{
    bool isNumber = false;
    const double shown = text.toDouble(&isNumber);
    return isNumber && std::abs(shown - value) <= 1e-9 * std::max(1.0, std::abs(value));
}

} // namespace

class TestLaneFigures : public QObject {
    Q_OBJECT
private slots:
    /// In a narrow window titles take two lines; names of lanes, all measured figures and all rows stay in sight.
    void theTableFitsASmallWindow()
    {
        CompareFixture run;
        QVERIFY(run.start() && run.add({laneSetup(), laneSetup("plain"), laneSetup("prompt-lookup")}));
        QVERIFY(run.playToTheEnd());
        const LaneTable& table = run.window.compare().table();
        const auto titleOf = [&](int column) { return table.horizontalHeaderItem(column)->text(); };
        for (const QSize size :
             {QSize(1024, 700), QSize(1280, 800), QSize(1920, 1080), QSize(1280, 800), QSize(1024, 700)}) {
            run.window.resize(size);
            QTRY_COMPARE(run.window.size(), size);
            QTRY_VERIFY(table.horizontalHeader()->length() <= table.viewport()->width());
            QVERIFY(!table.horizontalScrollBar()->isVisible());
            QTRY_COMPARE(table.height(), table.horizontalHeader()->height() + 3 * table.rowHeight(0) + 2);
            QVERIFY(table.columnWidth(LaneTable::lane) > table.fontMetrics().horizontalAdvance("1 · Two models"));
            QVERIFY(table.visualItemRect(table.item(2, LaneTable::memory)).bottom() < table.viewport()->height());
            if (size.width() != 1280) // there it depends on how many digits the times have
                QCOMPARE(titleOf(LaneTable::measuredSpeedUp).contains('\n'), size.width() == 1024);
            QCOMPARE(titleOf(LaneTable::measuredSpeedUp).simplified(), QString("measured speed-up"));
        }
    }

    void theTableSaysWhatTheRecordingsSay()
    {
        CompareFixture run;
        MeasuredTurns measured(run);
        QVERIFY(run.start() && run.add({laneSetup(), laneSetup("plain")}));
        QVERIFY(run.playToTheEnd());
        run.press(Qt::Key_F10, Qt::ShiftModifier); // not all that is recorded counts
        QVERIFY(measured.areThere(run));
        const LaneTable& table = run.window.compare().table();
        QCOMPARE(table.rowCount(), 2);
        const QStringList lines = table.csv().split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 3);
        QCOMPARE(
            lines[0],
            QString(
                "lane,method,settings,tokens_per_step,acceptance_rate,draft_yield,cost_ratio,verify_ratio,"
                "predicted_speed_up,speed_up,tokens_per_second,ms_to_first_token,prompt_tokens_per_second,memory_mb,"
                "speed_up_lower,speed_up_upper,published"));
        const int shown = run.lanes.player().place();
        const int rounds = std::min(shown, run.lanes.lane(0).rounds());
        const Figures figures(run.lanes.lane(0).recording(), rounds);
        const MeasuredTurns::Subject &own = measured.subjects[0], &beside = measured.subjects[1];
        QStringList values = lines[1].split(',');
        QCOMPARE(values[1], QString("\"Two models\""));
        QCOMPARE(values.takeAt(2), QString("\"chain · K 4 · speculative sampling · temperature 0.80\""));
        const double alpha = figures.accepted / figures.judged;
        const double c = medianOf(own.draftSteps) / medianOf(beside.passes);
        const double v = medianOf(own.passes) / medianOf(beside.passes);
        QVERIFY(isAbout(values[2], figures.committed / rounds));
        QVERIFY(isAbout(values[3], alpha));
        QVERIFY(isAbout(values[4], figures.accepted / figures.drafted));
        QVERIFY(isAbout(values[5], c));
        QVERIFY(isAbout(values[6], v));
        const double steps = double(own.draftSteps.size()) / double(own.passes.size());
        QVERIFY(isAbout(values[7], *own.metrics.expectedTokensPerStep() / (steps * c + v)));
        const double speedUp = own.tokensPerSecond() / beside.tokensPerSecond();
        QVERIFY(isAbout(values[8], speedUp));
        QVERIFY(isAbout(values[9], own.tokensPerSecond()));
        QVERIFY(isAbout(values[10], medianOf(own.firstTokens)));
        QVERIFY(values[11].toDouble() > 0);
        QVERIFY(values[13].toDouble() < speedUp && values[14].toDouble() > speedUp);
        const auto memory = run.lanes.lane(0).run().resources().memory;
        QVERIFY(memory && *memory > 1 && *memory < 1000); // two small models
        QVERIFY(isAbout(values[12], *memory));
        QVERIFY(run.lanes.lane(1).run().resources().memory < memory); // without the draft
        QStringList plainly = lines[2].split(',');
        QCOMPARE(plainly.takeAt(2), QString("\"temperature 0.80\""));
        QCOMPARE(plainly[2], QString("1"));
        QVERIFY(plainly[3].isEmpty() && plainly[4].isEmpty() && plainly[5].isEmpty()); // it drafts nothing
        QCOMPARE(plainly[6], QString("1"));
        QCOMPARE(plainly[8], QString("1"));

        QCOMPARE(table.item(0, LaneTable::tokensPerStep)->text(), QString::number(figures.committed / rounds, 'f', 2));
        QCOMPARE(table.item(0, LaneTable::acceptanceRate)->text(), QString::number(alpha, 'f', 3));
        run.window.compare().copyTable();
        QCOMPARE(QGuiApplication::clipboard()->text(), table.csv());
    }

    void columnsSayWhatTheyAre()
    {
        CompareFixture run;
        const LaneTable& table = run.window.compare().table();
        const std::pair<int, const char*> metrics[] = {{LaneTable::tokensPerStep, "tokens per step"},
                                                       {LaneTable::acceptanceRate, "acceptance rate"},
                                                       {LaneTable::draftYield, "draft yield"},
                                                       {LaneTable::costRatio, "cost ratio"},
                                                       {LaneTable::verifyRatio, "verify ratio"},
                                                       {LaneTable::predictedSpeedUp, "predicted speed-up"},
                                                       {LaneTable::measuredSpeedUp, "measured speed-up"},
                                                       {LaneTable::tokensPerSecond, "tokens per second"},
                                                       {LaneTable::msToFirstToken, "ms to first token"},
                                                       {LaneTable::promptTokensPerSecond, "prompt tokens per second"},
                                                       {LaneTable::memory, "memory"}};
        QCOMPARE(std::size(metrics), std::size_t(LaneTable::published - 1));
        for (const auto& [column, metric] : metrics) {
            const QString tip = table.horizontalHeaderItem(column)->toolTip();
            QCOMPARE(tip, qtText(metricDefinition(metric)));
            QVERIFY2(!tip.isEmpty(), metric);
        }
    }

    /// What others say of the method is apart from what was measured, and says where it is from.
    void publishedFiguresAreApart()
    {
        CompareFixture run;
        RunSetup eagle = laneSetup("eagle");
        chooseShape(eagle.settings, "dynamic");
        QVERIFY(run.start() && run.add({laneSetup(), laneSetup("plain"), eagle, laneSetup("eagle3")}));
        const LaneTable& table = run.window.compare().table();
        const auto cell = [&](int row) { return table.item(row, LaneTable::published); };
        QVERIFY(!table.isColumnHidden(LaneTable::published));
        for (const auto& [row, method, shape] :
             {std::tuple{0, "two-model", "chain"}, std::tuple{2, "eagle", "dynamic"}}) {
            const auto figures = publishedFiguresOf(method, shape);
            QVERIFY(figures);
            QCOMPARE(cell(row)->text(),
                     QString("%1 · %2 ×").arg(figures->tokensPerStep, 0, 'f', 2).arg(figures->speedUp, 0, 'f', 2));
            QVERIFY(cell(row)->font().italic()
                    && cell(row)->font() != table.item(row, LaneTable::tokensPerStep)->font());
            QVERIFY(cell(row)->toolTip().contains(QString::fromStdString(inWords(*figures))));
            QVERIFY(cell(row)->toolTip().contains("arXiv 2401.07851"));
        }
        QCOMPARE(cell(1)->text(), "–");
        QCOMPARE(cell(3)->text(), "–");
        QVERIFY(cell(3)->toolTip().startsWith("No figure of this method"));
        QVERIFY(table.csv().contains("EAGLE-2, Vicuna 7B v1.3, Spec-Bench, T = 0: "));
        const auto comparison = run.window.compare().figures().comparison();
        QVERIFY(comparison);
        const std::string report = markdownOf(reportOf(*comparison));
        QVERIFY(report.find("*published elsewhere*") != std::string::npos);
        QVERIFY(report.find(inWords(*publishedFiguresOf("eagle", "dynamic"))) != std::string::npos);
    }

    void aMissingFigureSaysWhy()
    {
        CompareFixture run;
        QVERIFY(run.start() && run.add({laneSetup()}));
        const LaneTable& table = run.window.compare().table();
        const auto tip = [&](int column) {
            return table.item(0, column)->text() == "–" ? table.item(0, column)->toolTip() : QString();
        };
        QCOMPARE(tip(LaneTable::tokensPerStep), QString("No round is shown yet."));
        QVERIFY2(test::isSentence(tip(LaneTable::tokensPerSecond)), qPrintable(tip(LaneTable::tokensPerSecond)));
        QVERIFY(run.measured()); // without a round that is played
        QVERIFY(tip(LaneTable::tokensPerSecond).isEmpty() && !tip(LaneTable::tokensPerStep).isEmpty());
        for (const int column :
             {LaneTable::costRatio, LaneTable::verifyRatio, LaneTable::predictedSpeedUp, LaneTable::measuredSpeedUp})
            QVERIFY2(tip(column).contains("add plain decoding as a lane"), qPrintable(tip(column)));
        RunSetup tree = laneSetup();
        chooseShape(tree.settings, "fixed-widths");
        tree.settings.draftLength = 3;
        QVERIFY(run.add({tree, laneSetup("plain")}) && run.measured());
        QVERIFY(table.item(1, LaneTable::measuredSpeedUp)->text() != "–");
        QVERIFY(table.item(1, LaneTable::predictedSpeedUp)->text() != "–"); // a tree's, too
        QVERIFY(table.item(2, LaneTable::costRatio)->toolTip().contains("drafts nothing"));
    }

    /// With --no-measuring lanes are measured when the key is pressed, and the table names the key until then.
    void onlyWhenAskedFor()
    {
        CompareFixture run;
        run.lanes.speeds().setMeasuresUnasked(false);
        QVERIFY(run.start() && run.add({laneSetup(), laneSetup("plain")}));
        const LaneTable& table = run.window.compare().table();
        QCOMPARE(run.lanes.speeds().background().stage(), BackgroundSpeed::Stage::unasked);
        QTest::qWait(600); // twice as long as the models rest before a measurement begins
        QCOMPARE(run.lanes.speeds().background().measurement().laps(), 0);
        QVERIFY2(table.item(0, LaneTable::tokensPerSecond)->toolTip().contains("Ctrl+M"),
                 qPrintable(table.item(0, LaneTable::tokensPerSecond)->toolTip()));
        run.press(Qt::Key_M, Qt::ControlModifier);
        QVERIFY(run.measured());
        QVERIFY(table.item(0, LaneTable::tokensPerSecond)->text() != "–");
    }

    void theRaceRunsAllLanesOnOneClock()
    {
        CompareFixture run;
        QVERIFY(run.start() && run.add({laneSetup(), laneSetup("plain")}));
        auto* tabs = run.window.compare().findChild<QTabBar*>("qt_tabwidget_tabbar");
        QTest::mouseClick(tabs, Qt::LeftButton, Qt::NoModifier, tabs->tabRect(1).center());
        RacePanel& race = run.window.compare().race();
        QVERIFY(race.isVisible());
        auto* button = race.findChild<QToolButton*>();
        QVERIFY(!button->isEnabled()); // nothing is measured yet
        QVERIFY(run.measured());
        QVERIFY(until([&] { return button->isEnabled(); })); // without a round that is played
        const std::vector<RaceLane>& lanes = race.view().lanes();
        QCOMPARE(lanes.size(), std::size_t(2));
        for (int i = 0; i < 2; ++i) {
            double milliseconds = 0;
            const RoundTimes::Text& text = run.lanes.speeds().measuredOf(run.lanes.lane(i))->times.texts().front();
            for (std::size_t r = 1; r <= lanes[std::size_t(i)].rounds.size(); ++r)
                milliseconds += RoundTimes::msOf(text, r);
            QVERIFY(std::abs(lanes[std::size_t(i)].milliseconds() - milliseconds) < 1e-6);
        }
        const double end = race.view().duration(); // all to the same number of tokens
        QCOMPARE(standAt(lanes[0], end).tokens, standAt(lanes[1], end).tokens);
        QVERIFY(standAt(lanes[0], end).tokens > 10);
        race.view().setClock(0.9 * end); // the whole takes about ten seconds
        test::click(button, button->rect().center());
        QVERIFY(race.isRunning());
        QVERIFY(until([&] { return !race.isRunning(); }));
        QCOMPARE(race.view().clock(), race.view().duration());
    }

    /// Without plain decoding the race says so, and a button adds it.
    void theRaceWantsPlainDecoding()
    {
        CompareFixture run;
        QVERIFY(run.start() && run.add({laneSetup()}));
        run.window.compare().below().setCurrentWidget(&run.window.compare().race());
        QVERIFY(run.rounds(2));
        auto* add = run.window.compare().race().findChild<QPushButton*>("addPlainToRace");
        QVERIFY(add->isVisible() && add->isEnabled());
        test::click(add, add->rect().center());
        QVERIFY(until([&] { return run.lanes.count() == 2 && !run.lanes.player().isLoading(); }));
        QVERIFY(run.lanes.lane(1).isPlain());
        QVERIFY(until([&] { return !add->isVisible(); }));
    }

    /// The words of the race are the text that its lanes have committed, each character whole.
    void theRaceShowsTheText()
    {
        CompareFixture run;
        QVERIFY(run.start() && run.add({laneSetup(), laneSetup("plain")}));
        run.window.compare().below().setCurrentWidget(&run.window.compare().race());
        QVERIFY(run.rounds(6) && run.measured());
        QVERIFY(until([&] { return !run.window.compare().race().view().lanes()[0].rounds.empty(); }));
        const RaceView& view = run.window.compare().race().view();
        for (int i = 0; i < 2; ++i) {
            const Recording& recording = run.lanes.lane(i).recording();
            std::string bytes;
            for (int r = 0; r < 6; ++r) {
                for (const CommittedToken& token : recording.round(0, r).committed)
                    bytes += recording.tokenBytes(token.token);
                QCOMPARE(textAt(view.lanes()[std::size_t(i)], r, 10'000), tokenText(bytes));
            }
            QVERIFY(!view.wordsOf(std::size_t(i)).isEmpty());
        }
    }

    /// Theory is of the lane that drafts, or of the one that is chosen, with the points of all lanes.
    void theoryIsATabOfCompare()
    {
        CompareFixture run;
        QVERIFY(run.start()
                && run.add({laneSetup("plain", 40), laneSetup("two-model", 40), laneSetup("prompt-lookup", 40)}));
        TheoryPanel& panel = run.window.compare().theory();
        run.window.compare().below().setCurrentWidget(&panel);
        QVERIFY(panel.isVisible() && panel.page().shown().lengths().empty());
        QVERIFY(run.rounds(2) && run.measured());
        const auto isOf = [&](int index) {
            const Lane &lane = run.lanes.lane(index), &plain = run.lanes.lane(0);
            const LengthTheory& theory = panel.page().shown();
            const RoundTimes &own = run.lanes.speeds().measuredOf(lane)->times,
                             &beside = run.lanes.speeds().measuredOf(plain)->times;
            const Speed speed = speedOf(own, &beside, false);
            return panel.lane() == &lane && theory.acceptance == own.metrics().acceptanceRate()
                && theory.costs == passCostsOf(own, beside) && theory.measuredSpeedUp == speed.measuredSpeedUp
                && theory.runLength == speed.stepsPerRound;
        };
        QVERIFY(until([&] { return isOf(1); })); // the first that drafts
        QCOMPARE(panel.page().shown().lanes.size(), std::size_t(3));
        for (int i = 0; i < 3; ++i) {
            const LengthTheory::LanePoint& point = panel.page().shown().lanes[std::size_t(i)];
            QCOMPARE(point.look, i);
            QVERIFY(point.name.startsWith(QString("%1 · ").arg(i + 1)));
            QCOMPARE(point.acceptance,
                     run.lanes.speeds().measuredOf(run.lanes.lane(i))->times.metrics().acceptanceRate());
        }
        QCOMPARE(panel.page().shown().lanes[0].measuredSpeedUp, std::optional(1.0));
        auto* choice = panel.findChild<QComboBox*>();
        choice->setCurrentIndex(2);
        emit choice->activated(2);
        QVERIFY(isOf(2));
        // Where each lane is on its own, it goes with the one that the transport moves.
        run.lanes.player().setLock(LaneLock::none);
        run.lanes.player().setCurrent(run.lanes.lane(0));
        run.lanes.player().setCurrent(run.lanes.lane(1));
        QVERIFY(isOf(1));
        const ExportedView exported = panel.exported();
        QVERIFY(exported.view == &panel.page().chart());
        QVERIFY(exported.csv().startsWith("draft_length,") && exported.text().contains("1 · Plain decoding: γ"));
        run.lanes.remove(&run.lanes.lane(1));
        QVERIFY(run.measured());                 // again, of those that are left
        QVERIFY(until([&] { return isOf(1); })); // prompt lookup, which is lane 2 now
    }

    void theWindowSaysWhatIsFair()
    {
        CompareFixture run;
        QVERIFY(run.start() && run.add({laneSetup()}));
        QCOMPARE(run.find<QLabel>("sentence")->text(), Lanes::fairness());
        QVERIFY(test::isSentence(Lanes::fairness()));
    }
};

DRAFTSCOPE_WINDOW_TEST(TestLaneFigures)
#include "test_lane_figures.moc"
