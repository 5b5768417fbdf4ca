// SPDX-License-Identifier: MIT
#include "engine/model/slot_table.h"

#include <algorithm>
#include <cassert>
#include <functional>

namespace draftscope {

SlotTable::SlotTable(int slotCount, int sequenceCount)
    : m_slots(std::size_t(slotCount)), m_paths(std::size_t(sequenceCount)), m_events(std::size_t(sequenceCount))
{
}

SlotTable SlotTable::inColumns(int columns, int sequenceCount)
{
    SlotTable table(columns * sequenceCount, sequenceCount);
    table.m_columns = columns;
    table.m_ends.assign(std::size_t(sequenceCount), 0);
    return table;
}

int SlotTable::take(int sequence, int position, TokenId token)
{
    assert(sequence >= 0 && std::size_t(sequence) < m_paths.size());
    int slot = m_neverTaken;
    if (m_columns > 0) {
        int& end = m_ends[std::size_t(sequence)];
        if (end == m_columns)
            return -1;
        slot = slotShownAs(sequence, end++);
    } else if (!m_freed.empty()) {
        slot = m_freed.front();
        std::pop_heap(m_freed.begin(), m_freed.end(), std::greater());
        m_freed.pop_back();
    } else if (slot == int(m_slots.size())) {
        return -1;
    } else {
        ++m_neverTaken;
    }
    m_slots[std::size_t(slot)] = {SlotState::speculative, sequence, position, token};
    m_speculative.push_back(slot);
    note(CacheChange::Kind::written, slot);
    return slot;
}

void SlotTable::setToken(int slot, TokenId token)
{
    const bool wasKnown = m_slots[std::size_t(slot)].token != noToken;
    m_slots[std::size_t(slot)].token = token;
    if (!wasKnown)
        note(CacheChange::Kind::written, slot);
}

void SlotTable::note(CacheChange::Kind kind, int slot)
{
    const Slot& changed = m_slots[std::size_t(slot)];
    const bool isOfGap = kind == CacheChange::Kind::gap || changed.state == SlotState::gap;
    if (auto& events = m_events[std::size_t(changed.sequence)]; events && (changed.token != noToken || isOfGap))
        events->push_back({kind, slot});
}

void SlotTable::free(int slot)
{
    note(CacheChange::Kind::rolledBack, slot);
    m_slots[std::size_t(slot)].state = SlotState::free; // the token stays, to be shown
    if (m_columns > 0) {
        const int sequence = slot / m_columns;
        int& end = m_ends[std::size_t(sequence)];
        while (end > 0 && m_slots[std::size_t(slotShownAs(sequence, end - 1))].state == SlotState::free)
            --end;
        return;
    }
    m_freed.push_back(slot);
    std::push_heap(m_freed.begin(), m_freed.end(), std::greater());
}

void SlotTable::commit(int slot)
{
    Slot& taken = m_slots[std::size_t(slot)];
    assert(taken.state == SlotState::speculative);
    taken.state = SlotState::committed;
    m_paths[std::size_t(taken.sequence)].push_back(slot);
    note(CacheChange::Kind::committed, slot);
}

void SlotTable::keep(int slot)
{
    assert(m_slots[std::size_t(slot)].state == SlotState::speculative);
    m_slots[std::size_t(slot)].state = SlotState::committed;
    note(CacheChange::Kind::committed, slot);
}

void SlotTable::release(int slot)
{
    assert(m_slots[std::size_t(slot)].state != SlotState::free);
    free(slot);
}

void SlotTable::releaseSpeculative(int sequence)
{
    std::erase_if(m_speculative, [&](int slot) {
        const Slot& taken = m_slots[std::size_t(slot)];
        if (taken.state != SlotState::speculative)
            return true; // it was committed or freed since
        if (taken.sequence != sequence)
            return false;
        free(slot);
        return true;
    });
}

void SlotTable::truncate(int sequence, int length)
{
    releaseSpeculative(sequence);
    std::vector<int>& path = m_paths[std::size_t(sequence)];
    const auto kept = std::min(path.size(), std::size_t(std::max(length, 0)));
    for (std::size_t i = kept; i < path.size(); ++i)
        free(path[i]);
    path.resize(kept);
}

void SlotTable::clear(int sequence)
{
    truncate(sequence, 0);
    if (m_columns == 0)
        return;
    for (int column = m_ends[std::size_t(sequence)] - 1; column >= 0; --column)
        if (const int slot = slotShownAs(sequence, column); m_slots[std::size_t(slot)].state == SlotState::gap)
            free(slot);
}

int SlotTable::leaveGap(int sequence, int column)
{
    assert(m_columns > 0 && column <= m_columns);
    int& end = m_ends[std::size_t(sequence)];
    int count = 0;
    for (; end < column; ++end, ++count) {
        const int slot = slotShownAs(sequence, end);
        m_slots[std::size_t(slot)] = {SlotState::gap, sequence, -1, noToken};
        note(CacheChange::Kind::gap, slot);
    }
    return count;
}

void SlotTable::keepEvents(int sequence)
{
    auto& events = m_events[std::size_t(sequence)];
    if (events)
        events->clear();
    else
        events.emplace();
}

int SlotTable::freeCount() const
{
    if (m_columns > 0)
        return int(std::ranges::count(m_slots, SlotState::free, &Slot::state));
    return int(m_slots.size()) - m_neverTaken + int(m_freed.size());
}

} // namespace draftscope
