// SPDX-License-Identifier: MIT
// What was and what comes: the time line of a run and of a trace, and the text and the chart before the last moment.
#include <QElapsedTimer>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QWheelEvent>

#include "engine/trace/trace_file.h"
#include "gui/playback/branch_text.h"
#include "gui/playback/recorded_steps.h"
#include "tests/test_main.h"
#include "tests/widgets/colours.h"
#include "widgets/charts/tokens_per_step_chart.h"
#include "widgets/text/text_view.h"
#include "widgets/text/time_line.h"
#include "window_fixture.h"

using namespace draftscope;
using test::until;
using test::WindowFixture;

namespace {

struct LineWindow : WindowFixture {
    using WindowFixture::WindowFixture;
    [[nodiscard]] TimeLine& line() const { return *find<TimeLine>(); }
    [[nodiscard]] TextView& text() const { return *find<TextView>(); }
    [[nodiscard]] TokensPerStepChart& chart() const { return *find<TokensPerStepChart>(); }
    [[nodiscard]] QPoint cell(int round) const { return line().cellRect(round).center().toPoint(); }
    [[nodiscard]] Position end(int round) const { return endOfRound(navigation.recording(), 0, round); }
};

bool isShown(const LineWindow& run, const Recording& recording, int branch)
{
    if (run.line().roundCount() != recording.roundCount(branch))
        return false;
    for (int r = 0; r < recording.roundCount(branch); ++r)
        if (!run.line().wordsAt(r).startsWith(
                QStringLiteral("Round %1: %2 token").arg(r + 1).arg(recording.round(branch, r).committed.size())))
            return false;
    return true;
}

} // namespace

class TestTimeLineOfRun : public QObject {
    Q_OBJECT

private slots:
    void itGrowsWithTheRun()
    {
        LineWindow run;
        QVERIFY(run.line().isVisible());
        QCOMPARE(run.line().roundCount(), 0);
        QVERIFY(run.start() && run.rounds(3));
        QVERIFY(isShown(run, run.navigation.recording(), 0));
        QCOMPARE(run.line().value(), 3);
        QVERIFY(run.step(2)); // a round that has begun
        QCOMPARE(run.line().roundCount(), 4);
        QCOMPARE(run.line().value(), 4);
        QVERIFY(run.line().wordsAt(3).startsWith("Round 4: 0 tokens"));
        QVERIFY(run.rounds(1));
        QVERIFY(isShown(run, run.navigation.recording(), 0));
        QVERIFY(run.start()); // another run
        QCOMPARE(run.line().roundCount(), 0);
    }

    void clickDragWheelAndKeysGoThere()
    {
        LineWindow run;
        QVERIFY(run.start() && run.rounds(8));
        QSignalSpy stood(&run.navigation.player(), &Player::stood);
        QTest::mousePress(&run.line(), Qt::LeftButton, {}, run.cell(2));
        QCOMPARE(run.navigation.playhead().position(), run.end(2));
        for (const int round : {5, 0, 3}) {
            QTest::mouseMove(&run.line(), run.cell(round));
            QVERIFY(until([&] { return run.navigation.playhead().position() == run.end(round); }));
        }
        QTest::mouseMove(&run.line(), run.cell(4)); // carried out by the release at the latest
        QTest::mouseRelease(&run.line(), Qt::LeftButton, {}, run.cell(4));
        QCOMPARE(run.navigation.playhead().position(), run.end(4));
        QVERIFY2(stood.isEmpty(), "nothing is computed again");
        run.line().setFocus(Qt::TabFocusReason);
        run.press(Qt::Key_Left);
        QCOMPARE(run.navigation.playhead().position(), run.end(3));
        run.press(Qt::Key_Right);
        run.press(Qt::Key_Right);
        QCOMPARE(run.navigation.playhead().position(), run.end(5));
        run.press(Qt::Key_Home);
        QCOMPARE(run.navigation.playhead().position(), (Position{0, 0, 0}));
        run.press(Qt::Key_End);
        QCOMPARE(run.navigation.playhead().position(), run.navigation.recording().end(0));
        run.press(Qt::Key_Escape);
        QVERIFY(until([&] { return !run.line().hasFocus(); }));
        run.press(Qt::Key_Left);
        QCOMPARE(run.navigation.playhead().position().moment,
                 run.end(7).moment - 1); // elsewhere it is a moment, as ever
        const QPoint at = run.cell(3);
        QWheelEvent wheel(at, run.line().mapToGlobal(at), {}, {0, 240}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                          false);
        QCoreApplication::sendEvent(&run.line(), &wheel);
        QCOMPARE(run.navigation.playhead().position(), run.end(5));
    }

    void draggingPausesWhatPlays()
    {
        LineWindow run(test::quickSetup(400));
        QVERIFY(run.start() && run.rounds(5));
        run.press(Qt::Key_Space);
        QVERIFY(until([&] { return run.navigation.recording().roundCount(0) > 5; }));
        QTest::mouseClick(&run.line(), Qt::LeftButton, {}, run.cell(1));
        QCOMPARE(run.navigation.player().activity(), Player::Activity::paused);
        QCOMPARE(run.navigation.playhead().position(), run.end(1));
    }

    void tabLeadsThereAndCompareHasNone()
    {
        LineWindow run;
        QVERIFY(run.start() && run.rounds(2));
        for (int i = 0; i < 150 && !run.line().hasFocus(); ++i)
            run.press(Qt::Key_Tab);
        QVERIFY(run.line().hasFocus());
        run.window.showWorkspace("compare");
        QVERIFY(!run.line().isVisible());
        run.window.showWorkspace("step");
        QVERIFY(run.line().isVisible());
    }

    void stopConditionsAndForksHaveMarks()
    {
        LineWindow run;
        QVERIFY(run.start() && run.rounds(6));
        const QString stops = "A stop condition is met in it.";
        for (int r = 0; r < 6; ++r)
            QVERIFY(!run.line().wordsAt(r).contains(stops));
        run.navigation.player().transport().setStopConditions({.onRejection = true});
        const Recording& recording = run.navigation.recording();
        int met = 0;
        for (int r = 0; r < 6; ++r) {
            const bool isMet = stopInRound(recording, {.onRejection = true}, {0, r, 0}).has_value();
            QCOMPARE(run.line().wordsAt(r).contains(stops), isMet);
            met += isMet;
        }
        QVERIFY(met > 0);
        run.navigation.player().goTo({0, 2, 2});
        QVERIFY(run.await([&] {
            run.navigation.whatIfs().change({{.kind = OverrideRecord::Kind::token, .node = 1, .token = 300}});
        }));
        QCOMPARE(run.navigation.playhead().position().branch, 1);
        QVERIFY(run.rounds(1));
        QCOMPARE(run.line().roundCount(), recording.roundCount(1));
        for (const int branch : {1, 0}) {
            run.navigation.player().goToBranch(branch);
            QCOMPARE(run.line().roundCount(), recording.roundCount(branch));
            QCOMPARE(int(run.line().marks().size()), 1);
            QCOMPARE(run.line().marks().front().kind, TimeLineMark::Kind::fork);
            QCOMPARE(run.line().marks().front().round, 2);
            QVERIFY(run.line().wordsAt(2).contains("Branch 1 begins here: "));
        }
    }

    void textAndChartKeepWhatComesAfter()
    {
        LineWindow run;
        QVERIFY(run.start() && run.rounds(8));
        const int all = int(run.navigation.playhead().text().size());
        QCOMPARE(run.text().happenedCount(), all);
        QCOMPARE(run.text().tokenCount(), all);
        QCOMPARE(run.chart().endedBars(), 8);
        run.navigation.player().goTo(run.end(2));
        QCOMPARE(run.text().tokenCount(), all);
        QCOMPARE(run.text().happenedCount(), int(run.navigation.playhead().text().size()));
        QVERIFY(run.text().happenedCount() < all);
        QCOMPARE(run.text().about().first, run.text().happenedCount() - 1);
        QCOMPARE(int(run.chart().steps().size()), 8);
        QCOMPARE(run.chart().endedBars(), 3);
        QCOMPARE(run.chart().shownRound(), 2);
        for (int moment = 0; moment <= run.end(3).moment; ++moment) { // however far a round has come
            run.navigation.player().goTo({0, 3, moment});
            QCOMPARE(run.text().tokenCount(), all);
            QCOMPARE(run.text().happenedCount(), int(run.navigation.playhead().text().size()));
            QCOMPARE(tokensAt(run.navigation.recording(), {0, 3, moment}),
                     int(run.navigation.playhead().text().size()));
        }
        run.navigation.player().first();
        QCOMPARE(run.text().happenedCount(), int(run.navigation.recording().header().promptTokens.size()));
        QCOMPARE(run.chart().endedBars(), 0);
        QCOMPARE(int(run.chart().steps().size()), 8);
    }

    void whatIsToComeLeadsThere()
    {
        LineWindow run;
        QVERIFY(run.start() && run.rounds(8));
        const int all = int(run.navigation.playhead().text().size());
        run.navigation.player().goTo(run.end(1));
        QTest::mouseClick(run.text().viewport(), Qt::LeftButton, {},
                          run.text().tokenRect(all - 1).center().toPoint()
                              - QPoint(0, run.text().verticalScrollBar()->value()));
        QCOMPARE(run.navigation.playhead().position(), *momentOf(run.navigation.recording(), 0, all - 1));
        QCOMPARE(run.navigation.playhead().selection().selectedToken(), std::optional(all - 1));
        QCOMPARE(run.text().selected(), all - 1);
        run.navigation.player().goTo(run.end(1));
        QTest::mouseClick(run.chart().viewport(), Qt::LeftButton, {}, run.chart().columnRect(6).center().toPoint());
        QCOMPARE(run.navigation.playhead().position(), run.end(6));
        QTest::mouseClick(run.chart().viewport(), Qt::LeftButton, {}, run.chart().columnRect(0).center().toPoint());
        QCOMPARE(run.navigation.playhead().position(), run.end(0));
        QCOMPARE(run.chart().endedBars(), 1);
    }

    void theFutureIsFaintAndTheMomentHasALine()
    {
        LineWindow run;
        run.window.resize(1280, 1000); // all of the text is in sight
        QVERIFY(run.start() && run.rounds(6));
        const QImage whole = sample::picture(*run.text().viewport());
        run.navigation.player().goTo(run.end(1));
        const QImage past = sample::picture(*run.text().viewport());
        const int now = run.text().happenedCount();
        const auto ground = [&](const QImage& image, int token) {
            const QRectF rect = run.text().tokenRect(token);
            return sample::count(image, rect, Theme::tint(Role::accepted, 0.16))
                + sample::count(image, rect, Theme::tint(Role::residual, 0.16))
                + sample::count(image, rect, Theme::tint(Role::bonus, 0.16));
        };
        for (int token = int(run.navigation.recording().header().promptTokens.size()); token < run.text().tokenCount();
             ++token) {
            QVERIFY(ground(whole, token) > 30);
            QCOMPARE(ground(past, token) > 30, token < now);
        }
        const QRectF last = run.text().tokenRect(now - 1);
        const QRectF line(last.right() + 2, last.top() + 3, 1, last.height() - 6);
        QVERIFY(sample::count(past, line, Theme::color(Role::text)) >= int(line.height()) - 1);
        QVERIFY(sample::count(whole, line, Theme::color(Role::text)) < int(line.height()) / 2);
        const QImage bars = sample::picture(*run.chart().viewport());
        const QColor solid = Theme::color(Role::residual);
        for (int round = 0; round < 6; ++round)
            if (run.chart().steps()[std::size_t(round)].residual > 0)
                QCOMPARE(sample::count(bars, run.chart().columnRect(round), solid) > 20, round < 2);
    }

    void aTraceHasItsWholeTextAndTimeLine()
    {
        const QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.filePath("a.jsonl").toStdString());
        LineWindow run;
        QVERIFY(run.start() && run.rounds(7));
        QVERIFY(saveTrace(path, run.navigation.recording()));
        const int all = int(run.navigation.playhead().text().size());
        run.navigation.starter().openTrace(path);
        QVERIFY(
            until([&] { return run.navigation.run().isThere() && !run.navigation.run().computation().canCompute(); }));
        QCOMPARE(run.navigation.playhead().position(), (Position{0, 0, 0}));
        QVERIFY(isShown(run, run.navigation.recording(), 0));
        QCOMPARE(run.line().value(), 0);
        QCOMPARE(run.text().tokenCount(), all);
        QCOMPARE(int(run.chart().steps().size()), 7);
        QCOMPARE(run.text().verticalScrollBar()->value(), 0);
        QTest::mouseClick(&run.line(), Qt::LeftButton, {}, run.cell(6));
        QCOMPARE(run.navigation.playhead().position(), run.end(6));
    }

    /// Of a trace that is long: recorded rounds are copies of those of a run, one after another.
    void aRecordedMomentIsThereSoon()
    {
        const QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.filePath("long.jsonl.zst").toStdString());
        LineWindow run;
        QVERIFY(run.start() && run.rounds(4));
        TraceHeader header = run.navigation.recording().header();
        header.target.context = 1'000'000;
        Recording many(header);
        for (const auto& [token, bytes] : run.navigation.recording().tokens())
            many.addToken(token, bytes);
        int length = int(header.promptTokens.size());
        for (int r = 0; r < 1500; ++r) {
            RoundRecord round = run.round(1 + r % 3);
            round.round = r;
            round.prefixLength = length;
            round.root = r == 0 ? header.promptTokens.back() : many.round(0, r - 1).committed.back().token;
            round.contexts.clear();
            round.cacheChanges.clear();
            length += int(round.committed.size());
            many.put(0, std::move(round));
        }
        const auto saved = saveTrace(path, many);
        QVERIFY2(saved, saved ? "" : saved.error().sentence.c_str());
        run.navigation.starter().openTrace(path);
        QVERIFY(until([&] { return run.line().roundCount() == 1500 || !run.problem().isEmpty(); }));
        QCOMPARE(run.line().roundCount(), 1500);
        QVERIFY(run.line().cellRect(1499).right() <= run.line().width());
        std::vector<qint64> times;
        for (int i = 0; i < 20; ++i) {
            QElapsedTimer timer;
            timer.start();
            QTest::mouseClick(&run.line(), Qt::LeftButton, {}, run.cell(i * 1999 % 1500));
            run.window.repaint();
            times.push_back(timer.elapsed());
        }
        std::nth_element(times.begin(), times.begin() + 10, times.end());
        qInfo("a moment of 1500 rounds: %lld ms", static_cast<long long>(times[10]));
        QVERIFY2(times[10] < 250,
                 "50 ms on an idle machine (bench_window measures it); far more is a loop over all rounds");
    }
};

DRAFTSCOPE_WINDOW_TEST(TestTimeLineOfRun)
#include "test_time_line_of_run.moc"
