// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include <QObject>

#include "gui/navigation/bookmark_list.h"
#include "gui/navigation/branch_list.h"
#include "gui/navigation/moment_player.h"
#include "gui/navigation/run_files.h"
#include "gui/navigation/run_speed.h"
#include "gui/navigation/status_line.h"
#include "gui/navigation/what_ifs.h"
#include "gui/worker/run_planner.h"
#include "gui/worker/stage_measuring.h"
#include "gui/worker/whole_vocabulary.h"

namespace draftscope {

/// A decode and the transport that drives it: it decides what a wish of a key, button or panel means for both, and what
/// the status line says. What has one subject is with the object that it hands out: bookmarks(), branches(), files(),
/// speedOfRun(); what is shown is asked of playhead(), what there is of run().
///
/// Going back, and going on over what is recorded, only changes the moment shown. At the end of a branch going on
/// computes. A change at an earlier moment forks; both branches stay. Lives on the window's thread.
class Navigation : public QObject {
    Q_OBJECT
public:
    using Activity = Player::Activity;
    static constexpr double fastest = Transport::fastest;

    explicit Navigation(const BackendChoice& backend = {}, QObject* parent = nullptr);
    /// Another run on the thread where the models of the window work, which outlives it.
    explicit Navigation(SessionThread& thread, QObject* parent = nullptr);

    // --- what is shown
    [[nodiscard]] Activity activity() const { return m_player.activity(); }
    [[nodiscard]] const Run& run() const { return m_run; }
    [[nodiscard]] const Recording& recording() const { return m_run.recording(); }
    [[nodiscard]] bool hasRecording() const { return m_run.isThere(); }
    /// What views draw. Another moment is shown by asking the navigation, which stops what runs.
    [[nodiscard]] const Playhead& playhead() const { return m_playhead; }
    [[nodiscard]] Position position() const { return m_playhead.position(); } ///< in recording()
    [[nodiscard]] const std::optional<RoundRecord>& round() const { return m_playhead.round(); }
    [[nodiscard]] bool canCompute() const { return m_run.canCompute(); }
    [[nodiscard]] bool hasEnded() const { return m_player.hasEnded(); } ///< nothing comes after the moment shown
    /// The file that the recording was read from; empty where it is a run's.
    [[nodiscard]] const std::filesystem::path& trace() const { return m_trace; }
    [[nodiscard]] const RunSetup& setup() const { return m_setup; } ///< what Restart begins with
    /// What the status line says; empty where there is nothing to say any more.
    [[nodiscard]] const QString& sentence() const { return m_status.text(); }
    /// Sampler and K of the next round that begins at the moment shown or after it, on the branch shown.
    [[nodiscard]] RoundSettings inForce() const { return m_whatIfs.inForce(); }
    /// Setup has something that the run or trace shown does not have.
    [[nodiscard]] bool setupIsOther() const;
    /// Nothing has been decoded of the run shown, so that Play and the steps begin with what Setup shows. The same
    /// where there is no run, but a target to begin one with.
    [[nodiscard]] bool playTakesSetup() const;
    /// setupIsOther(), and playing on does not show it.
    [[nodiscard]] bool setupDiffers() const { return setupIsOther() && !playTakesSetup(); }
    /// What has been changed about a node of the round shown, or the one about to begin, and has not taken effect.
    [[nodiscard]] std::vector<WhatIf> awaitedFor(int node) const { return m_whatIfs.awaitedFor(node); }
    /// Its speed and stop conditions. To play or stop, ask the navigation.
    [[nodiscard]] Transport& transport() { return m_player.transport(); }
    [[nodiscard]] const StopConditions& stopConditions() const { return m_player.transport().stopConditions(); }
    // --- batches
    [[nodiscard]] bool isBatch() const { return m_run.isBatch(); } ///< recording() is that of its current sequence
    /// Another sequence of the batch is the current one; the moment shown stays.
    void goToSequence(int sequence) { m_player.goToSequence(sequence); }
    /// To a moment that all sequences have in common, as Playhead::shared() counts it.
    void goToShared(Position shared) { m_player.goToShared(shared); }

    // --- what has one subject
    [[nodiscard]] MomentPlayer& player() { return m_player; }
    [[nodiscard]] const MomentPlayer& player() const { return m_player; }
    [[nodiscard]] WhatIfs& whatIfs() { return m_whatIfs; }
    [[nodiscard]] const WhatIfs& whatIfs() const { return m_whatIfs; }
    [[nodiscard]] BookmarkList& bookmarks() { return m_bookmarks; }
    [[nodiscard]] const BookmarkList& bookmarks() const { return m_bookmarks; }
    [[nodiscard]] BranchList& branches() { return m_branches; }
    [[nodiscard]] RunFiles& files() { return m_files; }
    [[nodiscard]] RunSpeed& speedOfRun() { return m_speed; }
    [[nodiscard]] const RunSpeed& speedOfRun() const { return m_speed; }

    // --- runs and traces
    void setSetup(const RunSetup& setup);
    void restartWith(const RunSetup& setup); ///< restart() from another setup; setup() stays where the run shown does
    void openTrace(const std::filesystem::path& path);
    void cancelLoading();
    /// Where the models work, for all who ask them: one pass at a time.
    [[nodiscard]] SessionThread& thread() { return m_thread; }
    /// What a run would take, before it is loaded.
    [[nodiscard]] RunPlanner& planner() { return m_planner; }
    /// Measures where the time of a pass goes, stage by stage: one row of the target after the text shown, on what the
    /// run is on. Ends in stagesMeasured() or stagesNotMeasured(). Whatever else is asked of the models ends it, too.
    void measureStages();
    void cancelMeasuring();
    /// p, q and residual of every token at the context that playhead() shows, which wholeVocabulary() computes. Why it
    /// cannot, a sentence; else empty.
    [[nodiscard]] QString whyNoWholeVocabulary() const;
    /// Ends in wholeVocabulary().changed(). Precondition: it can.
    void askForWholeVocabulary();
    [[nodiscard]] WholeVocabulary& wholeVocabulary() { return m_whole; }
    [[nodiscard]] bool isMeasuring() const { return m_measuring.isMeasuring(); }
    /// Why measureStages() would not do it now, a sentence; else empty.
    [[nodiscard]] QString whyNotMeasured() const;

public slots:
    void playOrPause() { m_player.playOrPause(); }
    void pause() { m_player.pause(); }
    void nextMoment() { m_player.nextMoment(); }
    void previousMoment() { m_player.previousMoment(); }
    void nextRound() { m_player.nextRound(); }
    void previousRound() { m_player.previousRound(); }
    void finishRound() { m_player.finishRound(); }
    void continueToStop() { m_player.continueToStop(); }
    void first() { m_player.first(); }
    void last() { m_player.last(); }
    void restart(); ///< a new run from setup(), with the same seed; the recording stays until it is ready

public:
    void goTo(Position position) { m_player.goTo(position); }
    /// To a moment of branch `shared.branch`, as Playhead::shared() counts it, or the one nearest to it. What of the
    /// branch is not recorded yet is decoded first, as fast as the models go; whatever else is asked for, pause() too,
    /// ends that. Ends in stood().
    void decodeTo(Position shared) { m_player.decodeTo(shared); }
    void goToToken(int index) { m_player.goToToken(index); } ///< to the moment that made it
    void goToBranch(int branch) { m_player.goToBranch(branch); }
    void selectContext(int context, int node = -1) { m_playhead.selectContext(context, node); }
    /// What has been computed and waits for the next frame is shown at once.
    void showWhatIsDue() { m_playhead.showWhatIsDue(); }
    void setStopConditions(const StopConditions& conditions) { m_player.transport().setStopConditions(conditions); }
    void toggleStopAtSelectedToken() { m_player.toggleStopAtSelectedToken(); }
    /// What-if, as soon as nothing runs: at the moment `from` (the one shown now, if not given) or, where the node was
    /// decided before, from there as a fork. Token, u and verdict count where the node is decided; sampler and K count
    /// from the next round that begins. A fork keeps what was forced in the round that it does again, and says so.
    void change(const std::vector<WhatIf>& changes, std::optional<Position> from = {})
    {
        m_whatIfs.change(changes, from);
    }
    /// Sampler and K for the round shown, too: it is drafted again, as a fork from before it.
    void changeFromStartOfRound(const std::vector<WhatIf>& changes) { m_whatIfs.changeFromStartOfRound(changes); }
    /// For the status line, as long as it is true.
    void say(const QString& sentence, TrueFor trueFor = TrueFor::moment);

signals:
    void shown(); ///< the moment shown, or the recording, has changed; at most once a frame while running
    void recordingReplaced();
    void sequenceChanged(); ///< recording() is another one of the batch
    void activityChanged();
    void stood(); ///< what was asked of the models is done and shown
    /// A what-if, `what` in words, has begun a branch: `from` was shown when it was made, `fork` is where the branch
    /// begins.
    void forked(draftscope::Position from, draftscope::Position fork, const QString& what);
    void setupChanged();
    void stopConditionsChanged();
    void sentenceChanged();                                    ///< sentence() has: by say(), or it is no longer true
    void failed(const QString& sentence);                      ///< for the message bar
    void loadingProgressed(double share, const QString& what); ///< share < 0: unknown
    void loadingGivenUp(); ///< what was being loaded will not come: cancelled, or another one was asked for
    /// Comes while isReading(), but not for what is over in a moment; activityChanged() says that it has begun or
    /// ended.
    void readingProgressed(double share, const QString& what);
    void measuringChanged(); ///< it has begun or ended
    void speedChanged();     ///< RunSpeed::changed()
    void stagesMeasured(const draftscope::StageTimes& times);
    void stagesNotMeasured(const QString& sentence);
    /// The recording with its unsaved what-ifs is to be replaced: discard() does it, retry() when they have been saved.
    /// Without a listener it is done at once.
    void whatIfsWouldBeLost(const std::function<void()>& discard, const std::function<void()>& retry);

private:
    void replaceRecording(const std::function<void()>& how);
    void makeWay();
    void showNewRun();
    void noteIdle(); ///< whether nothing wants the models may have changed
    [[nodiscard]] Shown whatIsShown() const;
    /// Removes stop conditions on tokens that mean something else now; a sentence if there were any.
    [[nodiscard]] QString forgetForeignStops(const std::vector<QString>& words);
    [[nodiscard]] std::vector<QString> wordsOfStops() const;
    /// Where playTakesSetup() and Setup has something else: begins such a run, and does `then` when it is there.
    bool beginsWithSetup(std::function<void()> then);
    void onStarted(const Job& job, const RunStarted& run, const RunSetup& setup);
    void onTraceRead(const Job& job, const std::shared_ptr<LoadedTrace>& trace);
    void onLoadingFailed(const QString& sentence);
    void onLost(const QString& sentence);

    Navigation(std::unique_ptr<SessionThread> own, SessionThread* thread, QObject* parent);

    std::unique_ptr<SessionThread> m_ownThread; ///< null where it shares another one's
    SessionThread& m_thread;
    Decode m_decode{m_thread};
    Run& m_run = m_decode.run();
    RunLoader& m_loader = m_decode.loader();
    Playhead& m_playhead = m_decode.playhead();
    StatusLine m_status{[this] { return whatIsShown(); }};
    BookmarkList m_bookmarks{m_decode, m_status, [this](Position shared) { m_player.goToShared(shared); }};
    BranchList m_branches{m_decode, m_status, [this](Position at) { m_player.goTo(at); }};
    WhatIfs m_whatIfs{m_decode, m_status, [this] { m_player.halt(); }};
    MomentPlayer m_player{m_decode, m_status, m_branches, m_whatIfs,
                          [this](std::function<void()> then) { return beginsWithSetup(std::move(then)); }};
    RunFiles m_files{m_decode, m_bookmarks, m_status};
    RunSpeed m_speed{m_decode, m_thread};
    RunPlanner m_planner{m_thread};
    StageMeasuring m_measuring{m_thread};
    WholeVocabulary m_whole{m_thread};
    RunSetup m_setup;
    std::filesystem::path m_trace, m_wantedTrace; ///< shown; being read
    std::function<void()> m_afterStart;           ///< what waits for the run that is being loaded
    bool m_beginsNow = false;                     ///< it is there, and what waited for it is done
};

} // namespace draftscope
