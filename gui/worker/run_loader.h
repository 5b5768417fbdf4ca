// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/worker/session_thread.h"

namespace draftscope {

/// Loads runs and traces, one at a time and each in the place of the one before: asking for another gives up what
/// is still being loaded. The run that is there keeps its session until another one is ready.
class RunLoader : public QObject {
    Q_OBJECT
public:
    explicit RunLoader(SessionThread& thread, QObject* parent = nullptr);
    ~RunLoader() override;

    [[nodiscard]] bool isLoading() const { return m_job.number > 0; }
    void start(const RunSetup& setup);                 ///< ends with runStarted() or failed()
    void readTrace(const std::filesystem::path& path); ///< ends with traceRead() or failed()
    /// A trace that is in memory already: traceRead() comes at once.
    void give(const std::shared_ptr<LoadedTrace>& trace);
    void cancel(); ///< nothing comes any more

signals:
    void progressed(double share, const QString& what); ///< share < 0: unknown
    /// The worker's session is that of this run from now on, which `job` numbers.
    void runStarted(const draftscope::Job& job, const draftscope::RunStarted& run, const draftscope::RunSetup& setup);
    void traceRead(const draftscope::Job& job, const std::shared_ptr<draftscope::LoadedTrace>& trace);
    void failed(const QString& sentence);

private:
    void begin();
    void onStarted(int job, const RunStarted& run);
    void onTraceRead(int job, const std::shared_ptr<LoadedTrace>& trace);
    void onFailed(int job, const QString& sentence);

    SessionThread& m_thread;
    Job m_job;      ///< number 0 if nothing is being loaded
    int m_last = 0; ///< the run that was loaded last, whose session the worker has
    RunSetup m_setup;
};

} // namespace draftscope
