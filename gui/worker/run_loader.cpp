// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/worker/run_loader.h"

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
    cancel();
    m_thread.post([last = m_last](SessionWorker& worker) { worker.release(last); });
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
    cancel();
    m_job = m_thread.newJob();
}

void RunLoader::give(const std::shared_ptr<LoadedTrace>& trace)
{
    begin();
    emit traceRead(std::exchange(m_job, {}), trace);
}

void RunLoader::cancel()
{
    if (!isLoading())
        return;
    m_job.stop->store(true);
    m_thread.post([job = m_job.number](SessionWorker& worker) { worker.discard(job); });
    m_job = {};
}

void RunLoader::onStarted(int job, const RunStarted& run)
{
    if (job != m_job.number)
        return; // cancelled or overtaken: the session there is stays
    m_thread.post([job, last = m_last](SessionWorker& worker) { worker.adopt(job, last); });
    m_last = job;
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
