// SPDX-License-Identifier: MIT
#include "engine/record/cache_table.h"

#include <vector>

#include "engine/record/recording.h"

namespace draftscope {

void apply(const CacheChange& change, std::span<const TokenId> text, CacheTables& tables)
{
    CacheTable& table = tables.of(change.cache);
    if (change.kind == CacheChange::Kind::written) {
        for (int i = 0; i < change.count; ++i) {
            const auto index = std::size_t(change.textIndex + i);
            const TokenId read = change.textIndex >= 0 && index < text.size() ? text[index] : noToken;
            table.insert_or_assign(
                change.slot + i,
                CacheSlot{SlotState::speculative, change.position + i, change.textIndex < 0 ? change.token : read});
        }
        return;
    }
    if (change.kind == CacheChange::Kind::gap) {
        for (int i = 0; i < change.count; ++i)
            table[change.slot + i].state = SlotState::gap;
        return;
    }
    const auto end = table.lower_bound(change.slot + change.count);
    for (auto slot = table.lower_bound(change.slot); slot != end; ++slot)
        slot->second.state = change.kind == CacheChange::Kind::committed ? SlotState::committed : SlotState::free;
}

CacheTables cacheAt(const Recording& recording, Position at)
{
    CacheTables tables;
    std::vector<TokenId> text = recording.header().promptTokens;
    for (int r = 0; r <= at.round && r < recording.roundCount(at.branch); ++r) {
        const RoundRecord& round = recording.round(at.branch, r);
        for (const CommittedToken& token : round.committed)
            text.push_back(token.token);
        for (const CacheChange& change : round.cacheChanges)
            if (r < at.round || change.moment < at.moment)
                apply(change, text, tables);
    }
    return tables;
}

} // namespace draftscope
