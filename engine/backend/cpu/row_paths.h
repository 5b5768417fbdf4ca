// SPDX-License-Identifier: MIT
#pragma once

#include <span>
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
    /// The last `window` of them, or all where it is 0.
    [[nodiscard]] std::span<const int> pathWithin(int row, int window) const
    {
        const std::span<const int> whole = path(row);
        return whole.subspan(hiddenBy(row, window));
    }
    [[nodiscard]] int longest() const { return m_longest; }
    /// Slots that the paths of rows [first, last], as a window shows them, all begin with.
    [[nodiscard]] int sharedLength(int first, int last, int window = 0) const;

private:
    /// Slots at the beginning of a row's path that a window leaves out.
    [[nodiscard]] std::size_t hiddenBy(int row, int window) const
    {
        const std::size_t length = path(row).size();
        return window > 0 && length > std::size_t(window) ? length - std::size_t(window) : 0;
    }

    std::vector<std::vector<int>> m_paths;
    std::vector<int> m_sharedWithPrevious; ///< by row; 0 for rows of different sequences
    int m_longest = 0;
};

} // namespace draftscope::cpu
