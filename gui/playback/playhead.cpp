// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playback/playhead.h"

#include <algorithm>

#include "engine/record/end_of_text.h"
#include "gui/playback/recorded_steps.h"
#include "gui/worker/thread_time.h"
#include "widgets/words/round_tree.h"

namespace draftscope {

namespace {

constexpr int frameMs = 33, slowestFrameMs = 160;
/// Of the time, that the window's thread may compute for frames, unless they are very slow.
constexpr double framesShare = 1.0 / 10;

} // namespace

Playhead::Playhead(const Recordings& recordings, QObject* parent) : QObject(parent), m_recordings(recordings)
{
    m_frame.setSingleShot(true);
    m_frame.setTimerType(Qt::PreciseTimer);
    connect(&m_frame, &QTimer::timeout, this, [this] { show(m_shared); });
    connect(&m_selection, &RoundSelection::changed, this, &Playhead::showAgain);
}

// --- what is shown

const BranchText& Playhead::branchText() const
{
    m_text.goTo(recording(), m_position.branch);
    return m_text;
}

std::span<const CommittedToken> Playhead::textSoFar() const
{
    const std::vector<CommittedToken>& all = branchText().tokens();
    const bool isRecorded = m_position.round < recording().roundCount(m_position.branch);
    const auto count = m_round ? std::size_t(m_round->prefixLength) + m_round->committed.size()
        : isRecorded           ? std::size_t(recording().round(m_position.branch, m_position.round).prefixLength)
                               : all.size();
    return std::span(all).first(std::min(count, all.size()));
}

std::vector<CommittedToken> Playhead::text() const
{
    const auto text = textSoFar();
    return {text.begin(), text.end()};
}

int Playhead::finishedRounds() const
{
    return m_round ? m_round->round + (m_round->isFinished() ? 1 : 0) : m_position.round;
}

const Metrics& Playhead::metrics() const
{
    return m_metrics.upTo(recording(), m_position.branch, finishedRounds());
}

// --- going there

void Playhead::show(Position shared)
{
    shared = nearest(m_recordings, shared);
    if (shared != m_shared)
        m_selection.clear();
    m_shared = shared;
    m_frame.stop();
    m_sinceShown.start();
    m_computedBefore = threadMilliseconds();
    refreshRound();
    emit shown();
}

void Playhead::goTo(Position shared)
{
    m_follows = false;
    show(shared);
}

void Playhead::showCurrentSequence()
{
    forgetRecording();
    m_selection.clear();
    showAgain();
}

void Playhead::follow(int branch)
{
    if (m_follows && m_position.branch == branch) {
        m_selection.clear();
        m_shared = m_followsByMoments ? ways().nextMoment().value_or(ways().end()) : ways().end();
        refreshRound();
    }
    showSoon();
}

void Playhead::showSoon()
{
    if (m_frame.isActive())
        return;
    // What the last frame took, its painting included, and whatever came between. The rest is left for a person who
    // presses a key, and, where there are two processors, for the models.
    const double cost = threadMilliseconds() - m_computedBefore;
    const auto interval = std::clamp<qint64>(qint64(cost / framesShare), frameMs, slowestFrameMs);
    const qint64 since = m_sinceShown.isValid() ? m_sinceShown.elapsed() : interval;
    m_frame.start(int(std::clamp<qint64>(interval - since, 0, interval)));
}

void Playhead::showWhatIsDue()
{
    if (m_frame.isActive())
        show(m_shared);
}

void Playhead::showAgain()
{
    refreshRound();
    emit shown();
}

void Playhead::rewind()
{
    forgetRecording();
    m_follows = true;
    m_shared = {};
    m_selection.clear();
    refreshRound();
}

void Playhead::forgetRecording()
{
    m_metrics.clear();
    m_shape = {};
    m_text.clear();
}

void Playhead::refreshRound()
{
    m_round.reset();
    m_position = m_recordings.ownOf(m_recordings.currentSequence(), m_shared);
    if (m_position.moment > 0)
        m_round = atMoment(recording().round(m_position.branch, m_position.round), m_position.moment);
}

} // namespace draftscope
