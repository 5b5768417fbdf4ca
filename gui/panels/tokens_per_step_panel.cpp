// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/tokens_per_step_panel.h"

#include <algorithm>
#include <utility>

#include <QEvent>
#include <QMenu>

#include "engine/analysis/metrics.h"
#include "gui/playback/recorded_steps.h"
#include "widgets/charts/tokens_per_step_chart.h"
#include "widgets/lanes/view_tables.h"
#include "widgets/words/round_words.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

StepBar barOf(const RoundRecord& round, int promptLength)
{
    StepBar bar{.round = round.round, .drafted = int(round.nodes.size())};
    for (const CommittedToken& token : round.committed) {
        switch (token.source) {
        case TokenSource::accepted:
            ++bar.accepted;
            break;
        case TokenSource::residual:
            ++bar.residual;
            break;
        case TokenSource::bonus:
            ++bar.bonus;
            break;
        case TokenSource::plain:
        case TokenSource::prompt:
            ++bar.plain;
            break;
        }
    }
    bar.mean = double(round.prefixLength + int(round.committed.size()) - promptLength) / (round.round + 1);
    return bar;
}

} // namespace

TokensPerStepPanel::TokensPerStepPanel(Navigation& nav)
    : RunPanel(QStringLiteral("tokens-per-step"), tr("Tokens per step"), nav), m_chart(new TokensPerStepChart)
{
    setContent(m_chart);
    offerMenu(new QMenu(this));
    connect(m_chart, &TokensPerStepChart::roundClicked, this, [this](int round) {
        const int branch = playhead().position().branch;
        if (round < playhead().recording().roundCount(branch))
            navigation().player().goTo(endOfRound(playhead().recording(), branch, round));
    });
    connect(&nav, &Navigation::recordingChanged, this, [this] { m_drawn = {}; });
}

/// Rounds stay where they are as long as the one shown is among them; at the end of the branch they are the last ones.
TokensPerStepPanel::Drawn TokensPerStepPanel::wanted() const
{
    constexpr int window = TokensPerStepChart::window;
    const Position at = playhead().position();
    const int all = finishedCount();
    const int finished = std::min(playhead().finishedRounds(), all), latest = std::max(0, all - window);
    int first = m_drawn.branch == at.branch ? std::min(m_drawn.first, latest) : latest;
    if (finished == all)
        first = latest;
    else if (finished <= first || finished >= first + window)
        first = std::clamp(finished - window / 2, 0, latest);
    return {at.branch, first, std::min(all, first + window), finished, at.moment > 0 ? at.round : -1};
}

ExportedView TokensPerStepPanel::exported()
{
    ExportedView exported = RunPanel::exported();
    exported.csv = [this] { return csvOf(tableOf(stepBars(0, finishedCount()))); };
    return exported;
}

int TokensPerStepPanel::finishedCount() const
{
    const int branch = playhead().position().branch, all = playhead().recording().roundCount(branch);
    return all > 0 && !playhead().recording().round(branch, all - 1).isFinished() ? all - 1 : all;
}

std::vector<StepBar> TokensPerStepPanel::stepBars(int first, int end) const
{
    std::vector<StepBar> bars;
    const auto promptLength = int(playhead().recording().header().promptTokens.size());
    for (int r = first; r < end; ++r)
        bars.push_back(barOf(playhead().recording().round(playhead().position().branch, r), promptLength));
    return bars;
}

void TokensPerStepPanel::refresh()
{
    const Drawn now = wanted();
    if (now == m_drawn)
        return;
    const bool isLive = now.finished == now.end && m_drawn.finished == m_drawn.end;
    const Drawn before = std::exchange(m_drawn, now);
    if (isLive && Drawn{now.branch, now.first, now.end, now.finished, before.shown} == before)
        return; // another moment of the round that runs

    const std::vector<StepBar> bars = stepBars(now.first, now.end);
    const Metrics& metrics = playhead().metrics();
    // The formula is of chains.
    const bool hasFormula = metrics.acceptanceRate() && playhead().drafts() == Drafts::nodes;
    const auto expected = hasFormula ? metrics.expectedTokensPerStep() : std::nullopt;
    const QString note = chosenNote(metrics.chosen(), metrics.judged());
    const QString mark = note.isEmpty() ? QString() : QStringLiteral("*");
    const QString mean = number(metrics.tokensPerStep()) + mark;
    m_chart->setSteps(bars, expected, mark);
    m_chart->setNow(now.finished - now.first, now.shown);
    header().setSubtitle(now.finished == 0 ? tr("no round is finished yet")
                             : expected    ? tr("mean %1 measured, %2 expected").arg(mean, number(expected) + mark)
                                           : tr("mean %1 measured").arg(mean),
                         note);
}

void TokensPerStepPanel::changeEvent(QEvent* event)
{
    RunPanel::changeEvent(event);
    if (m_chart
        && (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange
            || event->type() == QEvent::StyleChange // letters of a room
            || event->type() == QEvent::LanguageChange))
        m_chart->applyTheme();
}

} // namespace draftscope
