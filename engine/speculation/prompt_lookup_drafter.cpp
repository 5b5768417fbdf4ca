// SPDX-License-Identifier: MIT
#include "engine/speculation/prompt_lookup_drafter.h"

#include <algorithm>
#include <cassert>

namespace draftscope {

PromptLookupDrafter::PromptLookupDrafter(int longest, int shortest, int vocabularySize)
    : CopyingDrafter(vocabularySize), m_longest(longest), m_shortest(shortest)
{
    assert(1 <= shortest && shortest <= longest);
}

int PromptLookupDrafter::find(std::span<const TokenId> all, std::span<const TokenId>)
{
    const auto places = all.first(all.size() - 1); // an n-gram here has a token behind it
    for (int n = std::min(m_longest, int(places.size())); n >= m_shortest; --n) {
        const auto ending = all.last(std::size_t(n));
        const auto found = std::find_end(places.begin(), places.end(), ending.begin(), ending.end());
        if (found != places.end())
            return int(found - places.begin()) + n;
    }
    return nowhere;
}

} // namespace draftscope
