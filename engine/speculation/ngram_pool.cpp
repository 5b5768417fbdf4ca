// SPDX-License-Identifier: MIT
#include "engine/speculation/ngram_pool.h"

#include <algorithm>
#include <cassert>

namespace draftscope {

NgramPool::NgramPool(int longest, int most) : m_longest(std::size_t(longest)), m_most(std::size_t(most))
{
    assert(longest >= 1 && most >= 1);
}

void NgramPool::add(std::span<const TokenId> row, TokenId next)
{
    for (std::size_t n = 1; n <= std::min(m_longest, row.size()); ++n) {
        const auto ending = row.last(n);
        std::vector<TokenId>& known = m_next[{ending.begin(), ending.end()}];
        std::erase(known, next);
        known.insert(known.begin(), next);
        known.resize(std::min(known.size(), m_most));
    }
}

std::vector<TokenId> NgramPool::after(std::span<const TokenId> row) const
{
    std::vector<TokenId> next;
    for (std::size_t n = std::min(m_longest, row.size()); n > 0; --n) {
        const auto ending = row.last(n);
        const auto known = m_next.find({ending.begin(), ending.end()});
        if (known == m_next.end())
            continue;
        for (const TokenId token : known->second)
            if (std::ranges::count(next, token) == 0)
                next.push_back(token);
    }
    return next;
}

} // namespace draftscope
