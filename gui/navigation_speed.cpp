// SPDX-License-Identifier: GPL-3.0-or-later
// How fast the run is beside plain decoding: when that is decoded, and what comes of it.
#include "gui/navigation.h"

namespace draftscope {

namespace {

constexpr const char* plainMethod = "plain";

} // namespace

void Navigation::setDecodesPlainly(bool isWanted)
{
    m_decodesPlainly = isWanted;
    if (!isWanted)
        m_plain.giveBack(); // its memory may be wanted
    allowPlainDecode();
}

/// Not before a round has been decoded, which may never be: models that are only looked at are left alone.
void Navigation::allowPlainDecode()
{
    const bool isUseful = hasRecording() && canCompute() && recording().header().method != plainMethod
        && recording().roundCount(0) > 0 && recording().round(0, 0).isFinished();
    m_plain.setAllowed(m_decodesPlainly && isUseful && activity() == Activity::paused && !isComputing()
                       && !isMeasuring());
}

QString Navigation::whyNoSpeedUp(const Speed& speed) const
{
    if (!hasRecording())
        return tr("There is no run yet.");
    if (recording().header().method == plainMethod)
        return tr("This run decodes plainly itself: it is what speed-ups are measured against.");
    if (m_plain.stage() == PlainDecode::Stage::nothing)
        return tr(
            "This is a trace, and its models are not loaded, so nothing can be decoded plainly to compare it with: "
            "restart with models to measure the speed-up.");
    if (speed.measuredSpeedUp)
        return {};
    if (m_plain.stage() == PlainDecode::Stage::failed)
        return m_plain.problem();
    if (!speed.tokensPerSecond)
        return tr("The first round reads the prompt, too, and does not count: there is no other one yet.");
    if (const QString why = m_run.whyNothingIsComputed(); !why.isEmpty())
        return why;
    if (m_plain.stage() == PlainDecode::Stage::done)
        return tr("Plain decoding of this prompt ends with its first token, which does not count: a longer text can be "
                  "measured.");
    return tr(
        "Plain decoding of this prompt is measured by itself while the run stands still and nothing else wants the "
        "models.");
}

SpeedFigures Navigation::speedFigures() const
{
    SpeedFigures figures;
    figures.metrics = m_playhead.metrics();
    figures.draftsTrees = m_playhead.draftsTrees();
    const RoundTimes& plain = m_plain.times();
    const bool isPlain = recording().header().method == plainMethod;
    figures.rounds = m_playhead.times().rounds();
    figures.speed = speedOf(figures.metrics, m_playhead.times(), plain.rounds() > 0 && !isPlain ? &plain : nullptr,
                            figures.draftsTrees);
    figures.plainRounds = plain.rounds();
    figures.plainTokensPerSecond = isPlain ? std::nullopt : plain.tokensPerSecond();
    figures.isGrowing = m_plain.isPending();
    figures.writesDistributions = canCompute() && running().settings.topTokens > 0;
    figures.whyNone = whyNoSpeedUp(figures.speed);
    return figures;
}

} // namespace draftscope
