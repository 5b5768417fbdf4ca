// SPDX-License-Identifier: MIT
#include "engine/trace/records.h"

#include <algorithm>
#include <numeric>

namespace draftscope {

double PhaseTimes::draft() const
{
    return std::accumulate(draftSteps.begin(), draftSteps.end(), 0.0);
}

double PhaseTimes::total() const
{
    return draft() + verify + sample;
}

int RoundRecord::acceptedCount() const
{
    return int(std::ranges::count(nodes, Verdict::accepted, &NodeRecord::verdict));
}

int RoundRecord::judgedCount() const
{
    return int(nodes.size() - std::size_t(std::ranges::count(nodes, Verdict::notJudged, &NodeRecord::verdict)));
}

} // namespace draftscope
