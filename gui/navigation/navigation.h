// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QObject>

#include "gui/navigation/bookmark_list.h"
#include "gui/navigation/branch_list.h"
#include "gui/navigation/moment_player.h"
#include "gui/navigation/run_files.h"
#include "gui/navigation/run_measurements.h"
#include "gui/navigation/run_speed.h"
#include "gui/navigation/run_starter.h"
#include "gui/navigation/status_line.h"
#include "gui/navigation/what_ifs.h"
#include "gui/worker/run_planner.h"

namespace draftscope {

/// A decode that a person steps through, and one object for each subject of it: all of them are made and connected
/// here, and asked directly. Step has one, and so do the lessons. Lives on the window's thread.
class Navigation : public QObject {
    Q_OBJECT
public:
    explicit Navigation(const BackendChoice& backend = {}, QObject* parent = nullptr);
    /// Another run on the thread where the models of the window work, which outlives it.
    explicit Navigation(SessionThread& thread, QObject* parent = nullptr);

    // --- what there is, and what of it is shown
    [[nodiscard]] Decode& decode() { return m_decode; }
    [[nodiscard]] const Run& run() const { return m_decode.run(); }
    [[nodiscard]] const Recording& recording() const { return m_decode.recording(); }
    /// What views draw. Another moment is shown by asking the player, which stops what runs.
    [[nodiscard]] const Playhead& playhead() const { return m_decode.playhead(); }

    // --- what is done with it
    [[nodiscard]] MomentPlayer& player() { return m_player; }
    [[nodiscard]] const MomentPlayer& player() const { return m_player; }
    [[nodiscard]] WhatIfs& whatIfs() { return m_whatIfs; }
    [[nodiscard]] const WhatIfs& whatIfs() const { return m_whatIfs; }
    [[nodiscard]] RunStarter& starter() { return m_starter; }
    [[nodiscard]] const RunStarter& starter() const { return m_starter; }
    [[nodiscard]] BookmarkList& bookmarks() { return m_bookmarks; }
    [[nodiscard]] const BookmarkList& bookmarks() const { return m_bookmarks; }
    [[nodiscard]] BranchList& branches() { return m_branches; }
    [[nodiscard]] RunFiles& files() { return m_files; }
    [[nodiscard]] StatusLine& status() { return m_status; }
    [[nodiscard]] const StatusLine& status() const { return m_status; }

    // --- what is measured of it
    [[nodiscard]] RunSpeed& speedOfRun() { return m_speed; }
    [[nodiscard]] const RunSpeed& speedOfRun() const { return m_speed; }
    [[nodiscard]] RunMeasurements& measurements() { return m_measurements; }
    [[nodiscard]] const RunMeasurements& measurements() const { return m_measurements; }
    /// What a run would take, before it is loaded.
    [[nodiscard]] RunPlanner& planner() { return m_planner; }
    /// Where the models work, for all who ask them: one pass at a time.
    [[nodiscard]] SessionThread& thread() { return m_thread; }

signals:
    void shown();             ///< the moment shown, or the recording, has changed; at most once a frame while running
    void recordingReplaced(); ///< by another run or trace
    void recordingChanged();  ///< recording() is another one: of another run, or of another sequence of the batch
    void failed(const QString& sentence); ///< of any of them, for the message bar

private:
    Navigation(std::unique_ptr<SessionThread> own, SessionThread* thread, QObject* parent);
    void connectParts();
    void noteIdle(); ///< whether nothing wants the models may have changed
    void onLost(const QString& sentence);
    [[nodiscard]] Shown whatIsShown() const;

    std::unique_ptr<SessionThread> m_ownThread; ///< null where it shares another one's
    SessionThread& m_thread;
    Decode m_decode{m_thread};
    StatusLine m_status{[this] { return whatIsShown(); }};
    BookmarkList m_bookmarks{m_decode, m_status, [this](Position shared) { m_player.goToShared(shared); }};
    BranchList m_branches{m_decode, m_status, [this](Position at) { m_player.goTo(at); }};
    WhatIfs m_whatIfs{m_decode, m_status, [this] { m_player.halt(); }};
    MomentPlayer m_player{m_decode, m_status, m_branches, m_whatIfs,
                          [this](std::function<void()> then) { return m_starter.beginsWithSetup(std::move(then)); }};
    RunStarter m_starter{m_decode, m_status, m_player, m_whatIfs};
    RunFiles m_files{m_decode, m_bookmarks, m_status};
    RunSpeed m_speed{m_decode, m_thread};
    RunMeasurements m_measurements{m_decode, m_player, m_thread};
    RunPlanner m_planner{m_thread};
};

} // namespace draftscope
