// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QWidget>

#include "gui/lab/lossless_lab.h"

class QLabel;
class QProgressBar;
class QToolButton;

namespace draftscope {

/// What a person can do with the lab: the same actions in menu, bar and keys.
struct LabActions : QObject {
    LabActions(LosslessLab& lab, QObject* parent);
    void refresh();
    /// Only where the lab is in sight do keys reach it.
    void setInSight(bool on);

    LosslessLab& lab;
    QAction *const toggle, *const again, *const gentle, *const everything;

private:
    bool m_isInSight = true;
};

/// The lab's bar: start and pause, how far it is, and *Every rule, every bug…*.
class LabBar : public QWidget {
    Q_OBJECT
public:
    LabBar(LosslessLab& lab, LabActions& actions, QWidget* parent = nullptr);
    [[nodiscard]] QString words() const;
    void fit(int width); ///< to that of the window: what needs too much room is left out

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    [[nodiscard]] QToolButton* buttonOf(QAction* action);

    LosslessLab& m_lab;
    LabActions& m_actions;
    QLabel *m_words, *m_goal;
    QProgressBar* m_progress;
    QToolButton *m_toggle, *m_gentle;
};

} // namespace draftscope
