// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>

#include <QThread>

#include "gui/worker/session_worker.h"

namespace draftscope {

/// The thread that a SessionWorker lives on, and the only way to ask it for something. Lives on the window's thread,
/// longer than the caller.
class SessionThread : public QObject {
    Q_OBJECT
public:
    explicit SessionThread(const BackendChoice& backend);
    ~SessionThread() override; ///< waits for the work at hand: its owner stops it before

    [[nodiscard]] const SessionWorker& worker() const { return *m_worker; } ///< for its signals
    [[nodiscard]] Job newJob() { return Job{++m_lastJob}; }
    /// Runs call(SessionWorker&) on the worker's thread, after all that was posted before.
    template <class Call>
    void post(Call call)
    {
        ++m_open;
        emit wanted();
        postInBackground([this, call = std::move(call)](SessionWorker& worker) {
            call(worker);
            QMetaObject::invokeMethod(this, &SessionThread::close, Qt::QueuedConnection);
        });
    }
    /// The same for work in the background. Its owner begins when isResting(), and ends it at wanted().
    template <class Call>
    void postInBackground(Call call)
    {
        QMetaObject::invokeMethod(
            m_worker, [worker = m_worker, call = std::move(call)] { call(*worker); }, Qt::QueuedConnection);
    }
    /// All that was posted, but for what was posted in the background, has been done.
    [[nodiscard]] bool isResting() const { return m_open == 0; }

    /// What sessions that begin from now on are on.
    [[nodiscard]] const BackendChoice& backend() const { return m_backend; }
    /// Another one, if it can be had; ends in backendAnswered(). Of several wishes the last one counts.
    void useBackend(const BackendChoice& backend);

signals:
    void backendAnswered(
        const QString& problem); ///< a sentence why it is as before; empty: backend() is the one asked for
    void wanted();               ///< comes just before something is posted, but for the background
    void rested();               ///< isResting() again

private:
    void close();

    QThread m_thread;
    SessionWorker* m_worker;
    BackendChoice m_backend; ///< that the worker has last said
    int m_backendAsked = 0;  ///< the job of the last wish
    int m_lastJob = 0;
    int m_open = 0; ///< posted, but not in the background, and not done
};

} // namespace draftscope
