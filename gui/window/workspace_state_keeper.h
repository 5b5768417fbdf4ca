// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QObject>

#include "gui/navigation/navigation.h"
#include "gui/navigation/workspace_state.h"

namespace draftscope {

/// What was open comes back at the next start: the trace that was shown, or models, method, settings and prompt of the
/// run, which is decoded again; and with either its stop conditions, its bookmarks and the moment shown. For the
/// window's thread.
class WorkspaceStateKeeper : public QObject {
    Q_OBJECT
public:
    /// `isKept`: the settings are read and written; else nothing is remembered, as in tests and pictures.
    WorkspaceStateKeeper(Navigation& navigation, bool isKept, QObject* parent = nullptr);

    [[nodiscard]] bool isKept() const { return m_isKept; }
    [[nodiscard]] bool isWanted() const; ///< at the next start
    void setWanted(bool on);
    void keep(); ///< what is open now; what Setup says besides has not been begun, and may not work
    /// Opens what was open; where that cannot be had, the embedded pair, and problem() says why. False, and nothing is
    /// done: it is not wanted, or nothing was kept.
    bool restore();
    /// The embedded pair on the usual story, whatever was open; where it cannot be had problem() says so, and all stays
    /// as it is.
    void startAfresh();

signals:
    void problem(const QString& sentence); ///< for the message bar

private:
    void fallBack(const QString& why);
    void goBack();
    [[nodiscard]] bool isAfresh() const;
    void sayLater(const QString& sentence);

    Navigation& m_navigation;
    bool m_isKept;
    std::optional<WorkspaceState> m_restored;  ///< what was open is being loaded
    std::optional<WorkspaceState> m_goingBack; ///< it is there, but not at its moment yet
    QString m_excuse;                          ///< is said as soon as the embedded pair is there
};

} // namespace draftscope
