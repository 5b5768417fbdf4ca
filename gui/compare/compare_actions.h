// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include <QAction>
#include <QObject>

#include "gui/compare/first_comparisons.h"

namespace draftscope {

class Lanes;
class ModelCatalogue;
class Navigation;

/// What one can do with lanes, for the tool bar and the Compare menu alike. The transport's keys are those of the Step
/// workspace: only the actions of the workspace in sight have them.
class CompareActions : public QObject {
    Q_OBJECT
public:
    CompareActions(Lanes& lanes, Navigation& navigation, QObject* parent = nullptr);
    /// The transport's actions, with their keys, work only while Compare is in sight.
    void setInSight(bool on);
    void refresh();                               ///< what can be done, and why not
    void setModels(const ModelCatalogue* models); ///< whose drafts are compared; null for none
    void setShort(bool on);                       ///< of the buttons that add: for a narrow tool bar

    QAction *addShown, *addPlain, *addNew;
    /// What people compare first, in the order of allFirstComparisons; keys 1 to 5. Only where there are no lanes yet.
    std::array<QAction*, allFirstComparisons.size()> begin;
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
    void refreshBegin(bool hasModel);
    void makeBegin();

    Lanes& m_lanes;
    Navigation& m_navigation;
    const ModelCatalogue* m_models = nullptr;
    bool m_isInSight = false;
};

} // namespace draftscope
