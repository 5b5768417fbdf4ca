// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/distribution/overlap_layout.h"

#include <algorithm>
#include <numeric>

namespace draftscope {

namespace {

constexpr double widestOverlapColumn = 90;

/// Of the entries, which come by falling max(p, q), those that have a column.
std::vector<int> entriesShown(const DistributionRecord& here, std::size_t room, const std::vector<TokenId>& chosen)
{
    std::vector<int> shown(here.top.size());
    std::iota(shown.begin(), shown.end(), 0);
    const auto isChosen = [&](int entry) { return std::ranges::count(chosen, here.top[std::size_t(entry)].token) > 0; };
    std::ranges::stable_partition(shown, isChosen);
    shown.resize(std::min(shown.size(), room));
    std::ranges::sort(shown, [&](int a, int b) {
        const DistributionEntry &one = here.top[std::size_t(a)], &other = here.top[std::size_t(b)];
        return one.p != other.p ? one.p > other.p : one.q != other.q ? one.q > other.q : a < b;
    });
    return shown;
}

} // namespace

double OverlapLayout::yOf(double probability) const
{
    return plot.bottom() - plot.height() * std::clamp(probability / scaleEnd, 0.0, 1.0);
}

QRectF OverlapLayout::bar(const OverlapColumn& column, double probability) const
{
    return {QPointF(column.rect.left(), yOf(probability)), QPointF(column.rect.right(), plot.bottom())};
}

int OverlapLayout::columnAt(QPointF position) const
{
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (columns[i].rect.contains(position))
            return int(i);
    return -1;
}

OverlapLayout overlapLayout(const DistributionRecord& here, const QRectF& plot, double leastWidth,
                            const std::vector<TokenId>& chosen)
{
    OverlapLayout layout;
    layout.plot = plot;
    const auto room = std::size_t(std::max(2.0, plot.width() / leastWidth));
    const bool needsOthers = here.tailTokens > 0 || here.top.size() > room;
    OverlapColumn others{.entry = -1, .tokens = here.tailTokens + int(here.top.size()), .p = 0, .q = 0, .rect = {}};
    others.p = here.tailP;
    others.q = here.tailQ;
    const std::optional<Overlap> sum = overlapOf(here);
    others.overlap = sum->least;
    others.most = sum->most;
    const std::vector<int> shown = entriesShown(here, room - (needsOthers ? 1 : 0), chosen);
    for (const DistributionEntry& entry : here.top) {
        others.p += double(entry.p);
        others.q += double(entry.q);
    }
    for (const int entry : shown) {
        const DistributionEntry& at = here.top[std::size_t(entry)];
        const double both = double(std::min(at.p, at.q));
        layout.columns.push_back({entry, 1, double(at.p), double(at.q), both, both, {}});
        others.tokens -= 1;
        others.p -= double(at.p);
        others.q -= double(at.q);
        others.overlap -= both;
        others.most -= both;
    }
    for (double* value : {&others.p, &others.q, &others.overlap, &others.most})
        *value = std::max(0.0, *value);
    if (needsOthers)
        layout.columns.push_back(others);
    double largest = 0;
    for (const OverlapColumn& column : layout.columns)
        largest = std::max({largest, column.p, column.q});
    layout.scaleEnd = largest <= 0.1 ? 0.1 : largest <= 0.2 ? 0.2 : largest <= 0.5 ? 0.5 : 1;
    const double wide =
        std::min(widestOverlapColumn, plot.width() / double(std::max<std::size_t>(1, layout.columns.size())));
    for (std::size_t i = 0; i < layout.columns.size(); ++i)
        layout.columns[i].rect = {plot.left() + double(i) * wide, plot.top(), wide, plot.height()};
    return layout;
}

} // namespace draftscope
