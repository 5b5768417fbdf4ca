// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <QObject>

#include "engine/analysis/decodes_in_turn.h"
#include "engine/backend/backends.h"
#include "engine/core/target_unavailable.h"
#include "engine/record/stage_times.h"
#include "engine/session/batch_session.h"
#include "engine/session/start_session.h"
#include "engine/session/stop_conditions.h"
#include "engine/trace/trace_file.h"
#include "gui/setup/run_setup.h"
#include "gui/setup/what_if.h"
#include "gui/worker/model_store.h"
#include "gui/worker/prompt_preview.h"

namespace draftscope {

/// A run has a number, so that what an older run still sends can be told and dropped, and a flag that ends the work at
/// hand within milliseconds: set it from any thread.
struct Job {
    int number = 0;
    std::shared_ptr<std::atomic<bool>> stop = std::make_shared<std::atomic<bool>>(false);
};

/// How far one command goes.
struct Stride {
    enum class Kind { moment, round, untilStopped };
    Kind kind = Kind::moment;
    StopConditions stops; ///< looked at by untilStopped only
};

/// Megabytes that a run on it was planned to need; nothing where that was not planned.
[[nodiscard]] std::optional<double> plannedMemory(const ChosenBackend& on);

/// Models are loaded and a session is ready; nothing has been computed.
struct RunStarted {
    TraceHeader header;
    std::shared_ptr<const Tokenizer> tokenizer;
    QString backendReason;                   ///< as in ChosenBackend
    std::optional<double> memory = {};       ///< megabytes that the run was planned to need
    std::vector<TraceHeader> sequences = {}; ///< of a batch: what a trace of each begins with; else empty
};

/// Rounds on their way to the window: a queued signal copies what it takes for each who listens, and there are several.
using SentRounds = std::shared_ptr<const std::vector<RoundRecord>>;

/// What a batch did in a round.
struct BatchRound {
    std::vector<RoundRecord> rounds;                   ///< by RoundRecord::sequence
    std::vector<std::pair<int, EndReason>> ended = {}; ///< the sequences that have ended with it, and why
};

using SentBatchRounds = std::shared_ptr<const std::vector<BatchRound>>; ///< likewise

/// A decode that is to be measured.
struct MeasuredStart {
    RunStarted started;
    bool draftsTrees = false;
    QString whyNot; ///< it cannot be begun, a sentence; else empty
};

/// A lap of decodes that are measured.
using SentTurns = std::shared_ptr<const std::vector<MeasuredTurn>>;

/// What a run would compute on and take of its memory.
struct RunPlanned {
    QString reason; ///< as in ChosenBackend
    /// A sentence; where nothing fits, what is in the way. Empty where the models cannot be opened, which a pair check
    /// says.
    QString memory;
    bool fits = true;
    std::vector<QString> warnings = {}; ///< what the models' files contradict themselves in: Model::warning
};

/// Owns the sessions, one a run or a batch of them, and lives on a thread of its own. Every function below but the
/// constructor is called on that thread (QMetaObject::invokeMethod), every answer is a queued signal with values. So
/// one pass is made at a time, whichever run asks for it. Sessions share the models that they have in common. A command
/// that computes ends with paused().
class SessionWorker : public QObject {
    Q_OBJECT
public:
    explicit SessionWorker(const BackendChoice& backend);
    ~SessionWorker() override;

    /// Sessions that begin from now on are on this; those that are there stay on what they are on. Where it cannot be
    /// had all stays. Ends with backendAnswered(): what is in use, and why it is not what was asked for, a sentence or
    /// nothing.
    void useBackend(int job, const BackendChoice& backend);
    /// Loads and makes a session ready. Those that are there stay as they are, so that a load that is not wanted any
    /// more does no harm.
    void start(const Job& job, const RunSetup& setup);
    /// The same on the backend that the session of `run` is on, and on no other: where that has no room for it, nothing
    /// is loaded.
    void startBeside(const Job& job, const RunSetup& setup, int run);
    /// The session made ready is that of a run, and takes the place of an older one; 0: of none.
    void adopt(int job, int replaced);
    void discard(int job); ///< it is not
    void release(int run); ///< the run is over: its session goes
    void advance(const Job& job, const Stride& stride);
    /// Finishes rounds of several runs, one after another: each time of the run that has the fewest, of the first one
    /// where several have as few. So none of them gets the machine twice while another waits. Each run ends with
    /// paused(), once it has `rounds` finished rounds, has ended or is stopped.
    void advanceInTurn(const std::vector<Job>& runs, int rounds);
    /// Gets decodes ready that are measured beside each other (DecodesInTurn), batches among them, and ends with
    /// turnsReady(). They are on the backend of the session of `beside` and on no other; 0: each on what its setup
    /// says. Distributions are not written down. `firstLap`: as DecodesInTurn has it.
    void startTurns(const Job& job, const std::vector<RunSetup>& decodes, int beside, int firstLap = 0);
    /// Laps for about so long, each told by turnsTaken() as it is over, and then paused(). A job that is stopped stops
    /// within milliseconds. A device that fails says sessionLost(), and a text that cannot be begun again failed().
    void takeTurns(const Job& job, double milliseconds);
    void endTurns(int job);
    /// Goes to a moment of the recording that the spine was cut from (Recording::spineTo), with changes of nodes that
    /// were made before it and are still to take effect. What is computed from there belongs to `branch`.
    void resume(const Job& job, const Recording& spine, Position at, int branch, const std::vector<WhatIf>& awaited);
    /// Applies the change and goes on until it has taken effect, or says in paused() why it could not.
    void force(const Job& job, const WhatIf& change);
    /// All tokens of the vocabulary behind a context of the round at a moment, as Session::distribution() gives them:
    /// the session goes there as in resume(). Ends with vocabularyListed(); a job that is stopped with nothing. A
    /// device that fails ends the session.
    void listVocabulary(const Job& job, int question, const Recording& spine, Position at, int context);
    /// Measures a pass of one row of the target after `context`, stage by stage, on the backend of the session of
    /// `run`. The session stays as it is. A device that fails ends it, as in a command.
    void measureStages(const Job& job, int run, std::vector<TokenId> context);
    void checkPair(const Job& job, const std::string& target, const std::string& draft);
    /// Opens the models, but reads no weights.
    void plan(const Job& job, const RunSetup& setup);
    /// What the target makes of the prompt, and whether it takes messages.
    void preview(const Job& job, const RunSetup& setup);
    void readTrace(const Job& job, const std::filesystem::path& path);

    /// How long rounds are gathered before they are sent; tests have each sent by itself.
    void setGatheringTime(std::chrono::milliseconds time) { m_gatheringTime = time; }
    /// The window has taken a batch; callable from any thread. A worker that is far ahead of the window waits.
    void acknowledge() { m_unread.fetch_sub(1); }

signals:
    void backendAnswered(int job, const draftscope::BackendChoice& inUse, const QString& problem);
    /// The device has failed, or a model's logits are not usable: the run of the job cannot go on.
    void sessionLost(int job, const QString& sentence);
    void progressed(int job, double share, const QString& what);
    void started(int job, const draftscope::RunStarted& run);
    /// In order; the last one may be unfinished and come again.
    void advanced(int job, int branch, const draftscope::SentRounds& rounds);
    /// Of a batch, in order; all rounds are finished.
    void advancedTogether(int job, const draftscope::SentBatchRounds& rounds);
    /// A command has ended. `reason` is the stop condition's sentence, if one was met; of a batch it only says that one
    /// was.
    void paused(int job, const QString& reason, draftscope::EndReason end);
    void failed(int job, const QString& sentence);
    void released(int job); ///< the sessions of a run or of a measurement have gone, with the memory that they took
    /// An empty sentence: the pair fits.
    void pairChecked(int job, const QString& sentence);
    void planned(int job, const draftscope::RunPlanned& plan);
    void previewed(int job, const draftscope::PromptPreview& preview);
    /// `question`: the number that the caller gave it.
    void vocabularyListed(int job, int question, const std::shared_ptr<const draftscope::DistributionRecord>& all);
    void stagesMeasured(int job, const draftscope::StageTimes& times);
    void stagesNotMeasured(int job, const QString& sentence);
    /// By decode. Those that say why they cannot be measured take no turns.
    void turnsReady(int job, const std::vector<draftscope::MeasuredStart>& decodes);
    void turnsTaken(int job, const draftscope::SentTurns& lap);
    void traceRead(int job, std::shared_ptr<draftscope::LoadedTrace> trace);

private:
    /// Opened; in a cache, so that the plan, the check and the run of a setup have the same.
    /// What is loaded for a job, or read of its text, is told to the window, and ends with the job.
    [[nodiscard]] Progress progressOf(const Job& job);
    /// With models that are there, or are read; on `backend`, or where it is null on one that fits.
    [[nodiscard]] Result<StartedSession> startSetup(const RunSetup& setup, const Progress& progress,
                                                    const std::shared_ptr<Backend>& backend = nullptr);
    /// Makes it ready, or says why it failed.
    void makeReady(const Job& job, const RunSetup& setup, Result<StartedSession> begun);
    /// The session of a run, with what belongs to it.
    struct RunSession {
        Pair models;
        std::unique_ptr<Session> session;    ///< null of a batch
        std::unique_ptr<BatchSession> batch; ///< null of one text
        std::shared_ptr<Backend> backend;    ///< that it is on
        int branch = 0;                      ///< of the window's recording: what the session computes belongs there
        std::optional<BackendChoice> ownBackend = {}; ///< as in its setup
    };
    /// Rounds until the job is stopped, the text ends or a condition is met; its sentence.
    QString runFreely(RunSession& run, const Job& job, const StopConditions& stops);
    void waitForWindow(std::span<const Job> jobs) const; ///< unless all are stopped
    [[nodiscard]] RunSession* held(int run);             ///< null where there is none (any more)
    struct Turns;                                        ///< of runs that are advanced together
    void takeTurn(Turns& turns, std::size_t run);
    void sendAll(Turns& turns);
    /// The device has failed, or a model's logits are not usable: the session is over, the window goes on.
    void endSession(int run, const DecodeFailure& failure);
    /// The session stands where it stood, and goes on when it is told to.
    void standStill(int run, const TargetUnavailable& unavailable);
    /// A decode of a measurement: models and backend that it stays on, and how it is begun.
    struct MeasuredTurns;
    struct MeasuredBegin {
        RunStarted started;
        Pair models;
        DecodesInTurn::Begin begin;
    };
    [[nodiscard]] Result<MeasuredBegin> startMeasuredText(const RunSetup& setup, const Progress& progress,
                                                          const std::shared_ptr<Backend>& beside);
    [[nodiscard]] Result<MeasuredBegin> startMeasuredBatch(const RunSetup& setup, const Progress& progress,
                                                           const std::shared_ptr<Backend>& beside);
    [[nodiscard]] Result<RunStarted> addMeasured(MeasuredTurns& turns, RunSetup setup,
                                                 const std::shared_ptr<Backend>& beside, const Progress& progress);
    void startBatch(const Job& job, const RunSetup& setup);
    /// Its texts, and the passes that they take. The models are open.
    [[nodiscard]] Result<std::vector<PlannedPass>> passesOf(const RunSetup& setup, const Pair& models) const;
    void advanceBatch(RunSession& run, const Job& job, const Stride& stride);
    void advanceSession(RunSession& run, const Job& job, const Stride& stride);
    void forceInSession(RunSession& run, const Job& job, const WhatIf& change);
    void send(const RunSession& run, int job, std::vector<RoundRecord>& rounds);
    void forgetUnusedModels();
    [[nodiscard]] bool isMeasured(const std::shared_ptr<const Model>& model) const;
    [[nodiscard]] bool isMeasuredOn(const BackendChoice& own) const;
    /// That of the setup, or of the program.
    [[nodiscard]] Backends& backendsFor(const RunSetup& setup);

    ModelStore m_models; ///< of the runs there are, and of setups that were looked at since the last one began
    BackendChoice m_choice;
    Backends m_backends;                                           ///< as it says
    std::vector<std::pair<BackendChoice, Backends>> m_ownBackends; ///< of runs that have one of their own
    std::map<int, RunSession> m_sessions, m_ready;         ///< by job: those of runs; those that wait to be adopted
    std::map<int, std::unique_ptr<MeasuredTurns>> m_turns; ///< by job
    std::chrono::milliseconds m_gatheringTime{25};
    std::atomic<int> m_unread = 0;
};

} // namespace draftscope

Q_DECLARE_METATYPE(draftscope::RunStarted)
Q_DECLARE_METATYPE(draftscope::SentRounds)
Q_DECLARE_METATYPE(draftscope::SentBatchRounds)
Q_DECLARE_METATYPE(draftscope::RunPlanned)
Q_DECLARE_METATYPE(draftscope::EndReason)
Q_DECLARE_METATYPE(draftscope::StageTimes)
Q_DECLARE_METATYPE(std::shared_ptr<const draftscope::DistributionRecord>)
Q_DECLARE_METATYPE(draftscope::SentTurns)
Q_DECLARE_METATYPE(draftscope::MeasuredStart)
