// SPDX-License-Identifier: MIT
// Private to this folder.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/session/batch_session.h"
#include "engine/session/decode_sequence.h"
#include "engine/speculation/merged_pass.h"

namespace draftscope {

/// Keeps the sequences of a synchronised batch in step: in a round all have their root in the same column of the caches
/// (SlotTable::inColumns()). What a sequence accepts less than another it leaves as a gap behind, and a text that is
/// shorter than another one leaves it in front. Rows do not see gaps, and positions are those of the text, so the
/// tokens stay what they are. A draft model's cache goes along: a token of the text lies in the same column there.
/// Caches of heads have no gaps.
class BatchColumns {
public:
    using Sequence = DecodeSequence;

    explicit BatchColumns(ShortDraft remedy) : m_remedy(remedy) {}
    /// Of a sequence, where the longest text takes so many slots alone.
    [[nodiscard]] static std::int64_t columnsFor(int slotCount);

    /// Before a round, when the sequences are there: frees what a cancelled round has taken, and leaves gaps in front.
    /// Where the columns could run out, the caches are emptied first, and the round reads all texts again, without the
    /// gaps between.
    void begin(std::span<Sequence* const> sequences);
    /// After it, when the texts have been committed and the moments not yet: what is to be done for drafts that are one
    /// token short, then the gaps. Does not let itself be cancelled.
    void finish(std::span<Sequence* const> sequences, MergedPass& merged);

    [[nodiscard]] std::int64_t gapCount() const { return m_gaps; }
    [[nodiscard]] int rereadCount() const { return m_rereads; }

private:
    /// The draft model's cache; null where there is none.
    [[nodiscard]] static SequenceCache* draftOf(const Sequence& sequence);
    /// Tokens in front of the root that the cache does not hold yet.
    [[nodiscard]] static int missing(const Sequence& sequence, const SequenceCache& cache);
    /// Where rotary frequencies follow the length of its text and change with the next root, its tokens are read again,
    /// so that they lie behind one another there.
    static void expectLength(Sequence& sequence);
    /// Its last draft was accepted, so the draft model has not seen it.
    [[nodiscard]] static bool isDraftShort(const Sequence& sequence);
    /// For the next round, in which texts that have ended take no part.
    void leaveGaps(std::span<Sequence* const> sequences);
    void feedMissing(std::span<Sequence* const> sequences, MergedPass& merged);

    ShortDraft m_remedy;
    std::int64_t m_gaps = 0; ///< of the target's cache
    int m_rereads = 0;
    std::vector<PassRequest> m_requests;
};

} // namespace draftscope
