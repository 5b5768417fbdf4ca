// SPDX-License-Identifier: MIT
// Renders each view in both themes, for looking at: show_widgets FOLDER [TRACE]. Without a trace it shows the made-up
// sample.
#include <cstdio>

#include <QApplication>
#include <QDir>

#include "engine/analysis/metrics.h"
#include "engine/trace/trace_file.h"
#include "tests/widgets/sample_recording.h"
#include "widgets/charts/metric_strip.h"
#include "widgets/charts/tokens_per_step_chart.h"
#include "widgets/charts/tried_theory.h"
#include "widgets/distribution/distribution_view.h"
#include "widgets/distribution/overlap_view.h"
#include "widgets/lanes/race_view.h"
#include "widgets/stage/moment_bar.h"
#include "widgets/stage/stage_view.h"
#include "widgets/style/theme.h"
#include "widgets/text/events_view.h"
#include "widgets/text/text_view.h"

using namespace draftscope;

namespace {

void save(QWidget& widget, QSize size, const QString& path)
{
    widget.resize(size);
    widget.show();
    QApplication::processEvents();
    widget.grab().save(path);
}

std::vector<StepBar> steps(const Recording& recording, Metrics& metrics)
{
    std::vector<StepBar> bars;
    for (int r = 0; r < recording.roundCount(0); ++r) {
        const RoundRecord& round = recording.round(0, r);
        if (!round.isFinished())
            break;
        metrics.add(round);
        StepBar bar{r};
        for (const CommittedToken& token : round.committed)
            ++(token.source == TokenSource::accepted       ? bar.accepted
                   : token.source == TokenSource::residual ? bar.residual
                   : token.source == TokenSource::bonus    ? bar.bonus
                                                           : bar.plain);
        bar.mean = metrics.tokensPerStep().value_or(0);
        bars.push_back(bar);
    }
    if (bars.size() > TokensPerStepChart::window)
        bars.erase(bars.begin(), bars.end() - TokensPerStepChart::window);
    return bars;
}

/// With costs that are made up, and three lanes on one clock.
void showTheoryAndRace(const QString& prefix)
{
    LengthTheory theory;
    theory.acceptance = 0.7;
    theory.costs = PassCosts{0.1, {{1, 1, 40}, {7, 1.4, 20}}};
    theory.runLength = 6;
    theory.expectedSpeedUp = predictedSpeedUp(0.7, 6, 0.1, 1.4);
    theory.measuredSpeedUp = 1.4;
    LengthTheoryChart chart;
    chart.setTheory(theory);
    save(chart, {560, 300}, prefix + "theory.png");
    theory.lanes = {{0, "1 · Plain decoding", {}, 0.0, 1.0},
                    {1, "2 · Two models", 0.7, 6.0, 1.4},
                    {2, "3 · Prompt lookup", 0.4, 5.2, 1.3}};
    chart.setTheory(theory);
    save(chart, {700, 300}, prefix + "theory-lanes.png");

    std::vector<RaceLane> lanes{{"1 · Plain decoding", {}, "Once", 4},
                                {"2 · Two models", {}, "Once upon", 9},
                                {"3 · Prompt lookup", {}, "Once", 4}};
    const auto add = [&](std::size_t lane, const PhaseBar& bar, int committed, const char* words) {
        lanes[lane].text += words;
        lanes[lane].rounds.push_back({bar, committed, lanes[lane].text.size()});
    };
    for (int r = 1; r <= 30; ++r) {
        add(0, {r, 0, 0, 2, 0.1}, 1, " word");
        add(1, {r, 6, 1.2, 2.8, 0.2}, 3, " and three more");
        add(2, {r, 1, 0.1, 2.4, 0.1}, 1, " copied");
    }
    RaceView race;
    race.setLanes(lanes);
    race.setClock(41);
    save(race, {1000, race.minimumSizeHint().height()}, prefix + "race.png");
}

void showAll(const Recording& recording, int round, const QString& prefix)
{
    const RoundRecord& record = recording.round(0, round);
    auto* stage = new StageView;
    stage->setRound(record, &recording);
    stage->setSelectedContext(record.draw ? record.draw->context : 0);
    save(*stage, {1000, 380}, prefix + "stage.png");
    stage->setRound(atMoment(record, 2), &recording);
    save(*stage, {1000, 380}, prefix + "stage-drafting.png");
    save(*stage, {520, 300}, prefix + "stage-narrow.png");

    MomentBar moments;
    moments.setMoments(record.moments, int(record.moments.size()) - 1);
    save(moments, {900, 36}, prefix + "moments.png");

    TextView text;
    text.setText(recording.tokensBefore(0, round), record.nodes, &recording);
    save(text, {900, 200}, prefix + "text.png");

    DistributionView distribution;
    distribution.setContext(record, record.draw ? record.draw->context : 0, &recording);
    save(distribution, {370, 520}, prefix + "distribution.png");

    OverlapView overlap;
    overlap.setContext(record, record.draw ? record.draw->context : 0, &recording);
    overlap.setMeasured(14, 21);
    save(overlap, {370, 420}, prefix + "overlap.png");
    save(overlap, {900, 420}, prefix + "overlap-wide.png");

    Metrics metrics;
    TokensPerStepChart chart;
    const auto bars = steps(recording, metrics);
    chart.setSteps(bars,
                   metrics.acceptanceRate()
                       ? std::optional(expectedTokens(*metrics.acceptanceRate(), record.draftLength))
                       : std::nullopt);
    save(chart, {900, 300}, prefix + "chart.png");

    EventsView events;
    events.setRecording(&recording, 0);
    events.setPosition({0, round, 1});
    save(events, {900, 300}, prefix + "events.png");

    MetricStrip strip;
    strip.setBackend("CPU · AVX3 · 2 threads");
    strip.setMetrics(metrics.tokensPerStep(), std::nullopt, metrics.acceptanceRate());
    save(strip, {700, 46}, prefix + "metrics.png");
    delete stage;
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    if (argc < 2) {
        std::fputs("show_widgets FOLDER [TRACE]\n", stderr);
        return 2;
    }
    const QDir folder(QString::fromLocal8Bit(argv[1]));
    folder.mkpath(".");
    Recording recording = sample::recording();
    if (argc > 2) {
        auto loaded = loadTrace(argv[2]);
        if (!loaded) {
            std::fprintf(stderr, "%s\n", loaded.error().sentence.c_str());
            return 1;
        }
        recording = std::move(loaded->recording);
    }
    for (const ThemeKind theme : {ThemeKind::light, ThemeKind::dark}) {
        Theme::apply(application, theme);
        const QString prefix = folder.filePath(theme == ThemeKind::light ? "light-" : "dark-");
        showAll(recording, argc > 2 ? std::min(6, recording.roundCount(0) - 1) : 0, prefix);
        showTheoryAndRace(prefix);
    }
    return 0;
}
