// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include <QTimer>

#include "gui/worker/session_thread.h"

namespace draftscope {

/// p, q and residual of every token of the vocabulary at a position of a run, of which the record keeps the likeliest
/// only: at any moment that is recorded, the run's models compute them again. They do so in a session beside the run's,
/// which stays where it is; a row has the same bits in both, so what the record keeps is among them, and that is looked
/// at. It computes while nothing else is asked of the models, and begins again where it was stopped for that. Lives on
/// the window's thread.
class WholeVocabulary : public QObject {
    Q_OBJECT
public:
    explicit WholeVocabulary(SessionThread& thread, QObject* parent = nullptr);
    ~WholeVocabulary() override;

    /// Of a context of the round at a moment of a recording, which belongs to `run` on the worker and was begun with
    /// `setup`; ends in changed(), with an answer() or a problem(). What was asked before is not answered any more.
    void ask(int run, const RunSetup& setup, const Recording& recording, Position at, int context);
    void drop();   ///< the answer is not wanted; the session stays for the next one
    void forget(); ///< its session goes, too, with the memory that it takes

    [[nodiscard]] bool isPending() const { return m_wanted.has_value(); }
    /// All tokens, as in a record; null until they are there.
    [[nodiscard]] const std::shared_ptr<const DistributionRecord>& answer() const { return m_answer; }
    /// Why there will be none, a sentence; else empty.
    [[nodiscard]] const QString& problem() const { return m_problem; }

signals:
    void changed(); ///< there is an answer, or a problem

private:
    struct Wanted {
        Recording spine; ///< with the moment in its branch 0
        Position at;
        int context = 0;
        DistributionRecord recorded;
    };
    template <class Call>
    void post(Call call);
    void arm();
    void goOn();
    void makeWay();
    void endSession();
    void onStarted(int job, const RunStarted& started);
    void onListed(int job, int question, const std::shared_ptr<const DistributionRecord>& all);
    void fail(const QString& sentence);

    SessionThread& m_thread;
    int m_run = 0;
    RunSetup m_setup; ///< of that run
    Job m_job;        ///< the session's; number 0 where there is none, nor one being made
    Job m_command;    ///< the same number; its flag ends the command at hand
    bool m_isReady = false, m_isPosting = false;
    int m_question = 0;     ///< the last one; answers to others are late
    bool m_isAsked = false; ///< the worker knows the last one
    std::optional<Wanted> m_wanted;
    std::shared_ptr<const DistributionRecord> m_answer;
    QString m_problem;
    QTimer m_rest; ///< until it goes on
};

} // namespace draftscope
