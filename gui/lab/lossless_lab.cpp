// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lab/lossless_lab.h"

#include "gui/language/engine_words.h"

namespace draftscope {

LosslessLab::LosslessLab(const BackendChoice& backend, QObject* parent)
    : QObject(parent), m_backend(backend), m_worker(new LabWorker)
{
    qRegisterMetaType<SentLabFigures>();
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    connect(m_worker, &LabWorker::progressed, this, [this](int job, const SentLabFigures& figures) {
        if (job != m_job.number)
            return;
        m_figures = figures;
        if (m_state == State::opening && !m_drawsWhenOpen)
            m_state = State::empty;
        else if (m_state == State::opening)
            draw();
        emit changed();
    });
    connect(m_worker, &LabWorker::paused, this, [this](int job, int stretch) {
        if (job == m_job.number && stretch == m_job.stretch)
            setState(texts() >= m_setup.texts ? State::finished : State::paused);
    });
    connect(m_worker, &LabWorker::failed, this, [this](int job, const QString& sentence) {
        if (job != m_job.number)
            return;
        m_problem = sentence;
        m_figures.reset();
        setState(State::refused);
    });
    m_thread.setObjectName(QStringLiteral("lab"));
    m_thread.start();
    check();
}

LosslessLab::~LosslessLab()
{
    end();
    m_thread.quit();
    m_thread.wait();
}

int LosslessLab::texts() const
{
    return m_figures ? m_figures->sides.front().texts : 0;
}

QString LosslessLab::problem() const
{
    return m_state == State::refused ? engineWords(m_problem) : QString();
}

void LosslessLab::sayAgain()
{
    if (!m_sides) // some of what is refused is said by the window itself
        check();
    m_table.sayAgain();
    emit changed();
}

void LosslessLab::setState(State state)
{
    m_state = state;
    emit changed();
}

void LosslessLab::check()
{
    const auto sides = sidesOf(m_setup);
    m_sides = sides ? std::optional(*sides) : std::nullopt;
    m_problem = sides ? QString() : engineSentence(sides.error());
    if (!sides)
        m_state = State::refused;
    else if (m_state == State::refused)
        m_state = State::empty;
}

void LosslessLab::setSetup(const LabSetup& setup)
{
    if (setup == m_setup)
        return;
    LabSetup withMore = m_setup;
    withMore.texts = setup.texts;
    const bool isMore = withMore == setup;
    const bool wasRunning = m_state == State::running || (m_state == State::opening && m_drawsWhenOpen);
    m_setup = setup;
    if (isMore) {
        if (wasRunning) { // with the other number
            m_job.pause->store(true);
            if (m_state == State::running)
                draw();
        } else if (m_state == State::finished || m_state == State::paused) {
            m_state = texts() >= m_setup.texts ? State::finished : State::paused;
        }
    } else {
        end();
        m_state = State::empty;
        check();
        if (wasRunning && m_sides)
            open(true);
    }
    emit setupChanged();
    emit changed();
}

void LosslessLab::end()
{
    m_job.stop->store(true);
    m_job.number = 0;
    m_figures.reset();
}

void LosslessLab::open(bool thenDraws)
{
    end();
    m_job = LabJob{++m_lastJob};
    m_drawsWhenOpen = thenDraws;
    m_state = State::opening;
    QMetaObject::invokeMethod(
        m_worker,
        [worker = m_worker, job = m_job, setup = m_setup, sides = *m_sides, backend = m_backend] {
            worker->open(job, setup, {sides.left, sides.right}, backend);
        },
        Qt::QueuedConnection);
    emit changed();
}

/// The flag is a new one, so that a pause that came too late for the last command does not stop this one.
void LosslessLab::draw()
{
    m_job.pause = std::make_shared<std::atomic<bool>>(false);
    ++m_job.stretch;
    m_state = State::running;
    QMetaObject::invokeMethod(
        m_worker,
        [worker = m_worker, job = m_job, texts = m_setup.texts, isGentle = m_isGentle] {
            worker->draw(job, texts, isGentle);
        },
        Qt::QueuedConnection);
    emit changed();
}

void LosslessLab::start()
{
    if (m_state == State::running || m_state == State::refused || m_state == State::finished)
        return;
    if (m_state == State::opening)
        m_drawsWhenOpen = true;
    else if (m_job.number == 0)
        open(true);
    else
        draw();
}

void LosslessLab::pause()
{
    if (m_state == State::opening)
        m_drawsWhenOpen = false;
    else if (m_state == State::running)
        m_job.pause->store(true);
}

void LosslessLab::toggle()
{
    if (m_state == State::running || (m_state == State::opening && m_drawsWhenOpen))
        pause();
    else
        start();
}

void LosslessLab::startTable()
{
    m_table.start(m_setup, m_backend);
}

void LosslessLab::startAgain()
{
    check();
    if (m_sides)
        open(true);
    else
        emit changed();
}

} // namespace draftscope
