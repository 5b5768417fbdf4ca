// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/step_workspace.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include <QApplication>
#include <QDataStream>
#include <QIODevice>
#include <QResizeEvent>
#include <QScopedValueRollback>
#include <QTabBar>
#include <QTimer>

#include "gui/empty_workspace.h"
#include "gui/panels/panels.h"
#include "widgets/theme.h"

namespace draftscope {

namespace {

/// Widths of the columns in shares of the window, as in the design's picture; a narrow one has no left column.
std::array<int, 3> columnShares(LayoutWidth width)
{
    switch (width) {
    case LayoutWidth::narrow:
        return {0, 67, 33};
    case LayoutWidth::medium:
        return {17, 59, 24};
    case LayoutWidth::wide:
        break;
    }
    return {15, 60, 25};
}

constexpr quint32 layoutVersion = 1; ///< of what saveLayout() writes

} // namespace

StepWorkspace::StepWorkspace(Navigation& navigation, QWidget* parent)
    : QMainWindow(parent, Qt::Widget), m_empty(new EmptyWorkspace(this))
{
    connect(m_empty, &EmptyWorkspace::layoutWanted, this, &StepWorkspace::restoreDefaultLayout);
    setObjectName(QStringLiteral("stepWorkspace"));
    setDockNestingEnabled(true);
    setAnimated(false); // so that a panel has its size as soon as it has its place
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setDocumentMode(true);
    setContentsMargins(8, 8, 8, 8);
    setFocusPolicy(Qt::ClickFocus);
    for (const PanelKind& kind : allPanels()) {
        DockPanel* panel = kind.make(navigation);
        m_panels.push_back(panel);
        addDockWidget(Qt::LeftDockWidgetArea, panel);
        for (const auto signal : {&QDockWidget::visibilityChanged, &QDockWidget::topLevelChanged})
            connect(panel, signal, this, &StepWorkspace::refreshTabs);
        connect(panel, &QDockWidget::topLevelChanged, this, &StepWorkspace::panelMoved);
        connect(panel, &QDockWidget::dockLocationChanged, this, &StepWorkspace::refreshTabs);
        connect(panel->toggleViewAction(), &QAction::toggled, this, &StepWorkspace::panelToggled);
    }
    restoreDefaultLayout();
}

void StepWorkspace::restoreDefaultLayout()
{
    layOut(std::vector<bool>(m_panels.size(), false));
}

void StepWorkspace::layOut(const std::vector<bool>& closed)
{
    const QScopedValueRollback isRestoring(m_isRestoring, true);
    // What is not shown yet has no width of its own.
    const LayoutWidth laidOutFor = isVisible() ? layoutWidthOf(width()) : m_width.value_or(LayoutWidth::medium);
    const auto& kinds = allPanels();
    QDockWidget *left = nullptr, *centre = nullptr, *below = nullptr, *bottom = nullptr, *right = nullptr,
                *firstRight = nullptr;
    for (DockPanel* panel : m_panels) {
        panel->setFloating(false);
        removeDockWidget(panel);
    }
    const auto each = [&](Place place, const auto& put) {
        for (std::size_t i = 0; i < kinds.size(); ++i)
            if (kinds[i].placeIn(laidOutFor) == place)
                put(m_panels[i]);
    };
    const auto beginColumn = [&](QDockWidget* before, DockPanel* panel) {
        if (before)
            splitDockWidget(before, panel, Qt::Horizontal);
        else
            addDockWidget(Qt::LeftDockWidgetArea, panel);
    };
    // Columns first, then what stands in them.
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
        if (right)
            splitDockWidget(right, panel, Qt::Vertical);
        else
            beginColumn(centre, panel);
        firstRight = firstRight ? firstRight : panel;
        right = panel;
    }
    each(Place::besides, [&](DockPanel* panel) { tabifyDockWidget(firstRight, panel); });
    below = centre;
    each(Place::centre, [&](DockPanel* panel) {
        if (panel != centre)
            splitDockWidget(below, panel, Qt::Vertical);
        below = panel;
    });
    each(Place::bottom, [&](DockPanel* panel) {
        if (bottom)
            tabifyDockWidget(bottom, panel);
        else
            splitDockWidget(below, panel, Qt::Vertical);
        bottom = panel;
    });
    for (std::size_t i = 0; i < m_panels.size(); ++i)
        m_panels[i]->setVisible(!closed[i]);
    firstRight->raise();
    for (std::size_t i = 0; i < kinds.size(); ++i)
        if (kinds[i].placeIn(laidOutFor) == Place::bottom) {
            m_panels[i]->raise();
            break;
        }
    m_hasDefaultLayout = true;
    m_width = laidOutFor;
    arrange();
    refreshTabs();
}

Result<void> StepWorkspace::showOnly(const QStringList& names)
{
    QStringList known;
    for (const DockPanel* panel : m_panels)
        known << panel->objectName();
    for (const QString& name : names)
        if (!known.contains(name))
            return fail("There is no panel \"{}\": choose from {}.", name.toStdString(),
                        known.join(", ").toStdString());
    for (DockPanel* panel : m_panels)
        panel->setVisible(names.contains(panel->objectName()));
    arrange();
    refreshTabs();
    return {};
}

void StepWorkspace::arrange()
{
    m_closed = closedPanels();
    const auto isElsewhere = [](const DockPanel* panel) { return panel->isHidden() || panel->isFloating(); };
    m_empty->setGeometry(rect());
    m_empty->setVisible(std::ranges::all_of(m_panels, isElsewhere));
    if (m_hasDefaultLayout && isVisible() && m_width != layoutWidthOf(width()))
        layOut(m_closed);
    else if (m_hasDefaultLayout)
        shareOut();
    else
        m_sizes.applyTo(*this, m_panels);
}

/// When Qt has done its own part.
void StepWorkspace::arrangeSoon()
{
    QTimer::singleShot(0, this, &StepWorkspace::arrange);
}

void StepWorkspace::shareOut()
{
    const auto& kinds = allPanels();
    QList<QDockWidget*> columns;
    QList<int> widths;
    struct Stack {
        QList<QDockWidget*> panels;
        QList<int> shares;
    };
    std::array<Stack, 3> rowsOf; // by column
    const std::array<int, 3> shares = columnShares(*m_width);
    bool hasBottom = false;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const Place place = kinds[i].placeIn(*m_width);
        if (m_panels[i]->isHidden() || place == Place::besides)
            continue;
        const std::size_t column = place == Place::left ? 0 : place == Place::right ? 2 : 1;
        Stack& rows = rowsOf[column];
        if (rows.panels.isEmpty()) {
            columns << m_panels[i];
            widths << std::max(1, shares[column] * width() / 100);
        }
        if (place == Place::bottom && std::exchange(hasBottom, true))
            continue; // a tab
        rows.panels << m_panels[i];
        rows.shares << kinds[i].share;
    }
    resizeDocks(columns, widths, Qt::Horizontal);
    for (const Stack& rows : rowsOf) {
        if (rows.panels.size() < 2)
            continue;
        const int whole = std::accumulate(rows.shares.begin(), rows.shares.end(), 0);
        QList<int> heights;
        for (const int share : rows.shares)
            heights << share * std::max(height(), 100) / whole;
        resizeDocks(rows.panels, heights, Qt::Vertical);
    }
}

// --- what people do to the layout

/// The lines between panels are the workspace's own: Qt moves them while it handles the mouse.
bool StepWorkspace::event(QEvent* event)
{
    if (event->type() == QEvent::MouseButtonPress)
        m_pressedAt = PanelSizes::of(*this, m_panels, m_sizes);
    const bool isHandled = QMainWindow::event(event);
    if (event->type() == QEvent::MouseButtonRelease && PanelSizes::of(*this, m_panels, m_sizes) != m_pressedAt)
        QTimer::singleShot(0, this, &StepWorkspace::keepSizes);
    return isHandled;
}

/// Qt has found a place for it, or takes it out.
void StepWorkspace::panelMoved()
{
    if (!m_isRestoring)
        QTimer::singleShot(0, this, &StepWorkspace::keepSizes);
}

std::vector<bool> StepWorkspace::closedPanels() const
{
    std::vector<bool> closed;
    for (const DockPanel* panel : m_panels)
        closed.push_back(panel->isHidden());
    return closed;
}

/// The sizes that were left stay what they are: the neighbours share the room of a closed panel, and give it back.
void StepWorkspace::panelToggled()
{
    QTimer::singleShot(0, this, [this] {
        if (closedPanels() != m_closed) // else the window has come or gone, and the panels with it
            arrange();
    });
}

/// Qt's own arithmetic comes to sizes that can be a pixel off the ones it is given; arranged at once, they are the same
/// from now on.
void StepWorkspace::keepSizes()
{
    constexpr int pause = 100;                          // milliseconds
    if (QApplication::mouseButtons() != Qt::NoButton) { // a panel is still being dragged
        QTimer::singleShot(pause, this, &StepWorkspace::keepSizes);
        return;
    }
    m_sizes = PanelSizes::of(*this, m_panels, m_sizes);
    m_hasDefaultLayout = false;
    arrange();
}

void StepWorkspace::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    if (!m_isRestoring) // Qt makes the window larger in the middle of that, and looks at its panels' places again behind it
        arrange();
}

void StepWorkspace::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (!m_isRestoring)
        arrange();
    refreshTabs();
}

/// Letters of another size make other panels too small: what Qt does about it is undone when they are small again.
void StepWorkspace::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (changesSizes(*event))
        arrangeSoon();
}

// --- from one time to the next

/// Qt's state has sizes, too, but they are good only for a window that has its size and is shown: a workspace has
/// neither when a layout is restored.
QByteArray StepWorkspace::saveLayout() const
{
    QByteArray saved;
    QDataStream stream(&saved, QIODevice::WriteOnly);
    stream.setVersion(QDataStream::Qt_6_2);
    stream << layoutVersion << m_hasDefaultLayout << saveState() << m_sizes.workspace << quint32(m_sizes.panels.size());
    for (const auto& [name, size] : m_sizes.panels)
        stream << name << size;
    return saved;
}

bool StepWorkspace::restoreLayout(const QByteArray& saved)
{
    QDataStream stream(saved);
    stream.setVersion(QDataStream::Qt_6_2);
    quint32 version = 0, count = 0;
    bool isDefault = false;
    QByteArray state;
    PanelSizes sizes;
    stream >> version >> isDefault >> state >> sizes.workspace >> count;
    for (quint32 i = 0; i < count && stream.status() == QDataStream::Ok; ++i) {
        QString name;
        stream >> name;
        stream >> sizes.panels[name];
    }
    if (stream.status() != QDataStream::Ok || version != layoutVersion)
        return false;
    const QScopedValueRollback isRestoring(m_isRestoring, true);
    if (!restoreState(state))
        return false;
    m_hasDefaultLayout = isDefault;
    m_width = layoutWidth();
    m_sizes = std::move(sizes);
    arrange();
    refreshTabs();
    return true;
}

/// Of which width the default layout stands, by where its panels are.
LayoutWidth StepWorkspace::layoutWidth() const
{
    const auto hasTabsBeside = [this](const char* name) {
        return !tabifiedDockWidgets(panel(QString::fromLatin1(name))).isEmpty();
    };
    return hasTabsBeside("setup") ? LayoutWidth::narrow
        : hasTabsBeside("time")   ? LayoutWidth::medium
                                  : LayoutWidth::wide;
}

/// After Qt has rearranged: headers that tabs make superfluous go.
void StepWorkspace::refreshTabs()
{
    QTimer::singleShot(0, this, [this] {
        for (DockPanel* panel : m_panels) {
            const auto others = tabifiedDockWidgets(panel);
            const bool hasTabs =
                std::ranges::any_of(others, [](const QDockWidget* other) { return !other->isHidden(); });
            panel->setTabbed(!panel->isFloating() && hasTabs);
        }
        for (QTabBar* bar : findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) {
            bar->setExpanding(false);
            bar->setDrawBase(false);
            bar->setFocusPolicy(Qt::TabFocus);
            bar->setAccessibleName(tr("Panels"));
        }
    });
}

DockPanel* StepWorkspace::panel(const QString& name) const
{
    for (DockPanel* panel : m_panels)
        if (panel->objectName() == name)
            return panel;
    return nullptr;
}

} // namespace draftscope
