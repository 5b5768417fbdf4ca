// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/record/cache_table.h"
#include "gui/navigation/navigation.h"
#include "widgets/stage/batch_painter.h"

namespace draftscope {

/// Makes the rows of a batch's stage from a run, at the moment shown. Remembers how far it has followed each K/V cache,
/// so that going on is cheap.
class BatchRows {
public:
    [[nodiscard]] std::vector<BatchRow> of(const Navigation& navigation);
    void clear() { m_histories.clear(); } ///< before another run

private:
    std::vector<CacheHistory> m_histories; ///< by sequence
};

/// What the batch as a whole comes to in the rounds that are finished at the moment shown.
struct BatchFigures {
    int rounds = 0;                                              ///< of the batch
    int blocks = 0;                                              ///< of its sequences, one for each round of each
    int tokens = 0;                                              ///< committed
    int sequences = 0;                                           ///< that have begun
    int ended = 0;                                               ///< of these
    [[nodiscard]] std::optional<double> blockEfficiency() const; ///< tokens a block
    [[nodiscard]] std::optional<double> tokensPerRound() const;
};
[[nodiscard]] BatchFigures figuresOf(const Navigation& navigation);

} // namespace draftscope
