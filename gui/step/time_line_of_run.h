// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "engine/record/records.h"

namespace draftscope {

class Navigation;
class TimeLine;

/// Keeps a time line at what a navigation shows: the rounds of the branch, of which only new ones are looked at, its
/// marks and the moment shown; and takes what people do to it to the navigation.
class TimeLineOfRun : public QObject {
    Q_OBJECT
public:
    TimeLineOfRun(Navigation& navigation, TimeLine& line, QObject* parent);

private:
    void beginAgain();
    void refresh();
    void refreshMarks();
    void takeRound(int number, bool isNew);
    void goTo(int value);

    Navigation& m_navigation;
    TimeLine& m_line;
    int m_branch = -1;
    std::size_t m_branchesMarked = 0;
    bool m_lastIsOpen = false; ///< the last round taken was not finished then
};

} // namespace draftscope
