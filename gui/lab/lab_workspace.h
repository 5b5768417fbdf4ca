// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/workspace/workspace.h"

class QScrollArea;

namespace draftscope {

struct LabActions;
class LabBar;
class LabPage;
class LosslessLab;

/// The lossless lab: two sides draw texts, one as it should be and one with something else, while a person looks.
class LabWorkspace : public Workspace {
    Q_OBJECT
public:
    explicit LabWorkspace(const WorkspaceSurroundings& surroundings);

    [[nodiscard]] QString name() const override { return QStringLiteral("lab"); }
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString toolTip() const override;
    [[nodiscard]] QWidget& page() override;
    [[nodiscard]] Bars bars() override { return {.tools = {m_toolBar}}; }
    void addMenus(QMenuBar& bar) override;
    void setInSight(bool on) override;
    [[nodiscard]] bool isPlaying() const override;
    void pause() override;
    [[nodiscard]] QString sentence() const override;
    [[nodiscard]] Where where() const override;
    void fitToolBars(int width) override;
    void retranslate() override;

    /// Comes into sight and draws. `isGentle`: as LosslessLab has it.
    void begin(bool isGentle);
    [[nodiscard]] LosslessLab& lab() const { return *m_lab; }
    [[nodiscard]] LabPage& labPage() const { return *m_page; }
    [[nodiscard]] LabActions& actions() const { return *m_actions; }

private:
    void takeFromStep();

    Navigation& m_navigation;
    LosslessLab* m_lab;
    LabActions* m_actions;
    LabPage* m_page;
    QScrollArea* m_room; ///< around the page: a small window scrolls it
    LabBar* m_bar;
    QToolBar* m_toolBar;
    QString m_said; ///< what an export came to, until the lab goes on
};

} // namespace draftscope
