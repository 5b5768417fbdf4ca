// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "gui/playback/playhead.h"
#include "gui/playback/run.h"
#include "gui/worker/run_loader.h"

namespace draftscope {

/// One decode: a run or a trace with its branches and bookmarks, what loads another one in its place, and the moment of
/// it that is shown. Step shows one, Compare up to four (Lane); a workspace of another kind may have its own. All of
/// them ask the models through one SessionThread. Lives on the window's thread.
class Decode : public QObject {
    Q_OBJECT
public:
    explicit Decode(SessionThread& thread, QObject* parent = nullptr);

    [[nodiscard]] Run& run() { return m_run; }
    [[nodiscard]] const Run& run() const { return m_run; }
    [[nodiscard]] RunLoader& loader() { return m_loader; }
    [[nodiscard]] const RunLoader& loader() const { return m_loader; }
    [[nodiscard]] Playhead& playhead() { return m_playhead; }
    [[nodiscard]] const Playhead& playhead() const { return m_playhead; }
    /// Of a batch the current sequence's.
    [[nodiscard]] const Recording& recording() const { return m_run.recording(); }
    [[nodiscard]] bool hasBranch(int branch) const;

    /// What the loader has ready takes the place of what is there; the playhead stands before its first moment, and its
    /// shown() is left to the caller.
    void take(const Job& job, const RunStarted& run, const RunSetup& setup);
    void take(const Job& job, const std::shared_ptr<LoadedTrace>& trace, const RunSetup& setup);

private:
    RunLoader m_loader;
    Run m_run;
    Playhead m_playhead{m_run.recordings()};
};

} // namespace draftscope
