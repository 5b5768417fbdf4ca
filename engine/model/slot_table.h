// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/core/token.h"
#include "engine/record/cache_table.h"

namespace draftscope {

struct Slot {
    SlotState state = SlotState::free;
    int sequence = -1, position = -1;
    TokenId token = noToken; ///< whose key and value lie here; kept after freeing, to be shown
};

/// What a SlotTable did to a slot.
struct SlotEvent {
    CacheChange::Kind kind = CacheChange::Kind::written;
    int slot = -1;
};

/// The block table of a paged KV cache, with pages of one token: which token's key and value lie in which K/V slot of a
/// ForwardPass. Rollback frees slots; committing appends them to a sequence's path. Holds no tensors. This is the table
/// that the window draws.
class SlotTable {
public:
    explicit SlotTable(int slotCount, int sequenceCount = 1);
    /// Every sequence has `columns` slots of its own, one behind the other, and takes the one behind the last that is
    /// not free: a cache [sequences, columns], in which a sequence may leave gaps.
    [[nodiscard]] static SlotTable inColumns(int columns, int sequenceCount);

    /// Takes the lowest free slot for a row that is not committed yet; -1 when the cache is full. Constant time for a
    /// text that grows, logarithmic in the number of slots that were freed and not taken again.
    [[nodiscard]] int take(int sequence, int position, TokenId token);
    /// Says what lies in a slot that was taken before its token was known.
    void setToken(int slot, TokenId token);
    void commit(int slot);  ///< appends a speculative slot to its sequence's path
    void keep(int slot);    ///< commits it, too, but to no path
    void release(int slot); ///< frees a slot that is on no path
    void releaseSpeculative(int sequence);
    /// Frees all but the first `length` committed slots of a sequence, and its speculative ones.
    void truncate(int sequence, int length);
    void clear(int sequence); ///< frees them all, and its gaps
    /// In columns: leaves the free ones before `column` as a gap. Returns how many these are.
    int leaveGap(int sequence, int column);
    /// In columns: the one that the sequence takes next.
    [[nodiscard]] int nextColumn(int sequence) const { return m_ends[std::size_t(sequence)]; }
    [[nodiscard]] int columnCount() const { return m_columns; } ///< of a sequence; 0: not in columns
    /// What a person is shown as the slot: the column, or where there are none the slot itself.
    [[nodiscard]] int shownSlot(int slot) const { return m_columns > 0 && slot >= 0 ? slot % m_columns : slot; }
    /// The slot of a sequence that is shown as that.
    [[nodiscard]] int slotShownAs(int sequence, int shown) const { return m_columns * sequence + shown; }

    /// Remembers from now on what happens to slots of a sequence, and forgets what it remembers so far. A slot is
    /// written once its token is known, and one that is freed before that was never anything.
    void keepEvents(int sequence);
    /// In the order in which they happened since keepEvents().
    [[nodiscard]] std::span<const SlotEvent> events(int sequence) const { return *m_events[std::size_t(sequence)]; }

    [[nodiscard]] std::span<const int> path(int sequence) const { return m_paths[std::size_t(sequence)]; }
    [[nodiscard]] int committedCount(int sequence) const { return int(path(sequence).size()); }
    [[nodiscard]] std::span<const Slot> allSlots() const { return m_slots; }
    [[nodiscard]] int freeCount() const;

private:
    void free(int slot);
    void note(CacheChange::Kind kind, int slot);

    std::vector<Slot> m_slots;
    int m_columns = 0;
    std::vector<int> m_ends;        ///< in columns, by sequence: behind the last one that is not free
    int m_neverTaken = 0;           ///< all slots from here on are free
    std::vector<int> m_freed;       ///< the free ones before it, as a heap with the lowest in front
    std::vector<int> m_speculative; ///< all speculative slots; also some that are not any more
    std::vector<std::vector<int>> m_paths;
    std::vector<std::optional<std::vector<SlotEvent>>> m_events; ///< by sequence; none: not recorded
};

} // namespace draftscope
