// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/step_workspace.h"

#include <algorithm>
#include <array>

#include <QApplication>
#include <QDataStream>
#include <QIODevice>
#include <QResizeEvent>
#include <QScopedValueRollback>
#include <QTabBar>
#include <QTimer>

#include "gui/panels/panels.h"
#include "widgets/theme.h"

namespace draftscope {

namespace {

/// Widths of the columns in shares of the window, as in the design's picture.
constexpr std::array<int, 3> columnShares{17, 59, 24};

constexpr quint32 layoutVersion = 1; ///< of what saveLayout() writes

} // namespace

StepWorkspace::StepWorkspace(Navigation& navigation, QWidget* parent) : QMainWindow(parent, Qt::Widget)
{
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
    const QScopedValueRollback isRestoring(m_isRestoring, true);
    const auto& kinds = allPanels();
    QDockWidget *left = nullptr, *centre = nullptr, *below = nullptr, *bottom = nullptr, *right = nullptr;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        DockPanel* panel = m_panels[i];
        panel->setFloating(false);
        removeDockWidget(panel);
    }
    const auto each = [&](Place place, const auto& put) {
        for (std::size_t i = 0; i < kinds.size(); ++i)
            if (kinds[i].place == place)
                put(m_panels[i]);
    };
    // Columns first, then what stands in them.
    each(Place::left, [&](DockPanel* panel) {
        if (left)
            splitDockWidget(left, panel, Qt::Vertical);
        else
            addDockWidget(Qt::LeftDockWidgetArea, panel);
        left = panel;
    });
    each(Place::centre, [&](DockPanel* panel) {
        if (!centre) {
            splitDockWidget(left, panel, Qt::Horizontal);
            centre = panel;
        }
    });
    each(Place::right, [&](DockPanel* panel) {
        splitDockWidget(right ? right : centre, panel, right ? Qt::Vertical : Qt::Horizontal);
        right = panel;
    });
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
    for (DockPanel* panel : m_panels)
        panel->show();
    for (std::size_t i = 0; i < kinds.size(); ++i)
        if (kinds[i].place == Place::bottom) {
            m_panels[i]->raise();
            break;
        }
    m_hasDefaultLayout = true;
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
    if (m_hasDefaultLayout)
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
        QList<int> heights;
    };
    std::array<Stack, columnShares.size()> rowsOf; // by column
    const auto share = [this](int part) { return std::max(1, part * width() / 100); };
    bool hasBottom = false;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        if (m_panels[i]->isHidden())
            continue;
        const Place place = kinds[i].place;
        const std::size_t column = place == Place::left ? 0 : place == Place::right ? 2 : 1;
        Stack& rows = rowsOf[column];
        if (rows.panels.isEmpty()) {
            columns << m_panels[i];
            widths << share(columnShares[column]);
        }
        if (place == Place::bottom && std::exchange(hasBottom, true))
            continue; // a tab
        rows.panels << m_panels[i];
        rows.heights << kinds[i].share * std::max(height(), 100) / 100;
    }
    resizeDocks(columns, widths, Qt::Horizontal);
    for (const Stack& rows : rowsOf)
        if (rows.panels.size() > 1)
            resizeDocks(rows.panels, rows.heights, Qt::Vertical);
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
    arrange();
}

void StepWorkspace::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
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
    m_sizes = std::move(sizes);
    arrange();
    refreshTabs();
    return true;
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
