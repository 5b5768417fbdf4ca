// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/setup/run_setup.h"
#include "gui/workspace/workspace.h"

namespace draftscope {

class CompareActions;
class ComparePage;
class LaneLockBox;
class Lanes;
class ModelCatalogue;
class SpeedControl;

/// Two to four decodes beside each other, with the transport that drives them.
class CompareWorkspace : public Workspace {
    Q_OBJECT
public:
    explicit CompareWorkspace(const WorkspaceSurroundings& surroundings);

    [[nodiscard]] QString name() const override { return QStringLiteral("compare"); }
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString toolTip() const override;
    [[nodiscard]] QWidget& page() override;
    [[nodiscard]] Bars bars() override { return {.tools = {m_toolBar}}; }
    void addMenus(QMenuBar& bar) override;
    void setInSight(bool on) override;
    [[nodiscard]] bool isPlaying() const override;
    void pause() override;
    void changeSpeed(int steps) override;
    void measureAgain() override;
    [[nodiscard]] QString sentence() const override;
    [[nodiscard]] Where where() const override;
    void fitToolBars(int width) override;
    void remember(QSettings& settings) const override;
    void recall(const QSettings& settings) override;

    [[nodiscard]] Lanes& lanes() const { return *m_lanes; }
    [[nodiscard]] ComparePage& comparePage() const { return *m_page; }
    void setModels(ModelCatalogue* models); ///< whose drafts are compared; they outlive the workspace

signals:
    void openWanted(); ///< of a comparison: asks which
    void saveWanted(); ///< likewise: asks where to

private:
    void makeToolBar();

    Lanes* m_lanes;
    CompareActions* m_actions;
    ComparePage* m_page;
    SpeedControl* m_speed;
    LaneLockBox* m_lock;
    QToolBar* m_toolBar = nullptr;
};

} // namespace draftscope
