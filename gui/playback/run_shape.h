// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include "engine/record/recording.h"
#include "widgets/words/round_tree.h"

namespace draftscope {

/// Whether a run drafts trees: its header says so, or one of its rounds has siblings. (A round may be a chain by
/// chance.) Rounds that have been looked at are not looked at again.
class RunShape {
public:
    bool draftsTrees(const Recording& recording, int branch)
    {
        if (recording.header().shape != TraceHeader().shape)
            return true;
        if (branch != m_branch) {
            m_branch = branch;
            m_looked = 0;
        }
        const int rounds = recording.roundCount(branch);
        for (int r = std::max(0, m_looked - 1); r < rounds && !m_draftsTrees; ++r) // the last one may have grown
            m_draftsTrees = !isChain(recording.round(branch, r));
        m_looked = rounds;
        return m_draftsTrees;
    }

private:
    int m_branch = 0, m_looked = 0;
    bool m_draftsTrees = false;
};

} // namespace draftscope
