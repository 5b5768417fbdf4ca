// SPDX-License-Identifier: GPL-3.0-or-later
// What the view of the K/V caches shows, apart from how it is drawn.
#pragma once

#include <span>
#include <vector>

#include <QString>

#include "engine/record/cache_table.h"
#include "engine/record/recording.h"

namespace draftscope {

/// A K/V slot at a moment, and how it came to be so.
struct CacheCell {
    CacheSlot slot;
    TokenSource source = TokenSource::prompt; ///< of the text's token at that position; committed slots only
    bool isOfThisRound = false;               ///< the round shown has changed it
    bool isNow = false;                       ///< the moment shown has
    friend bool operator==(const CacheCell&, const CacheCell&) = default;
};

/// One cache: cells of slots 0 to the last one that was ever written.
struct CacheStrip {
    CacheOwner owner = CacheOwner::target;
    int context = 0; ///< positions that the model was made for; a cache has as many slots, or some more for trees
    std::vector<CacheCell> cells;
    [[nodiscard]] int count(SlotState state) const;
    [[nodiscard]] int rolledBack() const; ///< slots that the round shown has freed
    friend bool operator==(const CacheStrip&, const CacheStrip&) = default;
};

/// The caches at a moment of a round: that of the target, and that of the draft where it has one. `tables` are those of
/// the moment, `round` is the round as it stood then, `text` the committed tokens, prompt first.
[[nodiscard]] std::vector<CacheStrip> cacheStripsOf(const CacheTables& tables, const RoundRecord& round,
                                                    std::span<const CommittedToken> text, const TraceHeader& header);

/// "target 65 of 512 · draft 64 of 512"; slots in use.
[[nodiscard]] QString slotsInUse(const std::vector<CacheStrip>& strips);

/// "Target", "Draft".
[[nodiscard]] QString titleOf(CacheOwner owner);
/// "117 committed · 6 speculative · 2 rolled back".
[[nodiscard]] QString countsOf(const CacheStrip& strip);
/// "Target, slot 64: “dog” at position 61, committed in this round (accepted draft)." Also of slots behind the last
/// one.
[[nodiscard]] QString sentenceOf(const CacheStrip& strip, int slot, const Recording& recording);

} // namespace draftscope
