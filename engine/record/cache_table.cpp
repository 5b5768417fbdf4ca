// SPDX-License-Identifier: MIT
#include "engine/record/cache_table.h"

#include <limits>
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

namespace {

void commit(const RoundRecord& round, std::vector<TokenId>& text)
{
    for (const CommittedToken& token : round.committed)
        text.push_back(token.token);
}

/// What happened in a round before a moment.
void applyUntil(int moment, const RoundRecord& round, std::span<const TokenId> text, CacheTables& tables)
{
    for (const CacheChange& change : round.cacheChanges)
        if (change.moment < moment)
            apply(change, text, tables);
}

} // namespace

CacheTables cacheAt(const Recording& recording, Position at)
{
    return CacheHistory().at(recording, at);
}

void CacheHistory::clear(int branch)
{
    *this = {};
    m_branch = branch;
}

const CacheTables& CacheHistory::at(const Recording& recording, Position at)
{
    if (at.branch != m_branch || at.round < m_rounds)
        clear(at.branch);
    if (m_rounds == 0)
        m_text = recording.header().promptTokens;
    for (; m_rounds < at.round && m_rounds < recording.roundCount(at.branch); ++m_rounds) {
        const RoundRecord& round = recording.round(at.branch, m_rounds);
        commit(round, m_text);
        applyUntil(std::numeric_limits<int>::max(), round, m_text, m_before); // a spine has rounds without moments
    }
    m_shown = m_before;
    if (m_rounds < recording.roundCount(at.branch)) {
        const RoundRecord& round = recording.round(at.branch, m_rounds);
        const std::size_t before = m_text.size();
        commit(round, m_text);
        applyUntil(at.moment, round, m_text, m_shown);
        m_text.resize(before);
    }
    return m_shown;
}

} // namespace draftscope
