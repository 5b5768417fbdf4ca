// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/dock_panel.h"

#include <algorithm>
#include <cstdint>

#include <QAction>
#include <QContextMenuEvent>
#include <QMenu>
#include <QStyle>
#include <QVBoxLayout>

#include "gui/controls/tab_order.h"
#include "gui/export/view_exports.h"
#include "gui/setup/run_caption.h"

namespace draftscope {

DockPanel::DockPanel(const QString& name, const QString& title, const Playhead& playhead, const QString& tab)
    : QDockWidget(tab.isEmpty() ? title : tab), m_playhead(playhead), m_header(new PanelHeader(title)),
      m_body(new QWidget)
{
    setObjectName(name);
    setAccessibleName(title);
    toggleViewAction()->setText(title); // which says what the tab does
    setTitleBarWidget(m_header);
    m_body->setObjectName(QStringLiteral("panelBody"));
    m_body->setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QVBoxLayout(m_body);
    layout->setContentsMargins(1, 0, 1, 1);
    setWidget(m_body);
    connect(m_header, &PanelHeader::closeRequested, this, &QWidget::close);
    connect(&playhead, &Playhead::shown, this, &DockPanel::refreshSoon);
    // isVisible() is also true of a panel behind another one's tab.
    connect(this, &QDockWidget::visibilityChanged, this, [this](bool isInSight) {
        m_isInSight = isInSight;
        if (m_isInSight && m_isStale)
            refreshSoon();
    });
}

void DockPanel::setContent(QWidget* content)
{
    m_content = content;
    m_body->layout()->addWidget(content);
}

void DockPanel::offerMenu(QMenu* menu)
{
    m_menu = menu;
    m_exports = new ViewExports(this, [this] { return exported(); });
    connect(m_exports, &ViewExports::done, this, &DockPanel::said);
    connect(m_exports, &ViewExports::failed, this, &DockPanel::failed);
    m_exports->addTo(*menu);
    m_header->setMenu(menu, tr("%1: how it is drawn, copied and saved").arg(accessibleName()));
}

ExportedView DockPanel::exported()
{
    emit exporting(); // what is drawn and what the caption says are of one moment
    ExportedView exported;
    exported.view = m_content;
    exported.title = accessibleName();
    exported.subtitle = m_header->subtitle();
    if (!playhead().recording().header().method.empty()) // there is a run or a trace
        exported.caption = captionOf(playhead().recording(), playhead().position());
    if (const Recordings& all = playhead().recordings(); all.isBatch())
        exported.caption += QStringLiteral(" · ")
            + tr("sequence %1 of a batch of %2, whose round is %3")
                  .arg(all.currentSequence() + 1)
                  .arg(all.count())
                  .arg(playhead().shared().round + 1);
    return exported;
}

void DockPanel::contextMenuEvent(QContextMenuEvent* event)
{
    if (m_menu)
        m_menu->popup(event->globalPos());
    else
        QDockWidget::contextMenuEvent(event);
}

void DockPanel::setTabbed(bool tabbed)
{
    m_header->setTitleVisible(!tabbed);
}

int DockPanel::usableHeight(int) const
{
    return m_content ? m_content->minimumSizeHint().height() : 0;
}

void DockPanel::setTight(bool noHeader, bool noLeastSize)
{
    if (noHeader != m_header->isCollapsed()) {
        m_header->setCollapsed(noHeader);
        m_body->setProperty("isBare", noHeader);
        m_body->style()->polish(m_body);
    }
    if (m_header->property("isTight").toBool() != noLeastSize) {
        m_header->setProperty("isTight", noLeastSize);
        m_header->updateGeometry();
    }
    m_body->setMinimumSize(noLeastSize ? QSize(1, 1) : QSize(0, 0));
}

QWidget* DockPanel::firstStop()
{
    const std::vector<QWidget*> stops = tabStopsIn(*this);
    const auto isContent = [this](const QWidget* stop) { return m_content && m_content->isAncestorOf(stop); };
    const auto isView = [&](const QWidget* stop) {
        const bool isField = stop->inherits("QAbstractButton") || stop->inherits("QComboBox")
            || stop->inherits("QAbstractSpinBox") || stop->inherits("QLineEdit") || stop->inherits("QTabBar")
            || stop->inherits("QAbstractSlider") || stop->inherits("QPlainTextEdit");
        return (isContent(stop) || stop == m_content) && !isField;
    };
    const auto inContent = [&](const QWidget* stop) { return stop == m_content || isContent(stop); };
    QWidget* largest = nullptr;
    const auto areaOf = [](const QWidget* widget) { // tables stand beside what they are of
        return std::int64_t(widget->width()) * widget->height() / (widget->inherits("QAbstractItemView") ? 100 : 1);
    };
    for (QWidget* stop : stops)
        if (isView(stop) && (!largest || areaOf(stop) > areaOf(largest)))
            largest = stop;
    if (largest)
        return largest;
    const auto field = std::ranges::find_if(stops, inContent);
    return field != stops.end() ? *field : stops.empty() ? nullptr : stops.front();
}

void DockPanel::refreshSoon()
{
    m_isStale = true;
    if (!m_isInSight)
        return;
    m_isStale = false;
    refresh();
}

void DockPanel::changeEvent(QEvent* event)
{
    QDockWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        toggleViewAction()->setText(accessibleName()); // which says what the tab does
    const bool looksDifferent = event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange
        || event->type() == QEvent::LanguageChange;
    if (looksDifferent && m_body->layout()->count() > 0)
        refreshSoon();
}

} // namespace draftscope
