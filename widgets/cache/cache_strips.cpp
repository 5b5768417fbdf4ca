// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cache/cache_strips.h"

#include <algorithm>

#include <QCoreApplication>
#include <QStringList>

#include "widgets/style/theme.h"
#include "widgets/words/token_text.h"

namespace draftscope {

namespace {

/// The context of what is said here.
struct CacheStrips {
    Q_DECLARE_TR_FUNCTIONS(CacheStrips)
};

} // namespace

int CacheStrip::count(SlotState state) const
{
    return int(std::ranges::count_if(cells, [state](const CacheCell& cell) { return cell.slot.state == state; }));
}

int CacheStrip::rolledBack() const
{
    return int(std::ranges::count_if(
        cells, [](const CacheCell& cell) { return cell.isOfThisRound && cell.slot.state == SlotState::free; }));
}

std::vector<CacheStrip> cacheStripsOf(const CacheTables& tables, const RoundRecord& round,
                                      std::span<const CommittedToken> text, const TraceHeader& header)
{
    std::vector<CacheStrip> strips;
    const auto add = [&](CacheOwner owner, const CacheTable& table, int context) {
        CacheStrip strip{owner, context, {}};
        if (!table.empty())
            strip.cells.resize(std::size_t(table.rbegin()->first) + 1);
        for (const auto& [slot, held] : table) {
            CacheCell& cell = strip.cells[std::size_t(slot)];
            cell.slot = held;
            if (held.position >= 0 && held.position < int(text.size()))
                cell.source = text[std::size_t(held.position)].source;
        }
        const int now = int(round.moments.size()) - 1;
        for (const CacheChange& change : round.cacheChanges)
            for (int slot = change.slot; change.cache == owner && slot < change.slot + change.count; ++slot)
                if (slot >= 0 && slot < int(strip.cells.size())) {
                    strip.cells[std::size_t(slot)].isOfThisRound = true;
                    strip.cells[std::size_t(slot)].isNow |= change.moment == now;
                }
        strips.push_back(std::move(strip));
    };
    add(CacheOwner::target, tables.target, header.target.context);
    if (!tables.draft.empty())
        add(CacheOwner::draft, tables.draft, header.draft ? header.draft->context : header.target.context);
    return strips;
}

QString slotsInUse(const std::vector<CacheStrip>& strips)
{
    QStringList parts;
    for (const CacheStrip& strip : strips)
        parts << (strip.owner == CacheOwner::target ? CacheStrips::tr("target %1 of %2")
                                                    : CacheStrips::tr("draft %1 of %2"))
                     .arg(strip.count(SlotState::committed) + strip.count(SlotState::speculative))
                     .arg(strip.context);
    return parts.join(QStringLiteral(" · "));
}

QString titleOf(CacheOwner owner)
{
    return owner == CacheOwner::target ? CacheStrips::tr("Target") : CacheStrips::tr("Draft");
}

QString countsOf(const CacheStrip& strip)
{
    QStringList counts{CacheStrips::tr("%1 committed").arg(strip.count(SlotState::committed))};
    if (const int speculative = strip.count(SlotState::speculative))
        counts << CacheStrips::tr("%1 speculative").arg(speculative);
    if (const int gaps = strip.count(SlotState::gap))
        counts << (gaps == 1 ? CacheStrips::tr("1 gap") : CacheStrips::tr("%1 gaps").arg(gaps));
    if (const int rolledBack = strip.rolledBack())
        counts << CacheStrips::tr("%1 rolled back").arg(rolledBack);
    return counts.join(QStringLiteral(" · "));
}

QString sentenceOf(const CacheStrip& cache, int slot, const Recording& recording)
{
    const QString where = CacheStrips::tr("%1, slot %2").arg(titleOf(cache.owner), QString::number(slot));
    if (slot >= int(cache.cells.size())
        || (cache.cells[std::size_t(slot)].slot.position < 0
            && cache.cells[std::size_t(slot)].slot.state != SlotState::gap))
        return CacheStrips::tr("%1: free.").arg(where);
    const CacheCell& cell = cache.cells[std::size_t(slot)];
    const QString token = quoted(recording, cell.slot.token);
    const QString what =
        CacheStrips::tr("%1: %2 at position %3").arg(where, token, QString::number(cell.slot.position));
    switch (cell.slot.state) {
    case SlotState::committed:
        return cell.isOfThisRound ? CacheStrips::tr("%1, committed in this round (%2).").arg(what, wordFor(cell.source))
                                  : CacheStrips::tr("%1, committed (%2).").arg(what, wordFor(cell.source));
    case SlotState::speculative:
        return CacheStrips::tr("%1, speculative: it stays if its token is accepted.").arg(what);
    case SlotState::gap:
        return CacheStrips::tr(
                   "%1: a gap, which no row looks at, so that the sequences of a batch go on in the same slot.")
            .arg(where);
    case SlotState::free:
        break;
    }
    return cell.isOfThisRound ? CacheStrips::tr("%1, rolled back in this round: the next row takes the slot.").arg(what)
                              : CacheStrips::tr("%1: free. %2 lay in it before.").arg(where, token);
}

} // namespace draftscope
