// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "gui/navigation/moment_player.h"

namespace draftscope {

/// Puts one run or trace of a decode in the place of another: it starts runs from a setup and opens traces. The one
/// that is shown stays until the other one is ready. What it is given outlives it. Lives on the window's thread.
class RunStarter : public QObject {
    Q_OBJECT
public:
    RunStarter(Decode& decode, StatusLine& status, MomentPlayer& player, WhatIfs& whatIfs, QObject* parent = nullptr);

    [[nodiscard]] const RunSetup& setup() const { return m_setup; } ///< what restart() begins with
    void setSetup(const RunSetup& setup);
    /// The file that the recording was read from; empty where it is a run's.
    [[nodiscard]] const std::filesystem::path& trace() const { return m_trace; }
    /// Setup has something that the run or trace shown does not have.
    [[nodiscard]] bool setupIsOther() const;
    /// Nothing has been decoded of the run shown, so that Play and the steps begin with what Setup shows. The same
    /// where there is no run, but a target to begin one with.
    [[nodiscard]] bool playTakesSetup() const;
    /// setupIsOther(), and playing on does not show it.
    [[nodiscard]] bool setupDiffers() const { return setupIsOther() && !playTakesSetup(); }

    void restartWith(const RunSetup& setup); ///< restart() from another setup; setup() stays where the run shown does
    void openTrace(const std::filesystem::path& path);
    /// What a server was watched to do takes the place of what is shown, as a trace does: at once, or when a person has
    /// said what is to become of unsaved what-ifs.
    void showWatched(const Recording& recording);
    /// More of it has come. The moment shown moves on with it where it stands at the end. Where something else is
    /// shown, nothing happens.
    void growWatched(const Recording& longer);
    void cancelLoading();
    /// Where playTakesSetup() and Setup has something else: begins such a run, and does `then` when it is there.
    bool beginsWithSetup(std::function<void()> then);

public slots:
    void restart(); ///< a new run from setup(), with the same seed; the recording stays until it is ready

signals:
    void setupChanged();
    void makingWay(); ///< whatever else asks the models for something ends, and gives its memory back
    void taken();     ///< what was loaded is the decode's, and not shown yet
    void replaced();  ///< likewise: when all is of the new run
    void loadingProgressed(double share, const QString& what); ///< share < 0: unknown
    void loadingGivenUp(); ///< what was being loaded will not come: cancelled, or another one was asked for
    void failed(const QString& sentence); ///< for the message bar
    /// The recording with its unsaved what-ifs is to be replaced: discard() does it, retry() when they have been saved.
    /// Without a listener it is done at once.
    void whatIfsWouldBeLost(const std::function<void()>& discard, const std::function<void()>& retry);

private:
    void replaceRecording(const std::function<void()>& how);
    void makeWay();
    void showNewRun();
    void onStarted(const Job& job, const RunStarted& run, const RunSetup& setup);
    void onTraceRead(const Job& job, const std::shared_ptr<LoadedTrace>& trace);
    void onLoadingFailed(const QString& sentence);
    /// Removes stop conditions on tokens that mean something else now; a sentence if there were any.
    [[nodiscard]] QString forgetForeignStops(const std::vector<QString>& words);
    [[nodiscard]] std::vector<QString> wordsOfStops() const;

    Decode& m_decode;
    Run& m_run = m_decode.run();
    RunLoader& m_loader = m_decode.loader();
    StatusLine& m_status;
    MomentPlayer& m_player;
    WhatIfs& m_whatIfs;
    RunSetup m_setup;
    std::filesystem::path m_trace, m_wantedTrace; ///< shown; being read
    std::shared_ptr<LoadedTrace> m_watched;       ///< waits for showWatched(); null: it is shown, or there is none
    int m_watchedRun = 0;                         ///< the number of the run that shows it
    std::function<void()> m_afterStart;           ///< what waits for the run that is being loaded
    bool m_beginsNow = false;                     ///< it is there, and what waited for it is done
};

} // namespace draftscope
