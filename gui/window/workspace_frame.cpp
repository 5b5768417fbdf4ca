// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/workspace_frame.h"

#include <algorithm>
#include <utility>

#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QStackedWidget>
#include <QStatusBar>
#include <QStyle>
#include <QTabBar>
#include <QToolBar>
#include <QVBoxLayout>

#include "gui/controls/message_bar.h"
#include "widgets/style/theme.h"

namespace draftscope {

namespace {

QKeySequence keyOfWorkspace(int index)
{
    return index < 9 ? QKeySequence(Qt::CTRL | Qt::Key(Qt::Key_1 + index)) : QKeySequence();
}

} // namespace

WorkspaceFrame::WorkspaceFrame(QMainWindow& window, MessageBar& messages)
    : m_window(window), m_messages(messages), m_aboveMessages(new QVBoxLayout), m_abovePage(new QVBoxLayout),
      m_belowPage(new QVBoxLayout), m_pages(new QStackedWidget), m_tabs(new QTabBar)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(m_aboveMessages);
    layout->addWidget(&m_messages);
    layout->addLayout(m_abovePage);
    layout->addWidget(m_pages, 1);
    layout->addLayout(m_belowPage);
    m_tabs->setObjectName(QStringLiteral("workspaces"));
    m_tabs->setAccessibleName(tr("Workspaces"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setUsesScrollButtons(false);
    m_tabs->setFocusPolicy(Qt::TabFocus); // a click leaves the keys to the transport
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int tab) { show(*m_workspaces.at(std::size_t(tab))); });
}

Workspace& WorkspaceFrame::named(const QString& name) const
{
    const auto found =
        std::ranges::find_if(m_workspaces, [&](const Workspace* workspace) { return workspace->name() == name; });
    Q_ASSERT(found != m_workspaces.end());
    return **found;
}

void WorkspaceFrame::addAboveMessages(QWidget& bar)
{
    m_aboveMessages->addWidget(&bar);
}

void WorkspaceFrame::put(Workspace& workspace)
{
    workspace.setParent(&m_window);
    m_workspaces.push_back(&workspace);
    m_pages->addWidget(&workspace.page());
    const Workspace::Bars bars = workspace.bars();
    for (const auto& [layout, widgets] :
         {std::pair{m_aboveMessages, bars.aboveMessages}, {m_abovePage, bars.abovePage}, {m_belowPage, bars.belowPage}})
        for (QWidget* bar : widgets)
            layout->addWidget(bar);
    for (QWidget* widget : bars.inStatusBar)
        m_window.statusBar()->insertWidget(1, widget); // behind the sentence
    for (QToolBar* bar : bars.tools)
        m_window.addToolBar(bar);
    showBars(workspace, false);
    workspace.setInSight(false);
    connect(&workspace, &Workspace::wanted, this, [this, &workspace] { show(workspace); });
    connect(&workspace, &Workspace::homeWanted, this, &WorkspaceFrame::homeWanted);
    connect(&workspace, &Workspace::failed, &m_messages, &MessageBar::showProblem);
    connect(&workspace, &Workspace::wordsChanged, this, [this, &workspace] {
        if (m_shown == &workspace)
            emit wordsChanged();
    });
    const QSignalBlocker isNotShown(m_tabs); // the first tab becomes the current one
    m_tabs->addTab(workspace.icon(), workspace.title());
    nameTabs();
}

void WorkspaceFrame::nameTabs()
{
    for (int i = 0; i < m_tabs->count(); ++i) {
        const Workspace& workspace = *m_workspaces.at(std::size_t(i));
        m_tabs->setTabText(i, workspace.title());
        const QString key = keyOfWorkspace(i).toString(QKeySequence::NativeText);
        m_tabs->setTabToolTip(
            i, key.isEmpty() ? workspace.toolTip() : QStringLiteral("%1 (%2)").arg(workspace.toolTip(), key));
    }
}

void WorkspaceFrame::addToMenu(Workspace& workspace, QMenu& menu)
{
    if (!m_behindEntries)
        m_behindEntries = menu.addSeparator();
    const auto at = std::ranges::find(m_workspaces, &workspace) - m_workspaces.begin();
    auto* shows = new QAction(workspace.title(), &menu);
    shows->setShortcut(keyOfWorkspace(int(at)));
    connect(shows, &QAction::triggered, this, [this, &workspace] { show(workspace); });
    menu.insertAction(m_behindEntries, shows);
}

void WorkspaceFrame::showBars(Workspace& workspace, bool on)
{
    const Workspace::Bars bars = workspace.bars();
    for (const QList<QWidget*>& widgets : {bars.aboveMessages, bars.abovePage, bars.belowPage, bars.inStatusBar})
        for (QWidget* bar : widgets)
            if (!bars.comingAndGoing.contains(bar))
                bar->setVisible(on);
    for (QToolBar* bar : bars.tools)
        bar->setVisible(on);
}

void WorkspaceFrame::show(Workspace& workspace)
{
    if (&workspace == m_shown)
        return;
    if (Workspace* before = std::exchange(m_shown, &workspace)) {
        before->pause();
        before->setInSight(false);
        showBars(*before, false);
    }
    showBars(workspace, true);
    workspace.setInSight(true);
    // The words on its bars may have changed out of sight.
    QMetaObject::invokeMethod(
        this, [this, &workspace] { workspace.fitToolBars(m_window.width()); }, Qt::QueuedConnection);
    m_tabs->setCurrentIndex(int(std::ranges::find(m_workspaces, &workspace) - m_workspaces.begin()));
    m_pages->setCurrentWidget(&workspace.page());
    emit shown(workspace);
}

void WorkspaceFrame::fitHeight()
{
    constexpr double lowest = 37; // lines
    const bool isLow = m_window.height() < lowest * QFontMetricsF(Theme::barFont()).height();
    if (std::exchange(m_isLow, isLow) == isLow)
        return;
    QList<QWidget*> bars{m_window.menuBar()};
    for (Workspace* workspace : m_workspaces) {
        for (QToolBar* bar : workspace->bars().tools)
            bars << bar;
        workspace->setLow(isLow);
    }
    for (QWidget* bar : bars) {
        bar->setProperty("isLow", isLow);
        bar->style()->polish(bar);
        bar->updateGeometry();
    }
    emit lowChanged(isLow);
}

void WorkspaceFrame::fit()
{
    fitHeight();
    for (Workspace* workspace : m_workspaces)
        workspace->fitToolBars(m_window.width());
}

void WorkspaceFrame::fitNowAndSoon()
{
    fit();
    QMetaObject::invokeMethod(this, &WorkspaceFrame::fit, Qt::QueuedConnection);
}

} // namespace draftscope
