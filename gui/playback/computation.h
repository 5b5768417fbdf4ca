// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QTimer>

#include "gui/playback/run_vocabulary.h"
#include "gui/playback/what_ifs_in_force.h"
#include "gui/worker/session_thread.h"

namespace draftscope {

/// Posts a run's commands to the worker's session, and puts the rounds that it answers into the run's recordings. A
/// trace has no session. The recordings and the vocabulary have to outlive this object. Lives on the
/// window's thread.
class Computation : public QObject {
    Q_OBJECT
public:
    Computation(SessionThread& thread, Recordings& recordings, const RunVocabulary& vocabulary);
    ~Computation() override;

    /// The recordings are those of another run or trace, and are begun already. Commands that are out are forgotten,
    /// and nothing is emitted. `run`: the number of its job.
    void begin(int run, bool hasSession);

    // --- its session
    /// There is one: it is no trace, and has not failed.
    [[nodiscard]] bool canCompute() const { return m_hasSession; }
    /// Why it cannot go on although it is no trace; empty if it can.
    [[nodiscard]] QString whyNothingIsComputed() const;
    /// Where the session stands when all commands are done: at the end of this branch.
    [[nodiscard]] int sessionBranch() const { return m_sessionBranch; }
    /// The session stands at the end of this branch, and nothing comes after it.
    [[nodiscard]] bool hasEnded(int branch) const { return m_sessionBranch == branch && m_end != EndReason::none; }
    /// Why a sequence of a batch has ended; none while it has not, whatever is shown of it.
    [[nodiscard]] EndReason endOf(int sequence) const { return m_ends[std::size_t(sequence)]; }
    /// What has been changed and no round shows yet: the session is told again when it is brought to another branch.
    [[nodiscard]] WhatIfsInForce& toCome() { return m_toCome; }
    [[nodiscard]] const WhatIfsInForce& toCome() const { return m_toCome; }

    // --- commands that are out
    [[nodiscard]] bool isComputing() const { return m_commandsOut > 0; }
    [[nodiscard]] int commandsOut() const { return m_commandsOut; } ///< those that are not done
    [[nodiscard]] int asked() const { return m_asked; }             ///< commands, in all
    /// The models read the text (the prompt, mostly) before they can go on from it.
    [[nodiscard]] bool isReading() const { return m_isReading; }

    // --- commands
    /// Goes on from the end of a branch, which is given.
    void advance(Position end, const Stride& stride);
    /// The same for a caller that has several runs go on in turn (SessionWorker::advanceInTurn()): posts nothing, but
    /// counts as a command. Branch 0 is the only one.
    [[nodiscard]] Job goOnInTurn();
    /// Brings the session to a moment, from where it computes for `branch`.
    void bringSessionTo(Position at, int branch);
    /// Where the session stands.
    void force(const WhatIf& change);
    void stop(); ///< ends the command at hand; what has been computed still arrives

signals:
    void asking(); ///< another command is posted
    void computingChanged();
    void readingChanged();
    /// Comes while isReading(), but not for what is over in a moment.
    void readingProgressed(double share, const QString& what);
    void grown(int branch); ///< the recordings have what the models have computed
    /// All commands are done. `reason` is the stop condition's sentence, if one was met.
    void done(const QString& reason, draftscope::EndReason end);
    void failed(const QString& sentence); ///< a command, or a part of one; the run goes on
    void lost(const QString& sentence);   ///< the run cannot go on

private:
    /// Posts a command: one that ends with SessionWorker::paused().
    template <class Call>
    void ask(Call call)
    {
        countCommand();
        m_thread.post(std::move(call));
    }
    void countCommand();
    void setCommandsOut(int count);
    void endReading();
    [[nodiscard]] bool isOurs(int job) const { return job == m_command.number; }
    void onProgressed(int job, double share, const QString& what);
    void onAdvanced(int job, int branch, const SentRounds& rounds);
    void onAdvancedTogether(int job, const SentBatchRounds& rounds);
    void onPaused(int job, const QString& reason, EndReason end);
    void onSessionLost(int job, const QString& sentence);

    SessionThread& m_thread;
    Recordings& m_recordings;
    const RunVocabulary& m_vocabulary;
    WhatIfsInForce m_toCome{m_recordings};
    std::vector<EndReason> m_ends; ///< by sequence of a batch
    Job m_command;                 ///< with the run's number; its flag ends the command at hand
    bool m_hasSession = false;
    bool m_isLost = false; ///< it has failed in the middle of its work and has no session any more
    int m_sessionBranch = 0, m_commandsOut = 0, m_asked = 0;
    EndReason m_end = EndReason::none;
    bool m_isReading = false;
    QTimer m_readingSoon; ///< until what is read is worth showing
    double m_readShare = 0;
    QString m_readWhat;
};

} // namespace draftscope
