// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/navigation/branch_list.h"

#include <utility>

#include "gui/playback/bookmarks.h"
#include "gui/playback/branches.h"

namespace draftscope {

BranchList::BranchList(Decode& decode, StatusLine& status, std::function<void(Position)> goTo, QObject* parent)
    : QObject(parent), m_decode(decode), m_status(status), m_goTo(std::move(goTo))
{
}

void BranchList::name(int branch, const QString& name)
{
    if (!m_decode.hasBranch(branch))
        return;
    const std::string before = m_decode.recording().branches()[std::size_t(branch)].name, now = keptName(name);
    if (now == before)
        return;
    m_decode.run().nameBranch(branch, now);
    m_status.say(now.empty()
                     ? tr("Branch %1 has no name any more.").arg(branch)
                     : tr("Branch %1 is called “%2”.").arg(QString::number(branch), QString::fromStdString(now)));
    emit changed();
    emit named(branch, QString::fromStdString(before), QString::fromStdString(now));
}

void BranchList::remove(int branch)
{
    if (!m_decode.hasBranch(branch) || branch == 0 || m_decode.recording().branches()[std::size_t(branch)].isRemoved)
        return;
    const Position from = m_decode.playhead().position();
    if (from.branch == branch)
        m_goTo(besideBranch(m_decode.recording(), from));
    m_decode.run().setBranchRemoved(branch, true);
    m_status.say(tr("%1 is removed: Ctrl+Z brings it back.")
                     .arg(branchTitle(m_decode.recording().branches()[std::size_t(branch)])));
    emit changed();
    emit removed(branch, from);
}

void BranchList::restore(int branch)
{
    if (!m_decode.hasBranch(branch) || !m_decode.recording().branches()[std::size_t(branch)].isRemoved)
        return;
    m_decode.run().setBranchRemoved(branch, false);
    m_status.say(tr("%1 is back.").arg(branchTitle(m_decode.recording().branches()[std::size_t(branch)])));
    emit changed();
}

} // namespace draftscope
