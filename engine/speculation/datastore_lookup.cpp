// SPDX-License-Identifier: MIT
#include "engine/speculation/datastore_lookup.h"

#include <algorithm>

#include "engine/core/decode_failure.h"

namespace draftscope {
namespace {

/// The datastore was in order when it was opened, so a decode depends on it by now.
template <class T>
T orFailure(Result<T> result)
{
    if (!result)
        throw DecodeFailure(result.error().sentence);
    if constexpr (!std::is_void_v<T>)
        return *std::move(result);
}

} // namespace

Datastore::Ranks DatastoreLookup::find(std::span<const TokenId> ending) const
{
    return orFailure(m_datastore->find(ending));
}

DatastoreLookup::Match DatastoreLookup::longestEnding(std::span<const TokenId> text) const
{
    orFailure(m_datastore->unchanged());
    Match match;
    // Where an ending is, so are all shorter ones.
    int low = m_limits.shortest, high = std::min(m_limits.longest, int(text.size()));
    while (low <= high) {
        const int length = match.length == 0 ? low : low + (high - low) / 2; // mostly not even the shortest is there
        const Datastore::Ranks ranks = find(text.last(std::size_t(length)));
        if (ranks.size() > 0) {
            match = {length, ranks};
            low = length + 1;
        } else {
            high = length - 1;
        }
    }
    return match;
}

ContinuationTrie DatastoreLookup::continuations(const Match& match, int mostNodes) const
{
    const std::size_t count = std::min(match.ranks.size(), std::size_t(m_limits.mostPlaces));
    std::vector<std::size_t> places(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t rank = match.ranks.begin + match.ranks.size() * i / count;
        places[i] = orFailure(m_datastore->suffix(rank)) + std::size_t(match.length);
    }
    return {places,
            [&](std::size_t index) {
                const bool isNextText = index > 0 && m_datastore->token(index - 1) == m_datastore->facts().separator;
                return isNextText ? noToken : m_datastore->token(index);
            },
            mostNodes};
}

} // namespace draftscope
