// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "gui/navigation/status_line.h"
#include "gui/playback/decode.h"

namespace draftscope {

/// What a person does about the branches of a decode, which what-ifs have made. The decode and the status line outlive
/// it. Lives on the window's thread.
class BranchList : public QObject {
    Q_OBJECT
public:
    /// `goTo`: shows a moment of the recording.
    BranchList(Decode& decode, StatusLine& status, std::function<void(Position)> goTo, QObject* parent = nullptr);

    void name(int branch, const QString& name); ///< an empty one: it has none any more
    /// Out of sight, where restore() finds it; branches that begin on it stay. Where it is shown, what it comes from is
    /// shown instead. Branch 0 stays.
    void remove(int branch);
    void restore(int branch);

signals:
    void changed(); ///< named, removed or restored
    void named(int branch, const QString& before, const QString& now);
    void removed(int branch, draftscope::Position from); ///< `from` was shown

private:
    Decode& m_decode;
    StatusLine& m_status;
    std::function<void(Position)> m_goTo;
};

} // namespace draftscope
