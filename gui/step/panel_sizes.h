// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <vector>

#include <QSize>
#include <QString>

class QMainWindow;

namespace draftscope {

class DockPanel;

/// How large each docked panel is, tabs included, in a workspace of a certain size. Applied to a workspace of another
/// size all sizes are scaled, so what is seen depends on these sizes and on the workspace only, never on the sizes that
/// it had in between.
struct PanelSizes {
    QSize workspace;
    std::map<QString, QSize> panels; ///< by name; panels that are closed keep the size they had

    /// What is on screen, and of the panels that are closed what `before` says.
    [[nodiscard]] static PanelSizes of(const QMainWindow& workspace, const std::vector<DockPanel*>& panels,
                                       const PanelSizes& before);
    void applyTo(QMainWindow& workspace, const std::vector<DockPanel*>& panels) const;

    friend bool operator==(const PanelSizes&, const PanelSizes&) = default;
};

/// The panel whose tab is in front where this one lies; the panel itself where it has no tab.
[[nodiscard]] const DockPanel* inFrontOf(const QMainWindow& workspace, DockPanel* panel);

} // namespace draftscope
