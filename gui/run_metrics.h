// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/analysis/metrics.h"
#include "engine/record/recording.h"

namespace draftscope {

/// The metrics of a branch up to a round; going on adds the new rounds only.
class RunMetrics {
public:
    /// Over the first `rounds` rounds, all finished.
    const Metrics& upTo(const Recording& recording, int branch, int rounds)
    {
        if (branch != m_branch || rounds < m_metrics.rounds())
            clear(branch);
        for (int r = m_metrics.rounds(); r < rounds; ++r)
            m_metrics.add(recording.round(branch, r));
        return m_metrics;
    }
    void clear(int branch = 0)
    {
        m_metrics = {};
        m_branch = branch;
    }

private:
    Metrics m_metrics;
    int m_branch = 0;
};

} // namespace draftscope
