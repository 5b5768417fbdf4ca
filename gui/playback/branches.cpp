// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playback/branches.h"

#include <QCoreApplication>

#include "gui/playback/recorded_steps.h"

namespace draftscope {

namespace {

struct BranchWords {
    Q_DECLARE_TR_FUNCTIONS(BranchWords)
};

} // namespace

QString branchTitle(const BranchRecord& branch)
{
    const QString number = QString::number(branch.branch);
    return branch.name.empty() ? BranchWords::tr("Branch %1").arg(number)
                               : BranchWords::tr("Branch %1 “%2”").arg(number, QString::fromStdString(branch.name));
}

QString branchWords(const BranchRecord& branch)
{
    if (branch.parent < 0)
        return BranchWords::tr("%1, the first run").arg(branchTitle(branch));
    return QStringLiteral("%1: %2").arg(branchTitle(branch), QString::fromStdString(branch.reason));
}

std::vector<int> listedBranches(const Recording& recording)
{
    std::vector<int> listed;
    for (const BranchRecord& branch : recording.branches())
        if (!branch.isRemoved)
            listed.push_back(branch.branch);
    return listed;
}

Position besideBranch(const Recording& recording, Position at)
{
    int branch = at.branch;
    do {
        const BranchRecord& here = recording.branches()[std::size_t(branch)];
        branch = here.parent;
        at = onBranch(recording, at, branch).value_or(Position{branch, here.forkRound, here.forkMoment});
    } while (recording.branches()[std::size_t(branch)].isRemoved);
    return nearest(recording, at);
}

} // namespace draftscope
