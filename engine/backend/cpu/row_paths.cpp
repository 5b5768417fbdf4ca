// SPDX-License-Identifier: MIT
#include "engine/backend/cpu/row_paths.h"

#include <algorithm>

namespace draftscope::cpu {

void RowPaths::prepare(const Rows& rows)
{
    m_paths.resize(rows.rows.size()); // a path that stays keeps its memory
    m_sharedWithPrevious.assign(rows.rows.size(), 0);
    m_longest = 0;
    for (std::size_t i = 0; i < rows.rows.size(); ++i) {
        const Row& row = rows.rows[i];
        const std::span<const int> prefix = rows.prefixes[std::size_t(row.sequence)];
        std::vector<int>& path = m_paths[i];
        path.assign(prefix.begin(), prefix.end());
        path.insert(path.end(), row.ancestors.begin(), row.ancestors.end());
        path.push_back(row.slot);
        m_longest = std::max(m_longest, int(path.size()));
        if (i > 0 && rows.rows[i - 1].sequence == row.sequence) {
            const std::vector<int>& before = m_paths[i - 1];
            const auto behind = std::ptrdiff_t(prefix.size());
            const auto parting =
                std::mismatch(path.begin() + behind, path.end(), before.begin() + behind, before.end());
            m_sharedWithPrevious[i] = int(parting.first - path.begin());
        }
    }
}

int RowPaths::sharedLength(int first, int last, int window) const
{
    const std::size_t hidden = hiddenBy(first, window);
    int shared = int(path(first).size());
    for (int row = first + 1; row <= last; ++row) {
        if (hiddenBy(row, window) != hidden)
            return 0; // their windows begin in different places
        shared = std::min(shared, m_sharedWithPrevious[std::size_t(row)]);
    }
    return std::max(0, shared - int(hidden));
}

} // namespace draftscope::cpu
