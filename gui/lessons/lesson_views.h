// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>

#include <QWidget>

#include "gui/lessons/lesson_driver.h"
#include "gui/panels/dock_panel.h"

class QVBoxLayout;

namespace draftscope {

/// What is seen beside the page of a lesson: the panels of Step on the run of the lesson, those that the step names,
/// one below the other; what the step does not speak of is pale. A panel is made when a step wants it for the first
/// time.
class LessonViews : public QWidget {
    Q_OBJECT
public:
    explicit LessonViews(LessonDriver& driver, QWidget* parent = nullptr);

    /// Null while no step has wanted it.
    [[nodiscard]] DockPanel* panel(LessonView view) const;
    /// Where letters are large, a panel's header and the pills of moments give their room to what is drawn.
    void setForRoom(bool on);

signals:
    /// A person clicked in a view, and may mean one of these tokens.
    void clicked(const std::vector<draftscope::LessonToken>& meant);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void refreshVeils();
    DockPanel* make(LessonView view);
    void listenToStage(DockPanel& panel);
    void listenToDistribution(DockPanel& panel);
    void listenToText(DockPanel& panel);
    void clickedContext(int context, int node);
    void clickedText(int index);

    LessonDriver& m_driver;
    QVBoxLayout* m_column;
    std::map<LessonView, DockPanel*> m_panels;
    bool m_isForRoom = false;
};

} // namespace draftscope
