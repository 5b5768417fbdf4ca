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
constexpr double framesShare =
    1.0 / 10; ///< of the time, that the window's thread may compute for frames, unless they are very slow

} // namespace

Playhead::Playhead(const Recordings& recordings, QObject* parent) : QObject(parent), m_recordings(recordings)
{
    m_frame.setSingleShot(true);
    m_frame.setTimerType(Qt::PreciseTimer);
    connect(&m_frame, &QTimer::timeout, this, [this] { show(m_shared); });
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

int Playhead::context() const
{
    if (!m_round || m_round->moments.empty())
        return 0;
    const auto last = int(m_round->nodes.size());
    if (m_context)
        return std::min(*m_context, last);
    const auto parentContext = [&](int node) { return node < 0 ? 0 : m_round->nodes[std::size_t(node)].parent + 1; };
    const Moment& moment = m_round->moments.back();
    switch (moment.kind) {
    case MomentKind::draft:
    case MomentKind::judge:
        return parentContext(moment.node);
    case MomentKind::verify:
        return 0;
    case MomentKind::residual:
    case MomentKind::bonus:
    case MomentKind::plain:
    case MomentKind::commit: // without a draw an end-of-text token was accepted
        return m_round->draw ? m_round->draw->context : parentContext(endingNode(*m_round, recording().header()));
    }
    return 0;
}

int Playhead::nodeInQuestion() const
{
    if (!m_round)
        return -1;
    const std::vector<int> drafted = childrenOf(*m_round, context());
    const auto isThere = [&](int node) { return std::ranges::count(drafted, node) > 0; };
    if (m_context && isThere(m_node))
        return m_node;
    if (const Moment& now = m_round->moments.back(); now.kind == MomentKind::judge && isThere(now.node))
        return now.node;
    const auto wasJudged = [&](int node) { return m_round->nodes[std::size_t(node)].verdict != Verdict::notJudged; };
    const auto last = std::find_if(drafted.rbegin(), drafted.rend(), wasJudged);
    return last != drafted.rend() ? *last : drafted.empty() ? -1 : drafted.front();
}

std::optional<TokenId> Playhead::tokenInHand() const
{
    if (!m_choseContext)
        return m_selectedToken ? tokenAt(recording(), m_position.branch, *m_selectedToken) : std::nullopt;
    if (const int node = nodeInQuestion(); node >= 0)
        return m_round->nodes[std::size_t(node)].token;
    return m_round && m_round->draw && m_round->draw->context == context() ? std::optional(m_round->draw->token)
                                                                           : std::nullopt;
}

// --- where one can go

bool Playhead::hasFinishedRound() const
{
    return m_shared.moment > 0 && m_recordings.isFinished(m_shared.branch, m_shared.round)
        && m_shared.moment == m_recordings.momentCount(m_shared.branch, m_shared.round);
}

std::optional<Position> Playhead::nextMoment() const
{
    return after(m_recordings, m_shared);
}

std::optional<Position> Playhead::previousMoment() const
{
    return before(m_recordings, m_shared);
}

std::optional<Position> Playhead::nextRound() const
{
    const int round = m_shared.moment == 0 || !hasFinishedRound() ? m_shared.round : m_shared.round + 1;
    if (round < m_recordings.roundCount(m_shared.branch) && m_recordings.isFinished(m_shared.branch, round))
        return endOfRound(m_recordings, m_shared.branch, round);
    return isAtEnd() ? std::nullopt : std::optional(end());
}

Position Playhead::previousRound() const
{
    return m_shared.round > 0 ? endOfRound(m_recordings, m_shared.branch, m_shared.round - 1) : beginning();
}

// --- going there

void Playhead::show(Position shared)
{
    shared = nearest(m_recordings, shared);
    if (shared != m_shared)
        deselect();
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
    deselect();
    showAgain();
}

void Playhead::selectContext(int context, int node)
{
    m_context = context;
    m_node = node;
    m_choseContext = true;
    showAgain();
}

void Playhead::selectToken(int index)
{
    m_selectedToken = index;
    m_choseContext = false;
    showAgain();
}

void Playhead::follow(int branch)
{
    if (m_follows && m_position.branch == branch) {
        deselect();
        m_shared = m_followsByMoments ? nextMoment().value_or(end()) : end();
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
    deselect();
    refreshRound();
}

void Playhead::forgetRecording()
{
    m_metrics.clear();
    m_shape = {};
    m_text.clear();
}

void Playhead::deselect()
{
    m_context.reset();
    m_selectedToken.reset();
    m_choseContext = false;
}

void Playhead::refreshRound()
{
    m_round.reset();
    m_position = m_recordings.ownOf(m_recordings.currentSequence(), m_shared);
    if (m_position.moment > 0)
        m_round = atMoment(recording().round(m_position.branch, m_position.round), m_position.moment);
}

} // namespace draftscope
