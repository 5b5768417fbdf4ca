// SPDX-License-Identifier: GPL-3.0-or-later
// How fast the run is beside plain decoding: when both are decoded to measure it, and what comes of it.
#include "engine/session/methods.h"
#include "gui/navigation/navigation.h"

namespace draftscope {

namespace {

constexpr const char* plainMethod = "plain";
constexpr int ownSubject = 0, plainSubject = 1;

} // namespace

void Navigation::setDecodesFreely(bool isWanted)
{
    m_decodesFreely = isWanted;
    if (!isWanted)
        m_free.giveBack(); // its memory may be wanted
    allowFreeDecodes();
}

void Navigation::beginFreeDecodes(int run, const RunSetup& setup, const TraceHeader& header)
{
    if (setup.settings.method == plainMethod) {
        m_free.begin({{setup, ownSubject, header}}, run);
        return;
    }
    RunSetup plain = setup;
    chooseMethod(plain.settings, plainMethod);
    TraceHeader plainHeader = header;
    plainHeader.draft.reset();
    m_free.begin({{setup, plainSubject, header}, {plain, plainSubject, plainHeader}}, run);
}

/// Not before a round has been decoded, which may never be: models that are only looked at are left alone.
void Navigation::allowFreeDecodes()
{
    const bool isUseful =
        hasRecording() && canCompute() && recording().roundCount(0) > 0 && recording().round(0, 0).isFinished();
    m_free.setAllowed(m_decodesFreely && isUseful && activity() == Activity::paused && !isComputing()
                      && !isMeasuring());
}

void Navigation::setMeasuringRule(const MeasuringRule& rule)
{
    m_free.setRule(rule);
}

void Navigation::measureSpeedAgain()
{
    if (canMeasureSpeedAgain())
        m_free.measureAgain();
}

bool Navigation::canMeasureSpeedAgain() const
{
    return hasRecording() && canCompute()
        && (m_free.stage() == BackgroundSpeed::Stage::done || m_free.stage() == BackgroundSpeed::Stage::failed
            || m_free.stage() == BackgroundSpeed::Stage::waiting);
}

QString Navigation::whyNoSpeedUp(const Speed& speed) const
{
    if (!hasRecording())
        return tr("There is no run yet.");
    if (recording().header().method == plainMethod)
        return tr("This run decodes plainly itself: it is what speed-ups are measured against.");
    if (m_free.stage() == BackgroundSpeed::Stage::nothing)
        return tr(
            "This is a trace, and its models are not loaded, so nothing can be decoded plainly to compare it with: "
            "restart with models to measure the speed-up.");
    if (speed.measuredSpeedUp)
        return {};
    if (!m_free.problem().isEmpty())
        return m_free.problem();
    if (const QString why = m_run.whyNothingIsComputed(); !why.isEmpty())
        return why;
    if (m_free.isMeasured())
        return tr(
            "The text of this prompt ends within the first round, which reads the prompt, too, and does not count: "
            "a longer text can be measured.");
    if (m_free.measurement().laps() > 0)
        return tr("Being measured: the figures are shown when they are known to within %1 %, or after %2 s of "
                  "measuring.")
            .arg(100 * m_free.measurement().rule().halfWidth)
            .arg(m_free.measurement().rule().mostSeconds);
    return tr(
        "This run's setup and plain decoding of the same prompt are measured by themselves while the run stands still "
        "and nothing else wants the models.");
}

SpeedFigures Navigation::speedFigures() const
{
    SpeedFigures figures;
    figures.metrics = m_playhead.metrics();
    figures.draftsTrees = m_playhead.draftsTrees();
    figures.isBatch = isBatch();
    figures.isGrowing = m_free.isPending();
    if (m_free.isMeasured()) {
        const SpeedMeasurement& measured = m_free.measurement();
        const bool hasPlain = measured.decodes() > plainSubject; // a plain run is measured alone
        const RoundTimes& own = measured.figures(ownSubject).times;
        figures.speed = measured.speed(ownSubject);
        if (!hasPlain) // beside itself it has no speed-up
            figures.speed.measuredSpeedUp = figures.speed.predictedSpeedUp = std::nullopt;
        figures.measured = own.metrics();
        if (isBatch())
            figures.speed.expectedTokens = figures.speed.predictedSpeedUp = std::nullopt; // no formula is of batches
        figures.rounds = own.rounds();
        if (hasPlain) {
            figures.plainRounds = measured.figures(plainSubject).times.rounds();
            figures.plainTokensPerSecond = measured.speed(plainSubject).tokensPerSecond;
            figures.plainFirstTokenMs = measured.speed(plainSubject).firstTokenMs;
        }
        figures.isSettled = measured.isSettled();
        figures.steadiness = measured.steadiness();
        if (hasPlain && !isBatch())
            figures.costs = measured.costs(ownSubject);
    }
    figures.whyNone = whyNoSpeedUp(figures.speed);
    return figures;
}

} // namespace draftscope
