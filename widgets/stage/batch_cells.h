// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in which column of a batch's stage; no geometry and no painting.
#pragma once

#include <optional>
#include <vector>

#include "engine/record/cache_table.h"
#include "engine/record/recording.h"

namespace draftscope {

/// What a row of the batch shows in one column.
struct BatchCell {
    enum class Kind : std::uint8_t {
        text,    ///< a token of the text before the root
        gap,     ///< of a batch in step: a K/V column that the sequence leaves empty
        root,    ///< the last token before the round, which drafts begin behind
        draft,   ///< a drafted node; of a tree the accepted one of its depth, else the first
        pending, ///< nothing yet: a draft that K asks for, or the token that is to end the round
        drawn,   ///< the token that ended the round
    };
    Kind kind = Kind::text;
    int column = 0;
    TokenId token = noToken;
    int position = -1;     ///< position id; -1: none
    int node = -1;         ///< of a draft
    int others = 0;        ///< of a tree: drafts of the same depth that are not shown
    bool isMasked = false; ///< a draft that was rejected, and whose K/V column is a gap by now
    friend bool operator==(const BatchCell&, const BatchCell&) = default;
};

/// Which columns there are: the root, one for each depth of drafts and one for the token that ends the round; where a
/// batch is in step the first ones are K/V columns of its caches, some of the text before the root included.
struct BatchColumnsShown {
    std::optional<int> firstSlot; ///< K/V column of the first one; nothing: columns are no K/V columns
    int root = 0;                 ///< index of the roots' column
    int depths = 0;               ///< columns behind it, of drafts
    [[nodiscard]] int count() const { return root + depths + 2; }
    [[nodiscard]] int drawn() const { return count() - 1; }
    friend bool operator==(const BatchColumnsShown&, const BatchColumnsShown&) = default;
};

/// A sequence's round at the moment shown, `whole` as it is recorded, and of a batch in step the target's cache then:
/// at least what of it columnsInSight() says.
struct BatchRowRound {
    RoundRecord round, whole;
    std::optional<CacheTable> cache = std::nullopt;
};

/// The K/V column of a round's root, as far as the record tells.
[[nodiscard]] std::optional<int> rootColumnOf(const RoundRecord& whole);
/// What the stage can show of a cache, which is little: the slots around the round's root.
[[nodiscard]] CacheTable columnsInSight(const CacheTable& cache, const RoundRecord& whole);
/// For rounds of one batch. Some have caches: all are in step.
[[nodiscard]] BatchColumnsShown columnsOf(const std::vector<const BatchRowRound*>& rounds);
/// By column.
[[nodiscard]] std::vector<BatchCell> cellsOf(const BatchRowRound& round, const BatchColumnsShown& columns,
                                             const TraceHeader& header);

} // namespace draftscope
