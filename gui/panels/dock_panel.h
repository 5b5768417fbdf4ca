// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDockWidget>

#include "gui/export/exported_view.h"
#include "gui/playback/playhead.h"
#include "widgets/style/panel_header.h"

class QMenu;

namespace draftscope {

class ViewExports;

/// What every panel is: a card that can be dragged, floated, tabbed and closed, and that draws the moment of a
/// playhead. A panel out of sight costs nothing: it catches up when it is shown. It needs no model and no session: a
/// playhead over a recording is enough. One that asks for more than to be drawn is a RunPanel (gui/panels/run_panel.h).
/// To add one, derive from either in a file of gui/panels and list it in panels.cpp.
class DockPanel : public QDockWidget {
    Q_OBJECT
public:
    /// `name` identifies the panel in saved layouts and never changes. `tab`: the title where there is little room for
    /// it, on a tab; empty: the same.
    DockPanel(const QString& name, const QString& title, const Playhead& playhead, const QString& tab = {});

    [[nodiscard]] PanelHeader& header() const { return *m_header; }
    /// Where tabs already name the panel its header does not repeat it.
    void setTabbed(bool tabbed);
    /// What of it can be copied, saved and printed, at the moment shown: its content, unless the panel says otherwise.
    [[nodiscard]] virtual ExportedView exported();
    /// Nothing for a panel that is filled in and not looked at.
    [[nodiscard]] ViewExports* exports() const { return m_exports; }
    /// The height below which it cannot be read in such a width, without its header.
    [[nodiscard]] virtual int usableHeight(int width) const;
    /// In little room it stands without its header, and its content is cut rather than that it asks for more.
    void setTight(bool noHeader, bool noLeastSize);
    /// Whether words that explain the drawing stand beside it. A lesson that is shown in a room says them itself, and
    /// the drawing has their place.
    virtual void showNotes(bool /*on*/) {}
    /// What the focus goes to with the panel: its view, whose keys then work at once.
    [[nodiscard]] QWidget* firstStop();
    [[nodiscard]] bool isInSight() const { return m_isInSight; } ///< shown, and not behind another one's tab

signals:
    void exporting();                     ///< what waits for the next frame is to be shown before
    void said(const QString& sentence);   ///< for the status line
    void failed(const QString& sentence); ///< for the message bar

protected:
    /// Draws the moment shown.
    virtual void refresh() = 0;
    void setContent(QWidget* content);
    /// Behind "⋯" in the header and the right mouse button: what a panel adds stands before what all have. To be called
    /// when it has added its own.
    void offerMenu(QMenu* menu);
    void refreshSoon(); ///< now if the panel is in sight, else when it comes into sight
    [[nodiscard]] const Playhead& playhead() const { return m_playhead; } ///< what the panel shows
    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    const Playhead& m_playhead;
    PanelHeader* m_header;
    QWidget* m_body;
    QWidget* m_content = nullptr;
    QMenu* m_menu = nullptr;
    ViewExports* m_exports = nullptr;
    bool m_isStale = true, m_isInSight = false;
};

} // namespace draftscope
