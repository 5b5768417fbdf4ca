// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/record/records.h"

namespace draftscope {

class Recording;

enum class SlotState : unsigned char { free, speculative, committed, gap };

/// What lies in a K/V slot.
struct CacheSlot {
    SlotState state = SlotState::free;
    int position = -1;
    TokenId token = noToken; ///< kept after freeing, to be shown
    friend bool operator==(const CacheSlot&, const CacheSlot&) = default;
};

/// A K/V cache by slot. Slots that are not listed have never been written. Used as a map, but its entries lie side by
/// side: slots are written from the first one on with hardly a gap, so one is found where its number says, and all are
/// looked at fast.
class CacheTable {
public:
    using Entry = std::pair<int, CacheSlot>;

    [[nodiscard]] bool empty() const { return m_entries.empty(); }
    [[nodiscard]] std::size_t size() const { return m_entries.size(); }
    [[nodiscard]] auto begin() const { return m_entries.begin(); }
    [[nodiscard]] auto end() const { return m_entries.end(); }
    [[nodiscard]] auto begin() { return m_entries.begin(); }
    [[nodiscard]] auto end() { return m_entries.end(); }
    [[nodiscard]] auto rbegin() const { return m_entries.rbegin(); }
    /// The first entry that is not of a slot before that one.
    [[nodiscard]] std::vector<Entry>::const_iterator lower_bound(int slot) const;
    [[nodiscard]] std::vector<Entry>::iterator lower_bound(int slot);
    [[nodiscard]] std::vector<Entry>::const_iterator find(int slot) const; ///< end() for none
    CacheSlot& operator[](int slot);                                       ///< listed from now on
    void erase(int slot);
    friend bool operator==(const CacheTable&, const CacheTable&) = default;

private:
    std::vector<Entry> m_entries; ///< by slot
};

/// Columns that a sequence of a batch with gaps may have, of which every one may be a gap. Sessions keep to it, and
/// traces with more are refused, so that a short one draws no large table.
inline constexpr int mostColumns = 1 << 20;

/// Both caches of a session. `draft` is empty where the drafter has none.
struct CacheTables {
    CacheTable target, draft;
    [[nodiscard]] CacheTable& of(CacheOwner cache) { return cache == CacheOwner::target ? target : draft; }
    friend bool operator==(const CacheTables&, const CacheTables&) = default;
};

/// Does a change to the table that it is about. `text`: the tokens that CacheChange::textIndex counts.
void apply(const CacheChange& change, std::span<const TokenId> text, CacheTables& tables);

/// The caches as they stood at a moment, drawn from what the rounds say that they did; of a batch those of the recorded
/// sequence. Empty where that was not recorded. Takes time for every change before the moment.
[[nodiscard]] CacheTables cacheAt(const Recording& recording, Position at);

/// The same for a view that shows one moment after another: going on takes time for the changes since then only,
/// however much lies in the caches. Of one recording at a time.
class CacheHistory {
public:
    /// Valid until the next call.
    const CacheTables& at(const Recording& recording, Position at);
    void clear(int branch = 0); ///< before another recording, or where its rounds are no longer those of before

private:
    /// A slot that round m_rounds has changed, as it was before that.
    struct Changed {
        CacheOwner cache;
        int slot;
        std::optional<CacheSlot> before;
    };
    void showBeforeRound();
    void remember(const CacheChange& change);
    void remember(CacheOwner cache, int slot);

    CacheTables m_shown;            ///< at the moment asked for
    std::vector<Changed> m_changed; ///< between the beginning of round m_rounds of the branch and that moment
    std::vector<TokenId> m_text;    ///< before that round
    int m_branch = 0, m_rounds = 0;
};

} // namespace draftscope
