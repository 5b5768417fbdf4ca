// SPDX-License-Identifier: MIT
#include "engine/backend/cuda/pass_rows.h"

#include <algorithm>
#include <cassert>

namespace draftscope::cuda {

void PassRows::take(const Rows& rows, std::size_t first, std::size_t count)
{
    assert(count <= std::size_t(maxRows));
    m_list.clear();
    m_prefixes.clear();
    m_lastAncestors = {};
    m_longestPath = 0;
    m_input.rowCount = int(count);
    m_input.wantedCount = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Row& row = rows.rows[first + i];
        const auto prefix = rows.prefixes[std::size_t(row.sequence)];
        m_input.rows[i] = {row.token,
                           row.position,
                           row.slot,
                           listPrefix(rows, row.sequence),
                           int(prefix.size()),
                           listAncestors(row.ancestors),
                           int(row.ancestors.size())};
        m_longestPath = std::max(m_longestPath, int(prefix.size() + row.ancestors.size()) + 1);
        if (row.wantLogits)
            m_input.wantedRows[m_input.wantedCount++] = int(i);
    }
}

int PassRows::listPrefix(const Rows& rows, int sequence)
{
    const auto [place, isNew] = m_prefixes.try_emplace(sequence, int(m_list.size()));
    if (isNew) {
        const auto prefix = rows.prefixes[std::size_t(sequence)];
        m_list.insert(m_list.end(), prefix.begin(), prefix.end());
        m_lastAncestors = {}; // what comes now no longer follows them
    }
    return place->second;
}

int PassRows::listAncestors(std::span<const int> ancestors)
{
    const bool continues = !m_lastAncestors.empty() && ancestors.data() == m_lastAncestors.data();
    const std::size_t known = continues ? std::min(ancestors.size(), m_lastAncestors.size()) : 0;
    if (!continues)
        m_lastFirst = int(m_list.size());
    m_list.insert(m_list.end(), ancestors.begin() + std::ptrdiff_t(known), ancestors.end());
    if (ancestors.size() > known)
        m_lastAncestors = ancestors;
    return m_lastFirst;
}

} // namespace draftscope::cuda
