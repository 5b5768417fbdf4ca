// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/step/time_line_of_run.h"

#include <algorithm>

#include "gui/navigation/navigation.h"
#include "gui/playback/branches.h"
#include "gui/playback/moment_name.h"
#include "gui/playback/recorded_steps.h"
#include "widgets/text/time_line.h"

namespace draftscope {

TimeLineOfRun::TimeLineOfRun(Navigation& navigation, TimeLine& line, QObject* parent)
    : QObject(parent), m_navigation(navigation), m_line(line)
{
    connect(&navigation.playhead(), &Playhead::shown, this, &TimeLineOfRun::refresh);
    connect(&navigation, &Navigation::recordingChanged, this, &TimeLineOfRun::beginAgain);
    connect(&navigation.player().transport(), &Transport::stopConditionsChanged, this, [this] {
        beginAgain();
        refresh();
    });
    connect(&navigation.bookmarks(), &BookmarkList::changed, this, &TimeLineOfRun::refreshMarks);
    connect(&navigation.branches(), &BranchList::changed, this, &TimeLineOfRun::refreshMarks);
    connect(&line, &QAbstractSlider::valueChanged, this, &TimeLineOfRun::goTo);
    refresh();
}

void TimeLineOfRun::beginAgain()
{
    m_line.clear();
    m_branch = -1;
    m_lastIsOpen = false;
}

void TimeLineOfRun::refresh()
{
    if (!m_navigation.run().isThere())
        return beginAgain();
    const Recording& recording = m_navigation.recording();
    const Position at = m_navigation.playhead().position();
    const bool isOther = at.branch != m_branch;
    if (isOther)
        beginAgain();
    m_branch = at.branch;
    if (m_lastIsOpen)
        takeRound(m_line.roundCount() - 1, false);
    for (int r = m_line.roundCount(); r < recording.roundCount(m_branch); ++r)
        takeRound(r, true);
    if (isOther || recording.branches().size() != m_branchesMarked)
        refreshMarks();
    const auto& round = m_navigation.playhead().round();
    m_line.showRound(std::min(at.round + (at.moment > 0 ? 1 : 0), m_line.roundCount()), !round || round->isFinished());
}

void TimeLineOfRun::takeRound(int number, bool isNew)
{
    const RoundRecord& round = m_navigation.recording().round(m_branch, number);
    const TimeLineRound shown =
        timeLineRoundOf(round, stopsWithin(m_navigation.player().transport().stopConditions(), round));
    isNew ? m_line.append(shown) : m_line.replaceLast(shown);
    m_lastIsOpen = !round.isFinished();
}

/// Those of other branches, too, where this one shares the moment.
void TimeLineOfRun::refreshMarks()
{
    if (!m_navigation.run().isThere())
        return;
    const Recording& recording = m_navigation.recording();
    const Recordings& all = m_navigation.run().recordings();
    const int branch = m_navigation.playhead().position().branch;
    std::vector<TimeLineMark> marks;
    for (const BookmarkRecord& bookmark : m_navigation.bookmarks().all())
        if (const auto at = onBranch(recording, bookmark.at, branch); at && all.isDecoding(all.currentSequence(), *at))
            marks.push_back({TimeLineMark::Kind::bookmark, all.ownOf(all.currentSequence(), *at).round,
                             bookmark.name.empty() ? tr("Bookmark: %1.").arg(nameOfMoment(m_navigation.playhead(), *at))
                                                   : tr("Bookmark “%1”: %2.")
                                                         .arg(QString::fromStdString(bookmark.name),
                                                              nameOfMoment(m_navigation.playhead(), *at))});
    for (const BranchRecord& other : recording.branches()) {
        if (other.parent < 0 || other.isRemoved)
            continue;
        if (const auto at = onBranch(recording, {other.parent, other.forkRound, other.forkMoment}, branch))
            marks.push_back({TimeLineMark::Kind::fork, at->round,
                             tr("%1 begins here: %2.").arg(branchTitle(other), QString::fromStdString(other.reason))});
    }
    std::stable_sort(marks.begin(), marks.end(),
                     [](const TimeLineMark& a, const TimeLineMark& b) { return a.round < b.round; });
    m_branchesMarked = recording.branches().size();
    m_line.setMarks(std::move(marks));
}

void TimeLineOfRun::goTo(int value)
{
    const int branch = m_navigation.playhead().position().branch;
    if (value == 0)
        m_navigation.player().goTo({branch, 0, 0});
    else
        m_navigation.player().goTo(endOfRound(m_navigation.recording(), branch, value - 1));
}

} // namespace draftscope
