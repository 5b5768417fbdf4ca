// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "gui/navigation.h"

class QPushButton;

namespace draftscope {

/// What can be done with Setup: a run from the beginning, or its sampler and K for the run shown, from the next round on or
/// for the round shown, too. Every button says from where it counts, and is there only where it would change something.
class ApplyButtons : public QWidget {
    Q_OBJECT
public:
    explicit ApplyButtons(Navigation& navigation, QWidget* parent = nullptr);
    void refresh();

private:
    /// What Setup has otherwise than `now`, of what a run can be changed in.
    [[nodiscard]] std::vector<WhatIf> changesFrom(const RoundSettings& now) const;

    Navigation& m_navigation;
    QPushButton *m_restart, *m_next, *m_again;
};

} // namespace draftscope
