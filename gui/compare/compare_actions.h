// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include <QAction>
#include <QObject>

namespace draftscope {

class Lanes;
class Navigation;

/// What one can do with lanes, for the tool bar and the Compare menu alike. The transport's keys are those of the Step
/// workspace: only the actions of the workspace in sight have them.
class CompareActions : public QObject {
    Q_OBJECT
public:
    CompareActions(Lanes& lanes, Navigation& navigation, QObject* parent = nullptr);
    /// The transport's actions, with their keys, work only while Compare is in sight.
    void setInSight(bool on);
    void refresh();         ///< what can be done, and why not
    void setShort(bool on); ///< of the buttons that add: for a narrow tool bar

    QAction *addShown, *addPlain, *addNew;
    /// Which lanes the transport moves: one of them, in the order of LaneLock, is checked.
    std::array<QAction*, 3> locks;
    QAction *changeLock, *previousLane, *nextLane;
    QAction *restart, *previousRound, *play, *nextRound, *stop, *first, *last;

signals:
    void newLaneWanted(const draftscope::RunSetup& setup); ///< whose fields begin with this one

private:
    template <class Does>
    QAction* add(const QString& text, const QString& tip, const QKeySequence& key, Does does);
    void refreshWords();

    Lanes& m_lanes;
    Navigation& m_navigation;
    bool m_isInSight = false;
};

} // namespace draftscope
