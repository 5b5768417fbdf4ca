// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/navigation/run_speed.h"

#include "engine/core/http_client.h"
#include "engine/session/methods.h"

namespace draftscope {

namespace {

constexpr const char* plainMethod = "plain";
constexpr int ownSubject = 0, plainSubject = 1;

} // namespace

RunSpeed::RunSpeed(Decode& decode, SessionThread& thread, QObject* parent)
    : QObject(parent), m_decode(decode), m_measured(thread)
{
    connect(&m_measured, &BackgroundSpeed::changed, this, &RunSpeed::changed);
}

void RunSpeed::setWanted(bool isWanted)
{
    m_isWanted = isWanted;
    if (!isWanted)
        giveBack();
    allow();
}

void RunSpeed::setIdle(bool isIdle)
{
    m_isIdle = isIdle;
    allow();
}

void RunSpeed::begin()
{
    const Run& run = m_decode.run();
    const RunSetup& setup = run.setup();
    const TraceHeader& header = run.recording().header();
    if (setup.settings.method == plainMethod) {
        m_measured.begin({{setup, ownSubject, header}}, run.number());
        return;
    }
    RunSetup plain = setup;
    chooseMethod(plain.settings, plainMethod);
    TraceHeader plainHeader = header;
    plainHeader.draft.reset();
    m_measured.begin({{setup, plainSubject, header}, {plain, plainSubject, plainHeader}}, run.number());
}

/// Not before a round has been decoded, which may never be: models that are only looked at are left alone.
void RunSpeed::allow()
{
    const Recording& recording = m_decode.recording();
    const bool isUseful = m_decode.run().isThere() && m_decode.run().computation().canCompute()
        && recording.roundCount(0) > 0 && recording.round(0, 0).isFinished();
    m_measured.setAllowed(m_isWanted && m_isIdle && isUseful && !isBehindServer());
}

/// A server is asked for what people want to see, and for nothing else.
bool RunSpeed::isBehindServer() const
{
    return isServerAddress(m_decode.recording().header().target.path);
}

void RunSpeed::measureAgain()
{
    if (canMeasureAgain())
        m_measured.measureAgain();
}

bool RunSpeed::canMeasureAgain() const
{
    return m_decode.run().isThere() && m_decode.run().computation().canCompute() && !isBehindServer()
        && (m_measured.stage() == BackgroundSpeed::Stage::done || m_measured.stage() == BackgroundSpeed::Stage::failed
            || m_measured.stage() == BackgroundSpeed::Stage::waiting
            || m_measured.stage() == BackgroundSpeed::Stage::unasked);
}

std::optional<PlainDifference> RunSpeed::differenceFromPlain() const
{
    return draftscope::differenceFromPlain(m_decode.recording(), m_decode.playhead().position(),
                                           m_measured.plainTokens());
}

QString RunSpeed::whyNoSpeedUp(const Speed& speed) const
{
    if (!m_decode.run().isThere())
        return tr("There is no run yet.");
    if (m_decode.recording().header().method == plainMethod)
        return tr("This run decodes plainly itself: it is what speed-ups are measured against.");
    if (m_measured.stage() == BackgroundSpeed::Stage::nothing)
        return tr(
            "This is a trace, and its models are not loaded, so nothing can be decoded plainly to compare it with: "
            "restart with models to measure the speed-up.");
    if (speed.measuredSpeedUp)
        return {};
    if (isBehindServer())
        return tr("The target is behind a server, which is asked for what is shown and for nothing else, so plain "
                  "decoding is not measured beside it.");
    if (!m_measured.problem().isEmpty())
        return m_measured.problem();
    if (const QString why = m_decode.run().computation().whyNothingIsComputed(); !why.isEmpty())
        return why;
    if (m_measured.stage() == BackgroundSpeed::Stage::unasked)
        return BackgroundSpeed::whyUnasked();
    if (m_measured.isMeasured())
        return tr(
            "The text of this prompt ends within the first round, which reads the prompt, too, and does not count: "
            "a longer text can be measured.");
    if (m_measured.measurement().laps() > 0)
        return tr("Being measured: the figures are shown when they are known to within %1 %, or after %2 s of "
                  "measuring.")
            .arg(100 * m_measured.measurement().rule().halfWidth)
            .arg(m_measured.measurement().rule().mostSeconds);
    return tr(
        "This run's setup and plain decoding of the same prompt are measured by themselves while the run stands still "
        "and nothing else wants the models.");
}

SpeedFigures RunSpeed::figures() const
{
    SpeedFigures figures;
    figures.metrics = m_decode.playhead().metrics();
    figures.draftsTrees = m_decode.playhead().drafts() == Drafts::levels;
    figures.isBatch = m_decode.run().isBatch();
    figures.isGrowing = m_measured.isPending();
    if (m_measured.isMeasured()) {
        const SpeedMeasurement& measured = m_measured.measurement();
        const bool hasPlain = measured.decodes() > plainSubject; // a plain run is measured alone
        const RoundTimes& own = measured.figures(ownSubject).times;
        figures.speed = measured.speed(ownSubject);
        if (!hasPlain) // beside itself it has no speed-up
            figures.speed.measuredSpeedUp = figures.speed.predictedSpeedUp = std::nullopt;
        figures.measured = own.metrics();
        if (m_decode.run().isBatch())
            figures.speed.expectedTokens = figures.speed.predictedSpeedUp = std::nullopt; // no formula is of batches
        figures.rounds = own.rounds();
        if (hasPlain) {
            figures.plainRounds = measured.figures(plainSubject).times.rounds();
            figures.plainTokensPerSecond = measured.speed(plainSubject).tokensPerSecond;
            figures.plainFirstTokenMs = measured.speed(plainSubject).firstTokenMs;
        }
        figures.isSettled = measured.isSettled();
        figures.steadiness = measured.steadiness();
        if (hasPlain && !m_decode.run().isBatch())
            figures.costs = measured.costs(ownSubject);
    }
    figures.whyNone = whyNoSpeedUp(figures.speed);
    return figures;
}

} // namespace draftscope
