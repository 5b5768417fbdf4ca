// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/analysis/speed.h"
#include "engine/record/recording.h"

namespace draftscope {

/// The metrics and times of a branch up to a round; going on adds the new rounds only.
class RunMetrics {
public:
    /// Over the first `rounds` rounds, all finished.
    const Metrics& upTo(const Recording& recording, int branch, int rounds)
    {
        goTo(recording, branch, rounds);
        return m_metrics;
    }
    const RoundTimes& timesUpTo(const Recording& recording, int branch, int rounds)
    {
        goTo(recording, branch, rounds);
        return m_times;
    }
    void clear(int branch = 0)
    {
        m_metrics = {};
        m_times = {};
        m_branch = branch;
    }

private:
    void goTo(const Recording& recording, int branch, int rounds)
    {
        if (branch != m_branch || rounds < m_metrics.rounds())
            clear(branch);
        for (int r = m_metrics.rounds(); r < rounds; ++r) {
            m_metrics.add(recording.round(branch, r));
            m_times.add(recording.round(branch, r));
        }
    }

    Metrics m_metrics;
    RoundTimes m_times;
    int m_branch = 0;
};

} // namespace draftscope
