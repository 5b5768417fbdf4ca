// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/lesson_light.h"

#include <algorithm>

#include <QScrollBar>

#include "engine/lessons/token_selector.h"
#include "widgets/distribution/distribution_view.h"
#include "widgets/stage/stage_painter.h"
#include "widgets/stage/stage_view.h"
#include "widgets/stage/tree_view.h"

namespace draftscope {

namespace {

std::vector<LessonToken> placesIn(const LessonLight& light, const LessonScene& scene)
{
    std::vector<LessonToken> all;
    for (const TokenSelector& selector : light.places) {
        const auto places = placesOf(selector, scene);
        all.insert(all.end(), places.begin(), places.end());
    }
    return all;
}

bool lights(const LessonLight& light, LessonPart part)
{
    return light.parts.empty() || std::ranges::count(light.parts, part) > 0;
}

/// From the left of a column to its right, as high as both of them.
QRectF rowOf(const StageColumn& column, const QRectF& bar, const QRectF& words)
{
    const QRectF both = bar.united(words);
    return {column.frame.left(), both.top() - 3, column.frame.width(), both.height() + 6};
}

std::vector<QRectF> partsOf(const StageColumn& column, const LessonLight& light)
{
    if (light.parts.empty())
        return {column.frame};
    std::vector<QRectF> rects{column.token.adjusted(-4, -4, 4, 4)};
    if (lights(light, LessonPart::q))
        rects.push_back(rowOf(column, column.q, column.qText));
    if (lights(light, LessonPart::p))
        rects.push_back(rowOf(column, column.p, column.pText));
    if (lights(light, LessonPart::gauge) || lights(light, LessonPart::u))
        rects.push_back(rowOf(column, column.gauge, column.gaugeText));
    if (lights(light, LessonPart::verdict))
        rects.push_back(rowOf(column, column.verdict, column.verdict));
    if (lights(light, LessonPart::residual) && !column.drawn.isEmpty())
        rects.push_back(rowOf(column, column.drawn, column.drawnGauge.united(column.drawnText)));
    return rects;
}

QRegion regionOf(const std::vector<QRectF>& rects, QPoint scrolled)
{
    QRegion region;
    for (const QRectF& rect : rects)
        region += rect.toAlignedRect().translated(-scrolled);
    return region;
}

} // namespace

QRegion litOf(const StageView& stage, const LessonLight& light, const LessonScene& scene)
{
    if (light.isAll())
        return {};
    const StageLayout& layout = stage.stageLayout();
    const int count = int(layout.columns.size());
    std::vector<bool> lit(std::size_t(count), light.places.empty());
    bool isAnyLit = light.places.empty();
    for (const LessonToken& place : placesIn(light, scene)) {
        // Tokens of the distribution stand behind a context: at its column.
        const int column = place.node >= 0                                       ? place.node
            : scene.shown().draw && place.context == scene.shown().draw->context ? drawnColumn(scene.shown(), count)
                                                                                 : place.context;
        if (column >= 0 && column < count)
            isAnyLit = lit[std::size_t(column)] = true;
    }
    if (!isAnyLit || count == 0)
        return {};
    std::vector<QRectF> rects;
    for (int column = 0; column < count; ++column)
        if (lit[std::size_t(column)])
            for (const QRectF& rect : partsOf(layout.columns[std::size_t(column)], light)) {
                rects.push_back(rect);
                // The name of the row at the left.
                rects.emplace_back(layout.labels.left(), rect.top(), layout.labels.width(), rect.height());
            }
    return regionOf(rects, {stage.horizontalScrollBar()->value(), stage.verticalScrollBar()->value()});
}

QRegion litOf(const TreeView& tree, const LessonLight& light, const LessonScene& scene)
{
    if (light.places.empty())
        return {};
    const TreeLayout& layout = tree.treeLayout();
    std::vector<QRectF> rects;
    for (const LessonToken& place : placesIn(light, scene)) {
        const int item = place.node >= 0 ? place.node : layout.drawItem();
        if (item >= 0 && item < layout.itemCount())
            rects.push_back(layout.rectOf(item).adjusted(-5, -5, 5, 5));
    }
    return regionOf(rects, {tree.horizontalScrollBar()->value(), tree.verticalScrollBar()->value()});
}

QRegion litOf(const DistributionView& distribution, const LessonLight& light, const LessonScene& scene)
{
    if (light.places.empty())
        return {};
    const std::vector<LessonToken> places = placesIn(light, scene);
    std::vector<QRectF> rects;
    for (int row = 0; row < distribution.rowCount(); ++row)
        for (const LessonToken& place : places)
            if (place.token == distribution.tokenOfRow(row) && place.context == scene.context())
                rects.push_back(distribution.rowRect(row));
    if (rects.empty())
        return {};
    // What the colours mean stays readable.
    const QRectF first = distribution.rowRect(0);
    rects.emplace_back(0, 0, distribution.width(), first.top());
    return regionOf(rects, {});
}

} // namespace draftscope
