// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cache/cache_painter.h"

#include <algorithm>
#include <optional>

#include <QCoreApplication>
#include <QPainter>

#include "widgets/style/theme.h"

namespace draftscope {

namespace {

/// The role of a token that was committed so; what the prompt brought is grey, as in the text.
Role roleOfCommitted(TokenSource source)
{
    return source == TokenSource::prompt || source == TokenSource::plain ? Role::notJudged : roleOf(source);
}

} // namespace

void paintCacheCell(QPainter& painter, const QRectF& rect, const CacheCell& cell)
{
    const QRectF inside = rect.adjusted(0.5, 0.5, -0.5, -0.5);
    const auto draw = [&](const QColor& fill, const QPen& frame) {
        painter.setBrush(fill);
        painter.setPen(frame);
        painter.drawRoundedRect(inside, 1.5, 1.5);
    };
    switch (cell.slot.state) {
    case SlotState::committed: {
        const Role role = roleOfCommitted(cell.source);
        const double share = cell.isOfThisRound ? 0.9 : role == Role::notJudged ? 0.55 : 0.4;
        draw(Theme::tint(role, share), cell.isNow ? QPen(Theme::color(Role::text), 1) : QPen(Qt::NoPen));
        break;
    }
    case SlotState::speculative:
        draw(Theme::tint(Role::draft, 0.3), QPen(Theme::color(Role::draft), 1, Qt::DotLine));
        break;
    case SlotState::gap:
        draw(Theme::tint(Role::muted, 0.12), QPen(Qt::NoPen));
        painter.setBrush(Theme::color(Role::muted));
        painter.drawEllipse(inside.center(), 1.5, 1.5);
        break;
    case SlotState::free:
        if (cell.isOfThisRound) {
            draw(Theme::tint(Role::rejected, 0.18), QPen(Theme::tint(Role::rejected, 0.7), 1));
            painter.drawLine(inside.bottomLeft(), inside.topRight());
        } else {
            draw(Theme::tint(Role::line, 0.35), QPen(Theme::color(Role::line), 1));
        }
        break;
    }
}

std::vector<CacheLegendEntry> cacheLegendOf(const std::vector<CacheStrip>& strips, bool hasFreeCells)
{
    const auto first = [&strips](const auto& isMeant) -> const CacheCell* {
        for (const CacheStrip& strip : strips)
            for (const CacheCell& cell : strip.cells)
                if (isMeant(cell))
                    return &cell;
        return nullptr;
    };
    const auto sampleOf = [](const CacheCell& cell) { // what is drawn of it, and no more
        return CacheCell{{cell.slot.state, 0, noToken}, cell.source, cell.isOfThisRound, false};
    };
    std::vector<CacheLegendEntry> entries;
    std::optional<CacheCell> strong; ///< of a source that is drawn in its pale colour, too
    for (const TokenSource source :
         {TokenSource::prompt, TokenSource::accepted, TokenSource::residual, TokenSource::bonus, TokenSource::plain}) {
        const auto isOf = [source](const CacheCell& cell, bool isOfThisRound) {
            return cell.slot.state == SlotState::committed && cell.source == source
                && cell.isOfThisRound == isOfThisRound;
        };
        const CacheCell* earlier = first([&](const CacheCell& cell) { return isOf(cell, false); });
        const CacheCell* now = first([&](const CacheCell& cell) { return isOf(cell, true); });
        if (earlier || now)
            entries.push_back({sampleOf(earlier ? *earlier : *now), wordFor(source)});
        if (now && !strong && (earlier || first([](const CacheCell& cell) {
                                   return cell.slot.state == SlotState::committed && !cell.isOfThisRound;
                               })))
            strong = sampleOf(*now);
    }
    if (strong)
        entries.push_back({*strong, QCoreApplication::translate("CacheView", "in this round")});
    if (const CacheCell* now =
            first([](const CacheCell& cell) { return cell.slot.state == SlotState::committed && cell.isNow; })) {
        CacheCell sample = sampleOf(*now);
        sample.isNow = true;
        entries.push_back({sample, QCoreApplication::translate("CacheView", "in this moment")});
    }
    const auto add = [&](SlotState state, bool isOfThisRound, const char* word) {
        const auto isMeant = [&](const CacheCell& cell) {
            return cell.slot.state == state && (state != SlotState::free || cell.isOfThisRound == isOfThisRound);
        };
        const bool fills = state == SlotState::free && !isOfThisRound && hasFreeCells; // no cell of the table
        if (const CacheCell* cell = first(isMeant); cell || fills)
            entries.push_back({cell ? sampleOf(*cell) : CacheCell(), QCoreApplication::translate("CacheView", word)});
    };
    add(SlotState::speculative, true, QT_TRANSLATE_NOOP("CacheView", "speculative"));
    add(SlotState::free, true, QT_TRANSLATE_NOOP("CacheView", "rolled back"));
    add(SlotState::gap, true, QT_TRANSLATE_NOOP("CacheView", "gap"));
    add(SlotState::free, false, QT_TRANSLATE_NOOP("CacheView", "free"));
    return entries;
}

} // namespace draftscope
