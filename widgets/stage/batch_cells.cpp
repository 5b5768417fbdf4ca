// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/batch_cells.h"

#include <algorithm>

#include "engine/record/end_of_text.h"

namespace draftscope {
namespace {

constexpr int mostBefore = 4; ///< K/V columns before the root

int depthOf(const RoundRecord& round)
{
    int depth = 0;
    for (const NodeRecord& node : round.nodes)
        depth = std::max(depth, node.depth);
    return depth;
}

/// The node of a depth that a row shows: what became of it matters more than the order.
int shownAt(const RoundRecord& round, int depth)
{
    int shown = -1;
    const auto rank = [&](int node) {
        const NodeRecord& record = round.nodes[std::size_t(node)];
        return record.verdict == Verdict::accepted ? 2 : record.verdict == Verdict::rejected ? 1 : 0;
    };
    for (int node = 0; node < int(round.nodes.size()); ++node)
        if (round.nodes[std::size_t(node)].depth == depth && (shown < 0 || rank(node) > rank(shown)))
            shown = node;
    return shown;
}

} // namespace

std::optional<int> rootColumnOf(const RoundRecord& whole)
{
    const int position = whole.prefixLength - 1;
    for (const CacheChange& change : whole.cacheChanges)
        if (change.kind == CacheChange::Kind::written && change.cache == CacheOwner::target
            && change.position <= position && position < change.position + change.count)
            return change.slot + position - change.position;
    return std::nullopt;
}

CacheTable columnsInSight(const CacheTable& cache, const RoundRecord& whole)
{
    const auto root = rootColumnOf(whole);
    CacheTable inSight;
    for (auto entry = cache.lower_bound(root ? *root - mostBefore : 0); entry != cache.end(); ++entry)
        inSight[entry->first] = entry->second;
    return inSight;
}

BatchColumnsShown columnsOf(const std::vector<const BatchRowRound*>& rounds)
{
    BatchColumnsShown columns;
    for (const BatchRowRound* const row : rounds) {
        const int asked = row->round.isVerified() ? 0 : row->round.draftLength;
        columns.depths = std::max({columns.depths, depthOf(row->whole), std::min(asked, 1)});
        if (!row->cache || columns.firstSlot)
            continue;
        if (const auto root = rootColumnOf(row->whole)) {
            columns.root = std::min(*root, mostBefore);
            columns.firstSlot = *root - columns.root;
        }
    }
    return columns;
}

std::vector<BatchCell> cellsOf(const BatchRowRound& row, const BatchColumnsShown& columns, const TraceHeader& header)
{
    using Kind = BatchCell::Kind;
    const RoundRecord& round = row.round;
    std::vector<BatchCell> cells;
    const auto inCache = [&](int column) -> const CacheSlot* {
        if (!row.cache || !columns.firstSlot)
            return nullptr;
        const auto found = row.cache->find(*columns.firstSlot + column);
        return found == row.cache->end() ? nullptr : &found->second;
    };
    for (int column = 0; column < columns.root; ++column)
        if (const CacheSlot* const slot = inCache(column); slot && slot->state == SlotState::gap)
            cells.push_back({.kind = Kind::gap, .column = column});
        else if (slot && slot->state != SlotState::free)
            cells.push_back({.kind = Kind::text, .column = column, .token = slot->token, .position = slot->position});
    cells.push_back(
        {.kind = Kind::root, .column = columns.root, .token = round.root, .position = round.prefixLength - 1});

    const bool isVerified = round.isVerified();
    for (int depth = 1; depth <= columns.depths; ++depth) {
        const int column = columns.root + depth, node = shownAt(round, depth);
        const CacheSlot* const slot = inCache(column);
        const bool isGap = slot && slot->state == SlotState::gap;
        if (node >= 0) {
            const auto ofDepth = std::ranges::count(round.nodes, depth, &NodeRecord::depth);
            cells.push_back({.kind = Kind::draft,
                             .column = column,
                             .token = round.nodes[std::size_t(node)].token,
                             .position = round.prefixLength - 1 + depth,
                             .node = node,
                             .others = int(ofDepth) - 1,
                             .isMasked = isGap});
        } else if (isGap) {
            cells.push_back({.kind = Kind::gap, .column = column});
        } else if (!isVerified && depth <= depthOf(row.whole)) {
            cells.push_back({.kind = Kind::pending, .column = column, .position = round.prefixLength - 1 + depth});
        }
    }
    const int drawnAt = round.prefixLength + round.acceptedCount();
    if (round.draw)
        cells.push_back(
            {.kind = Kind::drawn, .column = columns.drawn(), .token = round.draw->token, .position = drawnAt});
    else if (endingNode(round, header) < 0 && !round.isFinished())
        cells.push_back({.kind = Kind::pending, .column = columns.drawn()});
    return cells;
}

} // namespace draftscope
