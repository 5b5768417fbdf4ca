// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run_loader.h"

#include <utility>

namespace draftscope {

RunLoader::RunLoader(SessionThread& thread, QObject* parent) : QObject(parent), m_thread(thread)
{
    const SessionWorker* worker = &thread.worker();
    connect(worker, &SessionWorker::started, this, &RunLoader::onStarted);
    connect(worker, &SessionWorker::traceRead, this, &RunLoader::onTraceRead);
    connect(worker, &SessionWorker::failed, this, &RunLoader::onFailed);
    connect(worker, &SessionWorker::progressed, this, [this](int job, double share, const QString& what) {
        if (job == m_job.number)
            emit progressed(share, what);
    });
}

RunLoader::~RunLoader()
{
    m_job.stop->store(true);
}

void RunLoader::start(const RunSetup& setup)
{
    begin();
    m_setup = setup;
    m_thread.post([job = m_job, setup](SessionWorker& worker) { worker.start(job, setup); });
}

void RunLoader::readTrace(const std::filesystem::path& path)
{
    begin();
    m_thread.post([job = m_job, path](SessionWorker& worker) { worker.readTrace(job, path); });
}

void RunLoader::begin()
{
    m_job.stop->store(true);
    m_job = m_thread.newJob();
}

void RunLoader::cancel()
{
    m_job.stop->store(true);
    m_job = {};
    m_thread.post([](SessionWorker& worker) { worker.discard(); });
}

void RunLoader::onStarted(int job, const RunStarted& run)
{
    if (job != m_job.number)
        return; // cancelled or overtaken: the session there is stays
    m_thread.post([job](SessionWorker& worker) { worker.adopt(job); });
    emit runStarted(std::exchange(m_job, {}), run, m_setup);
}

void RunLoader::onTraceRead(int job, const std::shared_ptr<LoadedTrace>& trace)
{
    if (job == m_job.number)
        emit traceRead(std::exchange(m_job, {}), trace);
}

void RunLoader::onFailed(int job, const QString& sentence)
{
    if (job != m_job.number)
        return;
    m_job = {};
    emit failed(sentence);
}

} // namespace draftscope
