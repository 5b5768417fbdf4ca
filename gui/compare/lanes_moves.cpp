// SPDX-License-Identifier: GPL-3.0-or-later
// How lanes move: together by rounds or by tokens, or one of them alone.
#include <algorithm>
#include <limits>

#include "gui/compare/lanes.h"

namespace draftscope {

namespace {

constexpr int laneFrameMs = 33;
constexpr int everything = std::numeric_limits<int>::max();

} // namespace

// --- where they are; places are rounds or, by tokens, counts of tokens

std::vector<Lane*> Lanes::moved() const
{
    std::vector<Lane*> moved;
    for (const auto& lane : m_lanes)
        if (m_lock != LaneLock::none || lane.get() == m_current)
            moved.push_back(lane.get());
    return moved;
}

int Lanes::place() const
{
    return m_lock != LaneLock::none ? m_place : m_current ? m_current->shownRounds() : 0;
}

int Lanes::decodedBy(const Lane& lane) const
{
    return m_lock == LaneLock::byToken ? lane.tokens() : lane.rounds();
}

int Lanes::decodedByAny() const
{
    int furthest = 0;
    for (const Lane* lane : moved())
        furthest = std::max(furthest, decodedBy(*lane));
    return furthest;
}

/// As far as all that go on have decoded; as far as any has, where none goes on.
int Lanes::decodedByAll() const
{
    int common = decodedByAny();
    for (const Lane* lane : moved())
        if (lane->run().isThere() && !lane->hasEnded())
            common = std::min(common, decodedBy(*lane));
    return common;
}

/// Nothing has to be computed to show it.
bool Lanes::have(int place) const
{
    return std::ranges::all_of(moved(),
                               [&](const Lane* lane) { return decodedBy(*lane) >= place || lane->hasEnded(); });
}

bool Lanes::haveEnded() const
{
    return !m_lanes.empty() && std::ranges::all_of(moved(), [](const Lane* lane) { return lane->isAtItsEnd(); });
}

/// By tokens: where the lane that is furthest behind has one round more.
int Lanes::nextPlace() const
{
    if (m_lock != LaneLock::byToken)
        return place() + 1;
    int least = decodedByAny();
    for (const auto& lane : m_lanes)
        if (!lane->isAtItsEnd())
            least = std::min(least, lane->generated());
    return least + 1;
}

/// By tokens: where the lane whose round began last goes back to the one before.
int Lanes::previousPlace() const
{
    if (m_lock != LaneLock::byToken)
        return place() - 1;
    int before = 0;
    for (const auto& lane : m_lanes)
        if (lane->shownRounds() > 0)
            before = std::max(before, lane->tokensAfter(lane->shownRounds() - 1));
    return before;
}

// --- going there

void Lanes::put(int place)
{
    m_frame.stop();
    m_place = place;
    for (Lane* lane : moved()) {
        if (m_lock == LaneLock::byToken)
            lane->showToken(place);
        else
            lane->showRound(place);
    }
    emit shown();
}

/// As far as all that go on have decoded, and not further than was asked for: one may have come further than that.
void Lanes::putComputed()
{
    put(std::min(m_wanted, decodedByAll()));
}

void Lanes::show(int place)
{
    put(std::clamp(place, 0, decodedByAny()));
}

void Lanes::setLock(LaneLock lock)
{
    if (lock == m_lock)
        return;
    halt();
    m_follows = false;
    m_lock = lock;
    say({});
    if (lock != LaneLock::none && m_current)
        put(std::min(lock == LaneLock::byToken ? m_current->generated() : m_current->shownRounds(), decodedByAll()));
    emit lockChanged();
    emit activityChanged();
}

void Lanes::setCurrent(Lane& lane)
{
    if (m_lock != LaneLock::none || &lane == m_current)
        return;
    halt();
    m_follows = false;
    m_current = &lane;
    say({});
    emit lockChanged();
    emit activityChanged();
}

void Lanes::chooseBeside(int step)
{
    if (const int index = indexOf(m_current); index >= 0)
        setCurrent(lane((index + step + count()) % count()));
}

// --- the transport

/// A lane that was loaded shows the beginning; where lanes are locked, the others go there, too.
void Lanes::onLoaded(const Lane& lane)
{
    halt();
    m_follows = false;
    if (m_lock != LaneLock::none || &lane == m_current)
        put(0);
    else
        emit shown();
    emit changed();
    emit activityChanged();
    if (!isLoading())
        emit stood();
}

void Lanes::restart()
{
    if (m_lanes.empty())
        return;
    halt();
    for (Lane* lane : moved())
        lane->load();
    say({});
    emit activityChanged();
}

/// By tokens, and not all of them: a round for each lane that has too few is enough, because it is the next place.
void Lanes::compute(int place)
{
    m_follows = true;
    m_wanted = place;
    std::vector<Lane*> lanes;
    for (Lane* lane : moved())
        if (lane->run().canCompute() && !lane->hasEnded() && decodedBy(*lane) < place)
            lanes.push_back(lane);
    if (m_lock != LaneLock::byToken || place == everything)
        return computeInTurn(lanes, place);
    for (Lane* lane : lanes)
        computeInTurn({lane}, lane->rounds() + 1);
}

void Lanes::computeInTurn(const std::vector<Lane*>& lanes, int rounds)
{
    std::vector<Job> jobs;
    for (Lane* lane : lanes)
        jobs.push_back(lane->run().goOnInTurn());
    m_thread.post([jobs, rounds](SessionWorker& worker) { worker.advanceInTurn(jobs, rounds); });
}

/// Stops playing and the commands at hand; what has been computed still arrives.
void Lanes::halt()
{
    for (const auto& lane : m_lanes)
        lane->run().stop();
    m_transport.stop();
}

void Lanes::playOrPause()
{
    if (isPlaying()) {
        pause();
    } else if (!m_lanes.empty() && !isLoading()) {
        say({});
        halt();
        m_transport.play();
    }
}

void Lanes::pause()
{
    halt();
}

void Lanes::nextRound()
{
    if (m_lanes.empty() || isLoading())
        return;
    if (isPlaying())
        halt();
    if (isComputing())
        return;
    const int next = nextPlace();
    if (!have(next))
        compute(next);
    else if (next <= decodedByAny())
        put(next);
    else
        sayThatAllHaveEnded();
}

void Lanes::previousRound()
{
    halt();
    m_follows = false;
    say({});
    show(previousPlace());
}

void Lanes::first()
{
    halt();
    m_follows = false;
    say({});
    show(0);
}

void Lanes::last()
{
    halt();
    m_follows = false;
    show(decodedByAll());
}

void Lanes::onBeat()
{
    if (isComputing())
        return;
    const int next = nextPlace();
    if (have(next)) {
        if (next <= decodedByAny()) {
            put(next);
        } else {
            m_transport.stop();
            sayThatAllHaveEnded();
        }
    } else if (m_transport.speed() == Transport::fastest) {
        m_transport.playFreely();
        compute(everything);
    } else {
        compute(next);
    }
}

/// From now on the clock says when each lane steps.
void Lanes::onFreeRunChanged()
{
    for (const auto& lane : m_lanes)
        lane->run().stop();
    if (m_transport.isFree())
        compute(everything);
}

void Lanes::onGrown()
{
    if (m_follows && !m_frame.isActive())
        m_frame.start(laneFrameMs);
}

void Lanes::onDone()
{
    if (isComputing())
        return;
    if (m_follows)
        putComputed();
    if (m_transport.isFree())
        m_transport.stop();
    if (haveEnded())
        sayThatAllHaveEnded();
    emit stood();
}

void Lanes::sayThatAllHaveEnded()
{
    say(m_lock == LaneLock::none && count() > 1
            ? tr("Lane %1 has ended: Home goes back to its first round.").arg(indexOf(m_current) + 1)
            : tr("All lanes have ended: Home goes back to their first round."));
}

} // namespace draftscope
