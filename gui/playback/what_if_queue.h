// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "gui/setup/what_if.h"

namespace draftscope {

/// What a person wants changed, and where.
struct WantedChange {
    std::vector<WhatIf> changes;
    Position from;           ///< the moment that they are about
    bool showsRound = false; ///< the first moment of the round that is done again
    Position shown = {};     ///< when they were wanted
};

/// Changes that wait for the command at hand to end, in this order.
class WhatIfQueue {
public:
    /// Changes of the same moment are made as one, so that they stack; those of another one are another fork.
    void add(const WantedChange& wanted);
    [[nodiscard]] bool isEmpty() const { return m_waiting.empty(); }
    [[nodiscard]] WantedChange takeFirst(); ///< there has to be one
    void clear() { m_waiting.clear(); }

private:
    std::vector<WantedChange> m_waiting;
};

} // namespace draftscope
