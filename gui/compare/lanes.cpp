// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/lanes.h"

#include <algorithm>
#include <utility>

#include "engine/session/methods.h"
#include "gui/language/engine_words.h"

namespace draftscope {

QString Lanes::fairness()
{
    return tr(
        "Lanes take turns, a round each, the one furthest behind first. What is played counts for tokens; times are "
        "measured apart, in turns of a few rounds without pauses.");
}

Lanes::Lanes(SessionThread& thread, QObject* parent) : QObject(parent), m_thread(thread)
{
    connect(this, &Lanes::changed, &m_speeds, &LaneSpeeds::chooseSubjects);
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

// --- lanes come and go

void Lanes::add(RunSetup setup, std::string trace)
{
    if (count() >= most)
        return;
    m_player.halt();
    setup = aloneOf(setup);
    fitToFirst(setup);
    m_lanes.push_back(std::make_unique<Lane>(m_thread, setup, std::move(trace)));
    Lane& lane = *m_lanes.back();
    connectLane(lane);
    lane.load();
    say({});
    emit added(&lane);
    emit changed();
    emit m_player.activityChanged();
}

void Lanes::replaceBy(std::vector<Saved> lanes)
{
    clear();
    for (Saved& saved : lanes)
        add(saved.setup, std::move(saved.trace));
}

/// Makes it one that compares with the lanes there are.
void Lanes::fitToFirst(RunSetup& setup) const
{
    if (!m_lanes.empty()) {
        const RunSetup& first = m_lanes.front()->setup();
        setup.prompt = first.prompt;
        setup.isChat = first.isChat;
        setup.system = first.system;
        setup.turns = first.turns;
        setup.settings.seed = first.settings.seed;
        setup.settings.maxTokens = first.settings.maxTokens;
    }
    setup.settings.topTokens = 0; // writing distributions down takes time, and they are not shown here
}

void Lanes::change(Lane& lane, RunSetup setup)
{
    m_player.halt();
    fitToFirst(setup);
    lane.change(setup);
    say({});
    emit m_player.activityChanged();
}

void Lanes::addPlain(const RunSetup& otherwise)
{
    RunSetup setup = m_lanes.empty() ? otherwise : m_lanes.front()->setup();
    chooseMethod(setup.settings, "plain");
    add(std::move(setup));
}

void Lanes::connectLane(Lane& lane)
{
    connect(&lane, &Lane::loadingFailed, this, [this, lane = &lane](const QString& sentence) {
        emit failed(sentence);
        if (lane->run().isThere()) { // it keeps what it has decoded
            emit changed();
            emit m_player.activityChanged();
            return;
        }
        QTimer::singleShot(0, lane, [this, lane] { remove(lane); }); // it is still telling of its failure
    });
    connect(&lane, &Lane::replayed, this, [this, lane = &lane](const QString& why) {
        if (why.isEmpty())
            return;
        emit failed(tr("Lane %1 shows the rounds that were saved, because its models cannot be had. %2")
                        .arg(indexOf(lane) + 1)
                        .arg(engineWords(why)));
    });
    connect(&lane.run().computation(), &Computation::failed, this, &Lanes::failed);
    connect(&lane.run().computation(), &Computation::lost, this, [this](const QString& sentence) {
        emit failed(sentence);
        emit changed();
    });
    m_player.add(lane);
}

void Lanes::remove(Lane* lane)
{
    const int index = indexOf(lane);
    if (index < 0)
        return;
    emit aboutToRemove(lane);
    lane->disconnect(this);
    lane->run().computation().disconnect(this);
    m_player.remove(*lane);
    m_lanes.erase(m_lanes.begin() + index);
    m_player.noteRemoved();
    emit changed();
    emit m_player.lockChanged();
    emit m_player.activityChanged();
    m_player.goOnWithoutRemoved();
}

void Lanes::clear()
{
    while (!m_lanes.empty())
        remove(m_lanes.back().get());
}

void Lanes::say(const QString& sentence)
{
    if (sentence == m_sentence)
        return;
    m_sentence = sentence;
    emit sentenceChanged();
}

} // namespace draftscope
