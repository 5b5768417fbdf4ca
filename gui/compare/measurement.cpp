// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/measurement.h"

#include <algorithm>

namespace draftscope {

namespace {

constexpr std::size_t waysBesidePlain = 3; ///< more sessions take more memory
constexpr double strideMs = 400;           ///< of laps that one command takes

bool isPlain(const RunSetup& setup)
{
    return setup.settings.method == "plain";
}

} // namespace

Measurement::Measurement(SessionThread& thread, QObject* parent) : QObject(parent), m_thread(thread)
{
    const SessionWorker* worker = &thread.worker();
    connect(worker, &SessionWorker::turnsReady, this, &Measurement::onReady);
    connect(worker, &SessionWorker::turnsTaken, this, [this](int job, const SentTurns& lap) { onTurns(job, *lap); });
    connect(worker, &SessionWorker::paused, this, &Measurement::onPaused);
    connect(worker, &SessionWorker::failed, this, &Measurement::onFailed);
    connect(worker, &SessionWorker::sessionLost, this, &Measurement::onLost);
}

Measurement::~Measurement()
{
    drop();
}

void Measurement::start(std::vector<RunSetup> setups, std::vector<Prompt> prompts)
{
    Q_ASSERT(!setups.empty() && !prompts.empty());
    drop();
    const bool goesOn =
        isStopped() && setups == m_setups && std::ranges::equal(prompts, m_prompts, {}, &Prompt::text, &Prompt::text);
    if (!goesOn) {
        m_setups = std::move(setups);
        m_prompts = std::move(prompts);
        m_decodes = DecodesByPrompt(int(m_setups.size()), int(m_prompts.size()));
        m_at.prompt = m_at.group = m_repetitions = m_done = m_lap = m_threads = 0;
        m_secondsBefore = 0;
        ++m_changes;
        makeGroups();
    }
    m_isComplete = m_isSettled = false;
    m_isRunning = true;
    emit progressed();
    goOn();
}

/// Plain decoding is in each group of those that are compared with it.
void Measurement::makeGroups()
{
    m_groups.clear();
    std::vector<bool> isIn(m_setups.size(), false);
    for (int way = 0; way < int(m_setups.size()); ++way) {
        if (isPlain(m_setups[std::size_t(way)]))
            continue;
        const int plain = plainOf(way);
        const std::size_t full = waysBesidePlain + (plain >= 0 ? 1 : 0);
        const auto hasRoom = [&](const std::vector<int>& group) {
            return group.size() < full
                && (plain < 0 ? !isPlain(m_setups[std::size_t(group.front())]) : group.front() == plain);
        };
        auto group = std::ranges::find_if(m_groups, hasRoom);
        if (group == m_groups.end()) {
            m_groups.push_back(plain >= 0 ? std::vector<int>{plain} : std::vector<int>());
            group = std::prev(m_groups.end());
        }
        group->push_back(way);
        isIn[std::size_t(way)] = true;
        if (plain >= 0)
            isIn[std::size_t(plain)] = true;
    }
    for (int way = 0; way < int(m_setups.size()); ++way)
        if (!isIn[std::size_t(way)])
            m_groups.push_back({way});
}

int Measurement::plainOf(int way) const
{
    const RunSetup& setup = m_setups.at(std::size_t(way));
    int any = -1;
    for (int each = 0; each < int(m_setups.size()); ++each) {
        const RunSetup& plain = m_setups[std::size_t(each)];
        if (!isPlain(plain) || plain.target != setup.target || plain.backend != setup.backend)
            continue;
        if (plain.settings.sampler == setup.settings.sampler)
            return each;
        any = any < 0 ? each : any;
    }
    return any;
}

void Measurement::stop()
{
    drop();
    if (m_isRunning)
        end();
}

void Measurement::setHeld(bool held)
{
    if (std::exchange(m_isHeld, held) == held)
        return;
    if (held)
        drop();
    else
        goOn();
    if (m_isRunning)
        emit progressed();
}

int Measurement::wayOf(const RunSetup& setup) const
{
    const auto found = std::ranges::find_if(m_setups, [&](RunSetup each) {
        each.prompt = setup.prompt;
        return each == setup;
    });
    return found == m_setups.end() ? -1 : int(found - m_setups.begin());
}

double Measurement::secondsSoFar() const
{
    return m_secondsBefore + (m_visit.job.number > 0 ? double(m_since.elapsed()) / 1000 : 0);
}

std::optional<double> Measurement::secondsLeft() const
{
    const int visits = int(m_groups.size() * m_prompts.size());
    const int over = m_repetitions * visits + m_at.prompt * int(m_groups.size()) + m_at.group;
    if (over == 0)
        return std::nullopt;
    if (m_repetitions > 0)
        return std::max(1.0, m_rule.mostSeconds - secondsSoFar());
    return (visits - over) * secondsSoFar() / over;
}

// --- a group decodes a prompt

void Measurement::goOn()
{
    if (!m_isRunning || m_isHeld || m_visit.job.number > 0)
        return;
    std::vector<RunSetup> setups;
    for (const int way : m_groups[std::size_t(m_at.group)]) {
        setups.push_back(m_setups[std::size_t(way)]);
        setups.back().prompt = m_prompts[std::size_t(m_at.prompt)].text;
    }
    m_visit.job = m_thread.newJob();
    m_visit.turns.clear();
    m_since.start();
    m_thread.post(
        [job = m_visit.job, setups, lap = m_lap](SessionWorker& worker) { worker.startTurns(job, setups, 0, lap); });
}

void Measurement::onReady(int job, const std::vector<MeasuredStart>& starts)
{
    if (m_visit.job.number == 0 || job != m_visit.job.number)
        return;
    m_visit.starts = starts;
    m_visit.hasEnded.assign(starts.size(), false);
    m_visit.whyNot.assign(starts.size(), {});
    for (std::size_t i = 0; i < starts.size(); ++i) {
        m_visit.whyNot[i] = starts[i].whyNot;
        m_visit.hasEnded[i] = !starts[i].whyNot.isEmpty();
    }
    takeTurns();
}

void Measurement::takeTurns()
{
    if (std::ranges::count(m_visit.hasEnded, false) == 0)
        endVisit();
    else
        m_thread.post([job = m_visit.job](SessionWorker& worker) { worker.takeTurns(job, strideMs); });
}

void Measurement::onTurns(int job, const std::vector<MeasuredTurn>& lap)
{
    if (m_visit.job.number == 0 || job != m_visit.job.number)
        return;
    for (const MeasuredTurn& turn : lap) {
        m_visit.turns.push_back(turn);
        if (turn.endsText)
            m_visit.hasEnded[std::size_t(turn.decode)] = true;
        m_lap = std::max(m_lap, turn.lap + 1);
        m_threads = std::max(m_threads, turn.threads);
    }
}

void Measurement::onPaused(int job)
{
    if (m_visit.job.number > 0 && job == m_visit.job.number)
        takeTurns();
}

/// A text could not be begun again: what the group has decoded of the prompt says nothing.
void Measurement::onFailed(int job, const QString& sentence)
{
    if (m_visit.job.number == 0 || job != m_visit.job.number)
        return;
    m_visit.turns.clear();
    for (std::size_t i = 0; i < m_visit.hasEnded.size(); ++i) {
        m_visit.hasEnded[i] = true;
        if (m_visit.whyNot[i].isEmpty())
            m_visit.whyNot[i] = sentence;
    }
}

void Measurement::endVisit()
{
    takeIn();
    drop();
    ++m_changes;
    if (++m_at.group == int(m_groups.size())) {
        m_at.group = 0;
        ++m_at.prompt;
    }
    if (m_at.prompt == int(m_prompts.size())) {
        m_at.prompt = 0;
        endRepetition();
    }
    if (m_isRunning) {
        goOn();
        emit progressed();
    }
}

void Measurement::takeIn()
{
    const std::vector<int>& ways = m_groups[std::size_t(m_at.group)];
    const auto isKnown = [&](int way) {
        return m_decodes.at(way, m_at.prompt).has_value() || m_decodes.isRefused(way, m_at.prompt);
    };
    for (std::size_t i = 0; i < ways.size(); ++i) {
        const bool wasKnown = isKnown(ways[i]);
        if (!m_visit.whyNot[i].isEmpty()) {
            if (!wasKnown)
                m_decodes.refuse(ways[i], m_at.prompt, m_visit.whyNot[i].toStdString());
        } else {
            DecodeFigures& figures = m_decodes.decodeOf(ways[i], m_at.prompt);
            figures.draftsTrees = m_visit.starts[i].draftsTrees;
            figures.memory = m_visit.starts[i].started.memory;
        }
        m_done += wasKnown ? 0 : 1;
    }
    for (const MeasuredTurn& turn : m_visit.turns)
        m_decodes.decodeOf(ways[std::size_t(turn.decode)], m_at.prompt).add(turn.firstTokens, turn.rounds);
}

void Measurement::endRepetition()
{
    ++m_repetitions;
    m_isSettled = secondsSoFar() >= m_rule.leastSeconds && areSettled();
    if (!m_isSettled && secondsSoFar() < m_rule.mostSeconds)
        return;
    m_isComplete = true;
    end();
    const std::string why = m_decodes.whyOut(0);
    bool isAnyIn = false;
    for (int way = 0; way < m_decodes.ways(); ++way)
        isAnyIn |= m_decodes.whyOut(way).empty();
    if (!isAnyIn)
        emit failed(QString::fromStdString(why));
    else if (const int count = m_decodes.leftOut(); count > 0)
        emit failed(tr("%1 of %2 prompts are left out: %3")
                        .arg(QString::number(count), QString::number(m_decodes.prompts()),
                             QString::fromStdString(m_decodes.whyLeftOut())));
}

bool Measurement::areSettled() const
{
    for (int way = 0; way < m_decodes.ways(); ++way) {
        const int plain = plainOf(way);
        if (plain < 0 || plain == way || !m_decodes.whyOut(way).empty())
            continue;
        const Speed speed = m_decodes.over(way, plain).speed;
        if (!speed.measuredSpeedUp)
            continue; // its texts end with the round that reads the prompt: more of them say no more
        if (!speed.speedUpInterval || speed.speedUpInterval->relativeHalfWidth() > m_rule.halfWidth)
            return false;
    }
    return true;
}

Measurement::Made& Measurement::made() const
{
    if (m_made.changes == m_changes)
        return m_made;
    std::vector<const RoundTimes*> times;
    for (int way = 0; way < m_decodes.ways(); ++way)
        for (int prompt = 0; prompt < m_decodes.prompts(); ++prompt)
            if (const auto& decode = m_decodes.at(way, prompt))
                times.push_back(&decode->times);
    m_made = {m_changes, {}, steadinessOf(times, m_threads)};
    return m_made;
}

const FiguresOverPrompts& Measurement::figures(int way, int plain) const
{
    auto& figures = made().figures;
    const auto known = figures.find({way, plain});
    return known != figures.end() ? known->second
                                  : figures.emplace(std::pair{way, plain}, m_decodes.over(way, plain)).first->second;
}

const Steadiness& Measurement::steadiness() const
{
    return made().steadiness;
}

// --- it ends

void Measurement::drop()
{
    if (m_visit.job.number == 0)
        return;
    m_secondsBefore = secondsSoFar();
    m_visit.job.stop->store(true);
    m_thread.postInBackground([job = m_visit.job.number](SessionWorker& worker) { worker.endTurns(job); });
    m_visit.job = {};
}

void Measurement::end()
{
    m_isRunning = false;
    emit progressed();
}

/// The device is gone: whatever came next would fail, too.
void Measurement::onLost(int job, const QString& sentence)
{
    if (m_visit.job.number == 0 || job != m_visit.job.number)
        return;
    m_visit.job = {};
    end();
    emit failed(sentence);
}

} // namespace draftscope
