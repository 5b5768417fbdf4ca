// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include <QObject>
#include <QTimer>

#include "engine/record/recording.h"
#include "gui/changes_to_come.h"
#include "gui/pending_changes.h"
#include "gui/playhead.h"
#include "gui/run_loader.h"
#include "gui/run_planner.h"
#include "gui/run_setup.h"
#include "gui/session_thread.h"
#include "gui/stage_measuring.h"
#include "gui/status_sentence.h"
#include "gui/trace_saver.h"
#include "gui/transport.h"
#include "widgets/token_text.h"

namespace draftscope {

/// A run and how to get about in it: the recording with the moment shown of it, the transport, stop conditions, what-ifs.
/// Every key, button, panel and the screenshot go through this object, and nothing else talks to the worker.
///
/// Going back, and going on over what is recorded, only changes the moment shown. At the end of a branch going on
/// computes. A change at an earlier moment forks; both branches stay. Lives on the window's thread.
class Navigation : public QObject {
    Q_OBJECT
public:
    enum class Activity { nothing, loading, paused, playing };
    static constexpr double fastest = Transport::fastest;

    explicit Navigation(const BackendChoice& backend = {}, QObject* parent = nullptr);
    ~Navigation() override;

    // --- what is shown
    [[nodiscard]] Activity activity() const;
    [[nodiscard]] const Recording& recording() const { return m_recording; }
    [[nodiscard]] bool hasRecording() const { return m_hasRecording; }
    /// What views draw. Whoever wants another moment shown asks the navigation, which stops what runs.
    [[nodiscard]] const Playhead& playhead() const { return m_playhead; }
    [[nodiscard]] Position position() const { return m_playhead.position(); }
    [[nodiscard]] const std::optional<RoundRecord>& round() const { return m_playhead.round(); }
    [[nodiscard]] std::vector<CommittedToken> text() const { return m_playhead.text(); }
    [[nodiscard]] const Metrics& metrics() const { return m_playhead.metrics(); }
    [[nodiscard]] int context() const { return m_playhead.context(); }
    [[nodiscard]] int nodeInQuestion() const { return m_playhead.nodeInQuestion(); }
    [[nodiscard]] std::optional<int> selectedToken() const { return m_playhead.selectedToken(); }
    /// Not a trace that is only shown.
    [[nodiscard]] bool canCompute() const { return m_sessionJob == m_job.number && m_sessionJob > 0; }
    [[nodiscard]] bool hasEnded() const;                                ///< nothing comes after the moment shown
    [[nodiscard]] const RunSetup& setup() const { return m_setup; }     ///< what Restart begins with
    [[nodiscard]] const RunSetup& running() const { return m_running; } ///< what the recording was begun with
    /// What the status line says; empty where there is nothing to say any more.
    [[nodiscard]] const QString& sentence() const { return m_sentence.text(); }
    /// Sampler and K of the next round that begins at the moment shown or after it, on the branch shown.
    [[nodiscard]] RoundSettings inForce() const { return m_toCome.inForce(position()); }
    /// That round's number, from 0; nothing where the text ends before it.
    [[nodiscard]] std::optional<int> nextRoundToBegin() const;
    /// Setup has something that the run or trace shown does not have, so that playing on does not show it.
    [[nodiscard]] bool setupDiffers() const;
    /// What has been changed about a node of the round shown, or the one about to begin, and has not taken effect.
    [[nodiscard]] std::vector<WhatIf> awaitedFor(int node) const { return m_toCome.awaitedFor(node, position()); }
    /// Why the run shown computes on what it does, where that was left to the program; else empty.
    [[nodiscard]] QString backendReason() const { return canCompute() ? m_backendReason : QString(); }
    /// Its speed and stop conditions. Whoever wants to play or stop asks the navigation.
    [[nodiscard]] Transport& transport() { return m_transport; }
    [[nodiscard]] double speed() const { return m_transport.speed(); }
    [[nodiscard]] const StopConditions& stopConditions() const { return m_transport.stopConditions(); }
    [[nodiscard]] std::size_t vocabularySize() const;
    /// What a token looks like, whether it has occurred or not.
    [[nodiscard]] QString textOf(TokenId token, Spaces spaces = Spaces::asTheyAre) const;
    /// The id of a text that is exactly one token; nothing otherwise.
    [[nodiscard]] std::optional<TokenId> tokenOf(const QString& text) const;

    // --- runs and traces
    void setSetup(const RunSetup& setup);
    void openTrace(const std::filesystem::path& path);
    /// Saves in the background, one after another; sentence() or failed() tells when one is done.
    void saveTrace(const std::filesystem::path& path);
    [[nodiscard]] bool isSaving() const { return m_saver.isSaving(); }
    /// There is what followed from a what-if and no trace keeps: unlike the rest of a run, it cannot be had again by
    /// asking for the same once more.
    [[nodiscard]] bool hasUnsavedWhatIfs() const { return m_changesMade > m_changesKept; }
    /// Another number for another run or trace.
    [[nodiscard]] int run() const { return m_job.number; }
    void cancelLoading();
    /// The models read the text (the prompt, mostly) before they can go on from it. pause() ends that.
    [[nodiscard]] bool isReading() const { return m_isReading; }
    [[nodiscard]] bool isComputing() const { return m_commandsOut > 0; } ///< something asked of the models is not done
    /// What a run would take, before it is loaded.
    [[nodiscard]] RunPlanner& planner() { return m_planner; }
    /// Measures where the time of a pass goes, stage by stage: one row of the target after the text shown, on what the
    /// run is on. Ends in stagesMeasured() or stagesNotMeasured(). Whatever else is asked of the models ends it, too.
    void measureStages();
    void cancelMeasuring();
    [[nodiscard]] bool isMeasuring() const { return m_measuring.isMeasuring(); }
    /// Why measureStages() would not do it now, a sentence; else empty.
    [[nodiscard]] QString whyNotMeasured() const;

public slots:
    void playOrPause();
    void pause();
    void nextMoment();
    void previousMoment();
    void nextRound();
    void previousRound();
    void finishRound();
    void continueToStop();
    void first();
    void last();
    void restart(); ///< a new run from setup(), with the same seed; the recording stays until it is ready

public:
    void goTo(Position position);
    void goToToken(int index); ///< to the moment that made it
    void goToBranch(int branch);
    void selectContext(int context, int node = -1) { m_playhead.selectContext(context, node); }
    void setSpeed(double momentsPerSecond) { m_transport.setSpeed(momentsPerSecond); }
    void setStopConditions(const StopConditions& conditions) { m_transport.setStopConditions(conditions); }
    void toggleStopAtSelectedToken();
    /// What-if, as soon as nothing runs: at the moment `from` (the one shown now, if not given) or, where the node was
    /// decided before, from there as a fork. Token, u and verdict count where the node is decided; sampler and K count
    /// from the next round that begins. A fork keeps what was forced in the round that it does again, and says so.
    void change(const std::vector<WhatIf>& changes, std::optional<Position> from = {});
    /// Sampler and K for the round shown, too: it is drafted again, as a fork from before it.
    void changeFromStartOfRound(const std::vector<WhatIf>& changes);
    /// For the status line, as long as it is true.
    void say(const QString& sentence, TrueFor trueFor = TrueFor::moment);

signals:
    void shown(); ///< the moment shown, or the recording, has changed; at most once a frame while running
    void recordingReplaced();
    void activityChanged();
    void stood(); ///< what was asked of the models is done and shown
    void setupChanged();
    void stopConditionsChanged();
    void sentenceChanged();                                    ///< sentence() has: by say(), or it is no longer true
    void failed(const QString& sentence);                      ///< for the message bar
    void loadingProgressed(double share, const QString& what); ///< share < 0: unknown
    /// Comes while isReading(), but not for what is over in a moment; activityChanged() says that it has begun or ended.
    void readingProgressed(double share, const QString& what);
    void measuringChanged(); ///< it has begun or ended
    void stagesMeasured(const draftscope::StageTimes& times);
    void stagesNotMeasured(const QString& sentence);
    void saveEnded(bool isSaved);
    /// The recording with its unsaved what-ifs is to be replaced: discard() does it, retry() when they have been saved.
    /// Where nobody listens it is done at once.
    void whatIfsWouldBeLost(const std::function<void()>& discard, const std::function<void()>& retry);

private:
    void replaceRecording(const std::function<void()>& how);
    void makeWay();
    void takeOver(const Job& job);
    void noteActivity(); ///< it may have changed
    /// Computes from the end of the branch shown. False, and a sentence, where that cannot be.
    bool compute(const Stride& stride);
    /// Posts the session to a moment, from where it computes for `branch`.
    void bringSessionTo(Position at, int branch);
    void post(const WhatIf& change);
    [[nodiscard]] bool isLastRound(int branch, int round) const;      ///< the text ends in it
    [[nodiscard]] int generatedAfter(const RoundRecord& round) const; ///< tokens that are not the prompt's
    void carryOut(const WantedChange& wanted);
    [[nodiscard]] bool mayChange();
    void changeHere(Position at, const std::vector<WhatIf>& changes);
    void changeInFork(Position at, const std::vector<WhatIf>& changes);
    void review();
    [[nodiscard]] Shown whatIsShown() const;
    /// Ends the follow-up of a what-if's sentence with what came of it.
    void saySequel(const QString& reason);
    /// Removes stop conditions on tokens that mean something else now; a sentence if there were any.
    [[nodiscard]] QString forgetForeignStops(const std::vector<QString>& words);
    [[nodiscard]] std::vector<QString> wordsOfStops() const;
    void onBeat();
    void onFreeRunChanged();
    void endCommand(); ///< the one at hand
    void halt();
    void sayEnd();
    void onReadingProgressed(double share, const QString& what);
    void endReading();
    /// Posts a command: one that ends with paused().
    template <class Call>
    void ask(Call call)
    {
        ++m_asked;
        review();
        setCommandsOut(m_commandsOut + 1);
        m_thread.post(std::move(call));
    }
    void setCommandsOut(int count);
    void onStarted(const Job& job, const RunStarted& run, const RunSetup& setup);
    void onAdvanced(int job, int branch, const std::vector<RoundRecord>& rounds);
    void onPaused(int job, const QString& reason, EndReason end);
    void onSessionLost(int job, const QString& sentence);
    /// Why the run shown cannot go on although it is no trace; empty if it can.
    [[nodiscard]] QString whyNothingIsComputed() const;
    void onTraceRead(const Job& job, const std::shared_ptr<LoadedTrace>& trace);
    void onLoadingFailed(const QString& sentence);

    TraceSaver m_saver;
    SessionThread m_thread;
    RunLoader m_loader{m_thread};
    RunPlanner m_planner{m_thread};
    StageMeasuring m_measuring{m_thread};
    QString m_backendReason;

    Recording m_recording;
    bool m_hasRecording = false;
    std::shared_ptr<const Tokenizer> m_tokenizer;
    Playhead m_playhead{m_recording};

    RunSetup m_setup, m_running;
    ChangesToCome m_toCome{m_recording};
    PendingChanges m_pendingChanges;
    Job m_job;            ///< of the run or trace shown
    Job m_command;        ///< the same number; its flag ends the command at hand
    int m_sessionJob = 0; ///< the run that the worker has a session of
    /// Where that session stands when it has done what it was asked: at the end of this branch.
    int m_sessionBranch = 0;
    int m_commandsOut = 0; ///< commands whose paused() has not come
    int m_asked = 0;       ///< commands, in all
    EndReason m_end = EndReason::none;

    Transport m_transport;
    Activity m_noted = Activity::nothing; ///< that activityChanged() has told of last
    StatusSentence m_sentence;
    bool m_isReading = false;
    QTimer m_readingSoon; ///< until what is read is worth showing
    double m_readShare = 0;
    QString m_readWhat;
    bool m_isLost = false; ///< the run shown has failed in the middle of its work and has no session any more
    bool m_hasWhatIfs = false;
    std::uint64_t m_changesMade = 0, m_changesKept = 0; ///< to the recording since the first what-if; those saved
};

} // namespace draftscope
