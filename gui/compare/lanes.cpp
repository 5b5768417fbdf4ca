// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/lanes.h"

#include <algorithm>
#include <limits>

#include "engine/session/methods.h"

namespace draftscope {

namespace {

constexpr int frameMs = 33;

} // namespace

QString Lanes::fairness()
{
    return tr("Lanes take turns, a round each, the one furthest behind first; passes run one at a time, so every time "
              "is of passes "
              "that had the machine.");
}

Lanes::Lanes(SessionThread& thread, QObject* parent) : QObject(parent), m_thread(thread)
{
    m_transport.setStopConditions({});
    m_frame.setSingleShot(true);
    connect(&m_frame, &QTimer::timeout, this, [this] {
        if (m_follows)
            show(commonRounds());
    });
    connect(&m_transport, &Transport::beat, this, &Lanes::onBeat);
    connect(&m_transport, &Transport::playingChanged, this, &Lanes::activityChanged);
    connect(&m_transport, &Transport::freeRunChanged, this, &Lanes::onFreeRunChanged);
}

Lanes::~Lanes()
{
    for (const auto& lane : m_lanes)
        lane->disconnect(this);
}

// --- what there is

int Lanes::indexOf(const Lane* lane) const
{
    const auto found =
        std::find_if(m_lanes.begin(), m_lanes.end(), [&](const auto& each) { return each.get() == lane; });
    return found == m_lanes.end() ? -1 : int(found - m_lanes.begin());
}

const Lane* Lanes::plainLaneFor(const Lane& lane) const
{
    for (const auto& each : m_lanes)
        if (each->isPlain() && haveOneTarget(*each, lane))
            return each.get();
    return nullptr;
}

int Lanes::recordedRounds() const
{
    int rounds = 0;
    for (const auto& lane : m_lanes)
        rounds = std::max(rounds, lane->rounds());
    return rounds;
}

bool Lanes::isLoading() const
{
    return std::any_of(m_lanes.begin(), m_lanes.end(), [](const auto& lane) { return lane->isLoading(); });
}

bool Lanes::isComputing() const
{
    return std::any_of(m_lanes.begin(), m_lanes.end(), [](const auto& lane) { return lane->run().isComputing(); });
}

bool Lanes::haveEnded() const
{
    return !m_lanes.empty() && m_round == recordedRounds()
        && std::all_of(m_lanes.begin(), m_lanes.end(), [](const auto& lane) { return lane->hasEnded(); });
}

/// Rounds that all lanes have which go on; of all, where none does.
int Lanes::commonRounds() const
{
    int common = std::numeric_limits<int>::max();
    for (const auto& lane : m_lanes)
        if (lane->run().isThere() && !lane->hasEnded())
            common = std::min(common, lane->rounds());
    return std::min(common, recordedRounds());
}

/// Nothing has to be computed to show it.
bool Lanes::haveRound(int round) const
{
    return std::all_of(m_lanes.begin(), m_lanes.end(),
                       [&](const auto& lane) { return lane->rounds() >= round || lane->hasEnded(); });
}

// --- lanes come and go

void Lanes::add(RunSetup setup)
{
    if (count() >= most)
        return;
    halt();
    fitToFirst(setup);
    m_lanes.push_back(std::make_unique<Lane>(m_thread, setup));
    Lane& lane = *m_lanes.back();
    connectLane(lane);
    lane.load();
    say({});
    emit added(&lane);
    emit changed();
    emit activityChanged();
}

void Lanes::replaceBy(const std::vector<RunSetup>& setups)
{
    clear();
    for (const RunSetup& setup : setups)
        add(setup);
}

/// Makes it one that compares with the lanes there are.
void Lanes::fitToFirst(RunSetup& setup) const
{
    if (!m_lanes.empty()) {
        const RunSetup& first = m_lanes.front()->setup();
        setup.prompt = first.prompt;
        setup.isChat = first.isChat;
        setup.system = first.system;
        setup.settings.seed = first.settings.seed;
        setup.settings.maxTokens = first.settings.maxTokens;
    }
    setup.settings.topTokens = 0; // writing distributions down takes time, and nobody looks at them here
}

void Lanes::change(Lane& lane, RunSetup setup)
{
    halt();
    fitToFirst(setup);
    lane.change(setup);
    say({});
    emit activityChanged();
}

void Lanes::addPlain(const RunSetup& otherwise)
{
    RunSetup setup = m_lanes.empty() ? otherwise : m_lanes.front()->setup();
    chooseMethod(setup.settings, "plain");
    add(std::move(setup));
}

void Lanes::connectLane(Lane& lane)
{
    connect(&lane, &Lane::loaded, this, &Lanes::onLoaded);
    connect(&lane, &Lane::loadingFailed, this, [this, lane = &lane](const QString& sentence) {
        emit failed(sentence);
        if (lane->run().isThere()) { // it keeps what it has decoded
            emit changed();
            emit activityChanged();
            return;
        }
        QTimer::singleShot(0, lane, [this, lane] { remove(lane); }); // it is still telling of its failure
    });
    connect(&lane.run(), &Run::computingChanged, this, &Lanes::activityChanged);
    connect(&lane.run(), &Run::grown, this, &Lanes::onGrown);
    connect(&lane.run(), &Run::done, this, &Lanes::onDone);
    connect(&lane.run(), &Run::failed, this, &Lanes::failed);
    connect(&lane.run(), &Run::lost, this, [this](const QString& sentence) {
        emit failed(sentence);
        emit changed();
        onDone();
    });
}

void Lanes::remove(Lane* lane)
{
    const int index = indexOf(lane);
    if (index < 0)
        return;
    emit aboutToRemove(lane);
    lane->disconnect(this);
    lane->run().disconnect(this);
    m_lanes.erase(m_lanes.begin() + index);
    if (m_lanes.empty())
        halt();
    showRound(m_round);
    emit changed();
    emit activityChanged();
    if (m_transport.isFree() && !isComputing())
        onDone(); // it was the last one that went on, and will not say so
}

void Lanes::clear()
{
    while (!m_lanes.empty())
        remove(m_lanes.back().get());
}

void Lanes::onLoaded()
{
    halt();
    m_follows = false;
    show(0);
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
    for (const auto& lane : m_lanes)
        lane->load();
    say({});
    emit activityChanged();
}

// --- the transport

void Lanes::show(int round)
{
    m_frame.stop();
    m_round = round;
    for (const auto& lane : m_lanes)
        lane->showRound(round);
    emit shown();
}

void Lanes::showRound(int round)
{
    show(std::clamp(round, 0, recordedRounds()));
}

void Lanes::compute(int rounds)
{
    std::vector<Job> jobs;
    for (const auto& lane : m_lanes)
        if (lane->run().canCompute() && !lane->hasEnded() && lane->rounds() < rounds)
            jobs.push_back(lane->run().goOnInTurn());
    m_follows = true;
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
    const int next = m_round + 1;
    if (!haveRound(next))
        compute(next);
    else if (next <= recordedRounds())
        showRound(next);
    else
        say(tr("All lanes have ended: Home goes back to their first round."));
}

void Lanes::previousRound()
{
    halt();
    m_follows = false;
    say({});
    showRound(m_round - 1);
}

void Lanes::first()
{
    halt();
    m_follows = false;
    say({});
    showRound(0);
}

void Lanes::last()
{
    halt();
    m_follows = false;
    showRound(commonRounds());
}

void Lanes::onBeat()
{
    if (isComputing())
        return;
    const int next = m_round + 1;
    if (haveRound(next)) {
        if (next <= recordedRounds()) {
            showRound(next);
        } else {
            m_transport.stop();
            say(tr("All lanes have ended: Home goes back to their first round."));
        }
    } else if (m_transport.speed() == Transport::fastest) {
        m_transport.playFreely();
        compute(std::numeric_limits<int>::max());
    } else {
        compute(next);
    }
}

/// The lanes go by the clock from now on.
void Lanes::onFreeRunChanged()
{
    for (const auto& lane : m_lanes)
        lane->run().stop();
    if (m_transport.isFree())
        compute(std::numeric_limits<int>::max());
}

void Lanes::onGrown()
{
    if (m_follows && !m_frame.isActive())
        m_frame.start(frameMs);
}

void Lanes::onDone()
{
    if (isComputing())
        return;
    if (m_follows)
        show(commonRounds());
    if (m_transport.isFree())
        m_transport.stop();
    if (haveEnded())
        say(tr("All lanes have ended: Home goes back to their first round."));
    emit stood();
}

void Lanes::say(const QString& sentence)
{
    if (sentence == m_sentence)
        return;
    m_sentence = sentence;
    emit sentenceChanged();
}

} // namespace draftscope
