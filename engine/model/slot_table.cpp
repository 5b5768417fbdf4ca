// SPDX-License-Identifier: MIT
#include "engine/model/slot_table.h"

#include <algorithm>
#include <cassert>

namespace draftscope {

SlotTable::SlotTable(int slotCount, int sequenceCount)
    : m_slots(std::size_t(slotCount)), m_paths(std::size_t(sequenceCount))
{
}

int SlotTable::take(int sequence, int position, TokenId token)
{
    assert(sequence >= 0 && std::size_t(sequence) < m_paths.size());
    const auto found =
        std::find_if(m_slots.begin(), m_slots.end(), [](const Slot& slot) { return slot.state == SlotState::free; });
    if (found == m_slots.end())
        return -1;
    *found = {SlotState::speculative, sequence, position, token};
    return int(found - m_slots.begin());
}

void SlotTable::commit(int slot)
{
    Slot& taken = m_slots[std::size_t(slot)];
    assert(taken.state == SlotState::speculative);
    taken.state = SlotState::committed;
    m_paths[std::size_t(taken.sequence)].push_back(slot);
}

void SlotTable::release(int slot)
{
    assert(m_slots[std::size_t(slot)].state == SlotState::speculative);
    m_slots[std::size_t(slot)].state = SlotState::free; // the token stays, to be shown
}

void SlotTable::releaseSpeculative(int sequence)
{
    for (Slot& slot : m_slots)
        if (slot.state == SlotState::speculative && slot.sequence == sequence)
            slot.state = SlotState::free;
}

void SlotTable::truncate(int sequence, int length)
{
    releaseSpeculative(sequence);
    std::vector<int>& path = m_paths[std::size_t(sequence)];
    const auto kept = std::min(path.size(), std::size_t(std::max(length, 0)));
    for (std::size_t i = kept; i < path.size(); ++i)
        m_slots[std::size_t(path[i])].state = SlotState::free;
    path.resize(kept);
}

int SlotTable::freeCount() const
{
    return int(
        std::count_if(m_slots.begin(), m_slots.end(), [](const Slot& slot) { return slot.state == SlotState::free; }));
}

} // namespace draftscope
