// SPDX-License-Identifier: MIT
#include "engine/session/cache_recorder.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace draftscope {
namespace {

using Kind = CacheChange::Kind;

/// What events come to for one slot. What was written and freed again is nothing.
struct Net {
    bool rolledBack = false, written = false, committed = false, gap = false;

    void add(Kind kind)
    {
        switch (kind) {
        case Kind::written:
            written = true;
            break;
        case Kind::committed:
            committed = true;
            break;
        case Kind::rolledBack:
            rolledBack = rolledBack || !(written || gap);
            written = committed = gap = false;
            break;
        case Kind::gap:
            gap = true;
            break;
        }
    }
};

std::map<int, Net> netOf(std::span<const SlotEvent> events)
{
    std::map<int, Net> slots;
    for (const SlotEvent& event : events)
        slots[event.slot].add(event.kind);
    return slots;
}

bool isTaken(const CacheSlot& slot)
{
    return slot.state != SlotState::free && slot.state != SlotState::gap;
}

/// A recording's session may have had more slots than there are now.
Slot slotAt(std::span<const Slot> slots, int slot)
{
    return std::size_t(slot) < slots.size() ? slots[std::size_t(slot)] : Slot();
}

/// What lies in a slot as far as one sequence knows. A row whose token is not known yet is none.
CacheSlot seenBy(int sequence, const Slot& slot)
{
    if (slot.state == SlotState::gap && slot.sequence == sequence)
        return {SlotState::gap, -1, noToken};
    if (slot.state == SlotState::free || slot.sequence != sequence || slot.token == noToken)
        return {};
    return {slot.state, slot.position, slot.token};
}

/// What makes `now` of a recorded slot. `own`: what the moment itself has done, which may have been to write the same
/// again.
Net difference(const CacheSlot& recorded, const CacheSlot& now, const Net& own)
{
    if (now.state == SlotState::gap)
        return {isTaken(recorded), false, false, recorded.state != SlotState::gap};
    if (recorded.state == SlotState::gap)
        return {true, isTaken(now), now.state == SlotState::committed};
    const bool isSame = isTaken(recorded) && isTaken(now) && recorded.position == now.position
        && recorded.token == now.token && !(recorded.state == SlotState::committed && now.state != recorded.state);
    if (isSame && !own.rolledBack)
        return {false, false, now.state != recorded.state};
    return {isTaken(recorded), isTaken(now), now.state == SlotState::committed};
}

/// The same for all slots of a cache.
std::map<int, Net> differences(const CacheTable& recorded, const SequenceCache& cache, std::map<int, Net> own)
{
    const std::span<const Slot> slots = cache.table().allSlots();
    std::map<int, Net> changed;
    const auto isFree = [](const CacheSlot& slot) { return slot.state == SlotState::free; };
    const auto add = [&](int slot, const CacheSlot& before) {
        changed[slot] = difference(before, seenBy(cache.sequence(), slotAt(slots, slot)), own[slot]);
    };
    for (const auto& [shown, before] : recorded)
        if (!isFree(before))
            add(cache.table().slotShownAs(cache.sequence(), shown), before);
    for (int slot = 0; slot < int(slots.size()); ++slot)
        if (!isFree(seenBy(cache.sequence(), slots[std::size_t(slot)])) && !changed.contains(slot))
            add(slot, {});
    return changed;
}

/// How many of the changes from `first` on are one: the same moment and kind, and slots that follow each other.
std::size_t runLength(std::span<const CacheChange> changes)
{
    const CacheChange& first = changes.front();
    std::size_t length = 1;
    while (length < changes.size() && changes[length].moment == first.moment && changes[length].cache == first.cache
           && changes[length].kind == first.kind && changes[length].slot == first.slot + int(length))
        ++length;
    return length;
}

/// How many of the rows written are the text's from that index on, in order.
int textLength(std::span<const CacheChange> written, std::span<const TokenId> text, int index)
{
    int length = 0;
    while (std::size_t(length) < written.size() && std::size_t(index + length) < text.size()
           && written[std::size_t(length)].position == written.front().position + length
           && written[std::size_t(length)].token == text[std::size_t(index + length)])
        ++length;
    return length;
}

/// Takes from the front of a run what can be one change, and says of how many.
CacheChange takeOne(std::span<const CacheChange> run, std::span<const TokenId> text)
{
    CacheChange change = run.front();
    if (change.kind != Kind::written) {
        change.count = int(run.size());
        change.position = -1;
        change.token = noToken;
        return change;
    }
    for (const int ahead : {0, 1}) { // an EAGLE head's row has the token behind its position
        const int index = change.position + ahead;
        const int length = textLength(run, text, index);
        if (length <= change.count)
            continue;
        change.count = length;
        change.textIndex = index;
        change.token = noToken;
    }
    return change;
}

} // namespace

CacheRecorder::CacheRecorder(SequenceCache* target, SequenceCache* draft)
{
    if (target)
        m_caches.push_back({CacheOwner::target, target});
    if (draft)
        m_caches.push_back({CacheOwner::draft, draft});
    for (const Watched& watched : m_caches)
        watched.cache->keepEvents();
}

void CacheRecorder::beginRound(const RoundRecord& before, std::span<const TokenId> text)
{
    for (const CacheChange& change : before.cacheChanges)
        apply(change, text, m_before);
}

void CacheRecorder::startFrom(CacheTables tables)
{
    m_before = std::move(tables);
    suspend();
}

void CacheRecorder::suspend()
{
    for (Watched& watched : m_caches)
        watched.isSuspended = true;
}

void CacheRecorder::catchUp(bool isDraftBegun)
{
    for (Watched& watched : m_caches) {
        if (!watched.isSuspended)
            continue;
        watched.hasCaughtUp = watched.owner == CacheOwner::target || isDraftBegun;
        watched.cache->keepEvents();
    }
}

void CacheRecorder::note(RoundRecord& round, std::span<const TokenId> text,
                         const std::function<int(const CacheChange&)>& momentOf)
{
    std::vector<CacheChange> changes;
    for (Watched& watched : m_caches) {
        const SequenceCache& cache = *watched.cache;
        std::map<int, Net> slots = netOf(cache.table().events(cache.sequence()));
        watched.cache->keepEvents();
        if (watched.isSuspended && !watched.hasCaughtUp)
            continue;
        if (watched.isSuspended) {
            CacheTables recorded = m_before;
            for (const CacheChange& change : round.cacheChanges)
                apply(change, text, recorded);
            slots = differences(recorded.of(watched.owner), cache, std::move(slots));
            watched.isSuspended = watched.hasCaughtUp = false;
        }
        for (const auto& [slot, net] : slots) {
            for (const auto& [has, kind] :
                 {std::pair(net.rolledBack, Kind::rolledBack), std::pair(net.written, Kind::written),
                  std::pair(net.committed, Kind::committed), std::pair(net.gap, Kind::gap)}) {
                if (!has)
                    continue;
                const Slot now = slotAt(cache.table().allSlots(), slot);
                CacheChange& change = changes.emplace_back();
                change.cache = watched.owner;
                change.kind = kind;
                change.slot = cache.table().shownSlot(slot);
                change.position = now.position;
                change.token = now.token;
                change.moment = momentOf(change);
            }
        }
    }
    std::ranges::stable_sort(changes, {}, [](const CacheChange& change) {
        return std::tuple(change.moment, change.cache, change.kind, change.slot);
    });
    for (std::span<const CacheChange> left = changes; !left.empty();) {
        const CacheChange change = takeOne(left.first(runLength(left)), text);
        round.cacheChanges.push_back(change);
        left = left.subspan(std::size_t(change.count));
    }
}

} // namespace draftscope
