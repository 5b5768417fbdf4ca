// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

#include "engine/analysis/speed.h"
#include "gui/session_thread.h"

namespace draftscope {

/// Plain decoding of a run's prompt, which its speed is compared with: the same target, sampler, seed and token limit on the
/// same backend, in a session of its own. Nobody sees its text. It computes only while it may and the thread rests, from a
/// moment after that on; what is posted there stops it within milliseconds, and it goes on where it stood.
/// Lives on the window's thread.
class PlainDecode : public QObject {
    Q_OBJECT
public:
    enum class Stage { nothing, due, starting, standing, computing, done, failed };

    explicit PlainDecode(SessionThread& thread, QObject* parent = nullptr);
    ~PlainDecode() override;

    /// Of another run, which was begun with this setup; nothing has been measured.
    void begin(const RunSetup& setup, const TraceHeader& header);
    void forget(); ///< of none
    void setAllowed(bool isAllowed);
    /// Its session goes, with the memory that it takes. What it has measured stays, unless it begins again to measure more.
    void giveBack();

    [[nodiscard]] Stage stage() const { return m_stage; }
    [[nodiscard]] const RoundTimes& times() const { return m_times; }
    /// It may compute and is not through: more is coming without anybody asking for it.
    [[nodiscard]] bool isPending() const;
    [[nodiscard]] const QString& problem() const { return m_problem; } ///< why it failed, a sentence

signals:
    void changed(); ///< stage, times, or whether it is pending

private:
    void arm();
    void goOn();
    void makeWay();
    void endSession(Stage stage);
    void fail(const QString& sentence);
    void onStarted(int job, const RunStarted& run);
    void onAdvanced(int job, const std::vector<RoundRecord>& rounds);
    void onPaused(int job, EndReason end);

    SessionThread& m_thread;
    RunSetup m_setup;
    ModelRecord m_target;
    std::string m_backend;
    Stage m_stage = Stage::nothing;
    Job m_job;     ///< number 0 where there is no session, nor one being made
    Job m_command; ///< the same number; its flag ends the command at hand
    bool m_isAllowed = false;
    RoundTimes m_times;
    double m_milliseconds = 0; ///< of them
    QString m_problem;
    QTimer m_rest; ///< until it goes on
};

} // namespace draftscope
