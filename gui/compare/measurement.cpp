// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/measurement.h"

#include <algorithm>

namespace draftscope {

Measurement::Measurement(SessionThread& thread, QObject* parent) : QObject(parent), m_thread(thread)
{
    const SessionWorker* worker = &thread.worker();
    connect(worker, &SessionWorker::decoded, this, &Measurement::onDecoded);
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
        m_seconds.assign(m_setups.size(), 0);
        m_next = 0;
    }
    m_isWarm = false;
    m_isRunning = true;
    emit progressed();
    goOn();
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

std::pair<int, int> Measurement::decodeAt(int number) const
{
    const int ways = int(m_setups.size()), prompt = number / ways;
    return {(number + prompt) % ways, prompt};
}

std::optional<double> Measurement::secondsLeft() const
{
    if (done() == 0)
        return std::nullopt;
    std::vector<int> counts(m_setups.size(), 0);
    for (int number = 0; number < done(); ++number)
        ++counts[std::size_t(decodeAt(number).first)];
    double all = 0, left = 0;
    for (const double seconds : m_seconds)
        all += seconds;
    for (std::size_t way = 0; way < counts.size(); ++way)
        left += (int(m_prompts.size()) - counts[way]) * (counts[way] > 0 ? m_seconds[way] / counts[way] : all / done());
    return left;
}

void Measurement::goOn()
{
    if (!m_isRunning || m_isHeld || m_job.number > 0)
        return;
    const auto [way, prompt] = decodeAt(m_next);
    RunSetup setup = m_setups[std::size_t(way)];
    setup.prompt = m_prompts[std::size_t(prompt)].text;
    setup.settings.topTokens = 0; // writing distributions down takes time, and nobody looks at them
    m_job = m_thread.newJob();
    m_sinceAsked.start();
    m_thread.post([job = m_job, setup](SessionWorker& worker) { worker.decode(job, setup); });
}

void Measurement::drop()
{
    m_job.stop->store(true);
    m_job = {};
}

void Measurement::end()
{
    m_isRunning = false;
    emit progressed();
}

void Measurement::takeNext()
{
    m_job = {};
    if (m_isWarm) {
        m_seconds[std::size_t(decodeAt(m_next).first)] += double(m_sinceAsked.elapsed()) / 1000;
        ++m_next;
    }
    m_isWarm = true;
    if (m_next < asked()) {
        goOn();
        emit progressed();
        return;
    }
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

void Measurement::onDecoded(int job, const DecodeFigures& figures)
{
    if (job != m_job.number)
        return;
    if (m_isWarm) {
        const auto [way, prompt] = decodeAt(m_next);
        m_decodes.add(way, prompt, figures);
    }
    takeNext();
}

void Measurement::onFailed(int job, const QString& sentence)
{
    if (job != m_job.number)
        return;
    if (m_isWarm) {
        const auto [way, prompt] = decodeAt(m_next);
        m_decodes.refuse(way, prompt, sentence.toStdString());
    }
    takeNext();
}

/// The device is gone: whatever came next would fail, too.
void Measurement::onLost(int job, const QString& sentence)
{
    if (job != m_job.number)
        return;
    m_job = {};
    end();
    emit failed(sentence);
}

} // namespace draftscope
