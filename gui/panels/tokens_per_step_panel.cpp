// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/tokens_per_step_panel.h"

#include <QEvent>

#include "engine/analysis/metrics.h"
#include "gui/walk.h"
#include "widgets/round_words.h"
#include "widgets/token_text.h"
#include "widgets/tokens_per_step_chart.h"

namespace draftscope {

namespace {

StepBar barOf(const RoundRecord& round, int promptLength)
{
    StepBar bar{.round = round.round};
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
    : DockPanel(QStringLiteral("tokens-per-step"), tr("Tokens per step"), nav), m_chart(new TokensPerStepChart)
{
    setContent(m_chart);
    connect(m_chart, &TokensPerStepChart::roundClicked, this, [this](int round) {
        const int branch = playhead().position().branch;
        if (round < playhead().recording().roundCount(branch))
            navigation().goTo(endOfRound(playhead().recording(), branch, round));
    });
    connect(&nav, &Navigation::recordingReplaced, this, [this] { m_drawn = {-1, -1, -1}; });
}

void TokensPerStepPanel::refresh()
{
    const Position at = playhead().position();
    const auto& round = playhead().round();
    const int finished = at.round + (round && round->isFinished() ? 1 : 0);
    const Position wanted{at.branch, finished, 0};
    if (wanted == m_drawn)
        return;
    m_drawn = wanted;

    std::vector<StepBar> bars;
    const auto promptLength = int(playhead().recording().header().promptTokens.size());
    for (int r = std::max(0, finished - TokensPerStepChart::window); r < finished; ++r)
        bars.push_back(barOf(playhead().recording().round(at.branch, r), promptLength));
    const Metrics& metrics = playhead().metrics();
    // The formula is of chains.
    const bool hasFormula = metrics.acceptanceRate() && !playhead().draftsTrees();
    const auto expected = hasFormula ? metrics.expectedTokensPerStep() : std::nullopt;
    const QString note = chosenNote(metrics.chosen(), metrics.judged());
    const QString mark = note.isEmpty() ? QString() : QStringLiteral("*");
    const QString mean = number(metrics.tokensPerStep()) + mark;
    m_chart->setSteps(bars, expected, mark);
    header().setSubtitle(finished == 0  ? tr("no round is finished yet")
                             : expected ? tr("mean %1 measured, %2 expected").arg(mean, number(expected) + mark)
                                        : tr("mean %1 measured").arg(mean),
                         note);
}

void TokensPerStepPanel::changeEvent(QEvent* event)
{
    DockPanel::changeEvent(event);
    if (m_chart && (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange))
        m_chart->applyTheme();
}

} // namespace draftscope
