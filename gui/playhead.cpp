// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playhead.h"

#include <algorithm>

#include "engine/record/end_of_text.h"
#include "gui/walk.h"
#include "widgets/round_tree.h"

namespace draftscope {

namespace {

constexpr int frameMs = 33, slowestFrameMs = 120;

} // namespace

Playhead::Playhead(const Recording& recording, QObject* parent) : QObject(parent), m_recording(recording)
{
    m_frame.setSingleShot(true);
    m_frame.setTimerType(Qt::PreciseTimer);
    connect(&m_frame, &QTimer::timeout, this, [this] { show(m_position); });
}

// --- what is shown

std::vector<CommittedToken> Playhead::text() const
{
    std::vector<CommittedToken> text = m_recording.tokensBefore(m_position.branch, m_position.round);
    if (m_round)
        text.insert(text.end(), m_round->committed.begin(), m_round->committed.end());
    return text;
}

int Playhead::finishedRounds() const
{
    return m_round ? m_round->round + (m_round->isFinished() ? 1 : 0) : m_position.round;
}

const Metrics& Playhead::metrics() const
{
    return m_metrics.upTo(m_recording, m_position.branch, finishedRounds());
}

const RoundTimes& Playhead::times() const
{
    return m_metrics.timesUpTo(m_recording, m_position.branch, finishedRounds());
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
        return m_round->draw ? m_round->draw->context : parentContext(endingNode(*m_round, m_recording.header()));
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

// --- where one can go

std::optional<Position> Playhead::nextMoment() const
{
    return after(m_recording, m_position);
}

std::optional<Position> Playhead::previousMoment() const
{
    return before(m_recording, m_position);
}

std::optional<Position> Playhead::nextRound() const
{
    const bool isFinished = m_round && m_round->isFinished();
    const int round = m_position.moment == 0 || !isFinished ? m_position.round : m_position.round + 1;
    if (round < m_recording.roundCount(m_position.branch) && m_recording.round(m_position.branch, round).isFinished())
        return endOfRound(m_recording, m_position.branch, round);
    return isAtEnd() ? std::nullopt : std::optional(end());
}

Position Playhead::previousRound() const
{
    return m_position.round > 0 ? endOfRound(m_recording, m_position.branch, m_position.round - 1) : beginning();
}

// --- going there

void Playhead::show(Position position)
{
    position = nearest(m_recording, position);
    if (position != m_position)
        deselect();
    m_position = position;
    m_frame.stop();
    m_sinceShown.start();
    refreshRound();
    emit shown();
    QTimer::singleShot(0, this, [this] { m_frameCost = m_sinceShown.elapsed(); }); // when it has been painted
}

void Playhead::goTo(Position position)
{
    m_follows = false;
    show(position);
}

void Playhead::selectContext(int context, int node)
{
    m_context = context;
    m_node = node;
    showAgain();
}

void Playhead::selectToken(int index)
{
    m_selectedToken = index;
    showAgain();
}

void Playhead::follow(int branch)
{
    if (m_follows && m_position.branch == branch) {
        deselect();
        m_position = end();
        refreshRound();
    }
    showSoon();
}

void Playhead::showSoon()
{
    if (m_frame.isActive())
        return;
    // Frames may take a quarter of the window's thread; the rest is for the models and for whoever presses a key.
    const auto interval = std::clamp<qint64>(4 * m_frameCost, frameMs, slowestFrameMs);
    const qint64 since = m_sinceShown.isValid() ? m_sinceShown.elapsed() : interval;
    m_frame.start(int(std::clamp<qint64>(interval - since, 0, interval)));
}

void Playhead::showWhatIsDue()
{
    if (m_frame.isActive())
        show(m_position);
}

void Playhead::showAgain()
{
    refreshRound();
    emit shown();
}

void Playhead::rewind()
{
    m_metrics.clear();
    m_shape = {};
    m_follows = true;
    m_position = {};
    deselect();
    refreshRound();
}

void Playhead::deselect()
{
    m_context.reset();
    m_selectedToken.reset();
}

void Playhead::refreshRound()
{
    m_round.reset();
    if (m_position.moment > 0)
        m_round = atMoment(m_recording.round(m_position.branch, m_position.round), m_position.moment);
}

} // namespace draftscope
