// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <vector>

#include "engine/analysis/metrics.h"
#include "engine/record/recording.h"

namespace draftscope {

/// The metrics of a branch up to a round. Going on adds the new rounds only; metrics go back from where they were kept,
/// so that any round is as near.
class RunMetrics {
public:
    /// Over the first `rounds` rounds, all finished.
    const Metrics& upTo(const Recording& recording, int branch, int rounds)
    {
        goTo(branch);
        if (rounds < m_metrics.rounds()) {
            m_kept.resize(std::min(m_kept.size(), std::size_t(rounds / every)));
            m_metrics = m_kept.empty() ? Metrics() : m_kept.back();
        }
        for (int r = m_metrics.rounds(); r < rounds; ++r) {
            m_metrics.add(recording.round(branch, r));
            if ((r + 1) % every == 0)
                m_kept.push_back(m_metrics);
        }
        return m_metrics;
    }
    void clear(int branch = 0)
    {
        *this = {};
        m_branch = branch;
    }

private:
    static constexpr int every = 128; ///< rounds

    void goTo(int branch)
    {
        if (branch != m_branch)
            clear(branch);
    }

    Metrics m_metrics;
    std::vector<Metrics> m_kept; ///< after that many rounds, twice as many...
    int m_branch = 0;
};

} // namespace draftscope
