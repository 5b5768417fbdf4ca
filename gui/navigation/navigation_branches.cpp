// SPDX-License-Identifier: GPL-3.0-or-later
// What a person does about the branches that what-ifs have made.
#include "gui/navigation/navigation.h"
#include "gui/playback/bookmarks.h"
#include "gui/playback/branches.h"

namespace draftscope {

bool Navigation::hasBranch(int branch) const
{
    return hasRecording() && branch >= 0 && branch < int(recording().branches().size());
}

void Navigation::nameBranch(int branch, const QString& name)
{
    if (!hasBranch(branch))
        return;
    const std::string before = recording().branches()[std::size_t(branch)].name, now = keptName(name);
    if (now == before)
        return;
    m_run.nameBranch(branch, now);
    say(now.empty() ? tr("Branch %1 has no name any more.").arg(branch)
                    : tr("Branch %1 is called “%2”.").arg(QString::number(branch), QString::fromStdString(now)));
    emit branchesChanged();
    emit branchNamed(branch, QString::fromStdString(before), QString::fromStdString(now));
}

void Navigation::removeBranch(int branch)
{
    if (!hasBranch(branch) || branch == 0 || recording().branches()[std::size_t(branch)].isRemoved)
        return;
    const Position from = position();
    if (from.branch == branch)
        goTo(besideBranch(recording(), from));
    m_run.setBranchRemoved(branch, true);
    say(tr("%1 is removed: Ctrl+Z brings it back.").arg(branchTitle(recording().branches()[std::size_t(branch)])));
    emit branchesChanged();
    emit branchRemoved(branch, from);
}

void Navigation::restoreBranch(int branch)
{
    if (!hasBranch(branch) || !recording().branches()[std::size_t(branch)].isRemoved)
        return;
    m_run.setBranchRemoved(branch, false);
    say(tr("%1 is back.").arg(branchTitle(recording().branches()[std::size_t(branch)])));
    emit branchesChanged();
}

} // namespace draftscope
