// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playback/what_if_queue.h"

#include <utility>

namespace draftscope {

void WhatIfQueue::add(const WantedChange& wanted)
{
    if (m_waiting.empty() || m_waiting.back().from != wanted.from || m_waiting.back().showsRound != wanted.showsRound) {
        m_waiting.push_back(wanted);
        return;
    }
    std::vector<WhatIf>& waiting = m_waiting.back().changes;
    for (const WhatIf& change : wanted.changes) {
        std::erase_if(waiting, [&](const WhatIf& earlier) { return replaces(change, earlier); });
        waiting.push_back(change);
    }
}

WantedChange WhatIfQueue::takeFirst()
{
    WantedChange first = std::move(m_waiting.front());
    m_waiting.erase(m_waiting.begin());
    return first;
}

} // namespace draftscope
