// SPDX-License-Identifier: GPL-3.0-or-later
// The default layouts of the Step workspace, and how its panels share the room that there is.
#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include <QScopedValueRollback>
#include <QTabBar>
#include <QTimer>

#include "gui/controls/empty_workspace.h"
#include "gui/step/panel_area.h"
#include "widgets/style/theme.h"

namespace draftscope {

namespace {

constexpr int gapBetweenPanels = 8; ///< as the style sheet has it
constexpr int chartLines = 7;       ///< below this a chart says nothing

/// Widths of the columns in shares of the window, as in the design's picture; a narrow one has no left column.
std::array<int, 3> columnShares(LayoutWidth width)
{
    switch (width) {
    case LayoutWidth::single:
        return {0, 100, 0};
    case LayoutWidth::narrow:
        return {0, 67, 33};
    case LayoutWidth::medium:
        return {17, 59, 24};
    case LayoutWidth::wide:
        break;
    }
    return {15, 60, 25};
}

double lineOfViews()
{
    return QFontMetricsF(Theme::font()).height();
}

} // namespace

void PanelArea::restoreDefaultLayout()
{
    m_leftState.clear();
    m_only.clear();
    m_yielded.clear();
    m_fronts.clear();
    m_frontsLaidOut.clear();
    for (const DockPanel* panel : m_panels)
        m_frontsLaidOut << panel->objectName(); // what is in front now is no wish any more
    std::vector<bool> closed;
    for (const PanelKind& kind : allPanels())
        closed.push_back(kind.isClosedAtFirst);
    layOut(closed);
}

// --- where panels are

bool PanelArea::isDocked(const DockPanel* panel) const
{
    return panel && !panel->isHidden() && !panel->isFloating();
}

int PanelArea::columnHeight() const
{
    const QMargins margins = contentsMargins();
    return height() - margins.top() - margins.bottom();
}

int PanelArea::heightOfTabs() const
{
    const int around = m_isLow ? 9 : 17; // as the style sheet has it
    return int(QFontMetricsF(Theme::barFont()).height()) + around;
}

CentreNeeds PanelArea::centreNeeds(LayoutShape shape, Width of) const
{
    CentreNeeds needs;
    needs.gap = gapBetweenPanels;
    const DockPanel* shown = panel(QStringLiteral("stage"));
    const int share = width() * columnShares(shape.width)[1] / 100,
              wide = of == Width::asItIs && isDocked(shown) && isVisible() ? std::min(share, shown->width()) : share;
    if (const DockPanel* text = panel(QStringLiteral("text")); isDocked(text)) {
        needs.text = text->usableHeight(wide);
        needs.textHeader = text->header().fullHeight();
        needs.textTabs = shape.width == LayoutWidth::single ? heightOfTabs() : 0;
        needs.oneLine = int(2 * lineOfViews());
    }
    if (const DockPanel* stage = panel(QStringLiteral("stage")); isDocked(stage)) {
        needs.stage = stage->usableHeight(wide);
        needs.stageHeader = stage->header().fullHeight();
    }
    const auto& kinds = allPanels();
    for (std::size_t i = 0; i < kinds.size(); ++i)
        if (kinds[i].placeIn({shape.width, false}) == Place::bottom
            && (isDocked(m_panels[i]) || m_yielded.contains(m_panels[i]->objectName())))
            needs.charts = int(chartLines * lineOfViews()) + m_panels[i]->header().fullHeight()
                + (m_only.isEmpty() ? heightOfTabs() : 0);
    return needs;
}

LayoutShape PanelArea::wantedShape() const
{
    LayoutShape shape{layoutWidthOf(width(), lineOfViews()), false};
    int room = columnHeight();
    for (const QWidget* bar : m_passingBars)
        if (!bar->isHidden())
            room += bar->height();
    const CentreNeeds needs = centreNeeds(shape);
    shape.isLow = shape.width == LayoutWidth::single || (needs.charts > 0 && room < needs.withCharts());
    return shape;
}

/// Columns first, then what stands in them.
void PanelArea::putInColumns(LayoutShape shape, Floating floating)
{
    const auto& kinds = allPanels();
    QDockWidget *left = nullptr, *centre = nullptr, *below = nullptr, *bottom = nullptr, *right = nullptr,
                *firstRight = nullptr;
    const auto stays = [&](const DockPanel* panel) { return floating == Floating::leave && panel->isFloating(); };
    for (DockPanel* panel : m_panels)
        if (!stays(panel)) {
            panel->setFloating(false);
            removeDockWidget(panel);
        }
    const auto each = [&](Place place, const auto& put) {
        for (std::size_t i = 0; i < kinds.size(); ++i)
            if (kinds[i].placeIn(shape) == place && !stays(m_panels[i]))
                put(m_panels[i]);
    };
    const auto beginColumn = [&](QDockWidget* before, DockPanel* panel) {
        if (before)
            splitDockWidget(before, panel, Qt::Horizontal);
        else
            addDockWidget(Qt::LeftDockWidgetArea, panel);
    };
    each(Place::left, [&](DockPanel* panel) {
        if (left)
            splitDockWidget(left, panel, Qt::Vertical);
        else
            beginColumn(nullptr, panel);
        left = panel;
    });
    each(Place::centre, [&](DockPanel* panel) {
        if (!centre) {
            beginColumn(left, panel);
            centre = panel;
        }
    });
    std::vector<DockPanel*> rows; // at the right: those further down in the list may belong further up
    each(Place::right, [&](DockPanel* panel) { rows.push_back(panel); });
    std::ranges::stable_partition(rows, [&](const DockPanel* panel) {
        const auto index = std::size_t(std::ranges::find(m_panels, panel) - m_panels.begin());
        return kinds[index].place == Place::right;
    });
    for (DockPanel* panel : rows) {
        if (right && shape.isLow)
            tabifyDockWidget(firstRight, panel);
        else if (right)
            splitDockWidget(right, panel, Qt::Vertical);
        else
            beginColumn(centre, panel);
        firstRight = firstRight ? firstRight : panel;
        right = panel;
    }
    below = centre;
    each(Place::centre, [&](DockPanel* panel) {
        if (panel != centre)
            splitDockWidget(below, panel, Qt::Vertical);
        below = panel;
    });
    each(Place::besides, [&](DockPanel* panel) {
        QDockWidget* front = firstRight ? firstRight : centre;
        if (front)
            tabifyDockWidget(front, panel);
        else
            beginColumn(nullptr, panel), firstRight = panel;
    });
    each(Place::bottom, [&](DockPanel* panel) {
        if (bottom)
            tabifyDockWidget(bottom, panel);
        else if (below)
            splitDockWidget(below, panel, Qt::Vertical);
        else
            beginColumn(left, panel);
        bottom = panel;
    });
}

/// The first tab of each place is in front, unless people have chosen others.
void PanelArea::raiseFronts(LayoutShape shape)
{
    const auto& kinds = allPanels();
    const auto indexOf = [this](const DockPanel* panel) {
        return std::size_t(std::ranges::find(m_panels, panel) - m_panels.begin());
    };
    // Panels of the same stack stand behind one another; those of none have no tab.
    constexpr std::size_t none = 0, ofText = 1, below = 2, atRight = 3;
    const auto stackOf = [&](std::size_t i) {
        const Place place = kinds[i].placeIn(shape);
        const QString name = m_panels[i]->objectName();
        if (shape.width == LayoutWidth::single)
            return place == Place::besides || name == QStringLiteral("text") ? ofText : none;
        const bool isFirst = name == QStringLiteral("distribution") || (place == Place::right && shape.isLow);
        return place == Place::bottom ? below : place == Place::besides || isFirst ? atRight : none;
    };
    std::array<DockPanel*, 4> fronts{};
    const auto bringUp = [&](DockPanel* panel) {
        panel->raise();
        fronts[stackOf(indexOf(panel))] = panel;
    };
    for (std::size_t i = 0; i < kinds.size(); ++i)
        if (const std::size_t stack = stackOf(i);
            stack != none && kinds[i].placeIn(shape) != Place::besides && isDocked(m_panels[i]) && !fronts[stack])
            bringUp(m_panels[i]);
    for (const QString& name : m_fronts)
        if (DockPanel* front = panel(name); isDocked(front) && stackOf(indexOf(front)) != none)
            bringUp(front);
    m_frontsLaidOut.clear();
    for (const DockPanel* front : fronts)
        if (front)
            m_frontsLaidOut << front->objectName();
}

void PanelArea::layOut(const std::vector<bool>& closed, Floating floating)
{
    const QScopedValueRollback isRestoring(m_isRestoring, true);
    if (m_isShown && !m_raisesWhenShown) // else Qt has not brought up yet what is wanted
        m_fronts = frontsNow();
    for (std::size_t i = 0; i < m_panels.size(); ++i) // so that it is known who needs room
        m_panels[i]->setVisible(!closed[i]);
    // What is not shown yet has no size of its own.
    const LayoutShape shape = isVisible() ? wantedShape() : m_shape.value_or(LayoutShape());
    putInColumns(shape, floating);
    for (std::size_t i = 0; i < m_panels.size(); ++i)
        m_panels[i]->setVisible(!closed[i]);
    raiseFronts(shape);
    m_raisesWhenShown = !isVisible();
    if (m_leftState.isEmpty())
        m_hasDefaultLayout = true;
    m_shape = shape;
    shareOut();
    m_closed = closedPanels();
    refreshTabs();
    if (isVisible())
        arrangeSoon(); // Qt shares among panels that are new there only when it has laid them out
}

// --- how large they are

void PanelArea::arrange()
{
    m_closed = closedPanels();
    const auto isElsewhere = [](const DockPanel* panel) { return panel->isHidden() || panel->isFloating(); };
    m_empty->setGeometry(rect());
    m_empty->setVisible(std::ranges::all_of(m_panels, isElsewhere));
    standIn();
    const bool isDefault = m_hasDefaultLayout || !m_leftState.isEmpty();
    if (isDefault && isVisible() && m_shape != wantedShape())
        layOut(m_closed, m_leftState.isEmpty() ? Floating::dock : Floating::leave);
    else if (isDefault)
        shareOut();
    else
        m_sizes.applyTo(*this, m_panels);
    m_closed = closedPanels();
}

/// When Qt has done its own part.
void PanelArea::arrangeSoon()
{
    QTimer::singleShot(0, this, &PanelArea::arrange);
}

/// The stage keeps what it needs, or what people have left it, whatever is less.
void PanelArea::standIn()
{
    if (m_hasDefaultLayout || !isVisible())
        return;
    const DockPanel* stage = panel(QStringLiteral("stage"));
    const auto left = m_sizes.panels.find(QStringLiteral("stage"));
    const bool matters = isDocked(stage) && left != m_sizes.panels.end() && !m_sizes.workspace.isEmpty();
    bool fits = true;
    if (matters) {
        const int high = left->second.height() * height() / m_sizes.workspace.height(),
                  wide = left->second.width() * width() / m_sizes.workspace.width();
        const int least = stage->usableHeight(wide) + stage->header().fullHeight();
        constexpr double leastWidth = 24; // lines
        fits = high >= std::min(left->second.height(), least)
            && wide >= std::min(left->second.width(), int(leastWidth * lineOfViews()));
    }
    if (fits == m_leftState.isEmpty())
        return;
    const QScopedValueRollback isRestoring(m_isRestoring, true);
    if (!fits) {
        m_leftState = saveState();
        layOut(m_closed, Floating::leave);
        return;
    }
    const std::vector<bool> closed = m_closed;
    restoreState(std::exchange(m_leftState, {}));
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        if (m_panels[i]->isHidden() != closed[i])
            m_panels[i]->setVisible(!closed[i]);
        m_panels[i]->setTight(false, false);
    }
}

/// Of what is shown alone, charts go where the stage has no room for them, and come back.
void PanelArea::yieldCharts(LayoutShape shape)
{
    if (m_only.isEmpty() || !isDocked(panel(QStringLiteral("stage"))))
        return;
    const QScopedValueRollback isRestoring(m_isRestoring, true);
    const auto& kinds = allPanels();
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const QString name = m_panels[i]->objectName();
        if (kinds[i].placeIn({shape.width, false}) != Place::bottom && kinds[i].place != Place::bottom)
            continue;
        if (shape.isLow && m_only.contains(name) && !m_panels[i]->isHidden() && !m_yielded.contains(name)) {
            m_yielded << name;
            m_panels[i]->hide();
        } else if (!shape.isLow && m_yielded.removeAll(name) > 0) {
            m_panels[i]->show();
        }
    }
}

void PanelArea::shareOut()
{
    const LayoutShape shape = *m_shape;
    yieldCharts(shape);
    const auto& kinds = allPanels();
    CentreNeeds needs = centreNeeds(shape, Width::asItIs);
    if (shape.isLow)
        needs.charts = 0;
    const DockPanel* text = panel(QStringLiteral("text"));
    if (const DockPanel* front = inFrontOf(*this, panel(QStringLiteral("text")));
        shape.width == LayoutWidth::single && isDocked(text) && front != text && isDocked(front))
        needs.text =
            std::max(needs.text, std::min(front->usableHeight(width()), columnHeight() / 2)); // it was asked for
    const CentreRoom room = centreRoom(columnHeight(), needs);
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const bool isText = m_panels[i] == text, isStage = m_panels[i]->objectName() == QStringLiteral("stage");
        const bool isInTextsPlace = shape.width == LayoutWidth::single && !isStage;
        const bool isScrolled = kinds[i].placeIn(shape) == Place::left; // its fields would be cut off at their right
        m_panels[i]->setTight(isStage ? room.stageIsBare : (isText || isInTextsPlace) && room.textIsBare,
                              !isScrolled && (shape.isLow || room.charts < needs.charts));
    }
    QList<QDockWidget*> columns, rightRows;
    QList<int> widths, rightShares;
    const std::array<int, 3> shares = columnShares(shape.width);
    QList<QDockWidget*> centre;
    QList<int> heights;
    bool hasBottom = false;
    std::array<bool, 3> hasColumn{};
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const Place place = kinds[i].placeIn(shape);
        if (!isDocked(m_panels[i]) || place == Place::besides)
            continue;
        const std::size_t column = place == Place::left ? 0 : place == Place::right ? 2 : 1;
        if (!std::exchange(hasColumn[column], true)) {
            columns << m_panels[i];
            widths << std::max(1, shares[column] * width() / 100);
        }
        if (column == 2) {
            rightRows << m_panels[i];
            rightShares << kinds[i].share;
        }
        if (column != 1 || (place == Place::bottom && std::exchange(hasBottom, true))) // a tab
            continue;
        centre << m_panels[i];
        heights << std::max(1, place == Place::bottom ? room.charts : m_panels[i] == text ? room.text : room.stage);
    }
    resizeDocks(columns, widths, Qt::Horizontal);
    if (centre.size() > 1)
        resizeDocks(centre, heights, Qt::Vertical);
    if (rightRows.size() < 2 || shape.isLow)
        return;
    const int whole = std::accumulate(rightShares.begin(), rightShares.end(), 0);
    QList<int> rightHeights;
    for (const int share : rightShares)
        rightHeights << share * std::max(height(), 100) / whole;
    resizeDocks(rightRows, rightHeights, Qt::Vertical);
}

} // namespace draftscope
