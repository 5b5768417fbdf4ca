// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "gui/navigation.h"

class QPushButton;

namespace draftscope {

/// Puts Setup's sampler and K into the run shown: from the next round on, or for the round shown, too. Every button says
/// from which round it counts, and is there only where it would change something.
class ApplyButtons : public QWidget {
    Q_OBJECT
public:
    explicit ApplyButtons(Navigation& navigation, QWidget* parent = nullptr);
    void refresh();

private:
    /// What Setup has otherwise than `now`, of what a run can be changed in.
    [[nodiscard]] std::vector<WhatIf> changesFrom(const Navigation::InForce& now) const;

    Navigation& m_navigation;
    QPushButton *m_next, *m_again;
};

} // namespace draftscope
