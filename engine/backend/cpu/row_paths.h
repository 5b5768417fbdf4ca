// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "engine/model/forward_pass.h"

namespace draftscope::cpu {

/// Which slots the rows of a pass see, and how much of it rows have in common.
class RowPaths {
public:
    void prepare(const Rows& rows);

    [[nodiscard]] int rowCount() const { return int(m_paths.size()); }
    /// Slots in the order in which the row sees them: those committed, its ancestors', its own.
    [[nodiscard]] const std::vector<int>& path(int row) const { return m_paths[std::size_t(row)]; }
    [[nodiscard]] int longest() const { return m_longest; }
    /// Slots that the paths of rows [first, last] all begin with.
    [[nodiscard]] int sharedLength(int first, int last) const;

private:
    std::vector<std::vector<int>> m_paths;
    std::vector<int> m_sharedWithPrevious; ///< by row; 0 for rows of different sequences
    int m_longest = 0;
};

} // namespace draftscope::cpu
