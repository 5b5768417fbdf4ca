// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/worker/session_thread.h"

namespace draftscope {

SessionThread::SessionThread(const BackendChoice& backend) : m_worker(new SessionWorker(backend)), m_backend(backend)
{
    qRegisterMetaType<BackendChoice>();
    qRegisterMetaType<RunStarted>();
    qRegisterMetaType<RunPlanned>();
    qRegisterMetaType<PromptPreview>();
    qRegisterMetaType<EndReason>();
    qRegisterMetaType<StageTimes>();
    qRegisterMetaType<SentTurns>();
    qRegisterMetaType<std::vector<MeasuredStart>>();
    m_thread.setObjectName(QStringLiteral("session"));
    m_worker->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    QObject::connect(m_worker, &SessionWorker::advanced, this, [worker = m_worker] { worker->acknowledge(); });
    QObject::connect(m_worker, &SessionWorker::advancedTogether, this, [worker = m_worker] { worker->acknowledge(); });
    QObject::connect(m_worker, &SessionWorker::backendAnswered, this,
                     [this](int job, const BackendChoice& inUse, const QString& problem) {
                         m_backend = inUse;
                         if (job == m_backendAsked)
                             emit backendAnswered(problem);
                     });
    m_thread.start();
}

SessionThread::~SessionThread()
{
    m_thread.quit();
    m_thread.wait();
}

void SessionThread::useBackend(const BackendChoice& backend)
{
    m_backendAsked = newJob().number;
    post([job = m_backendAsked, backend](SessionWorker& worker) { worker.useBackend(job, backend); });
}

void SessionThread::close()
{
    if (--m_open == 0)
        emit rested();
}

} // namespace draftscope
