// SPDX-License-Identifier: MIT
#include "engine/speculation/retrieval_drafter.h"

namespace draftscope {

int RetrievalDrafter::find(std::span<const TokenId> all, std::span<const TokenId>)
{
    m_path = m_lookup.continuations(m_lookup.longestEnding(all)).heaviestPath();
    return m_path.empty() ? nowhere : 0;
}

TokenId RetrievalDrafter::copied(std::span<const TokenId>, int index) const
{
    return std::size_t(index) < m_path.size() ? m_path[std::size_t(index)] : noToken;
}

} // namespace draftscope
