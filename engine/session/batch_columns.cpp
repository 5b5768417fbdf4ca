// SPDX-License-Identifier: MIT
#include "engine/session/batch_columns.h"

#include <algorithm>

#include "engine/core/stopwatch.h"

namespace draftscope {
namespace {

constexpr int mostRowsOfRound = maxDraftLength + 2; ///< a cropped token, the root and drafts

} // namespace

SequenceCache* BatchColumns::draftOf(const Sequence& sequence)
{
    return sequence.setup().needsDraftModel() ? sequence.setup().draftCache() : nullptr;
}

int BatchColumns::missing(const Sequence& sequence, const SequenceCache& cache)
{
    return int(sequence.text().tokens().size()) - 1 - cache.cachedCount();
}

void BatchColumns::expectLength(Sequence& sequence)
{
    const int length = int(sequence.text().tokens().size());
    sequence.setup().local()->cache().expectLength(length);
    if (SequenceCache* const draft = draftOf(sequence))
        draft->expectLength(length);
}

bool BatchColumns::isDraftShort(const Sequence& sequence)
{
    const SequenceCache* const draft = draftOf(sequence);
    return draft && !sequence.round().record().nodes.empty() && sequence.endReason() == EndReason::none
        && missing(sequence, *draft) == 1
        && sequence.setup().drafter()->roomAfter(int(sequence.text().tokens().size())) > 0;
}

std::int64_t BatchColumns::columnsFor(int slotCount)
{
    return 2 * std::int64_t(slotCount) + mostRowsOfRound; // so that texts are seldom read again
}

void BatchColumns::begin(std::span<Sequence* const> sequences)
{
    for (Sequence* const sequence : sequences) { // what a round that was cancelled had taken
        sequence->setup().local()->cache().releaseSpeculative();
        if (SequenceCache* const draft = draftOf(*sequence))
            draft->releaseSpeculative();
    }
    const bool mayRunOut = std::ranges::any_of(sequences, [](const Sequence* sequence) {
        const SequenceCache& cache = sequence->setup().local()->cache();
        return cache.nextColumn() + mostRowsOfRound > cache.columnCount();
    });
    if (mayRunOut) {
        for (Sequence* const sequence : sequences) {
            sequence->setup().target().reset();
            if (SequenceCache* const draft = draftOf(*sequence))
                draft->clear();
        }
        ++m_rereads;
    }
    leaveGaps(sequences);
}

void BatchColumns::finish(std::span<Sequence* const> sequences, MergedPass& merged)
{
    if (m_remedy == ShortDraft::extraPass)
        feedMissing(sequences, merged);
    if (m_remedy == ShortDraft::crop)
        for (Sequence* const sequence : sequences)
            if (isDraftShort(*sequence) && missing(*sequence, sequence->setup().local()->cache()) == 0)
                sequence->setup().local()->crop(1);
    leaveGaps(sequences);
}

void BatchColumns::leaveGaps(std::span<Sequence* const> sequences)
{
    const auto hasNext = [](const Sequence* sequence) { return sequence->endReason() == EndReason::none; };
    for (Sequence* const sequence : sequences)
        if (hasNext(sequence))
            expectLength(*sequence);
    int root = 0; // the column of all roots
    for (const Sequence* const sequence : sequences) {
        const SequenceCache& cache = sequence->setup().local()->cache();
        if (hasNext(sequence))
            root = std::max(root, cache.nextColumn() + missing(*sequence, cache));
    }
    for (Sequence* const sequence : sequences) {
        if (!hasNext(sequence))
            continue;
        SequenceCache& target = sequence->setup().local()->cache();
        m_gaps += target.leaveGap(root - missing(*sequence, target));
        if (SequenceCache* const draft = draftOf(*sequence))
            draft->leaveGap(root - missing(*sequence, *draft));
    }
}

void BatchColumns::feedMissing(std::span<Sequence* const> sequences, MergedPass& merged)
{
    std::vector<Sequence*> shortOnes;
    m_requests.clear();
    Stopwatch watch;
    for (Sequence* const sequence : sequences) {
        PassDrafter* const drafter = isDraftShort(*sequence) ? sequence->setup().drafter()->asPassDrafter() : nullptr;
        if (const auto planned = drafter ? drafter->planMissing() : std::nullopt) {
            m_requests.push_back(*planned);
            shortOnes.push_back(sequence);
        }
    }
    merged.run(m_requests);
    const double passMs = watch.lap();
    for (Sequence* const sequence : shortOnes) {
        sequence->setup().drafter()->asPassDrafter()->fedMissing();
        sequence->round().addDraftTime(passMs);
    }
}

} // namespace draftscope
