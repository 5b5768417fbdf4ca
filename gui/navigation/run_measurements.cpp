// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/navigation/run_measurements.h"

#include <utility>
#include <vector>

#include "engine/session/faults.h"

namespace draftscope {

RunMeasurements::RunMeasurements(Decode& decode, const Player& player, SessionThread& thread, QObject* parent)
    : QObject(parent), m_decode(decode), m_player(player), m_stages(thread), m_whole(thread)
{
    connect(&m_stages, &StageMeasuring::changed, this, &RunMeasurements::changed);
    connect(&m_stages, &StageMeasuring::measured, this, &RunMeasurements::stagesMeasured);
    connect(&m_stages, &StageMeasuring::notMeasured, this, &RunMeasurements::stagesNotMeasured);
}

void RunMeasurements::giveBack(const QString& why)
{
    m_whole.forget();
    m_stages.end(why);
}

QString RunMeasurements::whyNoStages() const
{
    if (m_player.isLoading())
        return tr("Another run is being loaded: measure when it is there.");
    if (!m_run.isThere())
        return tr("There is no run yet: start one to measure its target.");
    if (const QString why = m_run.computation().whyNothingIsComputed(); !why.isEmpty())
        return why;
    if (!m_run.computation().canCompute())
        return tr("This is a trace, and its models are not loaded: restart with models to measure.");
    if (m_player.isPlaying())
        return tr("The run goes on: pause it to measure.");
    return {};
}

void RunMeasurements::measureStages()
{
    if (areStagesMeasured())
        return;
    if (const QString why = whyNoStages(); !why.isEmpty()) {
        emit stagesNotMeasured(why);
        return;
    }
    std::vector<TokenId> context;
    for (const CommittedToken& token : m_playhead.text())
        context.push_back(token.token);
    m_stages.start(m_run.number(), std::move(context));
}

void RunMeasurements::cancelStages()
{
    m_stages.end(tr("Measuring was cancelled."));
}

QString RunMeasurements::whyNoVocabulary() const
{
    if (m_player.isLoading())
        return tr("Another run is being loaded: all tokens can be had when it is there.");
    if (const QString why = m_run.computation().whyNothingIsComputed(); !why.isEmpty())
        return why;
    if (!m_run.computation().canCompute())
        return tr("This is a trace, and its models are not loaded: restart the run, which decodes the same again, to "
                  "have all tokens.");
    if (m_player.isPlaying())
        return tr("The run goes on: pause it to have all tokens.");
    const Position at = m_playhead.position();
    const Fault* const fault = faultOf(m_run.setup().settings);
    if (fault && fault->replacesQ() && m_run.recording().round(at.branch, at.round).isVerified()
        && !m_playhead.round()->isVerified())
        return tr(
            "What is broken here replaces q after drafting, and the record keeps that q: go on to the verify moment "
            "to have all tokens.");
    return {};
}

void RunMeasurements::askForVocabulary()
{
    const Recordings& all = m_run.recordings();
    m_whole.ask(m_run.number(), sequencesOf(m_run.setup())[std::size_t(m_run.isBatch() ? all.currentSequence() : 0)],
                m_run.recording(), m_playhead.position(), m_playhead.selection().context());
}

} // namespace draftscope
