// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/worker/session_thread.h"

namespace draftscope {

/// Measures where the time of a pass goes, stage by stage: one row of a run's target after a text, on what the run is
/// on.
class StageMeasuring : public QObject {
    Q_OBJECT
public:
    explicit StageMeasuring(SessionThread& thread, QObject* parent = nullptr);
    ~StageMeasuring() override;

    [[nodiscard]] bool isMeasuring() const { return m_job.number > 0; }
    /// Ends in measured() or notMeasured(). `run` is the job of the run that the worker has a session of.
    void start(int run, std::vector<TokenId> context);
    /// Ends in notMeasured() with this sentence, if something is being measured.
    void end(const QString& sentence);

signals:
    void changed(); ///< it has begun or ended
    void measured(const draftscope::StageTimes& times);
    void notMeasured(const QString& sentence);

private:
    SessionThread& m_thread;
    Job m_job; ///< number 0 if nothing is being measured
};

} // namespace draftscope
