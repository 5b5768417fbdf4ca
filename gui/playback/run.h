// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include <QObject>
#include <QTimer>

#include "gui/playback/run_vocabulary.h"
#include "gui/playback/what_ifs_in_force.h"
#include "gui/worker/session_thread.h"

namespace draftscope {

/// What came of a change.
struct ChangeMade {
    Position at; ///< from where it counts: what was shown, or a moment before it where a node was decided by then
    std::optional<Position> fork; ///< the end of the branch that begins there; nothing where nothing recorded changes
    std::vector<WhatIf> kept;     ///< what the fork has of the changes on the branch before, besides the one wanted
    QStringList notKept;          ///< in words
};

/// A run, or a trace that is only shown: the recording with its branches, what a person has changed about it, and what
/// is asked of the worker's session for it. It knows nothing of the moment that is shown. Another run or trace takes
/// its place in the same object. Lives on the window's thread.
class Run : public QObject {
    Q_OBJECT
public:
    explicit Run(SessionThread& thread, QObject* parent = nullptr);
    ~Run() override;

    // --- what there is
    [[nodiscard]] bool isThere() const { return m_isThere; }  ///< one has been loaded
    [[nodiscard]] int number() const { return m_job.number; } ///< another one for another run or trace
    [[nodiscard]] const Recordings& recordings() const { return m_recordings; }
    [[nodiscard]] const Recording& recording() const
    {
        return m_recordings.current();
    }                                                               ///< of a batch the current sequence's
    [[nodiscard]] const RunSetup& setup() const { return m_setup; } ///< what the recording was begun with
    /// It has a session: it is no trace, and has not failed.
    [[nodiscard]] bool canCompute() const { return m_hasSession; }
    /// Why it cannot go on although it is no trace; empty if it can.
    [[nodiscard]] QString whyNothingIsComputed() const;
    struct Resources {
        QString backendReason = {};                  ///< where the backend was left to the program, why it is that one
        std::optional<double> memory = std::nullopt; ///< megabytes planned for its models, caches and buffers
    };
    [[nodiscard]] const Resources& resources() const { return m_resources; } ///< empty for a trace
    [[nodiscard]] const RunVocabulary& vocabulary() const { return m_vocabulary; }
    [[nodiscard]] bool isLastRound(int branch, int round) const;      ///< the text ends in it
    [[nodiscard]] int generatedAfter(const RoundRecord& round) const; ///< tokens that are not the prompt's

    // --- batches
    [[nodiscard]] bool isBatch() const { return m_recordings.isBatch(); }
    void setCurrentSequence(int sequence) { m_recordings.setCurrentSequence(sequence); }
    /// Why a sequence has ended; none while it has not, whatever is shown of it.
    [[nodiscard]] EndReason endOf(int sequence) const { return m_ends[std::size_t(sequence)]; }

    // --- moments to find again
    [[nodiscard]] const std::vector<BookmarkRecord>& bookmarks() const { return m_bookmarks; } ///< inOrder()
    void setBookmarks(std::vector<BookmarkRecord> bookmarks) { m_bookmarks = std::move(bookmarks); }

    // --- its branches
    void nameBranch(int branch, std::string name);
    void setBranchRemoved(int branch, bool isRemoved);

    // --- another one takes its place; commands that are out are forgotten, and nothing is emitted
    void begin(const Job& job, const RunStarted& run, const RunSetup& setup);
    void begin(const Job& job, LoadedTrace&& trace, const RunSetup& setup);
    /// A recording that is made elsewhere, as far as it has come: what is there is its beginning.
    void grow(const Recording& longer);

    // --- what is asked of the models
    [[nodiscard]] bool isComputing() const { return m_commandsOut > 0; }
    [[nodiscard]] int commandsOut() const { return m_commandsOut; } ///< those that are not done
    [[nodiscard]] int asked() const { return m_asked; }             ///< commands, in all
    /// The models read the text (the prompt, mostly) before they can go on from it.
    [[nodiscard]] bool isReading() const { return m_isReading; }
    /// Where the session stands when all commands are done: at the end of this branch.
    [[nodiscard]] int sessionBranch() const { return m_sessionBranch; }
    /// The session stands at the end of this branch, and nothing comes after it.
    [[nodiscard]] bool hasEnded(int branch) const { return m_sessionBranch == branch && m_end != EndReason::none; }
    /// Goes on from the end of a branch, which is given.
    void advance(Position end, const Stride& stride);
    /// The same for a caller that has several runs go on in turn (SessionWorker::advanceInTurn()): posts nothing, but
    /// counts as a command. Branch 0 is the only one.
    [[nodiscard]] Job goOnInTurn();
    void stop(); ///< ends the command at hand; what has been computed still arrives

    // --- what-ifs
    [[nodiscard]] WhatIfsInForce& toCome() { return m_toCome; }
    [[nodiscard]] const WhatIfsInForce& toCome() const { return m_toCome; }
    /// At this moment of the recording or, where a node was decided before, from there as a fork. No command may be
    /// out.
    ChangeMade change(Position from, const std::vector<WhatIf>& changes);
    /// There is what followed from a what-if and no trace keeps: unlike the rest of a run, it cannot be had again by
    /// asking for the same once more.
    [[nodiscard]] bool hasUnsavedWhatIfs() const { return m_changesMade > m_changesKept; }
    [[nodiscard]] std::uint64_t changesMade() const { return m_changesMade; }
    void keep(std::uint64_t changes); ///< a trace has them: what changesMade() was when it was saved

signals:
    void asking(); ///< another command is posted
    void computingChanged();
    void readingChanged();
    /// Comes while isReading(), but not for what is over in a moment.
    void readingProgressed(double share, const QString& what);
    void grown(int branch);
    /// All commands are done. `reason` is the stop condition's sentence, if one was met.
    void done(const QString& reason, draftscope::EndReason end);
    void failed(const QString& sentence); ///< a command, or a part of one; the run goes on
    void lost(const QString& sentence);   ///< the run cannot go on
private:
    void begin(const Job& job, const RunSetup& setup);
    void changeHere(Position at, const std::vector<WhatIf>& changes);
    void changeInFork(ChangeMade& made, const std::vector<WhatIf>& changes);
    /// Brings the session to a moment, from where it computes for `branch`.
    void bringSessionTo(Position at, int branch);
    void force(const WhatIf& change);
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
    void onProgressed(int job, double share, const QString& what);
    void onAdvanced(int job, int branch, const SentRounds& rounds);
    void onAdvancedTogether(int job, const SentBatchRounds& rounds);
    void onPaused(int job, const QString& reason, EndReason end);
    void onSessionLost(int job, const QString& sentence);

    SessionThread& m_thread;
    Recordings m_recordings;
    std::vector<EndReason> m_ends; ///< of a batch, by sequence
    std::vector<BookmarkRecord> m_bookmarks;
    WhatIfsInForce m_toCome{m_recordings};
    RunVocabulary m_vocabulary{m_recordings};
    RunSetup m_setup;
    Resources m_resources;
    Job m_job;
    Job m_command; ///< the same number; its flag ends the command at hand
    bool m_isThere = false, m_hasSession = false;
    bool m_isLost = false; ///< it has failed in the middle of its work and has no session any more
    int m_sessionBranch = 0, m_commandsOut = 0, m_asked = 0;
    EndReason m_end = EndReason::none;
    bool m_hasWhatIfs = false;
    std::uint64_t m_changesMade = 0, m_changesKept = 0; ///< to the recording since the first what-if; those saved
    bool m_isReading = false;
    QTimer m_readingSoon; ///< until what is read is worth showing
    double m_readShare = 0;
    QString m_readWhat;
};

} // namespace draftscope
