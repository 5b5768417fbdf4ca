// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/lane_player.h"

#include <algorithm>
#include <limits>

#include "gui/compare/lanes.h"

namespace draftscope {

namespace {

constexpr int laneFrameMs = 33;
constexpr int everything = std::numeric_limits<int>::max();

} // namespace

LanePlayer::LanePlayer(Lanes& lanes) : m_lanes(lanes)
{
    transport().setStopConditions({});
    m_frame.setSingleShot(true);
    connect(&m_frame, &QTimer::timeout, this, [this] {
        if (m_follows)
            putComputed();
    });
}

void LanePlayer::add(Lane& lane)
{
    if (!m_current)
        m_current = &lane;
    drive(lane.decode());
    connect(&lane, &Lane::loaded, this, [this, lane = &lane] { onLoaded(*lane); });
    connect(&lane.run(), &Run::grown, this, &LanePlayer::onGrown);
    connect(&lane.run().computation(), &Computation::done, this, &LanePlayer::onDone);
    connect(&lane.run().computation(), &Computation::lost, this, &LanePlayer::onDone);
}

void LanePlayer::remove(Lane& lane)
{
    leave(lane.decode());
    lane.disconnect(this);
    if (m_current != &lane)
        return;
    const int index = m_lanes.indexOf(&lane), last = m_lanes.count() - 1;
    m_current = last == 0 ? nullptr : &m_lanes.lane(index < last ? index + 1 : index - 1);
    if (m_lock == LaneLock::none)
        halt();
}

void LanePlayer::noteRemoved()
{
    if (m_lanes.count() == 0)
        halt();
    show(place());
}

void LanePlayer::goOnWithoutRemoved()
{
    if (transport().isFree() && !isComputing())
        onDone(); // it was the last one that went on, and will not say so
}

// --- where they are; places are rounds or, by tokens, counts of tokens

std::vector<Lane*> LanePlayer::moved() const
{
    std::vector<Lane*> moved;
    for (int i = 0; i < m_lanes.count(); ++i)
        if (m_lock != LaneLock::none || &m_lanes.lane(i) == m_current)
            moved.push_back(&m_lanes.lane(i));
    return moved;
}

int LanePlayer::place() const
{
    return m_lock != LaneLock::none ? m_place : m_current ? m_current->shownRounds() : 0;
}

int LanePlayer::decodedBy(const Lane& lane) const
{
    return m_lock == LaneLock::byToken ? lane.tokens() : lane.rounds();
}

int LanePlayer::decodedByAny() const
{
    int furthest = 0;
    for (const Lane* lane : moved())
        furthest = std::max(furthest, decodedBy(*lane));
    return furthest;
}

/// As far as all that go on have decoded; as far as any has, where none goes on.
int LanePlayer::decodedByAll() const
{
    int common = decodedByAny();
    for (const Lane* lane : moved())
        if (lane->run().isThere() && !lane->hasEnded())
            common = std::min(common, decodedBy(*lane));
    return common;
}

/// Nothing has to be computed to show it.
bool LanePlayer::have(int place) const
{
    return std::ranges::all_of(moved(),
                               [&](const Lane* lane) { return decodedBy(*lane) >= place || lane->hasEnded(); });
}

bool LanePlayer::haveEnded() const
{
    return m_lanes.count() > 0 && std::ranges::all_of(moved(), [](const Lane* lane) { return lane->isAtItsEnd(); });
}

/// By tokens: where the lane that is furthest behind has one round more.
int LanePlayer::nextPlace() const
{
    if (m_lock != LaneLock::byToken)
        return place() + 1;
    int least = decodedByAny();
    for (const Lane* lane : moved())
        if (!lane->isAtItsEnd())
            least = std::min(least, lane->generated());
    return least + 1;
}

/// By tokens: where the lane whose round began last goes back to the one before.
int LanePlayer::previousPlace() const
{
    if (m_lock != LaneLock::byToken)
        return place() - 1;
    int before = 0;
    for (const Lane* lane : moved())
        if (lane->shownRounds() > 0)
            before = std::max(before, lane->tokensAfter(lane->shownRounds() - 1));
    return before;
}

// --- going there

void LanePlayer::put(int place)
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
void LanePlayer::putComputed()
{
    put(std::min(m_wanted, decodedByAll()));
}

void LanePlayer::show(int place)
{
    put(std::clamp(place, 0, decodedByAny()));
}

void LanePlayer::setLock(LaneLock lock)
{
    if (lock == m_lock)
        return;
    halt();
    m_follows = false;
    m_lock = lock;
    m_lanes.say({});
    if (lock != LaneLock::none && m_current)
        put(std::min(lock == LaneLock::byToken ? m_current->generated() : m_current->shownRounds(), decodedByAll()));
    emit lockChanged();
    emit activityChanged();
}

void LanePlayer::setCurrent(Lane& lane)
{
    if (m_lock != LaneLock::none || &lane == m_current)
        return;
    halt();
    m_follows = false;
    m_current = &lane;
    m_lanes.say({});
    emit lockChanged();
    emit activityChanged();
}

void LanePlayer::chooseBeside(int step)
{
    if (const int index = m_lanes.indexOf(m_current); index >= 0)
        setCurrent(m_lanes.lane((index + step + m_lanes.count()) % m_lanes.count()));
}

// --- the transport

/// A lane that was loaded shows the beginning; where lanes are locked, the others go there, too.
void LanePlayer::onLoaded(const Lane& lane)
{
    halt();
    m_follows = false;
    if (m_lock != LaneLock::none || &lane == m_current)
        put(0);
    else
        emit shown();
    emit m_lanes.changed();
    emit activityChanged();
    if (!isLoading())
        emit stood();
}

void LanePlayer::restart()
{
    if (m_lanes.count() == 0)
        return;
    halt();
    for (Lane* lane : moved())
        lane->load();
    m_lanes.say({});
    emit activityChanged();
}

/// By tokens, and not all of them: a round for each lane that has too few is enough, because it is the next place.
void LanePlayer::compute(int place)
{
    m_follows = true;
    m_wanted = place;
    std::vector<Lane*> lanes;
    for (Lane* lane : moved())
        if (lane->run().computation().canCompute() && !lane->hasEnded() && decodedBy(*lane) < place)
            lanes.push_back(lane);
    if (m_lock != LaneLock::byToken || place == everything)
        return computeInTurn(lanes, place);
    for (Lane* lane : lanes)
        computeInTurn({lane}, lane->rounds() + 1);
}

void LanePlayer::computeInTurn(const std::vector<Lane*>& lanes, int rounds)
{
    std::vector<Job> jobs;
    for (Lane* lane : lanes)
        jobs.push_back(lane->run().computation().goOnInTurn());
    m_lanes.thread().post([jobs, rounds](SessionWorker& worker) { worker.advanceInTurn(jobs, rounds); });
}

void LanePlayer::playOrPause()
{
    if (activity() == Activity::paused)
        m_lanes.say({});
    Player::playOrPause();
}

void LanePlayer::nextRound()
{
    if (m_lanes.count() == 0 || isLoading())
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

void LanePlayer::previousRound()
{
    halt();
    m_follows = false;
    m_lanes.say({});
    show(previousPlace());
}

void LanePlayer::first()
{
    halt();
    m_follows = false;
    m_lanes.say({});
    show(0);
}

void LanePlayer::last()
{
    halt();
    m_follows = false;
    show(decodedByAll());
}

bool LanePlayer::showNext(bool)
{
    if (isComputing())
        return true; // when it is there
    const int next = nextPlace();
    if (!have(next))
        return false;
    if (next <= decodedByAny()) {
        put(next);
    } else {
        transport().stop();
        sayThatAllHaveEnded();
    }
    return true;
}

bool LanePlayer::computeNext()
{
    compute(nextPlace());
    return true;
}

bool LanePlayer::computeFreely()
{
    compute(everything);
    return true;
}

void LanePlayer::onGrown()
{
    if (m_follows && !m_frame.isActive())
        m_frame.start(laneFrameMs);
}

void LanePlayer::onDone()
{
    if (isComputing())
        return;
    if (m_follows)
        putComputed();
    if (transport().isFree())
        transport().stop();
    if (haveEnded())
        sayThatAllHaveEnded();
    emit stood();
}

void LanePlayer::sayThatAllHaveEnded()
{
    m_lanes.say(m_lock == LaneLock::none && m_lanes.count() > 1
                    ? tr("Lane %1 has ended: Home goes back to its first round.").arg(m_lanes.indexOf(m_current) + 1)
                    : tr("All lanes have ended: Home goes back to their first round."));
}

} // namespace draftscope
