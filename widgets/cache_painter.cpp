// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cache_painter.h"

#include <algorithm>

#include <QCoreApplication>
#include <QPainter>

#include "widgets/theme.h"

namespace draftscope {

namespace {

/// The role of a token that was committed so; what the prompt brought is grey, as in the text.
Role roleOfCommitted(TokenSource source)
{
    return source == TokenSource::prompt || source == TokenSource::plain ? Role::notJudged : roleOf(source);
}

/// A legend shows no more than this of a cell.
bool looksLike(const CacheCell& cell, const CacheCell& sample)
{
    if (cell.slot.state != sample.slot.state)
        return false;
    if (sample.slot.state == SlotState::committed)
        return cell.source == sample.source;
    return sample.slot.state != SlotState::free || cell.isOfThisRound;
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

std::vector<CacheLegendEntry> cacheLegendOf(const std::vector<CacheStrip>& strips)
{
    const auto of = [](SlotState state, const QString& word, TokenSource source = TokenSource::prompt) {
        // In the strong colour of this round, but for the prompt, which is older.
        const bool isOfThisRound = state != SlotState::committed || source != TokenSource::prompt;
        return CacheLegendEntry{{{state, 0, noToken}, source, isOfThisRound, false}, word};
    };
    std::vector<CacheLegendEntry> entries;
    for (const TokenSource source :
         {TokenSource::prompt, TokenSource::accepted, TokenSource::residual, TokenSource::bonus, TokenSource::plain})
        entries.push_back(of(SlotState::committed, wordFor(source), source));
    entries.push_back(of(SlotState::speculative, QCoreApplication::translate("CacheView", "speculative")));
    entries.push_back(of(SlotState::free, QCoreApplication::translate("CacheView", "rolled back")));
    entries.push_back(of(SlotState::gap, QCoreApplication::translate("CacheView", "gap")));
    std::erase_if(entries, [&](const CacheLegendEntry& entry) {
        return std::ranges::none_of(strips, [&](const CacheStrip& strip) {
            return std::ranges::any_of(strip.cells,
                                       [&](const CacheCell& cell) { return looksLike(cell, entry.sample); });
        });
    });
    return entries;
}

} // namespace draftscope
