// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>

#include <QThread>

#include "gui/session_worker.h"

namespace draftscope {

/// The thread that a SessionWorker lives on, and the only way to ask it for something. Lives on the window's thread, longer
/// than whoever asks.
class SessionThread {
public:
    explicit SessionThread(const BackendChoice& backend);
    ~SessionThread(); ///< waits for the work at hand: whoever asked for it stops it before

    [[nodiscard]] const SessionWorker& worker() const { return *m_worker; } ///< for its signals
    [[nodiscard]] Job newJob() { return Job{++m_lastJob}; }
    /// Runs call(SessionWorker&) on the worker's thread, after all that was posted before.
    template <class Call>
    void post(Call call)
    {
        QMetaObject::invokeMethod(
            m_worker, [worker = m_worker, call = std::move(call)] { call(*worker); }, Qt::QueuedConnection);
    }

private:
    QThread m_thread;
    QObject m_window; ///< takes the worker's batches on the window's thread
    SessionWorker* m_worker;
    int m_lastJob = 0;
};

} // namespace draftscope
