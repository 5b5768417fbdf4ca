// SPDX-License-Identifier: GPL-3.0-or-later
// How fast the run is beside plain decoding: when both are decoded to measure it, and what comes of it.
#include "gui/navigation.h"

namespace draftscope {

namespace {

constexpr const char* plainMethod = "plain";

} // namespace

void Navigation::setDecodesFreely(bool isWanted)
{
    m_decodesFreely = isWanted;
    if (!isWanted)
        m_free.giveBack(); // its memory may be wanted
    allowFreeDecodes();
}

/// Not before a round has been decoded, which may never be: models that are only looked at are left alone.
void Navigation::allowFreeDecodes()
{
    const bool isUseful = hasRecording() && canCompute() && !isBatch() && recording().header().method != plainMethod
        && recording().roundCount(0) > 0 && recording().round(0, 0).isFinished();
    m_free.setAllowed(m_decodesFreely && isUseful && activity() == Activity::paused && !isComputing()
                      && !isMeasuring());
}

QString Navigation::whyNoSpeedUp(const Speed& speed) const
{
    if (!hasRecording())
        return tr("There is no run yet.");
    if (recording().header().method == plainMethod)
        return tr("This run decodes plainly itself: it is what speed-ups are measured against.");
    if (isBatch())
        return tr("Speed-ups are measured of one text at a time, and this run is a batch: Setup with one sequence "
                  "measures them, and draftscope-cli batch --against-single compares the batch with its texts one by "
                  "one.");
    if (m_free.stage() == FreeDecodes::Stage::nothing)
        return tr(
            "This is a trace, and its models are not loaded, so nothing can be decoded plainly to compare it with: "
            "restart with models to measure the speed-up.");
    if (speed.measuredSpeedUp)
        return {};
    if (!m_free.problem().isEmpty())
        return m_free.problem();
    if (const QString why = m_run.whyNothingIsComputed(); !why.isEmpty())
        return why;
    if (m_free.stage() == FreeDecodes::Stage::done)
        return tr(
            "The text of this prompt ends within the first round, which reads the prompt, too, and does not count: "
            "a longer text can be measured.");
    return tr(
        "This run's setup and plain decoding of the same prompt are measured by themselves while the run stands still "
        "and nothing else wants the models.");
}

SpeedFigures Navigation::speedFigures() const
{
    SpeedFigures figures;
    figures.metrics = m_playhead.metrics();
    figures.draftsTrees = m_playhead.draftsTrees();
    // How the run itself was stepped would count in its own times, which are taken only where nothing else can be measured.
    const bool isMeasured = m_free.stage() != FreeDecodes::Stage::nothing && recording().header().method != plainMethod;
    const RoundTimes& own = isMeasured ? m_free.ownTimes() : m_playhead.times();
    const RoundTimes& plain = m_free.plainTimes();
    figures.rounds = own.rounds();
    figures.speed =
        speedOf(figures.metrics, own, isMeasured && own.rounds() > 0 && plain.rounds() > 0 ? &plain : nullptr,
                figures.draftsTrees);
    figures.plainRounds = plain.rounds();
    figures.plainTokensPerSecond = plain.tokensPerSecond();
    figures.isGrowing = m_free.isPending();
    figures.writesDistributions = canCompute() && running().settings.topTokens > 0;
    figures.whyNone = whyNoSpeedUp(figures.speed);
    return figures;
}

} // namespace draftscope
