// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/pass_rows.h"

#include <algorithm>
#include <cassert>

#include "engine/backend/cuda/attention_order.h"

namespace draftscope::cuda {

void PassRows::take(const Rows& rows, std::size_t first, std::size_t count)
{
    m_slots.clear();
    take(rows, first, count, m_slots);
}

void PassRows::take(const Rows& rows, std::size_t first, std::size_t count, SlotList& slots)
{
    assert(count <= std::size_t(maxRows));
    m_longestPath = 0;
    m_input.rowCount = int(count);
    m_input.wantedCount = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Row& row = rows.rows[first + i];
        const auto prefix = rows.prefixes[std::size_t(row.sequence)];
        const int prefixFirst = slots.place(prefix);
        const int length = row.ropeLength > 0 ? row.ropeLength : row.position + 1;
        m_input.rows[i] = {row.token,
                           row.position,
                           row.slot,
                           prefixFirst,
                           int(prefix.size()),
                           slots.place(row.ancestors),
                           int(row.ancestors.size()),
                           m_longFrom > 0 && length > m_longFrom ? 1 : 0};
        m_longestPath = std::max(m_longestPath, int(prefix.size() + row.ancestors.size()) + 1);
        if (row.wantLogits)
            m_input.wantedRows[m_input.wantedCount++] = int(i);
    }
    orderForAttention(m_input, slots.all());
}

} // namespace draftscope::cuda
