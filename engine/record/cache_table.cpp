// SPDX-License-Identifier: MIT
#include "engine/record/cache_table.h"

#include <algorithm>

#include "engine/record/recording.h"

namespace draftscope {

std::vector<CacheTable::Entry>::const_iterator CacheTable::lower_bound(int slot) const
{
    if (m_entries.empty() || slot <= m_entries.front().first)
        return m_entries.begin();
    if (slot > m_entries.back().first)
        return m_entries.end();
    const auto place = std::size_t(slot) - std::size_t(m_entries.front().first); // where no slot is left out
    if (place < m_entries.size() && m_entries[place].first == slot)
        return m_entries.begin() + std::ptrdiff_t(place);
    return std::ranges::lower_bound(m_entries, slot, {}, &Entry::first);
}

std::vector<CacheTable::Entry>::iterator CacheTable::lower_bound(int slot)
{
    return m_entries.begin() + (std::as_const(*this).lower_bound(slot) - m_entries.cbegin());
}

std::vector<CacheTable::Entry>::const_iterator CacheTable::find(int slot) const
{
    const auto found = lower_bound(slot);
    return found != end() && found->first == slot ? found : end();
}

CacheSlot& CacheTable::operator[](int slot)
{
    const auto found = lower_bound(slot);
    return found != end() && found->first == slot ? found->second
                                                  : m_entries.insert(found, {slot, CacheSlot()})->second;
}

void CacheTable::erase(int slot)
{
    if (const auto found = find(slot); found != std::as_const(*this).end())
        m_entries.erase(found);
}

void apply(const CacheChange& change, std::span<const TokenId> text, CacheTables& tables)
{
    CacheTable& table = tables.of(change.cache);
    if (change.kind == CacheChange::Kind::written) {
        for (int i = 0; i < change.count; ++i) {
            const auto index = std::size_t(change.textIndex + i);
            const TokenId read = change.textIndex >= 0 && index < text.size() ? text[index] : noToken;
            table[change.slot + i] =
                CacheSlot{SlotState::speculative, change.position + i, change.textIndex < 0 ? change.token : read};
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

/// Slots that it may change, which is none that it does not list but writes.
void CacheHistory::remember(const CacheChange& change)
{
    if (change.kind == CacheChange::Kind::written || change.kind == CacheChange::Kind::gap) {
        for (int i = 0; i < change.count; ++i)
            remember(change.cache, change.slot + i);
        return;
    }
    const CacheTable& table = m_shown.of(change.cache);
    const auto end = table.lower_bound(change.slot + change.count);
    for (auto entry = table.lower_bound(change.slot); entry != end; ++entry)
        m_changed.push_back({change.cache, entry->first, entry->second});
}

void CacheHistory::remember(CacheOwner cache, int slot)
{
    const CacheTable& table = m_shown.of(cache);
    const auto found = table.find(slot);
    m_changed.push_back({cache, slot, found == table.end() ? std::nullopt : std::optional(found->second)});
}

void CacheHistory::showBeforeRound()
{
    for (auto changed = m_changed.rbegin(); changed != m_changed.rend(); ++changed)
        if (changed->before)
            m_shown.of(changed->cache)[changed->slot] = *changed->before;
        else
            m_shown.of(changed->cache).erase(changed->slot);
    m_changed.clear();
}

const CacheTables& CacheHistory::at(const Recording& recording, Position at)
{
    if (at.branch != m_branch || at.round < m_rounds)
        clear(at.branch);
    showBeforeRound();
    if (m_rounds == 0)
        m_text = recording.header().promptTokens;
    for (; m_rounds < at.round && m_rounds < recording.roundCount(at.branch); ++m_rounds) {
        const RoundRecord& round = recording.round(at.branch, m_rounds);
        commit(round, m_text);
        for (const CacheChange& change :
             round.cacheChanges) // whatever their moment: a spine has rounds without moments
            apply(change, m_text, m_shown);
    }
    if (m_rounds < recording.roundCount(at.branch)) {
        const RoundRecord& round = recording.round(at.branch, m_rounds);
        const std::size_t before = m_text.size();
        commit(round, m_text);
        for (const CacheChange& change : round.cacheChanges)
            if (change.moment < at.moment) {
                remember(change);
                apply(change, m_text, m_shown);
            }
        m_text.resize(before);
    }
    return m_shown;
}

} // namespace draftscope
