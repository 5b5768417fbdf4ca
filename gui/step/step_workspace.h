// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QStringList>

#include "engine/core/error.h"
#include "gui/workspace/workspace.h"

namespace draftscope {

class BookmarkActions;
class DockPanel;
class FaultBar;
class MetricStrip;
class PanelArea;
class RejectionSwitch;
class SetupBar;
class SpeedControl;
class TimeLine;
class TransportActions;
class UndoHistory;

/// One run, moment by moment: the panels around it, with the transport, the line of Setup and the time line.
class StepWorkspace : public Workspace {
    Q_OBJECT
public:
    explicit StepWorkspace(const WorkspaceSurroundings& surroundings);

    [[nodiscard]] QString name() const override { return QStringLiteral("step"); }
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString toolTip() const override;
    [[nodiscard]] QWidget& page() override;
    [[nodiscard]] Bars bars() override;
    void addMenus(QMenuBar& bar) override;
    void addToViewMenu(QMenu& menu) override;
    void setInSight(bool on) override;
    [[nodiscard]] bool isPlaying() const override;
    void pause() override;
    void changeSpeed(int steps) override;
    void measureAgain() override;
    [[nodiscard]] QString sentence() const override;
    [[nodiscard]] Where where() const override;
    [[nodiscard]] std::vector<QWidget*> tabStops() override;
    void fitToolBars(int width) override;
    void setLow(bool on) override;
    void retranslate() override;
    void remember(QSettings& settings) const override;
    void recall(const QSettings& settings) override;

    [[nodiscard]] PanelArea& panels() const { return *m_panels; }
    [[nodiscard]] UndoHistory& history() const { return *m_history; }
    [[nodiscard]] SetupBar& setupBar() const { return *m_setupBar; }
    /// Closes all panels but these, for this time: what was left the last time stays kept. Errors: those of
    /// PanelArea::showOnly().
    [[nodiscard]] Result<void> showOnly(const QStringList& panels);

private:
    void makeToolBar();
    [[nodiscard]] QMenu* makePanelMenu();
    void goToPanel(bool next);
    void goToPanel(DockPanel& panel); ///< opens it where it is closed, and brings its tab to the front
    void closePanel();
    void refreshMetrics();
    [[nodiscard]] QString whereInBatch() const;

    const WorkspaceSurroundings m_around;
    Navigation& m_navigation;
    PanelArea* m_panels;
    FaultBar* m_fault;
    SetupBar* m_setupBar;
    TransportActions* m_transport;
    BookmarkActions* m_bookmarks;
    TimeLine* m_timeLine;
    SpeedControl* m_speed;
    MetricStrip* m_metrics;
    UndoHistory* m_history;
    RejectionSwitch* m_rejections;
    QToolBar* m_toolBar = nullptr;
    bool m_isInSight = false;
    bool m_keepsLayout = true; ///< for the next time
};

} // namespace draftscope
